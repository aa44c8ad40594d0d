import AppState
import ConversationModel
import Timebase

extension ChatProgram {
  /// What a key does.
  mutating func handle(_ key: Key, now: Timestamp) -> [Effect] {
    if case .focus(let focus) = key { return setFocus(focus) }
    if let shown = shownCode {
      shownCode = nil
      if key == .text("t"), !shown.showsText {
        shownCode = shown
        shownCode?.showsText = true
      }
      return []
    }
    if key == .control("c") { return interrupt() }
    stay()
    switch key {
    case .text(let text), .paste(let text): editor.insert(text)
    case .enter: return submit(now: now)
    case .alt("\n"): editor.insert("\n")
    case .tab: complete()
    case .pageUp: return scroll(by: page, now: now)
    case .pageDown: return scroll(by: -page, now: now)
    case .escape: scroll = TimelineScroll()
    case .otherUp, .backTab: return step(-1)
    case .otherDown: return step(1)
    case .control(let letter): return handleControl(letter)
    case .alt(let character): edit(alt: character)
    case .backspace, .delete, .left, .right, .up, .down, .home, .end, .wordLeft, .wordRight: edit(key)
    case .focus: break
    }
    return []
  }

  /// Rows a page key moves: one less than are seen, so that a line stays as a hold.
  private var page: Int { max(ChatLayout(self).timelineHeight - 1, 1) }

  private mutating func edit(_ key: Key) {
    switch key {
    case .backspace: editor.deleteBackward()
    case .delete: editor.deleteForward()
    case .left: editor.moveLeft()
    case .right: editor.moveRight()
    case .up: editor.previous()
    case .down: editor.next()
    case .home: editor.moveToStart()
    case .end: if editor.isEmpty { scroll = TimelineScroll() } else { editor.moveToEnd() }
    case .wordLeft: editor.moveWordLeft()
    case .wordRight: editor.moveWordRight()
    case .text, .paste, .enter, .tab, .backTab, .pageUp, .pageDown, .otherUp, .otherDown, .escape, .control,
      .alt, .focus:
      break
    }
  }

  private mutating func edit(alt character: Character) {
    switch character {
    case "b": editor.moveWordLeft()
    case "f": editor.moveWordRight()
    case "d": editor.deleteWordForward()
    case "\u{7F}": editor.deleteWordBackward()
    default: break
    }
  }

  private mutating func handleControl(_ letter: Character) -> [Effect] {
    switch letter {
    case "a": editor.moveToStart()
    case "b": editor.moveLeft()
    case "d": if editor.isEmpty { return [.quit] } else { editor.deleteForward() }
    case "e": editor.moveToEnd()
    case "f": editor.moveRight()
    case "k": editor.deleteToEnd()
    case "l": return [.redraw]
    case "n": return step(1)
    case "o": return openUnread()
    case "p": return step(-1)
    case "t": editor.transpose()
    case "u": editor.deleteToStart()
    case "w": editor.deleteWordBackward()
    case "y": editor.yank()
    case "z": return [.suspend]
    default: break
    }
    return []
  }
}

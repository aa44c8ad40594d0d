import AppState
import ConversationModel
import Text
import Timebase
import TransportPorts

extension ChatProgram {
  /// Words of the screen itself, with what they take and do; all others are commands, which the node carries
  /// out as it does for pages.
  static let words: [(word: String, takes: String, does: String)] = [
    ("/mesh", "", "back to everybody nearby"),
    ("/nick", "NAME", "take another name"),
    ("/again", "", "send what failed here again"),
    ("/verify", "[CODE]", "show your code, or read one"),
    ("/quit", "", "leave"),
  ]

  /// Enter: hands on what was written, or does what a word of the screen says.
  mutating func submit(now: Timestamp) -> [Effect] {
    guard !Text.trimmed(editor.text).isEmpty else {
      editor.set("")
      scroll = TimelineScroll()
      return []
    }
    let typed = editor.take()
    scroll = TimelineScroll()
    guard case .command(let word, let argument)? = ChatInput(typed) else {
      return [.ask(.submit(typed, in: key))]
    }
    return perform(word, argument, now) ?? [.ask(.submit(typed, in: key))]
  }

  /// `nil` for what the node is asked.
  private mutating func perform(_ word: String, _ rest: String, _ now: Timestamp) -> [Effect]? {
    switch word {
    case "/help": say(Self.help, now: now)
    case "/msg", "/m": return message(rest)
    case "/mesh": return open(.mesh)
    case "/nick":
      guard !rest.isEmpty else {
        say("Which name? For example: /nick juno", now: now)
        return []
      }
      return [.ask(.nickname(rest))]
    case "/again": return again(now)
    case "/verify": return [.ask(rest.isEmpty ? .ownCode : .readCode(rest))]
    case "/quit", "/q": return [.quit]
    default: return nil
    }
    return []
  }

  private static var help: String {
    let commands = CommandWord.allCases.map { $0.takes.isEmpty ? $0.typed : $0.typed + " " + $0.takes }
    let lines = words.map { word in
      let left = word.takes.isEmpty ? word.word : word.word + " " + word.takes
      return left + String(repeating: " ", count: max(17 - left.count, 1)) + word.does
    }
    return
      ([commands.joined(separator: " · ")] + lines + [
        "PgUp, PgDn       older, newer; Esc: the latest",
        "Ctrl+N, Ctrl+P   next, previous chat",
        "Ctrl+O           next chat with unread messages",
        "Up, Down         what you wrote before",
        "Tab, Alt+Enter   complete a word or @name; a new line",
        "Ctrl+C twice     leave; Ctrl+Z: to the background",
      ]).joined(separator: "\n")
  }

  /// `/msg NAME TEXT` for somebody with whom there is a conversation and who is out of sight: the node looks
  /// only among those in sight. The longest name that fits is meant; `nil` where the node is to look.
  private mutating func message(_ rest: String) -> [Effect]? {
    let typed = Text.nfc(rest.hasPrefix("@") ? String(rest.dropFirst()) : rest)
    guard !isInSight(typed) else { return nil }
    var best: (length: Int, keys: [ConversationKey]) = (0, [])
    for place in places where place.key.isPrivate {
      for name in Set([place.name, place.key.text]) where typed == name || typed.hasPrefix(name + " ") {
        guard !name.isEmpty else { continue }
        if name.count > best.length {
          best = (name.count, [place.key])
        } else if name.count == best.length, !best.keys.contains(place.key) {
          best.keys.append(place.key)
        }
      }
    }
    guard best.keys.count <= 1 else { return nil }
    guard let key = best.keys.first else {
      let first = typed.prefix { $0 != " " }
      guard let address = PeerAddress(first) else { return nil }
      return open(.direct(address)) + sending(typed.dropFirst(first.count), to: .direct(address))
    }
    return open(key) + sending(typed.dropFirst(best.length), to: key)
  }

  /// Whether somebody in sight is called as the text begins.
  private func isInSight(_ typed: String) -> Bool {
    (view?.people ?? []).contains { person in
      [person.name.text, person.peer.nickname].map(Text.nfc)
        .contains { !$0.isEmpty && (typed == $0 || typed.hasPrefix($0 + " ")) }
    }
  }

  /// A text, not a command: what stands after a name is sent as it is.
  private func sending(_ rest: Substring, to key: ConversationKey) -> [Effect] {
    let text = Text.trimmed(String(rest))
    return text.isEmpty ? [] : [.ask(.submit(text.hasPrefix("/") ? "/" + text : text, in: key))]
  }

  private mutating func again(_ now: Timestamp) -> [Effect] {
    let failed = view?.timeline?.timeline.messages.last { message in
      if case .failed? = message.delivery { true } else { false }
    }
    guard let failed, view?.key == key else {
      say("No message here has failed.", now: now)
      return []
    }
    return [.ask(.again(failed.id, in: key))]
  }

  /// Tab: completes a word that begins with a slash, the name after one, or a name after an at sign.
  mutating func complete() {
    let text = editor.text
    let names = (view?.people ?? []).map(\.name.text)
    let candidates: [String]
    if let space = text.firstIndex(of: " "), let word = CommandWord(String(text[..<space])),
      word.takes.contains("NAME"), !text.contains("@")
    {
      let head = String(text[...space])
      let known = word == .msg ? places.filter(\.key.isPrivate).map(\.name) : names
      candidates = known.map { head + $0 + " " }
    } else if text.hasPrefix("/"), !text.contains(" ") {
      candidates =
        CommandWord.allCases.map { $0.takes.isEmpty ? $0.typed : $0.accepted }
        + Self.words.map { $0.takes.isEmpty ? $0.word : $0.word + " " }
    } else {
      let completion = MentionCompletion(textToCursor: text, names: names)
      candidates = completion.suggestions.map { completion.accepting($0) }
    }
    let fitting = candidates.filter { $0.lowercased().hasPrefix(text.lowercased()) && $0 != text }
    guard var common = fitting.first else { return }
    for other in fitting.dropFirst() { common = String(zip(common, other).prefix { $0 == $1 }.map(\.0)) }
    if common.count >= text.count { editor.set(common) }
  }
}

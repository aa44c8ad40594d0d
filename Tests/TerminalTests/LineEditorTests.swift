import Testing

@testable import Terminal

@Suite struct LineEditorTests {
  private var editor = LineEditor()

  @Test mutating func wordsAreMovedOverAndDeleted() {
    editor.insert("one  two three")
    editor.moveWordLeft()
    #expect(editor.cursor == 9)
    editor.deleteWordBackward()
    #expect(editor.text == "one  three")
    editor.moveToStart()
    editor.moveWordRight()
    editor.deleteToEnd()
    #expect(editor.text == "one")
    editor.yank()
    #expect(editor.text == "one  three")
    editor.moveToStart()
    editor.deleteWordForward()
    #expect(editor.text == "  three")
  }

  @Test mutating func aCharacterIsWhatAPersonSees() {
    editor.insert("a👨‍👩‍👧‍👦e")
    editor.insert("\u{301}")
    #expect(editor.cursor == 3 && editor.characters.count == 3)
    editor.deleteBackward()
    #expect(editor.text == "a👨‍👩‍👧‍👦")
    editor.moveLeft()
    editor.deleteForward()
    #expect(editor.text == "a")
  }

  @Test mutating func whatWasSentComesBackAndTheDraftStays() {
    for text in ["first", "second", "second"] {
      editor.insert(text)
      #expect(editor.take() == text)
    }
    editor.insert("draft")
    editor.previous()
    #expect(editor.text == "second")
    editor.previous()
    editor.previous()
    #expect(editor.text == "first")
    editor.next()
    editor.next()
    #expect(editor.text == "draft")
    editor.next()
    #expect(editor.text == "draft")
  }

  @Test mutating func controlCharactersAreNotTaken() {
    editor.insert("a\u{1B}[2J\tb\u{7}\nc\u{9B}")
    #expect(editor.text == "a[2J b\nc")
  }

  @Test mutating func theHistoryAndTheTextAreBounded() {
    for number in 0..<(LineEditor.historyMax + 50) {
      editor.set("\(number)")
      _ = editor.take()
    }
    for _ in 0..<1_000 { editor.previous() }
    #expect(editor.text == "50")
    editor.set(String(repeating: "x", count: LineEditor.charactersMax))
    editor.insert("y")
    #expect(editor.characters.count == LineEditor.charactersMax && !editor.text.contains("y"))
  }

  @Test func noEditTraps() {
    var generator = SplitMix(seed: 3)
    var editor = LineEditor()
    let pieces = ["a", " ", "\u{301}", "👩", "\u{200D}", "🇫", "\n", "\r", "שׁ", "한", "\u{11AB}", "\u{1161}"]
    for _ in 0..<5_000 {
      switch generator.next() % 16 {
      case 0...3: editor.insert(pieces[Int(generator.next() % UInt64(pieces.count))])
      case 4: editor.deleteBackward()
      case 5: editor.deleteForward()
      case 6: editor.moveLeft()
      case 7: editor.moveRight()
      case 8: editor.moveWordLeft()
      case 9: editor.moveWordRight()
      case 10: editor.deleteWordBackward()
      case 11: editor.yank()
      case 12: editor.transpose()
      case 13: editor.previous()
      case 14: editor.next()
      default: if generator.next().isMultiple(of: 7) { _ = editor.take() } else { editor.deleteToStart() }
      }
      #expect((0...editor.characters.count).contains(editor.cursor))
    }
  }
}

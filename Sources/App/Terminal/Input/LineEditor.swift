/// The text being written: a cursor between characters, history, words, the last text cut out.
///
/// A character is what a person sees as one. Holds at most `charactersMax`; what is too much is not taken.
struct LineEditor: Sendable, Equatable {
  /// Longest text: as a public message, some more than fits.
  static let charactersMax = 16_500
  /// Texts that were sent and can be called back; the oldest goes first.
  static let historyMax = 100

  private(set) var characters: [Character] = []
  /// 0…`characters.count`.
  private(set) var cursor = 0
  private var history: [String] = []
  /// Which entry is shown; `nil` for the text being written.
  private var historyIndex: Int?
  private var draft = ""
  private var cutOut: [Character] = []

  var text: String { String(characters) }
  var isEmpty: Bool { characters.isEmpty }

  /// Puts a text in at the cursor, without control characters; line breaks stay, tabs become spaces.
  mutating func insert(_ text: String) {
    let clean = String(String.UnicodeScalarView(text.unicodeScalars.compactMap(Self.kept)))
    let before = String(characters[..<cursor]) + clean
    // Joined as text, so that a mark typed after its letter becomes one character with it.
    let all = Array(before + String(characters[cursor...]))
    guard all.count <= Self.charactersMax else { return }
    let after = all.count - (characters.count - cursor)
    characters = all
    cursor = min(max(Array(before).count, after), all.count)
  }

  /// Replaces everything; the cursor goes to the end.
  mutating func set(_ text: String) {
    characters = []
    cursor = 0
    insert(text)
  }

  /// Takes the text away for sending; it can be called back.
  mutating func take() -> String {
    let text = text
    if !text.isEmpty, history.last != text {
      history.append(text)
      if history.count > Self.historyMax { history.removeFirst() }
    }
    characters = []
    cursor = 0
    historyIndex = nil
    return text
  }

  // MARK: Moving

  mutating func moveLeft() { cursor = max(cursor - 1, 0) }
  mutating func moveRight() { cursor = min(cursor + 1, characters.count) }
  mutating func moveToStart() { cursor = 0 }
  mutating func moveToEnd() { cursor = characters.count }
  mutating func moveWordLeft() { cursor = wordStart }
  mutating func moveWordRight() { cursor = wordEnd }

  // MARK: Deleting

  mutating func deleteBackward() {
    guard cursor > 0 else { return }
    remove((cursor - 1)..<cursor)
  }

  mutating func deleteForward() {
    guard cursor < characters.count else { return }
    remove(cursor..<(cursor + 1))
  }

  mutating func deleteWordBackward() { cut(wordStart..<cursor) }
  mutating func deleteWordForward() { cut(cursor..<wordEnd) }
  mutating func deleteToStart() { cut(0..<cursor) }
  mutating func deleteToEnd() { cut(cursor..<characters.count) }

  /// Puts back what was cut out last.
  mutating func yank() { insert(String(cutOut)) }

  /// Swaps the character before the cursor with the one at it.
  mutating func transpose() {
    guard characters.count > 1, cursor > 0 else { return }
    let place = min(cursor, characters.count - 1)
    characters.swapAt(place - 1, place)
    cursor = place + 1
  }

  // MARK: History

  mutating func previous() {
    let index = (historyIndex ?? history.count) - 1
    guard history.indices.contains(index) else { return }
    if historyIndex == nil { draft = text }
    show(history[index], index)
  }

  mutating func next() {
    guard let index = historyIndex else { return }
    if index + 1 < history.count { show(history[index + 1], index + 1) } else { show(draft, nil) }
  }

  private mutating func show(_ text: String, _ index: Int?) {
    set(text)
    historyIndex = index
  }

  // MARK: Parts

  private var wordStart: Int {
    var place = cursor
    while place > 0, !Self.isWord(characters[place - 1]) { place -= 1 }
    while place > 0, Self.isWord(characters[place - 1]) { place -= 1 }
    return place
  }

  private var wordEnd: Int {
    var place = cursor
    while place < characters.count, !Self.isWord(characters[place]) { place += 1 }
    while place < characters.count, Self.isWord(characters[place]) { place += 1 }
    return place
  }

  private mutating func cut(_ range: Range<Int>) {
    guard !range.isEmpty else { return }
    cutOut = Array(characters[range])
    remove(range)
  }

  private mutating func remove(_ range: Range<Int>) {
    let (before, after) = (String(characters[..<range.lowerBound]), String(characters[range.upperBound...]))
    // What stands on both sides may become one character.
    characters = Array(before + after)
    cursor = min(Array(before).count, characters.count)
  }

  private static func isWord(_ character: Character) -> Bool { !character.isWhitespace }

  private static func kept(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    if scalar == "\n" { return scalar }
    if scalar == "\t" { return " " }
    return scalar.properties.generalCategory == .control ? nil : scalar
  }
}

/// Tokens in a row, written as Swift: `Date()`, `Task.detached`, `.sink(`, `sqlite3_*`, `@unchecked
/// Sendable`.
///
/// `*` stands for any characters of a word. A pattern that begins with a lower-case word means the word
/// itself, not a member of that name; a leading `.` means the member.
struct TokenPattern: Sendable {
  private struct Element: Sendable {
    var kind: Token.Kind
    var text: String
    var isGlob: Bool
  }

  let source: String
  private let elements: [Element]

  /// Nothing for an empty pattern.
  init?(_ source: String) {
    // A character of words that nobody writes stands for the star while the pattern is read.
    let stand = "\u{F8FF}"
    let read = SourceFile(
      path: "",
      source: Array(
        source.split(separator: "*", omittingEmptySubsequences: false)
          .joined(separator: stand).utf8))
    elements = read.tokens.indices.dropLast().map { index in
      let text = read.text(index).split(separator: stand, omittingEmptySubsequences: false).joined(
        separator: "*")
      return Element(
        kind: read.kind(index), text: text, isGlob: text.contains("*") && read.kind(index) != .mark)
    }
    self.source = source
    if elements.isEmpty { return nil }
  }

  /// First tokens of all places where the pattern stands.
  func matches(in file: SourceFile) -> [Int] {
    guard elements.allSatisfy({ $0.isGlob || file.mentions($0.text) }) else { return [] }
    return file.tokens.indices.filter { matches(file, at: $0) }
  }

  func matches(_ file: SourceFile, at index: Int) -> Bool {
    guard let first = elements.first, matches(first, file, index) else { return false }
    for offset in elements.indices.dropFirst() where !matches(elements[offset], file, index + offset) {
      return false
    }
    guard first.kind == .word else { return true }
    if file.isWord(index - 1, "func") { return false }
    let isMember = file.isMark(index - 1, ".") && !file.isWord(index - 2, "self")
    return !(isMember && first.text.first?.isLowercase == true)
  }

  private func matches(_ element: Element, _ file: SourceFile, _ index: Int) -> Bool {
    let kind = file.kind(index)
    let isSameKind = kind == element.kind || (kind == .escapedWord && element.kind == .word)
    guard isSameKind else { return false }
    let text = file.text(index)
    return element.isGlob ? PathGlob.name(text, matches: element.text) : text == element.text
  }
}

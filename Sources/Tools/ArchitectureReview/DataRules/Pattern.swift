import Foundation

/// A regular expression (ICU) over a whole text.
struct Pattern: Sendable {
  /// A match: its line from 1, its UTF-16 column from 1, and the groups (the whole first; an absent one is
  /// empty).
  struct Match {
    var line: Int
    var column: Int
    var groups: [String]
  }

  let source: String
  private let expression: NSRegularExpression

  /// Throws when the pattern is not a regular expression.
  init(_ pattern: String) throws {
    source = pattern
    expression = try NSRegularExpression(pattern: pattern, options: [.anchorsMatchLines])
  }

  func matches(in text: NSString) -> [Match] {
    let found = expression.matches(in: text as String, range: NSRange(location: 0, length: text.length))
    var line = 1
    var counted = 0
    var lineStart = 0
    return found.map { result in
      // A pattern may begin with blanks; what it means stands behind them.
      var place = result.range.location
      let end = place + result.range.length
      while place < end, [9, 10, 13, 32].contains(text.character(at: place)) { place += 1 }
      for offset in counted..<max(counted, place) where text.character(at: offset) == 10 {
        line += 1
        lineStart = offset + 1
      }
      counted = max(counted, place)
      let groups = (0..<result.numberOfRanges).map { group in
        let range = result.range(at: group)
        return range.location == NSNotFound ? "" : text.substring(with: range)
      }
      return Match(line: line, column: max(1, place - lineStart + 1), groups: groups)
    }
  }
}

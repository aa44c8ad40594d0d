import Foundation

/// A regular expression of the rules' data, over a whole text.
struct Pattern {
  /// A match: its line from 1, and the groups (the whole match first; an absent group is empty).
  struct Match {
    var line: Int
    var groups: [String]
  }

  private let expression: NSRegularExpression

  /// Throws when the pattern is not a regular expression.
  init(_ pattern: String) throws {
    expression = try NSRegularExpression(pattern: pattern, options: [.anchorsMatchLines])
  }

  func matches(in text: String) -> [Match] {
    let whole = NSString(string: text)
    let found = expression.matches(in: text, range: NSRange(location: 0, length: whole.length))
    var line = 1
    var counted = 0
    return found.map { result in
      for offset in counted..<result.range.location where whole.character(at: offset) == 10 { line += 1 }
      counted = max(counted, result.range.location)
      let groups = (0..<result.numberOfRanges).map { group in
        let range = result.range(at: group)
        return range.location == NSNotFound ? "" : whole.substring(with: range)
      }
      return Match(line: line, groups: groups)
    }
  }
}

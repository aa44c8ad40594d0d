/// A pattern of paths: `*` within a component, `**` over any number of components.
package struct PathGlob: Sendable, Equatable {
  /// The pattern as it was written.
  package let pattern: String
  private let parts: [[UInt8]]

  /// Reads a pattern; `/` separates components.
  package init(_ pattern: String) {
    self.pattern = pattern
    parts = pattern.utf8.split(separator: UInt8(ascii: "/")).map(Array.init)
  }

  /// Whether a path from the root matches as a whole.
  package func matches(_ path: String) -> Bool { matches(Self.components(of: path)) }

  func matches(_ components: [[UInt8]]) -> Bool {
    Self.matches(parts, components, isAny: { $0 == [0x2A, 0x2A] }, isEqual: Self.matchesName)
  }

  static func components(of path: String) -> [[UInt8]] {
    path.utf8.split(separator: UInt8(ascii: "/")).map(Array.init)
  }

  /// Whether a name matches a pattern in which `*` stands for any characters.
  static func name(_ name: some StringProtocol, matches pattern: String) -> Bool {
    matchesName(Array(pattern.utf8), Array(name.utf8))
  }

  private static func matchesName(_ pattern: [UInt8], _ name: [UInt8]) -> Bool {
    matches(pattern, name, isAny: { $0 == 0x2A }, isEqual: ==)
  }

  /// Goes back to the last "any" only, so that the time is at most the product of the lengths.
  private static func matches<Element>(
    _ pattern: [Element], _ text: [Element], isAny: (Element) -> Bool, isEqual: (Element, Element) -> Bool
  ) -> Bool {
    var patternIndex = 0
    var textIndex = 0
    var retry: (pattern: Int, text: Int)?
    while textIndex < text.count {
      if patternIndex < pattern.count && isAny(pattern[patternIndex]) {
        retry = (patternIndex + 1, textIndex)
        patternIndex += 1
      } else if patternIndex < pattern.count && isEqual(pattern[patternIndex], text[textIndex]) {
        patternIndex += 1
        textIndex += 1
      } else if let last = retry {
        retry = (last.pattern, last.text + 1)
        patternIndex = last.pattern
        textIndex = last.text + 1
      } else {
        return false
      }
    }
    return pattern[patternIndex...].allSatisfy(isAny)
  }
}

/// Several globs: a path is in when one matches.
package struct PathSet: Sendable, Equatable {
  /// The patterns.
  package var globs: [PathGlob]

  /// Reads patterns.
  package init(_ patterns: [String]) { globs = patterns.map(PathGlob.init) }

  /// Whether one of the patterns matches.
  package func contains(_ path: String) -> Bool { contains(PathGlob.components(of: path)) }

  func contains(_ components: [[UInt8]]) -> Bool { globs.contains { $0.matches(components) } }
}

import ArchitectureReview
import StrictJSON

/// Readers of texts.
enum TextTargets {
  /// A value that was read is written, and what was written reads as the same.
  static func json(_ bytes: [UInt8]) -> FuzzTarget.Outcome {
    guard let value = try? JSONValue(parsing: bytes) else { return .refused }
    let written = Array(value.serialized().utf8)
    guard !written.contains(UInt8(ascii: "\n")) else { return .broken("more than one line was written") }
    guard let again = try? JSONValue(parsing: written) else { return .broken("what was written is refused") }
    return again == value ? .accepted : .broken("what was written reads differently")
  }

  /// Tokens stand in order within the source, brackets name brackets, and the rules come to an end.
  static func swiftSource(_ bytes: [UInt8]) -> FuzzTarget.Outcome {
    let file = SourceFile(path: "App/Map/Fuzzed.swift", source: bytes)
    var end: Int32 = 0
    for token in file.tokens {
      guard token.start >= end, token.start <= token.end, token.end <= bytes.count,
        token.partner < file.tokens.count
      else { return .broken("a token of \(token.start) to \(token.end) with partner \(token.partner)") }
      end = token.start
    }
    let lines = 1...max(1, file.lineCount + 1)
    let isInside = file.reviewed().allSatisfy { lines.contains($0.line) }
    return isInside ? .accepted : .broken("a finding outside the file")
  }
}

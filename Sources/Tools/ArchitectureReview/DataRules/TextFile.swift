import Foundation

/// A text under review: a Swift file, or another one that rules on texts read.
struct TextFile {
  let path: String
  let bytes: [UInt8]
  let swift: SourceFile?

  var isSwift: Bool { swift != nil }
  var name: Substring { path.split(separator: "/").last ?? "" }

  /// The whole text.
  var text: NSString { NSString(string: String(decoding: bytes, as: UTF8.self)) }

  /// Swift with the bodies of comments and strings turned into blanks; offsets of bytes and lines stay.
  var code: NSString {
    guard let swift else { return text }
    var code = bytes.map { $0 == 0x0A || $0 == 0x0D ? $0 : 0x20 }
    for token in swift.tokens where token.kind != .end {
      let start = Int(token.start)
      let end = min(Int(token.end), bytes.count)
      if token.kind == .string || token.kind == .regex || token.kind == .directive {
        // Only the marks at both ends; what an interpolation holds comes as tokens of its own.
        if start < end { code[start] = bytes[start] }
        if end - 1 > start { code[end - 1] = bytes[end - 1] }
      } else if start < end {
        code.replaceSubrange(start..<end, with: bytes[start..<end])
      }
    }
    return NSString(string: String(decoding: code, as: UTF8.self))
  }

  var lines: [Substring] {
    var lines = String(decoding: bytes, as: UTF8.self).split(omittingEmptySubsequences: false) {
      $0 == "\n" || $0 == "\r\n" || $0 == "\r"
    }
    if lines.last == "" { lines.removeLast() }
    return lines
  }
}

/// Swift source with the bodies of comments and strings turned into spaces, so that what is left is code.
///
/// Lines and bytes stay where they were. Code inside an interpolation stays. Regex literals are read as
/// code, which is good enough for the rules here.
struct SwiftCode {
  private let source: [UInt8]
  private var output: [UInt8]
  private var position = 0

  /// The code of a source text.
  static func code(of text: String) -> String {
    var scanner = SwiftCode(text)
    scanner.scanCode(insideInterpolation: false)
    return String(decoding: scanner.output, as: UTF8.self)
  }

  private init(_ text: String) {
    source = Array(text.utf8)
    output = source
  }

  private mutating func scanCode(insideInterpolation: Bool) {
    var depth = 0
    while position < source.count {
      let byte = source[position]
      if starts(with: "//") {
        while position < source.count && source[position] != newline { blank() }
      } else if starts(with: "/*") {
        skipBlockComment()
      } else if byte == quote || (byte == hash && opensRawString()) {
        skipString()
      } else {
        position += 1
        guard insideInterpolation else { continue }
        if byte == UInt8(ascii: "(") { depth += 1 }
        if byte == UInt8(ascii: ")") {
          if depth == 0 { return }
          depth -= 1
        }
      }
    }
  }

  private mutating func skipBlockComment() {
    var depth = 0
    repeat {
      if starts(with: "/*") {
        depth += 1
        blank(2)
      } else if starts(with: "*/") {
        depth -= 1
        blank(2)
      } else {
        blank()
      }
    } while depth > 0 && position < source.count
  }

  private mutating func skipString() {
    var hashes = 0
    while position < source.count && source[position] == hash {
      hashes += 1
      position += 1
    }
    let marks = String(repeating: "#", count: hashes)
    let isMultiline = starts(with: "\"\"\"")
    let close = (isMultiline ? "\"\"\"" : "\"") + marks
    position += isMultiline ? 3 : 1
    while position < source.count {
      if starts(with: close) {
        position += close.utf8.count
        return
      }
      if !isMultiline && source[position] == newline { return }
      if starts(with: "\\" + marks + "(") {
        position += hashes + 2
        scanCode(insideInterpolation: true)
      } else if starts(with: "\\" + marks) {
        blank(hashes + 2)
      } else {
        blank()
      }
    }
  }

  private func opensRawString() -> Bool {
    var next = position
    while next < source.count && source[next] == hash { next += 1 }
    return next < source.count && source[next] == quote
  }

  private func starts(with text: String) -> Bool {
    source[position...].starts(with: text.utf8)
  }

  private mutating func blank(_ count: Int = 1) {
    for _ in 0..<count where position < source.count {
      if source[position] != newline { output[position] = UInt8(ascii: " ") }
      position += 1
    }
  }

  private var newline: UInt8 { UInt8(ascii: "\n") }
  private var quote: UInt8 { UInt8(ascii: "\"") }
  private var hash: UInt8 { UInt8(ascii: "#") }
}

/// Cuts Swift source into tokens; it never fails, and takes time in proportion to the length.
///
/// Broken source gives tokens too: a one-line string ends with its line, anything else that is not closed
/// ends with the file. Nesting is kept in arrays, so that depth costs no stack. Lines end with LF, CRLF or
/// CR. Source: architecture-review 2.
struct Lexer {
  /// What the lexer is inside of: code (within an interpolation, with open parentheses) or a string.
  enum Frame {
    case code(parentheses: Int)
    case string(hashes: Int, isMultiline: Bool, token: Int)
  }

  let bytes: [UInt8]
  /// Number of bytes of the source; `bytes` has zeros behind it.
  let count: Int
  var position = 0
  var line = 1
  var lineStarts: [Int32]
  var tokens: [Token] = []
  var comments: [Comment] = []
  var segments: [StringSegment] = []
  /// Segments that open interpolations broke off, the innermost last.
  var brokenSegments: [Int] = []
  var symbols = SymbolTable()
  var frames: [Frame] = [.code(parentheses: 0)]

  init(_ source: [UInt8]) {
    count = source.count
    bytes = source + [0, 0, 0, 0]
    // A byte order mark is no part of the first line.
    position = source.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    lineStarts = [Int32(position)]
    tokens.reserveCapacity(source.count / 5)
  }

  /// Reads to the end.
  mutating func run() {
    if bytes[position] == UInt8(ascii: "#") && bytes[position + 1] == UInt8(ascii: "!") { skipLineComment() }
    while position < count {
      switch frames.last {
      case .string(let hashes, let isMultiline, let token):
        scanString(hashes: hashes, isMultiline: isMultiline, token: token)
      case .code, nil: scanCode()
      }
    }
    while case .string(_, _, let token)? = frames.popLast() { endString(token) }
    add(.end, from: count, symbol: symbol(count..<count))
  }

  // MARK: Code

  private mutating func scanCode() {
    let byte = bytes[position]
    switch byte {
    case 0x0A, 0x0D: takeNewline()
    case 0, 0x09, 0x0B, 0x0C, 0x20: position += 1
    case UInt8(ascii: "/"): scanSlash()
    case UInt8(ascii: "\""): beginString(hashes: 0, from: position)
    case UInt8(ascii: "#"): scanHash()
    case UInt8(ascii: "`"): scanBackticks()
    case UInt8(ascii: "@"): scanAttribute()
    case UInt8(ascii: "0")...UInt8(ascii: "9"): scanNumber()
    case UInt8(ascii: "("), UInt8(ascii: ")"): scanParenthesis(byte)
    default:
      if Self.isWord(byte) { takeWord(.word) } else { scanMark() }
    }
  }

  private mutating func scanParenthesis(_ byte: UInt8) {
    guard case .code(let open)? = frames.last, frames.count > 1 else { return takeMark(1) }
    if byte == UInt8(ascii: "(") {
      frames[frames.count - 1] = .code(parentheses: open + 1)
      takeMark(1)
    } else if open > 0 {
      frames[frames.count - 1] = .code(parentheses: open - 1)
      takeMark(1)
    } else {
      frames.removeLast()
      position += 1
      add(.interpolationClose, from: position - 1, symbol: symbol(position - 1..<position))
      if case .string(_, _, let token)? = frames.last {
        if let before = brokenSegments.popLast() { segments[before].next = Int32(segments.count) }
        beginSegment(of: token)
      }
    }
  }

  private mutating func scanSlash() {
    switch bytes[position + 1] {
    case UInt8(ascii: "/"): skipLineComment()
    case UInt8(ascii: "*"): skipBlockComment()
    default:
      if let end = endOfRegex() {
        let start = position
        position = end
        add(.regex, from: start, symbol: symbol(start..<start))
      } else {
        scanMark()
      }
    }
  }

  /// `#` opens raw strings, extended regex literals, directives and macros.
  private mutating func scanHash() {
    let start = position
    var end = position
    while bytes[end] == UInt8(ascii: "#") { end += 1 }
    switch bytes[end] {
    case UInt8(ascii: "\""): beginString(hashes: end - start, from: start)
    case UInt8(ascii: "/"): scanExtendedRegex(hashes: end - start)
    default:
      while Self.isWord(bytes[end]) || Self.isDigit(bytes[end]) { end += 1 }
      let word = String(decoding: bytes[start..<end], as: UTF8.self)
      position = end
      if ["#if", "#elseif", "#else", "#endif"].contains(word) {
        skipCondition()
        add(.directive, from: start, symbol: symbol(start..<end))
      } else {
        add(.word, from: start, symbol: symbol(start..<end))
      }
    }
  }

  /// The rest of a directive's line is no code.
  private mutating func skipCondition() {
    while position < count && !isNewline(bytes[position]) {
      let isComment =
        bytes[position] == UInt8(ascii: "/")
        && (bytes[position + 1] == UInt8(ascii: "/") || bytes[position + 1] == UInt8(ascii: "*"))
      if isComment { return }
      position += 1
    }
  }

  private mutating func scanBackticks() {
    var end = position + 1
    while end < count && bytes[end] != UInt8(ascii: "`") && !isNewline(bytes[end]) { end += 1 }
    guard end < count, bytes[end] == UInt8(ascii: "`"), end > position + 1 else { return takeMark(1) }
    let start = position
    position = end + 1
    add(.escapedWord, from: start, symbol: symbol(start + 1..<end))
  }

  private mutating func scanAttribute() {
    guard Self.isWord(bytes[position + 1]) else { return takeMark(1) }
    let start = position
    position += 1
    while Self.isWord(bytes[position]) || Self.isDigit(bytes[position]) { position += 1 }
    add(.attribute, from: start, symbol: symbol(start + 1..<position))
  }

  private mutating func scanNumber() {
    let start = position
    let isMember = tokens.last.map { $0.kind == .mark && bytes[Int($0.start)] == UInt8(ascii: ".") } ?? false
    let isHex = bytes[start] == UInt8(ascii: "0") && bytes[start + 1] | 0x20 == UInt8(ascii: "x")
    while true {
      let byte = bytes[position]
      let previous = position > start ? bytes[position - 1] | 0x20 : 0
      let isSign = byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
      let isFraction = byte == UInt8(ascii: ".") && !isMember && Self.isDigit(bytes[position + 1])
      let isExponent = isSign && previous == UInt8(ascii: isHex ? "p" : "e")
      guard Self.isDigit(byte) || Self.isWord(byte) || isFraction || isExponent else { break }
      position += 1
    }
    add(.number, from: start, symbol: symbol(start..<position))
  }

  private mutating func takeWord(_ kind: Token.Kind) {
    let start = position
    while Self.isWord(bytes[position]) || Self.isDigit(bytes[position]) { position += 1 }
    add(kind, from: start, symbol: symbol(start..<position))
  }

  // MARK: Tokens

  mutating func takeMark(_ length: Int) {
    let start = position
    position += length
    add(.mark, from: start, symbol: symbol(start..<position))
  }

  mutating func add(_ kind: Token.Kind, from start: Int, symbol: Int32) {
    tokens.append(
      Token(
        kind: kind, line: Int32(line), start: Int32(start), end: Int32(position), symbol: symbol, partner: -1)
    )
  }

  mutating func symbol(_ range: Range<Int>) -> Int32 { symbols.number(of: range, in: bytes) }

  /// Steps over a line's end and begins the next line.
  mutating func takeNewline() {
    position += bytes[position] == 0x0D && bytes[position + 1] == 0x0A ? 2 : 1
    line += 1
    lineStarts.append(Int32(position))
  }

  func isNewline(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

  /// Letters, `_`, `$` and everything beyond ASCII.
  static func isWord(_ byte: UInt8) -> Bool {
    byte >= 0x80 || (byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z"))
      || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$")
  }

  static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }
}

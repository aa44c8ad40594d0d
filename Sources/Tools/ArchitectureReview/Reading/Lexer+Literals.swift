/// Strings, regex literals, comments and operators.
extension Lexer {
  // MARK: Strings

  /// Opens the string whose quote stands behind `hashes` marks.
  mutating func beginString(hashes: Int, from start: Int) {
    let quote = start + hashes
    let isTriple = bytes[quote + 1] == UInt8(ascii: "\"") && bytes[quote + 2] == UInt8(ascii: "\"")
    let isMultiline = isTriple && !(hashes > 0 && closesOnItsLine(hashes: hashes, from: quote + 1))
    position = quote + (isMultiline ? 3 : 1)
    let token = tokens.count
    add(.string, from: start, symbol: Int32(segments.count))
    frames.append(.string(hashes: hashes, isMultiline: isMultiline, token: token))
    beginSegment(of: token)
  }

  /// `#""""#` is a raw string of two quotes, although it begins like one of several lines.
  private func closesOnItsLine(hashes: Int, from start: Int) -> Bool {
    var index = start
    while index < count && !isNewline(bytes[index]) {
      let isQuote = bytes[index] == UInt8(ascii: "\"")
      if isQuote && run(of: UInt8(ascii: "#"), from: index + 1, atMost: hashes) == hashes { return true }
      index += 1
    }
    return false
  }

  mutating func beginSegment(of token: Int) {
    segments.append(StringSegment(token: Int32(token), start: Int32(position), end: Int32(position)))
  }

  /// Reads the body up to the end of the string or to an interpolation.
  mutating func scanString(hashes: Int, isMultiline: Bool, token: Int) {
    while position < count {
      let byte = bytes[position]
      if isNewline(byte) {
        if !isMultiline { return leaveString(token, closedBy: 0) }
        takeNewline()
      } else if byte == UInt8(ascii: "\"") {
        let length = isMultiline ? 3 : 1
        guard !isMultiline || isTripleQuote else {
          position += 1
          continue
        }
        let marks = run(of: UInt8(ascii: "#"), from: position + length, atMost: hashes)
        if marks == hashes { return leaveString(token, closedBy: length + hashes) }
        // Within `"""` only one quote is stepped over: the last three of `""""` close.
        position += marks > 0 ? length + marks : 1
      } else if byte == UInt8(ascii: "\\") {
        let marks = run(of: UInt8(ascii: "#"), from: position + 1, atMost: hashes)
        let next = bytes[position + 1 + marks]
        if marks == hashes && next == UInt8(ascii: "(") { return beginInterpolation(1 + hashes) }
        position += 1 + marks
        let isEscape = marks == hashes && position < count && !isNewline(next)
        if isEscape { position += 1 }
      } else {
        position += 1
      }
    }
    leaveString(token, closedBy: 0)
  }

  private var isTripleQuote: Bool {
    bytes[position + 1] == UInt8(ascii: "\"") && bytes[position + 2] == UInt8(ascii: "\"")
  }

  private func run(of byte: UInt8, from start: Int, atMost limit: Int) -> Int {
    var length = 0
    while length < limit && bytes[min(start + length, count)] == byte { length += 1 }
    return length
  }

  private mutating func beginInterpolation(_ length: Int) {
    endSegment()
    brokenSegments.append(segments.count - 1)
    let start = position
    position += length + 1
    add(.interpolationOpen, from: start, symbol: symbol(position - 1..<position))
    frames.append(.code(parentheses: 0))
  }

  private mutating func leaveString(_ token: Int, closedBy length: Int) {
    endSegment()
    position += length
    frames.removeLast()
    endString(token)
  }

  private mutating func endSegment() {
    if let last = segments.indices.last { segments[last].end = Int32(position) }
  }

  mutating func endString(_ token: Int) {
    tokens[token].end = Int32(min(position, count))
    tokens[token].partner = Int32(tokens.count - 1)
  }

  // MARK: Regex literals

  /// Where the regex literal at the slash ends, if there is one: in expression position, closed on its line.
  func endOfRegex() -> Int? {
    let first = bytes[position + 1]
    guard first != 0x20 && first != 0x09 && !isNewline(first), standsBeforeExpression else { return nil }
    var index = position + 1
    var open = 0
    while index < count && !isNewline(bytes[index]) {
      switch bytes[index] {
      case UInt8(ascii: "\\"): index += 1
      case UInt8(ascii: "("): open += 1
      case UInt8(ascii: ")"):
        if open == 0 { return nil }
        open -= 1
      case UInt8(ascii: "/"): return index + 1
      default: break
      }
      index += 1
    }
    return nil
  }

  /// Whether what was read last calls for an expression.
  private var standsBeforeExpression: Bool {
    guard let last = tokens.last else { return true }
    let before = position > 0 ? bytes[position - 1] : 0x20
    let isApart = before <= 0x20 || [0x28, 0x5B, 0x7B, 0x2C, 0x3A].contains(before)
    guard isApart else { return false }
    switch last.kind {
    case .mark:
      let text = symbols.texts[Int(last.symbol)]
      return ![")", "]", "}", "?", "!"].contains(text) || Int(last.line) < line
    case .interpolationOpen, .directive: return true
    case .word:
      return Int(last.line) < line || Self.wordsBeforeExpressions.contains(symbols.texts[Int(last.symbol)])
    case .escapedWord, .attribute, .number, .string, .interpolationClose, .regex, .end:
      return Int(last.line) < line
    }
  }

  private static let wordsBeforeExpressions: Set<String> = [
    "return", "in", "case", "where", "if", "while", "guard", "switch", "throw", "try", "await", "else",
  ]

  /// `#/…/#`, over several lines where its first line holds nothing else.
  mutating func scanExtendedRegex(hashes: Int) {
    let start = position
    position += hashes + 1
    let startLine = line
    let isMultiline = isNewline(bytes[position])
    while position < count {
      if isNewline(bytes[position]) {
        if !isMultiline { break }
        takeNewline()
      } else if bytes[position] == UInt8(ascii: "/") {
        let marks = run(of: UInt8(ascii: "#"), from: position + 1, atMost: hashes)
        position += 1 + marks
        if marks == hashes { break }
      } else {
        position += bytes[position] == UInt8(ascii: "\\") && !isNewline(bytes[position + 1]) ? 2 : 1
      }
    }
    position = min(position, count)
    add(.regex, from: start, symbol: symbol(start..<start))
    tokens[tokens.count - 1].line = Int32(startLine)
  }

  // MARK: Comments

  mutating func skipLineComment() {
    let start = position
    while position < count && !isNewline(bytes[position]) { position += 1 }
    addComment(from: start, line: line)
  }

  mutating func skipBlockComment() {
    let start = position
    let startLine = line
    var depth = 0
    repeat {
      let next = bytes[position + 1]
      if bytes[position] == UInt8(ascii: "/") && next == UInt8(ascii: "*") {
        depth += 1
        position += 2
      } else if bytes[position] == UInt8(ascii: "*") && next == UInt8(ascii: "/") {
        depth -= 1
        position += 2
      } else if isNewline(bytes[position]) {
        takeNewline()
      } else {
        position += 1
      }
    } while depth > 0 && position < count
    addComment(from: start, line: startLine)
  }

  private mutating func addComment(from start: Int, line startLine: Int) {
    let standsAlone =
      (tokens.last.map { Int($0.line) < startLine } ?? true)
      && (comments.last.map { $0.lastLine < startLine } ?? true)
    comments.append(
      Comment(line: startLine, lastLine: line, range: start..<min(position, count), standsAlone: standsAlone))
  }

  // MARK: Operators

  /// Brackets and separators are tokens of one character, operators as long as they go; `>` stays single for
  /// the sake of generic arguments.
  mutating func scanMark() {
    let byte = bytes[position]
    let next = bytes[position + 1]
    switch byte {
    case UInt8(ascii: "."):
      var length = 1
      while bytes[position + length] == byte { length += 1 }
      if length > 1 && bytes[position + length] == UInt8(ascii: "<") { length += 1 }
      takeMark(length)
    case UInt8(ascii: ">"): takeMark(next == UInt8(ascii: "=") ? 2 : 1)
    case UInt8(ascii: "?"): takeMark(next == byte ? 2 : 1)
    case UInt8(ascii: "!"):
      takeMark(next != UInt8(ascii: "=") ? 1 : bytes[position + 2] == UInt8(ascii: "=") ? 3 : 2)
    case UInt8(ascii: "-") where next == UInt8(ascii: ">"): takeMark(2)
    default:
      guard Self.isOperator(byte) else { return takeMark(1) }
      var length = 1
      while Self.isOperator(bytes[position + length]) && !isComment(at: position + length) { length += 1 }
      takeMark(length)
    }
  }

  private func isComment(at index: Int) -> Bool {
    bytes[index] == UInt8(ascii: "/")
      && (bytes[index + 1] == UInt8(ascii: "/") || bytes[index + 1] == UInt8(ascii: "*"))
  }

  private static func isOperator(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "="), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "*"), UInt8(ascii: "/"),
      UInt8(ascii: "%"), UInt8(ascii: "<"), UInt8(ascii: "&"), UInt8(ascii: "|"), UInt8(ascii: "^"),
      UInt8(ascii: "~"):
      true
    default: false
    }
  }
}

/// One Swift file, read: tokens with their matching brackets, comments and declarations.
public struct SourceFile: Sendable {
  /// Path from the reviewed root, with `/`.
  public let path: String
  /// All tokens; the last is the end.
  public let tokens: [Token]
  /// Declarations in the order of their keywords.
  let declarations: [Declaration]
  let imports: [Import]
  let comments: [Comment]
  let segments: [StringSegment]
  let bytes: [UInt8]
  /// Number of bytes of the source.
  let count: Int
  private let lineStarts: [Int32]
  private let continuationsBefore: [Int32]
  private let symbols: [String]
  private let words: Set<String>

  /// Reads a source. Bytes that are no UTF-8 are read as words of their own.
  public init(path: String, source: [UInt8]) {
    var lexer = Lexer(source)
    lexer.run()
    Brackets.match(&lexer.tokens, texts: lexer.symbols.texts)
    self.path = path
    tokens = lexer.tokens
    comments = lexer.comments
    segments = lexer.segments
    bytes = lexer.bytes
    count = lexer.count
    lineStarts = lexer.lineStarts
    continuationsBefore = Self.continuationsBefore(lexer.bytes, count: lexer.count)
    symbols = lexer.symbols.texts
    words = Set(symbols)
    var reader = DeclarationReader(tokens: lexer.tokens, texts: lexer.symbols.texts)
    reader.run()
    declarations = reader.declarations
    imports = reader.imports
  }

  /// The last part of the path.
  var name: Substring { path.split(separator: "/").last ?? "" }

  /// Number of lines; an end of line at the very end begins no new one.
  public var lineCount: Int {
    let last = Int(lineStarts.last ?? 0)
    return last >= count && lineStarts.count > 1 ? lineStarts.count - 1 : lineStarts.count
  }

  /// Whether a word, operator or bracket of this text is anywhere in the code.
  func mentions(_ text: String) -> Bool { words.contains(text) }

  /// The different texts of the file's tokens.
  var texts: [String] { symbols }

  /// The text of a token: of a word the word, of a mark the mark, of a string nothing. Empty out of range.
  func text(_ index: Int) -> String {
    guard index >= 0 && index < tokens.count else { return "" }
    let token = tokens[index]
    if token.kind == .string || token.kind == .regex { return "" }
    return symbols[Int(token.symbol)]
  }

  func kind(_ index: Int) -> Token.Kind {
    index >= 0 && index < tokens.count ? tokens[index].kind : .end
  }

  /// Line of a token, from 1.
  func line(_ index: Int) -> Int { Int(tokens[min(max(index, 0), tokens.count - 1)].line) }

  /// Whether the token is a word of this text, in back-ticks or not.
  func isWord(_ index: Int, _ text: String) -> Bool {
    (kind(index) == .word || kind(index) == .escapedWord) && self.text(index) == text
  }

  /// Whether the token is this bracket, separator or operator.
  func isMark(_ index: Int, _ text: String) -> Bool { kind(index) == .mark && self.text(index) == text }

  /// The bracket that matches the one at `index`, or the end.
  func partner(_ index: Int) -> Int {
    let partner = Int(tokens[min(max(index, 0), tokens.count - 1)].partner)
    return partner < 0 ? tokens.count - 1 : partner
  }

  /// Column of an offset within its line, from 1, in Unicode scalars.
  func column(ofOffset offset: Int, line: Int) -> Int {
    guard line >= 1 && line <= lineStarts.count else { return 1 }
    let start = Int(lineStarts[line - 1])
    guard offset > start else { return 1 }
    let end = min(offset, count)
    return end - start + 1 - (continuations(before: end) - continuations(before: start))
  }

  /// Bytes before an offset that are not the first of their scalar.
  private func continuations(before offset: Int) -> Int {
    let block = offset / Self.blockBytes
    guard block < continuationsBefore.count else { return 0 }
    let start = block * Self.blockBytes
    return bytes[start..<offset].reduce(Int(continuationsBefore[block])) { $0 + ($1 & 0xC0 == 0x80 ? 1 : 0) }
  }

  private static let blockBytes = 1024

  /// Continuation bytes before each block, so that a column on a very long line costs no walk along it.
  private static func continuationsBefore(_ bytes: [UInt8], count: Int) -> [Int32] {
    guard bytes.contains(where: { $0 >= 0x80 }) else { return [] }
    var sums: [Int32] = []
    var sum: Int32 = 0
    for offset in 0...count {
      if offset % blockBytes == 0 { sums.append(sum) }
      if offset < count && bytes[offset] & 0xC0 == 0x80 { sum += 1 }
    }
    return sums
  }

  /// Column of a token.
  func column(_ index: Int) -> Int {
    let token = tokens[min(max(index, 0), tokens.count - 1)]
    return column(ofOffset: Int(token.start), line: Int(token.line))
  }

  /// The bytes of a line without its end.
  func lineBytes(_ line: Int) -> ArraySlice<UInt8> {
    guard line >= 1 && line <= lineStarts.count else { return [] }
    let start = Int(lineStarts[line - 1])
    var end = line < lineStarts.count ? Int(lineStarts[line]) : count
    while end > start && (bytes[end - 1] == 0x0A || bytes[end - 1] == 0x0D) { end -= 1 }
    return bytes[start..<max(start, end)]
  }

  /// What a comment says, with its marks.
  func text(of comment: Comment) -> String { String(decoding: bytes[comment.range], as: UTF8.self) }

  /// The body of a string literal with simple escapes read; interpolations are one U+FFFC each. Line ends
  /// stay.
  func body(ofString index: Int) -> String {
    guard kind(index) == .string else { return "" }
    var body: [UInt8] = []
    var number = Int(tokens[index].symbol)
    while number >= 0 && number < segments.count {
      let segment = segments[number]
      append(bytes[Int(segment.start)..<max(Int(segment.start), Int(segment.end))], to: &body)
      if segment.next >= 0 { body += [0xEF, 0xBF, 0xBC] }
      number = Int(segment.next)
    }
    return String(decoding: body, as: UTF8.self)
  }

  private func append(_ slice: ArraySlice<UInt8>, to body: inout [UInt8]) {
    guard slice.contains(UInt8(ascii: "\\")) else { return body.append(contentsOf: slice) }
    var index = slice.startIndex
    while index < slice.endIndex {
      let byte = slice[index]
      index += 1
      guard byte == UInt8(ascii: "\\"), index < slice.endIndex else {
        body.append(byte)
        continue
      }
      let next = slice[index]
      index += 1
      switch next {
      case UInt8(ascii: "n"), UInt8(ascii: "t"), UInt8(ascii: "r"), UInt8(ascii: "0"): body.append(0x20)
      default: body.append(next)
      }
    }
  }
}

/// One `import` line.
struct Import: Sendable {
  /// The module: the first part of the path.
  var module: String
  /// Token of the word `import`.
  var token: Int
  var line: Int
}

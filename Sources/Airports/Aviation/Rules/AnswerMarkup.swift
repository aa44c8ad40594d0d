/// A piece of an answer: text, or one of a few marks around pieces.
///
/// Anything else that looks like a tag is text (`I use >Foreflight`, `<FL95`), so that nothing of an answer
/// is lost and nothing of it is ever taken for markup of the page. Source: airports 2.5.
public indirect enum AnswerMarkup: Sendable, Hashable {
  /// Text, to be escaped by whoever shows it.
  case text(String)
  /// `br`.
  case lineBreak
  /// One of the marks.
  case mark(Mark, [AnswerMarkup])
  /// `a` with an address of `http` or `https`.
  case link(String, [AnswerMarkup])

  /// The marks that are allowed.
  public enum Mark: String, Sendable, Hashable, CaseIterable {
    /// Bold.
    case bold = "b"
    /// Strong.
    case strong
    /// Italic.
    case italic = "i"
    /// Emphasis.
    case emphasis = "em"
    /// A paragraph.
    case paragraph = "p"
    /// A list with bullets.
    case list = "ul"
    /// A numbered list.
    case numberedList = "ol"
    /// An item of a list.
    case item = "li"
  }

  /// The longest answer that is read, bytes; the rest is cut off.
  public static let bytesMax = 65_536
  /// Marks within one another; what is deeper is text.
  public static let depthMax = 8

  /// Reads an answer. Marks that are not closed end with what they stand in; time in proportion to the text.
  public static func reading(_ html: String) -> [AnswerMarkup] {
    var reader = AnswerReader(html)
    return reader.read()
  }

  /// Whether an address may be followed: `http://` or `https://`, no white space or controls, at most 2,048
  /// bytes.
  public static func isAddress(_ text: String) -> Bool {
    let lower = text.prefix(8).lowercased()
    let scheme = lower.hasPrefix("https://") ? 8 : lower.hasPrefix("http://") ? 7 : 0
    guard scheme > 0, text.utf8.count > scheme, text.utf8.count <= 2_048 else { return false }
    return text.unicodeScalars.allSatisfy {
      $0.value > 0x20 && $0.value != 0x7F && !"<>\"'`\\".unicodeScalars.contains($0)
    }
  }

  /// The text alone; line breaks stay.
  public static func plainText(_ pieces: [AnswerMarkup]) -> String {
    pieces.map { piece in
      switch piece {
      case .text(let text): text
      case .lineBreak: "\n"
      case .mark(_, let inner), .link(_, let inner): plainText(inner)
      }
    }.joined()
  }

  /// The answer as HTML in which everything is escaped that is not one of the marks.
  public static func escapedHTML(_ pieces: [AnswerMarkup]) -> String {
    pieces.map { piece in
      switch piece {
      case .text(let text): escaped(text)
      case .lineBreak: "<br>"
      case .mark(let mark, let inner): "<\(mark.rawValue)>\(escapedHTML(inner))</\(mark.rawValue)>"
      case .link(let address, let inner):
        "<a href=\"\(escaped(address))\" rel=\"noreferrer noopener\">\(escapedHTML(inner))</a>"
      }
    }.joined()
  }

  /// By scalars: `<` with a combining mark behind it is another character, and still `<` to a page.
  private static func escaped(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.unicodeScalars.append(scalar)
      }
    }
  }
}

/// Goes through an answer once, from its start.
private struct AnswerReader {
  private struct Open {
    var name: String
    var piece: ([AnswerMarkup]) -> AnswerMarkup
    var inner: [AnswerMarkup] = []
  }

  private let characters: [Character]
  private var index = 0
  private var open: [Open] = []
  private var top: [AnswerMarkup] = []
  private var text = ""

  init(_ html: String) {
    let bytes = Array(html.utf8.prefix(AnswerMarkup.bytesMax))
    characters = Array(String(decoding: bytes, as: UTF8.self))
  }

  mutating func read() -> [AnswerMarkup] {
    while index < characters.count {
      if characters[index] == "<", let end = tagEnd(), take(String(characters[index + 1..<end])) {
        index = end + 1
      } else if characters[index] == "&", let (decoded, next) = entity() {
        text += decoded
        index = next
      } else {
        text.append(characters[index])
        index += 1
      }
    }
    endText()
    while !open.isEmpty { close() }
    return top
  }

  /// The `>` of the tag at `index`; tags are short, and one never holds a `<`.
  private func tagEnd() -> Int? {
    let limit = min(characters.count, index + 2_200)
    var at = index + 1
    while at < limit {
      if characters[at] == ">" { return at }
      if characters[at] == "<" { return nil }
      at += 1
    }
    return nil
  }

  /// Takes the tag with this inside; false when it is not one of those allowed, and text then.
  private mutating func take(_ inside: String) -> Bool {
    let isEnd = inside.hasPrefix("/")
    let body = isEnd ? String(inside.dropFirst()) : inside
    let name = String(body.prefix { $0.isASCII && $0.isLetter }).lowercased()
    let rest = body.dropFirst(name.count)
    guard rest.isEmpty || rest.first?.isWhitespace == true || rest == "/" else { return false }
    if name == "br" {
      endText()
      append(.lineBreak)
      return true
    }
    guard name == "a" || AnswerMarkup.Mark(rawValue: name) != nil else { return false }
    if isEnd {
      // An end without a beginning means nothing and is dropped.
      endText()
      if open.contains(where: { $0.name == name }) {
        while let last = open.last {
          close()
          if last.name == name { break }
        }
      }
      return true
    }
    guard open.count < AnswerMarkup.depthMax else { return false }
    if let mark = AnswerMarkup.Mark(rawValue: name) {
      endText()
      open.append(Open(name: name, piece: { .mark(mark, $0) }))
      return true
    }
    guard let address = Self.address(in: rest) else { return false }
    endText()
    open.append(Open(name: name, piece: { .link(address, $0) }))
    return true
  }

  private static func address(in attributes: Substring) -> String? {
    guard let start = attributes.firstRange(of: "href=") else { return nil }
    var rest = attributes[start.upperBound...]
    let quote = rest.first
    if quote == "\"" || quote == "'" {
      rest = rest.dropFirst()
      rest = rest.prefix { $0 != quote }
    } else {
      rest = rest.prefix { !$0.isWhitespace }
    }
    let address = String(rest)
    return AnswerMarkup.isAddress(address) ? address : nil
  }

  /// `&amp;` and its kind at `index`, and where the text goes on.
  private func entity() -> (String, next: Int)? {
    let limit = min(characters.count, index + 10)
    guard let end = (index + 1..<max(index + 1, limit)).first(where: { characters[$0] == ";" }) else {
      return nil
    }
    let name = String(characters[index + 1..<end])
    switch name {
    case "amp": return ("&", end + 1)
    case "lt": return ("<", end + 1)
    case "gt": return (">", end + 1)
    case "quot": return ("\"", end + 1)
    case "apos": return ("'", end + 1)
    case "nbsp": return ("\u{A0}", end + 1)
    default: break
    }
    guard name.hasPrefix("#") else { return nil }
    let digits = name.dropFirst()
    let value = digits.first?.lowercased() == "x" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    guard let value, value >= 0x20, value != 0x7F, let scalar = Unicode.Scalar(value) else { return nil }
    return (String(Character(scalar)), end + 1)
  }

  private mutating func endText() {
    guard !text.isEmpty else { return }
    append(.text(text))
    text = ""
  }

  private mutating func append(_ piece: AnswerMarkup) {
    if open.isEmpty { top.append(piece) } else { open[open.count - 1].inner.append(piece) }
  }

  private mutating func close() {
    guard let last = open.popLast() else { return }
    append(last.piece(last.inner))
  }
}

/// An element of an XML text, with what stands in it.
struct XMLElement: Equatable {
  var name: String
  var attributes: [String: String] = [:]
  var children: [XMLElement] = []
  /// The text directly within, joined.
  var text = ""

  func first(_ name: String) -> XMLElement? { children.first { $0.name == name } }
}

/// Reads the plain part of XML that exports use: elements, attributes, text, references, comments, `CDATA`.
///
/// A document type is refused: nothing is ever defined or fetched. Time in proportion to the text.
struct XMLTreeReader {
  private let bytes: [UInt8]
  private var index = 0
  private var elements = 0

  static let depthMax = 16
  static let elementsMax = 1_500_000
  private static let attributesMax = 32

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
  }

  /// The element that the whole text is.
  mutating func root() throws(ExchangeError) -> XMLElement {
    var open: [XMLElement] = []
    while index < bytes.count {
      guard bytes[index] == UInt8(ascii: "<") else {
        let text = try text(until: UInt8(ascii: "<"))
        if let last = open.indices.last {
          open[last].text += text
        } else if !text.allSatisfy(\.isWhitespace) {
          throw malformed
        }
        continue
      }
      if skip("<?", until: "?>") || skip("<!--", until: "-->") { continue }
      if starts("<![CDATA["), let last = open.indices.last {
        open[last].text += try characters()
        continue
      }
      if starts("</") {
        index += 2
        let name = try name()
        skipSpace()
        guard let element = open.popLast(), element.name == name, take(UInt8(ascii: ">")) else {
          throw malformed
        }
        guard let last = open.indices.last else { return try end(element) }
        open[last].children.append(element)
        continue
      }
      let (element, isClosed) = try element()
      if !isClosed {
        guard open.count < Self.depthMax else { throw malformed }
        open.append(element)
      } else if let last = open.indices.last {
        open[last].children.append(element)
      } else {
        return try end(element)
      }
    }
    throw malformed
  }

  private var malformed: ExchangeError { .malformed(offset: index) }

  /// After the last element only white space and comments.
  private mutating func end(_ element: XMLElement) throws(ExchangeError) -> XMLElement {
    while index < bytes.count {
      if Self.isSpace(bytes[index]) {
        index += 1
      } else if !skip("<!--", until: "-->") {
        throw malformed
      }
    }
    return element
  }

  private mutating func element() throws(ExchangeError) -> (XMLElement, isClosed: Bool) {
    index += 1
    elements += 1
    guard elements <= Self.elementsMax else { throw malformed }
    var element = XMLElement(name: try name())
    while true {
      skipSpace()
      if take(UInt8(ascii: ">")) { return (element, false) }
      if starts("/>") {
        index += 2
        return (element, true)
      }
      let name = try name()
      skipSpace()
      guard take(UInt8(ascii: "=")) else { throw malformed }
      skipSpace()
      guard index < bytes.count, bytes[index] == 0x22 || bytes[index] == 0x27 else { throw malformed }
      let quote = bytes[index]
      index += 1
      let value = try text(until: quote)
      guard take(quote), element.attributes[name] == nil, element.attributes.count < Self.attributesMax else {
        throw malformed
      }
      element.attributes[name] = value
    }
  }

  private mutating func name() throws(ExchangeError) -> String {
    let start = index
    while index < bytes.count, Self.isName(bytes[index]) { index += 1 }
    guard index > start, index - start <= 64 else { throw malformed }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  /// Text up to `end`, references resolved; at the end of the bytes when `end` does not come.
  private mutating func text(until end: UInt8) throws(ExchangeError) -> String {
    var found: [UInt8] = []
    while index < bytes.count, bytes[index] != end {
      if bytes[index] == UInt8(ascii: "&") {
        found.append(contentsOf: try reference().utf8)
      } else if bytes[index] == UInt8(ascii: "<") {
        throw malformed
      } else {
        found.append(bytes[index])
        index += 1
      }
    }
    guard let text = String(validating: found, as: UTF8.self) else { throw malformed }
    return text
  }

  private mutating func reference() throws(ExchangeError) -> String {
    let start = index + 1
    guard let end = bytes[start..<min(bytes.count, start + 10)].firstIndex(of: UInt8(ascii: ";")) else {
      throw malformed
    }
    let name = String(decoding: bytes[start..<end], as: UTF8.self)
    index = end + 1
    switch name {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "apos": return "'"
    default: break
    }
    let value = name.hasPrefix("#x") ? UInt32(name.dropFirst(2), radix: 16) : UInt32(name.dropFirst())
    guard name.hasPrefix("#"), let value, value >= 0x20 || [0x09, 0x0A, 0x0D].contains(value),
      let scalar = Unicode.Scalar(value)
    else { throw malformed }
    return String(Character(scalar))
  }

  private mutating func characters() throws(ExchangeError) -> String {
    index += 9
    let start = index
    while index < bytes.count, !starts("]]>") { index += 1 }
    guard index < bytes.count, let text = String(validating: bytes[start..<index], as: UTF8.self) else {
      throw malformed
    }
    index += 3
    return text
  }

  private mutating func skip(_ start: StaticString, until end: StaticString) -> Bool {
    guard starts(start) else { return false }
    index += start.utf8CodeUnitCount
    while index < bytes.count, !starts(end) { index += 1 }
    index = min(bytes.count, index + end.utf8CodeUnitCount)
    return true
  }

  private func starts(_ text: StaticString) -> Bool {
    text.withUTF8Buffer { bytes[index...].starts(with: $0) }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard index < bytes.count, bytes[index] == byte else { return false }
    index += 1
    return true
  }

  private mutating func skipSpace() {
    while index < bytes.count, Self.isSpace(bytes[index]) { index += 1 }
  }

  private static func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }
  private static func isName(_ byte: UInt8) -> Bool {
    byte >= 0x80 || METARDigits.isDigit(byte) || METARDigits.isLetter(byte & 0xDF)
      || [UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: ":")].contains(byte)
  }
}

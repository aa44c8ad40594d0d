extension JSONParser {
  /// The string that starts here with its quotation mark.
  mutating func string() throws(StrictJSONError) -> String {
    offset += 1
    let start = offset
    var unescaped: [UInt8] = []
    var copied = start
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\""):
        let end = offset
        offset += 1
        if copied == start { return try text(bytes[start..<end], from: start) }
        unescaped += bytes[copied..<end]
        return try text(unescaped[...], from: start)
      case UInt8(ascii: "\\"):
        unescaped += bytes[copied..<offset]
        try appendEscape(to: &unescaped)
        copied = offset
      case 0x00..<0x20:
        throw .controlCharacter(offset: offset)
      default:
        offset += 1
      }
    }
    throw .unexpectedEnd(offset: offset)
  }

  /// The number that starts here.
  mutating func number() throws(StrictJSONError) -> JSONValue {
    let start = offset
    let isNegative = next == UInt8(ascii: "-")
    if isNegative { offset += 1 }
    let firstDigit = next
    let digits = skipDigits()
    guard digits > 0, digits == 1 || firstDigit != UInt8(ascii: "0") else {
      throw .invalidNumber(offset: start)
    }
    var isInteger = true
    if next == UInt8(ascii: ".") {
      isInteger = false
      offset += 1
      guard skipDigits() > 0 else { throw .invalidNumber(offset: start) }
    }
    if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
      isInteger = false
      offset += 1
      if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { offset += 1 }
      guard skipDigits() > 0 else { throw .invalidNumber(offset: start) }
    }
    guard offset - start <= numberBytesMax else { throw .numberOutOfRange(offset: start) }
    let text = String(decoding: bytes[start..<offset], as: UTF8.self)
    if isInteger, let integer = Int64(text) { return .integer(integer) }
    guard let number = Double(text), number.isFinite else { throw .numberOutOfRange(offset: start) }
    return .number(number)
  }

  private mutating func skipDigits() -> Int {
    let start = offset
    while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
      offset += 1
    }
    return offset - start
  }

  private func text(_ bytes: ArraySlice<UInt8>, from start: Int) throws(StrictJSONError) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else { throw .invalidUTF8(offset: start) }
    return text
  }

  /// Takes the escape that starts here with its backslash.
  private mutating func appendEscape(to output: inout [UInt8]) throws(StrictJSONError) {
    let start = offset
    offset += 1
    guard let kind = next else { throw .unexpectedEnd(offset: offset) }
    offset += 1
    switch kind {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): output.append(kind)
    case UInt8(ascii: "b"): output.append(0x08)
    case UInt8(ascii: "f"): output.append(0x0C)
    case UInt8(ascii: "n"): output.append(0x0A)
    case UInt8(ascii: "r"): output.append(0x0D)
    case UInt8(ascii: "t"): output.append(0x09)
    case UInt8(ascii: "u"): output += Array(String(try escapedScalar(from: start)).utf8)
    default: throw .invalidEscape(offset: start)
    }
  }

  /// The scalar of one `\u` escape, or of the two that make a pair.
  private mutating func escapedScalar(from start: Int) throws(StrictJSONError) -> Unicode.Scalar {
    let first = try fourDigits(from: start)
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard first < 0xDC00, next == UInt8(ascii: "\\") else { throw .loneSurrogate(offset: start) }
    offset += 1
    guard next == UInt8(ascii: "u") else { throw .loneSurrogate(offset: start) }
    offset += 1
    let second = try fourDigits(from: start)
    guard (0xDC00...0xDFFF).contains(second),
      let scalar = Unicode.Scalar(0x10000 + (UInt32(first) - 0xD800) << 10 + (UInt32(second) - 0xDC00))
    else { throw .loneSurrogate(offset: start) }
    return scalar
  }

  private mutating func fourDigits(from start: Int) throws(StrictJSONError) -> UInt16 {
    var value: UInt16 = 0
    for _ in 0..<4 {
      guard let byte = next else { throw .unexpectedEnd(offset: offset) }
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw .invalidEscape(offset: start)
      }
      value = value << 4 | UInt16(digit)
      offset += 1
    }
    return value
  }

  private var numberBytesMax: Int { 400 }
}

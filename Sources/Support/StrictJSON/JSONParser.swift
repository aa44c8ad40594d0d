extension JSONValue {
  /// Reads exactly one value (RFC 8259), with white space around it at most.
  ///
  /// Refuses what readers disagree about: a name twice in an object, invalid UTF-8, half of a
  /// surrogate pair, a byte order mark, numbers beyond `Double`. Takes linear time.
  /// - Throws: every case of `StrictJSONError`.
  public init(
    parsing bytes: some Collection<UInt8>, limits: JSONLimits = .default
  ) throws(StrictJSONError) {
    guard bytes.count <= limits.bytesMax else {
      throw .tooLarge(bytes: bytes.count, maximum: limits.bytesMax)
    }
    var parser = JSONParser(bytes: Array(bytes), depthMax: limits.depthMax)
    self = try parser.document()
  }
}

/// A recursive descent over bytes; `offset` is always the next byte not taken.
struct JSONParser {
  let bytes: [UInt8]
  let depthMax: Int
  var offset = 0
  private var depth = 0

  init(bytes: [UInt8], depthMax: Int) {
    self.bytes = bytes
    self.depthMax = depthMax
  }

  mutating func document() throws(StrictJSONError) -> JSONValue {
    let value = try value()
    skipWhiteSpace()
    guard offset == bytes.count else { throw .trailingBytes(offset: offset) }
    return value
  }

  /// The next byte, not taken.
  var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  private mutating func value() throws(StrictJSONError) -> JSONValue {
    skipWhiteSpace()
    guard let first = next else { throw .unexpectedEnd(offset: offset) }
    switch first {
    case UInt8(ascii: "{"): return try nested { (parser) throws(StrictJSONError) in try parser.object() }
    case UInt8(ascii: "["): return try nested { (parser) throws(StrictJSONError) in try parser.array() }
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: throw .unexpectedByte(first, offset: offset)
    }
  }

  private mutating func nested(
    _ body: (inout JSONParser) throws(StrictJSONError) -> JSONValue
  ) throws(StrictJSONError) -> JSONValue {
    guard depth < depthMax else { throw .tooDeep(offset: offset, maximum: depthMax) }
    depth += 1
    offset += 1
    let value = try body(&self)
    depth -= 1
    return value
  }

  private mutating func array() throws(StrictJSONError) -> JSONValue {
    var elements: [JSONValue] = []
    skipWhiteSpace()
    if take(UInt8(ascii: "]")) { return .array([]) }
    while true {
      elements.append(try value())
      skipWhiteSpace()
      if take(UInt8(ascii: "]")) { return .array(elements) }
      try expect(UInt8(ascii: ","))
    }
  }

  private mutating func object() throws(StrictJSONError) -> JSONValue {
    var members: [JSONMember] = []
    var names: Set<[UInt8]> = []
    skipWhiteSpace()
    if take(UInt8(ascii: "}")) { return .object([]) }
    while true {
      skipWhiteSpace()
      let start = offset
      guard next == UInt8(ascii: "\"") else { throw unexpected() }
      let name = try string()
      // Bytes, not strings: comparing hostile strings by their normal form is not linear.
      guard names.insert(Array(name.utf8)).inserted else { throw .duplicateName(offset: start) }
      skipWhiteSpace()
      try expect(UInt8(ascii: ":"))
      members.append(JSONMember(name: name, value: try value()))
      skipWhiteSpace()
      if take(UInt8(ascii: "}")) { return .object(members) }
      try expect(UInt8(ascii: ","))
    }
  }

  private mutating func word(_ word: StaticString, _ value: JSONValue) throws(StrictJSONError) -> JSONValue {
    for index in 0..<word.utf8CodeUnitCount {
      try expect(word.utf8Start[index])
    }
    return value
  }

  private mutating func skipWhiteSpace() {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      offset += 1
    }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    offset += 1
    return true
  }

  private mutating func expect(_ byte: UInt8) throws(StrictJSONError) {
    guard take(byte) else { throw unexpected() }
  }

  private func unexpected() -> StrictJSONError {
    next.map { .unexpectedByte($0, offset: offset) } ?? .unexpectedEnd(offset: offset)
  }
}

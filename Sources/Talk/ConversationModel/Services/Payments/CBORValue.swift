import Bytes

/// What CBOR (RFC 8949) of definite lengths says, as far as tokens need it.
enum CBORValue: Sendable, Equatable {
  case unsigned(UInt64)
  case text(String)
  case array([CBORValue])
  /// Keys that are no text are left out; the first of equal ones counts.
  case map([String: CBORValue])
  /// A kind that no token needs: negative numbers, byte strings, floating point, simple values.
  case other

  /// What one text may cost to read.
  static let depthMax = 16
  static let itemsMax = 50_000
  static let containerMax = 10_000

  /// Reads the value at the beginning; `nil` where it is cut off, has an indefinite or reserved head, invalid
  /// UTF-8, or is over a limit. What follows the value is not looked at.
  init?(reading bytes: [UInt8]) {
    var decoder = Decoder(reader: ByteReader(bytes))
    guard let value = decoder.value(depth: 0) else { return nil }
    self = value
  }

  var unsigned: UInt64? { if case .unsigned(let value) = self { value } else { nil } }
  var text: String? { if case .text(let value) = self { value } else { nil } }
  var array: [CBORValue]? { if case .array(let value) = self { value } else { nil } }
  subscript(key: String) -> CBORValue? { if case .map(let members) = self { members[key] } else { nil } }
}

private struct Decoder {
  var reader: ByteReader
  var items = 0

  mutating func value(depth: Int) -> CBORValue? {
    items += 1
    guard depth < CBORValue.depthMax, items <= CBORValue.itemsMax, let head = reader.readUInt8(),
      let argument = argument(head & 0x1F)
    else { return nil }
    switch head >> 5 {
    case 0: return .unsigned(argument)
    case 1: return .other
    case 2: return bytes(argument).map { _ in .other }
    case 3: return bytes(argument).flatMap { String(validating: $0, as: UTF8.self) }.map { .text($0) }
    case 4: return array(argument, depth: depth)
    case 5: return map(argument, depth: depth)
    case 6: return value(depth: depth + 1)
    default: return .other
    }
  }

  private mutating func argument(_ information: UInt8) -> UInt64? {
    switch information {
    case 0..<24: UInt64(information)
    case 24: reader.readUInt8().map { UInt64($0) }
    case 25: reader.readUInt16().map { UInt64($0) }
    case 26: reader.readUInt32().map { UInt64($0) }
    case 27: reader.readUInt64()
    default: nil
    }
  }

  private mutating func bytes(_ count: UInt64) -> ArraySlice<UInt8>? {
    Int(exactly: count).flatMap { reader.read($0) }
  }

  private mutating func array(_ count: UInt64, depth: Int) -> CBORValue? {
    guard count <= CBORValue.containerMax else { return nil }
    var values: [CBORValue] = []
    for _ in 0..<count {
      guard let next = value(depth: depth + 1) else { return nil }
      values.append(next)
    }
    return .array(values)
  }

  private mutating func map(_ count: UInt64, depth: Int) -> CBORValue? {
    guard count <= CBORValue.containerMax else { return nil }
    var members: [String: CBORValue] = [:]
    for _ in 0..<count {
      guard let key = value(depth: depth + 1), let next = value(depth: depth + 1) else { return nil }
      if let name = key.text, members[name] == nil { members[name] = next }
    }
    return .map(members)
  }
}

/// The fields of a form body (`application/x-www-form-urlencoded`), decoded.
///
/// At most 32 fields; a name that comes twice keeps its first value. Bytes that are not UTF-8 become U+FFFD.
struct FormBody: Sendable, Equatable {
  static let fieldsMax = 32
  private let fields: [String: String]

  init(_ body: [UInt8]) {
    var fields: [String: String] = [:]
    for pair in body.split(separator: UInt8(ascii: "&")).prefix(Self.fieldsMax) {
      let equals = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
      let name = Self.decoded(pair[..<equals])
      let value = equals == pair.endIndex ? "" : Self.decoded(pair[(equals + 1)...])
      if fields[name] == nil { fields[name] = value }
    }
    self.fields = fields
  }

  /// The value of a field.
  subscript(name: String) -> String? {
    fields[name]
  }

  private static func decoded(_ bytes: ArraySlice<UInt8>) -> String {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var rest = bytes
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "+"):
        result.append(0x20)
      case UInt8(ascii: "%"):
        if let high = nibble(rest.first), let low = nibble(rest.dropFirst().first) {
          result.append(high << 4 | low)
          rest = rest.dropFirst(2)
        } else {
          result.append(byte)
        }
      default:
        result.append(byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func nibble(_ digit: UInt8?) -> UInt8? {
    switch digit {
    case .some(let digit) where (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit):
      digit - UInt8(ascii: "0")
    case .some(let digit) where (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(digit):
      digit - UInt8(ascii: "a") + 10
    case .some(let digit) where (UInt8(ascii: "A")...UInt8(ascii: "F")).contains(digit):
      digit - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}

/// The fields of a form body (`application/x-www-form-urlencoded`), decoded.
///
/// At most 32 fields; a name that comes twice keeps its first value. Bytes that are not UTF-8 become U+FFFD.
struct FormBody: Sendable, Equatable {
  static let fieldsMax = 32
  private let fields: [String: String]

  init(_ body: [UInt8]) {
    fields = Dictionary(Self.items(body).map { ($0.name, $0.value) }) { first, _ in first }
  }

  /// The first 32 fields in their order, decoded; names may come twice. Queries of addresses are written so
  /// too.
  static func items(_ body: [UInt8]) -> [(name: String, value: String)] {
    body.split(separator: UInt8(ascii: "&")).prefix(fieldsMax).map { pair in
      let equals = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
      return (decoded(pair[..<equals]), equals == pair.endIndex ? "" : decoded(pair[(equals + 1)...]))
    }
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

extension Array where Element == UInt8 {
  /// Bytes from hexadecimal text, either case; `nil` for an odd length or any other character.
  public init?(hexadecimal text: some StringProtocol) {
    let digits = Array(text.utf8)
    guard digits.count.isMultiple(of: 2) else { return nil }
    self.init()
    reserveCapacity(digits.count / 2)
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let high = nibble(digits[index]), let low = nibble(digits[index + 1]) else { return nil }
      append(high << 4 | low)
    }
  }
}

extension Sequence where Element == UInt8 {
  /// Lower-case hexadecimal, two digits a byte.
  public var hexadecimal: String {
    // Generic code of another module costs ten times what the digits do.
    Array(self).hexadecimalDigits
  }
}

extension [UInt8] {
  /// Lower-case hexadecimal, two digits a byte.
  public var hexadecimal: String { hexadecimalDigits }

  fileprivate var hexadecimalDigits: String {
    var digits: [UInt8] = []
    digits.reserveCapacity(count * 2)
    for byte in self {
      digits.append(lowerCaseDigits[Int(byte >> 4)])
      digits.append(lowerCaseDigits[Int(byte & 0x0F)])
    }
    return String(decoding: digits, as: UTF8.self)
  }
}

private let lowerCaseDigits = Array("0123456789abcdef".utf8)

private func nibble(_ digit: UInt8) -> UInt8? {
  switch digit {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
  case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
  case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
  default: nil
  }
}

extension [UInt8] {
  /// Bytes from base64 in either alphabet (RFC 4648, 4 and 5), with or without padding at the end.
  ///
  /// `nil` for any other character, and for a length that no bytes have. Bits that are left over are not
  /// looked at.
  public init?(base64 text: some StringProtocol) {
    var digits = Array(text.utf8)[...]
    while digits.last == UInt8(ascii: "=") { digits = digits.dropLast() }
    let count = digits.count
    guard count % 4 != 1 else { return nil }
    self.init()
    reserveCapacity(count / 4 * 3 + 2)
    var bits: UInt32 = 0
    var held = 0
    for digit in digits {
      guard let value = sextet(digit) else { return nil }
      bits = bits << 6 | UInt32(value)
      held += 6
      if held >= 8 {
        held -= 8
        append(UInt8(truncatingIfNeeded: bits >> UInt32(held)))
      }
    }
  }

  /// Base64 in the alphabet for addresses (RFC 4648, 5), without padding.
  public var base64URL: String {
    var digits: [UInt8] = []
    digits.reserveCapacity(count / 3 * 4 + 4)
    var bits: UInt32 = 0
    var held = 0
    for byte in self {
      bits = bits << 8 | UInt32(byte)
      held += 8
      while held >= 6 {
        held -= 6
        digits.append(alphabet[Int(bits >> UInt32(held) & 63)])
      }
    }
    if held > 0 { digits.append(alphabet[Int(bits << UInt32(6 - held) & 63)]) }
    return String(decoding: digits, as: UTF8.self)
  }
}

private let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

private func sextet(_ digit: UInt8) -> UInt8? {
  switch digit {
  case UInt8(ascii: "A")...UInt8(ascii: "Z"): digit - UInt8(ascii: "A")
  case UInt8(ascii: "a")...UInt8(ascii: "z"): digit - UInt8(ascii: "a") + 26
  case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0") + 52
  case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
  case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
  default: nil
  }
}

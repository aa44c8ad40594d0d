import QRCode

/// Draws codes as a screen shows them, and writes pictures as files.
enum Drawing {
  /// The picture of a code, its squares so many pixels wide, with its border.
  static func picture(
    of symbol: QRSymbol, pixels: Int, dark: UInt8 = 0, light: UInt8 = 255
  ) throws -> GreyPicture {
    let side = (symbol.size + 2 * QRSymbol.borderModules) * pixels
    let shades = (0..<side * side).map { place in
      let row = place / side / pixels - QRSymbol.borderModules
      let column = place % side / pixels - QRSymbol.borderModules
      return symbol.isDark(row: row, column: column) ? dark : light
    }
    return try GreyPicture(width: side, height: side, shades: shades)
  }

  /// A PNG file of a picture, unpacked inside. `claimed` is the width that its head tells.
  static func png(_ picture: GreyPicture, claimed: Int? = nil) -> [UInt8] {
    let head = word(claimed ?? picture.width) + word(picture.height) + [8, 0, 0, 0, 0]
    var lines: [UInt8] = []
    for row in 0..<picture.height {
      lines += [0] + picture.shades[row * picture.width..<(row + 1) * picture.width]
    }
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
      + chunk("IHDR", head) + chunk("IDAT", stored(lines)) + chunk("IEND", [])
  }

  private static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var packed: [UInt8] = [0x78, 0x01]
    var start = 0
    while start < bytes.count {
      let part = bytes[start..<min(start + 65_535, bytes.count)]
      start += part.count
      let (low, high) = (UInt8(part.count & 0xFF), UInt8(part.count >> 8))
      packed += [start == bytes.count ? 1 : 0, low, high, ~low, ~high] + part
    }
    var (a, b): (UInt32, UInt32) = (1, 0)
    for byte in bytes {
      a = (a + UInt32(byte)) % 65_521
      b = (b + a) % 65_521
    }
    return packed + word(Int(b << 16 | a))
  }

  private static func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
    let named = Array(name.utf8) + body
    var rest: UInt32 = 0xFFFF_FFFF
    for byte in named {
      rest ^= UInt32(byte)
      for _ in 0..<8 { rest = rest & 1 == 1 ? rest >> 1 ^ 0xEDB8_8320 : rest >> 1 }
    }
    return word(body.count) + named + word(Int(~rest))
  }

  private static func word(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }
}

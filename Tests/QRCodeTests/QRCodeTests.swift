import QRCode
import Testing

/// Goal: what is written into a code is read out of its picture, and no picture or file does harm.
/// Method: one library writes, another one reads.
@Suite struct QRCodeTests {
  private let text = "bitchat://verify?v=1&nick=J%C3%BCrgen&sig=" + String(repeating: "7f", count: 180)

  @Test func aTextIsReadOutOfThePictureOfItsCode() throws {
    for text in [self.text, "a", "Jürgen 🛩 <&\"'>", String(repeating: "x", count: 2_953)] {
      let symbol = try QRCode.symbol(of: text)
      let picture = try Drawing.picture(of: symbol, pixels: 3)
      #expect(try QRCode.texts(in: picture) == [text])
    }
  }

  @Test func aCodeHasItsThreeCornersAndLightAllAround() throws {
    let symbol = try QRCode.symbol(of: text)
    let last = symbol.size - 1
    for (row, column) in [(0, 0), (0, last), (last, 0)] { #expect(symbol.isDark(row: row, column: column)) }
    for place in [(-1, 0), (0, -1), (symbol.size, 0), (0, symbol.size), (.min, .max)] {
      #expect(!symbol.isDark(row: place.0, column: place.1))
    }
    let first = try #require(symbol.darkRuns(row: 0).first)
    #expect(first == (0, 7))
    let drawn = (0..<symbol.size).flatMap { symbol.darkRuns(row: $0).map(\.length) }.reduce(0, +)
    let dark = (0..<symbol.size * symbol.size)
      .count { symbol.isDark(row: $0 / symbol.size, column: $0 % symbol.size) }
    #expect(drawn == dark)
    #expect(symbol.darkRuns(row: -1).isEmpty)
  }

  @Test func whatNoCodeHoldsIsRefused() {
    for count in [0, 2_954, 100_000] {
      #expect(throws: QRCodeError.text(bytes: count)) {
        try QRCode.symbol(of: String(repeating: "x", count: count))
      }
    }
  }

  @Test func lightOnDarkAndPaleCodesAreReadAsWell() throws {
    let symbol = try QRCode.symbol(of: text)
    #expect(try QRCode.texts(in: Drawing.picture(of: symbol, pixels: 4, dark: 240, light: 20)) == [text])
    #expect(try QRCode.texts(in: Drawing.picture(of: symbol, pixels: 4, dark: 90, light: 190)) == [text])
  }

  @Test func twoCodesInAPictureAreBothRead() throws {
    let one = try Drawing.picture(of: try QRCode.symbol(of: "one"), pixels: 6)
    let two = try Drawing.picture(of: try QRCode.symbol(of: "two"), pixels: 6)
    let both = try GreyPicture(
      width: one.width, height: one.height + two.height, shades: one.shades + two.shades)
    #expect(try Set(QRCode.texts(in: both)) == ["one", "two"])
  }

  @Test func picturesWithImpossibleSidesAreRefused() {
    for (width, height) in [(0, 0), (20, 100), (100, 20), (1_921, 100), (100, 1_921), (-1, -1), (.max, .max)]
    {
      #expect(throws: QRCodeError.size(width: width, height: height)) {
        try GreyPicture(width: width, height: height, shades: [])
      }
    }
    for count in [0, 9_999, 10_001] {
      #expect(throws: QRCodeError.length(expected: 10_000, found: count)) {
        try GreyPicture(width: 100, height: 100, shades: [UInt8](repeating: 0, count: count))
      }
    }
  }

  @Test(arguments: 1...24) func noPictureMadeToHurtDoesHarm(seed: UInt64) throws {
    var noise = Noise(seed: seed)
    let symbol = try QRCode.symbol(of: text)
    var picture = try Drawing.picture(of: symbol, pixels: 2)
    var shades = picture.shades
    // From a few scratches to nothing but noise, and pieces of the code moved to elsewhere.
    for _ in 0..<Int(seed * seed * 40) {
      shades[Int(noise.next() % UInt64(shades.count))] = UInt8(truncatingIfNeeded: noise.next())
    }
    for _ in 0..<Int(seed % 7) {
      let (from, to) = (Int(noise.next() % 3_000), Int(noise.next() % 3_000))
      shades.replaceSubrange(to..<to + 8_000, with: shades[from..<from + 8_000])
    }
    picture = try GreyPicture(width: picture.width, height: picture.height, shades: shades)
    let found = try QRCode.texts(in: picture)
    #expect(found.isEmpty || found == [text], "seed \(seed): nothing is made up")
  }

  @Test func aPNGFileIsReadAndDamagedOnesAreRefused() throws {
    let picture = try Drawing.picture(of: try QRCode.symbol(of: text), pixels: 3)
    let file = Drawing.png(picture)
    #expect(try PNGPicture.grey(file) == picture)
    #expect(try QRCode.texts(in: try PNGPicture.grey(file)) == [text])
    for count in [0, 7, 8, 20, 33, 60, file.count / 2] {
      #expect(throws: QRCodeError.notAPicture, "cut to \(count)") {
        try PNGPicture.grey(Array(file.prefix(count)))
      }
    }
    #expect(throws: QRCodeError.notAPicture) { try PNGPicture.grey(Array("GIF89a".utf8)) }
    #expect(throws: QRCodeError.size(width: 1_000_000, height: picture.height)) {
      try PNGPicture.grey(Drawing.png(picture, claimed: 1_000_000))
    }
    var noise = Noise(seed: 5)
    for _ in 0..<200 {
      var damaged = file
      for _ in 0..<3 { damaged[Int(noise.next() % 200)] = UInt8(truncatingIfNeeded: noise.next()) }
      _ = try? PNGPicture.grey(damaged)
    }
  }

  @Test func everyProblemIsSaidInWords() {
    let problems: [QRCodeError] = [
      .text(bytes: 0), .text(bytes: 3_000), .size(width: 1, height: 2), .length(expected: 1, found: 2),
      .notAPicture, .outOfMemory,
    ]
    #expect(Set(problems.map(\.description)).count == problems.count)
    #expect(problems.allSatisfy { $0.description.hasSuffix(".") })
  }
}

/// The same noise for the same seed.
private struct Noise {
  var state: UInt64
  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }
  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state >> 8
  }
}

import QRCode
import Testing

@Suite struct QRCodePageTests {
  @Test func theExampleOfThePageHolds() throws {
    let symbol = try QRCode.symbol(of: "bitchat://verify?v=1")
    let side = (symbol.size + 2 * QRSymbol.borderModules) * 4
    var shades = [UInt8](repeating: 255, count: side * side)
    for place in shades.indices {
      let row = place / side / 4 - QRSymbol.borderModules
      let column = place % side / 4 - QRSymbol.borderModules
      if symbol.isDark(row: row, column: column) { shades[place] = 0 }
    }
    let texts = try QRCode.texts(in: GreyPicture(width: side, height: side, shades: shades))

    #expect(texts == ["bitchat://verify?v=1"])
  }
}

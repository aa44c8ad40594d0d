import Testing

@testable import Terminal

@Suite struct GlyphTests {
  @Test(arguments: [
    ("abc", 3), ("é", 1), ("e\u{301}", 1), ("你好", 4), ("한국", 4), ("カ", 2), ("ｶ", 1), ("Ａ", 2),
    ("\u{1112}\u{1161}\u{11AB}", 2), ("👍", 2), ("👍🏽", 2), ("👩‍🚀", 2), ("👨‍👩‍👧‍👦", 2), ("🇫🇷", 2), ("🇫🇷🇩🇪", 4),
    ("❤", 1), ("❤️", 2), ("1️⃣", 1), ("…", 1), ("─│", 2), ("שלום", 4), ("नि", 2), ("ก็", 1), ("〈〉", 4),
    ("\u{AD}", 0), ("", 0), ("a\u{200B}b", 2), ("𠀀", 2), ("⌚", 2), ("☃", 1), ("\u{1F9D1}\u{200D}x", 3),
  ])
  func widthsAreThoseOfTheStandard(_ text: String, _ columns: Int) {
    #expect(Glyph.columns(of: text) == columns, "\(text.unicodeScalars.map { String($0.value, radix: 16) })")
  }

  /// Every scalar there is, alone and on a base: what comes out is visible and of a known width.
  @Test func nothingInvisibleOrControllingIsEverInAGlyph() {
    var failures: [String] = []
    // Planes 0, 1 and 14 hold everything that is not a letter; of the others the edges.
    let values = [0...0x1FFFF, 0x2FFF0...0x2FFFF, 0xE0000...0xE0FFF, 0xFFFF0...0x10000F, 0x10FFF0...0x10FFFF]
    for value in values.joined() {
      guard let scalar = Unicode.Scalar(UInt32(value)), !(0x3400...0xD7A3).contains(value) else { continue }
      let glyphs = Glyph.glyphs(of: "a" + String(Character(scalar)))
      for glyph in glyphs {
        let isBad = glyph.text.unicodeScalars.contains { isControlling($0) } || !(1...2).contains(glyph.width)
        if isBad { failures.append(String(value, radix: 16)) }
      }
    }
    #expect(failures.isEmpty, "\(failures.prefix(20))")
  }

  @Test func aPileOfMarksDoesNotGrowOneCell() {
    let pile = "a" + String(repeating: "\u{301}", count: 10_000)
    let glyphs = Glyph.glyphs(of: pile)
    #expect(glyphs.count == 1 && glyphs[0].text.unicodeScalars.count == Glyph.scalarsMax)
    let family = String(repeating: "👩‍", count: 1_000)
    #expect(Glyph.glyphs(of: family).allSatisfy { $0.text.unicodeScalars.count <= Glyph.scalarsMax })
  }

  @Test func marksWithoutABaseAreNotShown() {
    #expect(Glyph.glyphs(of: "\u{301}\u{FE0F}\u{200D}").isEmpty)
    #expect(Glyph.glyphs(of: " \u{301}").map(\.text) == [" "])
  }

  @Test func rowsBreakAtSpacesAndNeverGrowTooWide() {
    let texts = [
      "the quick brown fox", "aaaaaaaaaaaaaaaaaaaa", "你好世界你好世界", "a\n\nb", "", "   x   y", "wide你 好 wide",
    ]
    for text in texts {
      for width in 1...12 {
        let rows = Wrapping.rows(text, width: width)
        #expect(rows.allSatisfy { $0.reduce(0) { $0 + $1.width } <= max(width, 2) }, "\(text) \(width)")
        let kept = rows.flatMap { $0 }.map(\.text).joined().filter { $0 != " " }
        #expect(kept == text.filter { $0 != " " && $0 != "\n" }, "\(text) \(width)")
      }
    }
    #expect(
      Wrapping.rows("the quick fox", width: 10).map { $0.map(\.text).joined() } == ["the quick ", "fox"])
  }

  private func isControlling(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate: true
    case .format: scalar != "\u{200C}" && scalar != "\u{200D}"
    default: scalar.properties.isNoncharacterCodePoint
    }
  }
}

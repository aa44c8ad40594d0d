import Testing
import Text

@Suite struct TextPageTests {
  @Test func theExampleOfThePageHolds() {
    let name = Text.displayName("  Ana\u{202E}\nMaria  ")  // "Ana Maria"
    let isSame = Text.folded("STRASSE") == Text.folded("Straße")  // true
    let composed = Text.nfc("e\u{301}").unicodeScalars.count  // 1
    let nickname = Text.nickname(fromUser: " \u{7}\n ")  // nil: nothing is left
    let pieces = Text.split("abcdefg", utf8BytesMax: 4)  // "abcd", "efg"
    let body = Text.displayText("one\r\ntwo\u{0}")  // "one\ntwo"

    #expect(name == "Ana Maria")
    #expect(isSame)
    #expect(composed == 1)
    #expect(nickname == nil)
    #expect(pieces == ["abcd", "efg"])
    #expect(body == "one\ntwo")
  }
}

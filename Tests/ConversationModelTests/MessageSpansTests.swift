import ConversationModel
import Testing

@Suite struct MessageSpansTests {
  @Test func linksEndBeforeClosingPunctuation() {
    #expect(
      MessageSpans.of("see (https://a.example/x_(y)), or http://b.example.") == [
        .text("see ("), .link("https://a.example/x_(y)"), .text("), or "), .link("http://b.example"),
        .text("."),
      ])
  }

  @Test func otherSchemesAreText() {
    for text in ["javascript:alert(1)", "xhttp://a", "ftp://a", "https://", "data:text/html,x"] {
      #expect(MessageSpans.of(text) == [.text(text)], "\(text)")
    }
  }

  @Test func theSpansJoinedAreTheText() {
    var generator = Xorshift(state: 77)
    let alphabet =
      Array("@#a9_ \n.:/é名)(").map(String.init) + ["https://", "http://", "lightning:"]
      + ["cashuA" + String(repeating: "x.", count: 20), "lnurl1" + String(repeating: "q", count: 20)]
    for _ in 0..<2_000 {
      let text = (0..<Int.random(in: 0...24, using: &generator))
        .map { _ in alphabet[Int.random(in: 0..<alphabet.count, using: &generator)] }.joined()
      let joined = MessageSpans.of(text).map(\.source).joined()
      #expect(joined == text)
    }
  }

  @Test func longTextsAreLeftAlone() {
    let long = String(repeating: "@a ", count: 1_400)
    #expect(MessageSpans.of(long) == [.text(long)])
    #expect(MessageSpans.isLong(long))
    #expect(MessageSpans.isLong(String(repeating: "x", count: 512)))
    #expect(!MessageSpans.isLong(String(repeating: "x", count: 511)))
  }

  @Test func aMentionTakesTheLinkItStandsIn() {
    #expect(
      MessageSpans.of("https://a.example/@ada x") == [
        .text("https://a.example/"), .mention("ada"), .text(" x"),
      ])
  }

  @Test func aLinkKeepsTheInvoiceWithinIt() {
    let invoice = "lnurl1" + String(repeating: "q", count: 20)
    #expect(MessageSpans.of("https://a.example/\(invoice)") == [.link("https://a.example/\(invoice)")])
    #expect(MessageSpans.of("lightning:\(invoice)") == [.lightning("lightning:\(invoice)")])
  }

  @Test func schemesAreFoundInAnyCase() {
    #expect(MessageSpans.of("HTTPS://a.example") == [.link("HTTPS://a.example")])
    #expect(MessageSpans.of("Lightning:x") == [.lightning("Lightning:x")])
  }

  @Test func aTokenEndsWhereAWordEnds() {
    let token = "cashuB" + String(repeating: "b", count: 44)
    #expect(MessageSpans.of("(\(token)).") == [.text("("), .cashu(token), .text(").")])
    #expect(MessageSpans.of(token + "é") == [.text(token + "é")])
  }

  @Test func atMostThreeChipsOfAKindAreOfferedAndEachOnce() {
    let texts = (0..<5).map { "lightning:\($0)" }
    let chips = PaymentChips(MessageSpans.of((texts + texts).joined(separator: " ")))
    #expect(chips.lightning == Array(texts.prefix(3)))
    #expect(chips.cashu.isEmpty)
  }
}

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
    let alphabet = Array("@#a9_ \n.:/é名)(").map(String.init) + ["https://", "http://"]
    for _ in 0..<2_000 {
      let text = (0..<Int.random(in: 0...24, using: &generator))
        .map { _ in alphabet[Int.random(in: 0..<alphabet.count, using: &generator)] }.joined()
      let joined = MessageSpans.of(text).map { span in
        switch span {
        case .text(let part), .link(let part): part
        case .mention(let name): "@" + name
        case .hashtag(let word): "#" + word
        }
      }.joined()
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
}

import ConversationModel
import Testing

@Suite struct FormattingTests {
  @Test func anAcceptedNameReplacesWhatWasTyped() {
    let completion = MentionCompletion(textToCursor: "hi @al", names: ["alan", "bob"])
    #expect(completion.suggestions == ["@alan"])
    #expect(completion.accepting("@alan") == "hi @alan")
  }

  @Test func atMostFiveNamesAreSuggested() {
    let names = (0..<50).map { "a\($0)" }
    #expect(MentionCompletion(textToCursor: "@A", names: names).suggestions.count == 5)
  }

  @Test func anEmoteIsAnActionLineForThoseWhoReceiveIt() {
    for emote in Emote.allCases {
      #expect(ActionLine.of(emote.publicLine(from: "ada", about: "bob")) != nil)
      #expect(ActionLine.of(emote.privateLine(from: "ada")) != nil)
    }
    #expect(ActionLine.of(Emote.hug.privateLine(from: "ada")) == "🫂 ada hugs you")
    #expect(ActionLine.of("* 🫂") == nil)
  }

  @Test func aFavouriteNoticeReadsBack() {
    for notice in [
      FavouriteNotice(isFavourite: true, npub: nil), FavouriteNotice(isFavourite: false, npub: "npub1a"),
    ] {
      #expect(FavouriteNotice(notice.text) == notice)
    }
  }

  @Test func aGeohashLinkIsWhatOthersUnderstand() {
    #expect(GeohashLink(hashtag: "U4PR")?.address == "bitchat://geohash/u4pr")
    #expect(GeohashLink(hashtag: "a") == nil)
  }
}

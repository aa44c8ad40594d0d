import ConversationModel
import Testing

@Suite struct SearchPiecesTests {
  @Test func aWordStandsUnderItsBeginnings() {
    #expect(SearchPieces.of("Zoë a a").sorted() == ["a", "zo", "zoe"])
    #expect(SearchPieces.of("aeroplanes").last == "aeroplanes")
    #expect(SearchPieces.lookedUp("aeroplanes") == ["aeroplanes"])
    let long = String(repeating: "abcdefgh", count: 8)
    #expect(SearchPieces.of(long).map(\.count) == Array(2...16) + [24, 32, 48, 64])
    #expect(SearchPieces.lookedUp(String(long.prefix(31))) == [String(long.prefix(24))])
    #expect(SearchPieces.of("…").isEmpty)
  }

  @Test func scriptsWithoutSpacesAreCutIntoPairs() {
    #expect(SearchPieces.of("你好世").sorted() == ["世", "你", "你好", "好", "好世"])
    #expect(SearchPieces.lookedUp("好世") == ["好世"])
    #expect(SearchPieces.lookedUp("你好世") == ["你好", "好世"])
    #expect(SearchPieces.holds(["好世"], in: "你好世界"))
    #expect(!SearchPieces.holds(["好界"], in: "你好世界"))
    #expect(SearchPieces.holds(["tower塔"], in: "tower塔台"))
  }

  @Test func aWordIsFoundByItsBeginningAndALetterAlone() {
    #expect(SearchPieces.holds(["land", "run"], in: "The landing on RUNWAY 27"))
    #expect(!SearchPieces.holds(["land", "ways"], in: "The landing on RUNWAY 27"))
    #expect(SearchPieces.holds(["2"], in: "gate 2") && !SearchPieces.holds(["2"], in: "gate 27"))
    #expect(!SearchPieces.holds(["aeroplanex"], in: "aeroplanes"))
  }

  /// What the index would not find is never held: else a search would miss it.
  @Test func everythingThatIsHeldIsFoundByItsPieces() {
    let texts = [
      "Straße 27b", "e\u{301}té İstanbul", "你好,世界2你", "ไทย test", "x", "ab", "🙂 ok", "ｱｲ12",
      "Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichenfabrikant",
    ]
    var misses: [String] = []
    for text in texts {
      let pieces = Set(SearchPieces.of(text))
      for word in MessageWords.of(text) {
        for length in 1...word.count {
          let query = String(word.prefix(length))
          guard let asked = SearchQuery(query)?.words, SearchPieces.holds(asked, in: text) else { continue }
          if !asked.flatMap(SearchPieces.lookedUp).allSatisfy(pieces.contains) {
            misses.append("\(text): \(query)")
          }
        }
      }
    }
    #expect(misses.isEmpty, "\(misses)")
  }
}

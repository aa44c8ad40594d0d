import ConversationModel
import Testing
import Timebase
import TransportPorts

@Suite struct RepositoryValueTests {
  @Test func aQueryHoldsWordsOnceInOneCaseAndNotTooMany() {
    #expect(SearchQuery("  –  ") == nil)
    #expect(SearchQuery("Straße, STRASSE e\u{301}té Été")?.words == ["strasse", "ete"])
    let many = (0..<50).map { "w\($0)" }.joined(separator: " ")
    #expect(SearchQuery(many)?.words.count == SearchQuery.wordsMax)
    #expect(MessageWords.of(String(repeating: "x", count: 500)).map(\.count) == [MessageWords.scalarsMax])
    #expect(MessageWords.of(String(repeating: "a ", count: 9_000)).count == MessageWords.wordsMax)
  }

  @Test func whatIsNotKeptLeavesNothingInTheStore() {
    let now = Timestamp(milliseconds: 1_770_000_000_000)
    let retention = Retention(publicMessages: .off, privateMessages: .session)
    #expect(retention.horizon(for: .mesh, now: now) ?? now > Timestamp(milliseconds: .max / 4))
    #expect(RetentionPeriod.allCases.filter { !$0.isStored } == [.off, .session])
    #expect(Retention(publicMessages: .forever).horizon(for: .mesh, now: now) == nil)
    #expect(Retention().period(for: .mesh) == .day)
  }

  @Test func aFavouriteIsToldWhereItMatters() {
    let now = Timestamp(milliseconds: 5)
    var record = FavouriteRecord(fingerprint: "f", noiseKey: [], nickname: "ada", updatedAt: now)
    #expect(!record.isKept)
    let away = record.setFavourite(true, isInReach: false, now: now)
    #expect(!away && record.isKept)
    let again = record.setFavourite(true, isInReach: true, now: now)
    #expect(!again)
    let noticed = record.received(
      FavouriteNotice(isFavourite: true, npub: "npub1a"), nickname: "Unknown", now: now)
    #expect(noticed && record.isMutual && record.npub == "npub1a" && record.nickname == "ada")
    let same = record.received(FavouriteNotice(isFavourite: true, npub: nil), nickname: "adi", now: now)
    #expect(!same && record.npub == "npub1a" && record.nickname == "adi")
    let removed = record.setFavourite(false, isInReach: false, now: now)
    #expect(removed && record.isKept && !record.isMutual)
  }
}

import Testing

@testable import Ledger

struct IDRangesTests {
  @Test func theyHoldWhatWasPutInInAnyOrder() {
    var random = SeededNumbers(seed: 5)
    for round in 0..<200 {
      let ids = (0..<random.next() % 40).map { _ in
        random.next() % 9 == 0 ? [Int64.min, .max, -1][Int(random.next() % 3)] : Int64(random.next() % 60)
      }
      let twin = Set(ids)
      let ranges = IDRanges(round.isMultiple(of: 2) ? ids.sorted() : ids)
      let wrong = (Array(-3...63) + [.min, .max]).filter { ranges.contains($0) != twin.contains($0) }
      #expect(wrong.isEmpty, "\(ids)")
    }
  }
}

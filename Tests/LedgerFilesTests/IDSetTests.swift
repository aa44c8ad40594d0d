import Testing

@testable import LedgerFiles

struct IDSetTests {
  @Test func itHoldsWhatWasPutInAndNothingElse() {
    var random = SeededNumbers(seed: 8)
    let edges: [Int64] = [0, -1, 1, 63, 64, 65, .min, .max, 1 << 24, (1 << 24) - 1, 1 << 40]
    var set = IDSet()
    var twin: Set<Int64> = []
    #expect(set.isEmpty)
    var failures = 0
    for round in 0..<2_000 {
      let number = random.next()
      let id = round.isMultiple(of: 3) ? edges[Int(number % 11)] : Int64(number >> 56)
      if number & 1 == 0 {
        set.insert(id)
        twin.insert(id)
      }
      for asked in edges + [id, id &+ 1] where set.contains(asked) != twin.contains(asked) { failures += 1 }
    }
    #expect(failures == 0 && !set.isEmpty)
  }
}

import Ledger
import Testing

@Suite struct LoadStateTests {
  private let first = LoadStamp(session: 1, change: 1, request: 1)
  private let second = LoadStamp(session: 1, change: 1, request: 2)

  @Test func aLateResultOfAnOldFilterIsDropped() {
    var list = LoadState<[Int]>.idle
    #expect(list.begin(first) && list.begin(second))
    #expect(!list.finish(first, .success([1])) && list == .loading(second))
    #expect(list.finish(second, .success([2])) && list.value == [2])
    #expect(!list.finish(second, .success([3])) && list == .ready([2], second))
  }

  @Test func anEmptyListIsNotAFailedOne() {
    var (empty, failed) = (LoadState<[Int]>.idle, LoadState<[Int]>.idle)
    #expect(empty.begin(first) && failed.begin(first))
    #expect(empty.finish(first, .success([])) && failed.finish(first, .failure(.locked)))
    #expect(empty == .ready([], first) && failed == .failed(.locked) && empty.phase != failed.phase)
    empty.unload()
    #expect(empty == .idle)
  }

  @Test func theSameLoadIsNotStartedTwice() {
    var list = LoadState<Int>.idle
    #expect(list.begin(first) && !list.begin(first))
    #expect(list.finish(first, .failure(.cancelled)) && list.begin(first))
  }

  @Test func joinedStatesShowTheWorst() {
    #expect(LoadPhase.joined([.ready, .idle, .loading, .failed]) == .failed)
    #expect(LoadPhase.joined([.ready, .idle, .loading]) == .loading)
    #expect(LoadPhase.joined([.ready, .idle]) == .idle && LoadPhase.joined([]) == .ready)
  }

  @Test func everyErrorIsASentence() {
    let errors: [LedgerError] = [
      .notReadable, .notADatabase, .encrypted, .wrongPassword, .notALedger,
      .newerVersion(found: 22, known: 21),
      .unreleasedVersion(9), .needsUpgrade(from: 3), .upgradeFailed(step: 15, reason: "x"),
      .backupFailed(reason: "x"), .alreadyExists, .readOnly, .locked, .diskFull, .damaged(reason: "x"),
      .changedOutside, .recordMissing(table: "T", id: 1), .closed, .cancelled, .queryFailed(reason: "x"),
    ]
    #expect(errors.allSatisfy { $0.description.hasSuffix(".") && $0.description.contains(" ") })
    #expect(Set(errors.map(\.description)).count == errors.count)
  }
}

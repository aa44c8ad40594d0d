import ConversationModel
import Testing
import Timebase
import TransportPorts

@Suite struct PublicIntakeTests {
  @Test func aBatchGathersForEightyMillisecondsAndIsCommittedInOrderOfTime() {
    var intake = PublicIntake()
    let first = intake.receive(message("b", at: 2_000), now: at(0))
    #expect(first == [.wake(at: at(80))])
    let second = intake.receive(message("a", at: 1_000), now: at(50))
    #expect(second.isEmpty)
    let committed = intake.flush()
    #expect(committed == [.commit([message("a", at: 1_000), message("b", at: 2_000)])])
    let nothing = intake.flush()
    #expect(nothing.isEmpty)
  }

  @Test func nearlyTheSameWithinASecondIsOne() {
    var intake = PublicIntake()
    intake.sent("Hello  you", at: Timestamp(milliseconds: 5_000))
    for (id, moment) in [("a", 4_001), ("b", 5_999), ("c", 6_000), ("d", 6_999), ("e", 7_000)] {
      _ = intake.receive(message(id, at: UInt64(moment), text: "hello you"), now: at(0))
    }
    let committed = intake.flush()
    #expect(
      committed == [
        .commit([message("c", at: 6_000, text: "hello you"), message("e", at: 7_000, text: "hello you")])
      ])
  }

  @Test func largeBatchesGatherLonger() {
    var intake = PublicIntake()
    for batch in 0..<3 {
      for number in 0..<150 { _ = intake.receive(message("\(batch)-\(number)", at: 1), now: at(0)) }
      _ = intake.flush()
    }
    let next = intake.receive(message("z", at: 1), now: at(1_000))
    #expect(next == [.wake(at: at(1_120))])
  }

  @Test func whatWaitsCanBeRemovedAndIsNeverTooMuch() {
    var intake = PublicIntake()
    _ = intake.receive(message("a", at: 1), now: at(0))
    intake.remove(MessageID("A"))
    let removed = intake.flush()
    #expect(removed.isEmpty)
    var committed = 0
    for number in 0..<PublicIntake.pendingMax {
      for case .commit(let batch) in intake.receive(message("m\(number)", at: 1), now: at(0)) {
        committed += batch.count
      }
    }
    #expect(committed == PublicIntake.pendingMax)
    // The first text was forgotten for the last.
    intake.sent("one more", at: Timestamp(milliseconds: 1))
    _ = intake.receive(message("m0", at: 1), now: at(0))
    let forgotten = intake.flush()
    #expect(forgotten == [.commit([message("m0", at: 1)])])
  }

  private func message(_ id: String, at milliseconds: UInt64, text: String? = nil) -> ChatMessage {
    ChatMessage(
      id: MessageID(id), conversation: .mesh, author: MessageAuthor(name: "bob", address: nil, isOwn: false),
      text: text ?? "text of \(id)", sentAt: Timestamp(milliseconds: milliseconds))
  }

  private func at(_ milliseconds: UInt64) -> Instant { Instant(nanoseconds: milliseconds * 1_000_000) }
}

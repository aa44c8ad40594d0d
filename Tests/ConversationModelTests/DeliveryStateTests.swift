import ConversationModel
import Testing
import Timebase

@Suite struct DeliveryStateTests {
  @Test func transitionsFollowTheTable() throws {
    let cases = try #require(FixtureFiles.object("state-tables")["delivery_transitions"] as? [[String: Any]])
    var failures: [String] = []
    for item in cases {
      let current = try #require(state(item["current"] as? String, moment: 1))
      // "same" rows compare equal values; all others may differ in their details.
      let next = try #require(state(item["new"] as? String, moment: 1))
      let applied = current.advanced(to: next) != nil
      if applied != item["applied"] as? Bool { failures.append("\(item)") }
    }
    print("VECTORS suite=state-tables.delivery_transitions cases=\(cases.count)")
    #expect(cases.count >= 40)
    #expect(failures.isEmpty, "\(failures)")
  }

  @Test func aLaterReadReplacesAnEarlierOne() {
    let early = DeliveryState.read(at: Timestamp(milliseconds: 1))
    let late = DeliveryState.read(at: Timestamp(milliseconds: 2))
    #expect(early.advanced(to: late) == late)
  }

  @Test func onlyAcknowledgedMessagesAreConfirmed() {
    #expect(DeliveryState.delivered(at: Timestamp(milliseconds: 1)).isConfirmed)
    #expect(DeliveryState.read(at: Timestamp(milliseconds: 1)).isConfirmed)
    #expect(!DeliveryState.sent.isConfirmed)
    #expect(!DeliveryState.failed(reason: "x").isConfirmed)
  }

  private func state(_ name: String?, moment: UInt64) -> DeliveryState? {
    switch name {
    case "notSentYet": .notSentYet
    case "sending": .sending
    case "sent": .sent
    case "carried": .carried
    case "delivered": .delivered(at: Timestamp(milliseconds: moment))
    case "read": .read(at: Timestamp(milliseconds: moment))
    case "failed": .failed(reason: "reason")
    case "partiallyDelivered": .partiallyDelivered(reached: 1, total: 2)
    default: nil
    }
  }
}

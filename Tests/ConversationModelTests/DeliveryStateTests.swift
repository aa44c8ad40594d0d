import ConversationModel
import Testing
import Timebase

@Suite struct DeliveryStateTests {
  @Test func transitionsFollowTheTable() throws {
    let tables = try FixtureFiles.object("nostr/state-tables")
    let cases = try #require(tables["delivery_transitions"] as? [[String: Any]])
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

  @Test func theRowsOfTheScenariosHold() throws {
    let vectors = try #require(FixtureFiles.object("features/scenarios")["vectors"] as? [[String: Any]])
    let rows = vectors.filter { ($0["name"] as? String)?.hasPrefix("delivery-status-from-") == true }
    var failures: [String] = []
    var cases = 0
    for row in rows {
      let name = try #require((row["inputs"] as? [String: Any])?["current"] as? String)
      let current = try #require(state(name, moment: 1), "\(name)")
      let applies = try #require((row["expected"] as? [String: Any])?["applies"] as? [String: Bool])
      for (word, isApplied) in applies {
        cases += 1
        let next = try #require(state(word, moment: 1), "\(word)")
        if (current.advanced(to: next) != nil) != isApplied { failures.append("\(name) to \(word)") }
      }
    }
    print("VECTORS suite=scenarios/delivery-status-from cases=\(rows.count)")
    #expect(rows.count == 5 && cases == 35)
    #expect(failures.isEmpty, "\(failures.sorted())")
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

import ConversationModel
import Testing
import Timebase
import TransportPorts

@Suite struct TimelineTests {
  @Test func equalTimesKeepTheOrderOfArrivalAndLateMessagesFindTheirPlace() {
    var timeline = Timeline()
    let outcome1 = timeline.insert(message("a", at: 5))
    #expect(outcome1 == .appended)
    let outcome2 = timeline.insert(message("b", at: 5))
    #expect(outcome2 == .appended)
    let outcome3 = timeline.insert(message("c", at: 1))
    #expect(outcome3 == .inserted(at: 0))
    let outcome4 = timeline.insert(message("B", at: 9))
    #expect(outcome4 == .duplicate)
    #expect(timeline.messages.map(\.text) == ["c", "a", "b"])
  }

  @Test func aFullTimelineDropsTheOldestAndRefusesOlderOnes() {
    var timeline = Timeline(limit: 3)
    for (index, name) in ["a", "b", "c"].enumerated() {
      timeline.insert(message(name, at: UInt64(index + 10)))
    }
    let outcome5 = timeline.insert(message("old", at: 1))
    #expect(outcome5 == .tooOld)
    let outcome6 = timeline.insert(message("between", at: 11))
    #expect(outcome6 == .inserted(at: 1))
    #expect(timeline.messages.map(\.text) == ["b", "between", "c"])
    let outcome7 = timeline.insert(message("a", at: 12))
    #expect(outcome7 == .appended)
    #expect(timeline.messages.count == 3)
  }

  @Test func aTimelineEqualsASortedListOfTheNewest() {
    var generator = Xorshift(state: 0x5EED)
    for limit in [1, 2, 7, 50] {
      var timeline = Timeline(limit: limit)
      var twin: [(order: Int, message: ChatMessage)] = []
      for order in 0..<200 {
        let next = message(
          "m\(UInt64.random(in: 0..<120, using: &generator))", at: .random(in: 0..<40, using: &generator))
        // The slow twin: insert, sort stably by time, keep the newest.
        if !twin.contains(where: { $0.message.id == next.id }) {
          twin.append((order, next))
          twin.sort { ($0.message.sentAt, $0.order) < ($1.message.sentAt, $1.order) }
          if twin.count > limit { twin.removeFirst() }
        }
        timeline.insert(next)
        #expect(timeline.messages == twin.map(\.message), "limit \(limit), step \(order)")
      }
    }
  }

  @Test func olderPagesGoBeforeAndRespectTheLimit() {
    var timeline = Timeline(limit: 3)
    timeline.insert(message("z", at: 9))
    timeline.prepend([message("a", at: 1), message("b", at: 2), message("c", at: 3)])
    #expect(timeline.messages.map(\.text) == ["b", "c", "z"])
  }

  @Test func deliveryAndRemovalReachTheMessageNamed() {
    var timeline = Timeline()
    timeline.insert(message("a", at: 1))
    let isHeld = timeline.setDelivery(.sent, of: MessageID("A"))
    #expect(isHeld)
    #expect(timeline.messages.first?.delivery == .sent)
    let isUnknownHeld = timeline.setDelivery(.sent, of: MessageID("b"))
    #expect(!isUnknownHeld)
    timeline.remove([MessageID("a")])
    #expect(timeline.messages.isEmpty && !timeline.contains(MessageID("a")))
  }

  private func message(_ name: String, at milliseconds: UInt64) -> ChatMessage {
    ChatMessage(
      id: MessageID(name), conversation: .mesh, author: MessageAuthor(name: "x", address: nil, isOwn: false),
      text: name, sentAt: Timestamp(milliseconds: milliseconds))
  }
}

/// A small seeded generator for tests.
struct Xorshift: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }
}

import Mesh
import MeshWire
import Testing
import Timebase

@testable import MeshSimulation

/// Goal: the application above an engine loses no message in silence. Method: one without an engine, moments
/// given by hand.
struct ApplicationTests {
  private let start = VirtualClock.start.monotonic
  private let peer = PeerID(rawValue: 7)

  @Test func messageIsHandedOverAtOnceAndReportedAfterTwentyMinutes() {
    var application = Application(behaviour: .sound)
    let first = application.write("text", to: peer, messageID: "m", at: start)
    #expect(first.commands.count == 1, "whether the peer is in sight or not: the engine may know a way")
    var moment = start
    while let next = application.nextWake {
      #expect(next > moment)
      moment = next
      let reaction = application.wake(at: moment)
      #expect(reaction.commands.isEmpty, "out of sight")
      guard !reaction.records.isEmpty else { continue }
      #expect(reaction.records == [.reported(messageID: "m")])
    }
    #expect(moment.since(start) >= .seconds(1_200) && moment.since(start) <= .seconds(1_210))
  }

  @Test func messageIsConfirmedByItsPeerAlone() {
    var application = Application(behaviour: .sound)
    _ = application.write("text", to: peer, messageID: "m", at: start)
    #expect(application.handle(.delivered(messageID: "m", by: PeerID(rawValue: 8))).records.isEmpty)
    #expect(application.isWaiting(for: "m"))
    let reaction = application.handle(.delivered(messageID: "m", by: peer))
    #expect(reaction.records == [.confirmed(messageID: "m", by: peer)])
    #expect(application.nextWake == nil)
  }

  @Test func copyOfAPrivateMessageIsConfirmedAndNotShown() {
    var application = Application(behaviour: .sound)
    let message = MeshAppEvent.privateMessage(
      sender: peer, messageID: "m", text: "text 1", timestamp: VirtualClock.start.unix)
    #expect(application.handle(message).records == [.shownPrivate(sender: peer, messageID: "m")])
    let again = application.handle(message)
    #expect(again.records.isEmpty && again.commands.count == 1)
  }

  @Test func thingsDueAtOneMomentHappenInTheirOrder() {
    var timeline = Timeline<Int>()
    var random = WorldRandom(seed: 1, "test")
    var wanted: [(at: Int, number: Int)] = []
    for number in 0..<500 {
      let at = random.below(50)
      wanted.append((at, number))
      timeline.add(number, at: start + .seconds(Int64(at)))
    }
    var order: [Int] = []
    while let due = timeline.popFirst() { order.append(due.item) }
    #expect(order == wanted.sorted { ($0.at, $0.number) < ($1.at, $1.number) }.map(\.number))
  }
}

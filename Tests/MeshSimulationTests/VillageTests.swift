import Cryptography
import Mesh
import MeshWire
import Testing
import Timebase

@testable import MeshSimulation

/// A village with an engine in the visitor's place, on a clock of the test.
private struct Visit {
  var village: Village
  var engine: MeshEngine
  var now = VirtualClock.start
  var peers: [PeerSnapshot] = []
  var said: [(name: String, text: String)] = []
  var received: [(peer: PeerID, text: String)] = []
  var confirmed: [String] = []
  private var wakeAt: Instant?

  init(seed: UInt64 = 7) {
    village = Village(seed: seed, at: now)
    var random = SeededRandom(seed: [UInt8](repeating: 5, count: 32))
    let identity = MeshIdentity(noise: .generate(using: &random), signing: .generate(using: &random))
    engine = MeshEngine(
      identity: identity, nickname: "robin", random: SeededRandom(seed: [UInt8](repeating: 9, count: 32)))
    tell(.command(.start))
  }

  /// Lets so many seconds pass, in steps of what is due.
  mutating func pass(seconds: Int64, until isEnough: (Visit) -> Bool = { _ in false }) {
    let end = now.monotonic + .seconds(seconds)
    while !isEnough(self) {
      let due = [village.nextDue, wakeAt].compactMap { $0 }.min() ?? end
      guard due <= end else { return move(to: end) }
      move(to: max(due, now.monotonic))
      for happening in village.advance(to: now) {
        switch happening {
        case .up(let link, let facts): tell(.link(.up(link, facts)))
        case .frame(let link, let frame): tell(.link(.frame(link, frame)))
        case .ended(let link): tell(.link(.ended(link, runPeerBookkeeping: true)))
        }
      }
      if let wish = wakeAt, wish <= now.monotonic {
        wakeAt = nil
        tell(.timer(.wake))
      }
    }
  }

  mutating func tell(_ event: MeshEvent) {
    for effect in engine.handle(event, now: now) {
      switch effect {
      case .send(let frame, let links, _):
        for link in links { village.receive(frame, on: link, at: now) }
      case .schedule(_, let moment): wakeAt = moment
      case .cancel: wakeAt = nil
      case .disconnect(let link): village.close(link, at: now)
      case .linkVerified: break
      case .event(.peersChanged(let snapshots)): peers = snapshots
      case .event(.publicMessage(_, let nickname, let text, _, _, _)): said.append((nickname, text))
      case .event(.privateMessage(let peer, _, let text, _)): received.append((peer, text))
      case .event(.delivered(let messageID, _)): confirmed.append(messageID)
      case .event: break
      }
    }
  }

  func peer(_ name: String) -> PeerSnapshot? { peers.first { $0.nickname == name } }

  private mutating func move(to moment: Instant) {
    let passed = moment.since(now.monotonic).wholeNanoseconds / 1_000_000
    now = Now(
      monotonic: moment, unix: Timestamp(milliseconds: now.unix.milliseconds + UInt64(max(passed, 0))))
  }
}

@Suite struct VillageTests {
  @Test func everybodyIsSeenUpToFourHopsAway() {
    var visit = Visit()
    visit.pass(seconds: 60) { $0.peers.count == 10 && $0.peer("Inka")?.hops == 4 }
    #expect(Set(visit.peers.map(\.nickname)) == Set(visit.village.names))
    #expect(visit.peer("Inka")?.hops == 4)
    #expect(visit.peer("Emil")?.isConnected == true)
    #expect(visit.peer("Ylva")?.isConnected == false && visit.peer("Ylva")?.isReachable == true)
  }

  @Test func theConversationReachesTheVisitorInOrderAndOnce() {
    var visit = Visit()
    visit.pass(seconds: 100)
    let heard = visit.said.map(\.text)
    #expect(heard == VillageScript.opening.map(\.text))
  }

  @Test func aPublicMessageIsAnswered() {
    var visit = Visit()
    // With the tick of sync: an answer to it overtakes the message.
    visit.pass(seconds: 30)
    visit.tell(.command(.sendPublic(text: "Hello everybody!", timestamp: visit.now.unix)))
    visit.pass(seconds: 20)
    #expect(visit.said.contains { $0.name == "Runa" && $0.text.hasPrefix("@robin welcome") })
    #expect(visit.said.contains { $0.name == "Inka" && $0.text.hasPrefix("Hello from the hut, @robin") })
  }

  @Test func somebodyFourHopsAwayAnswersPrivately() throws {
    var visit = Visit()
    visit.pass(seconds: 30)
    let inka = try #require(visit.peer("Inka"))
    visit.tell(.command(.sendPrivate(text: "Is there snow?", to: inka.id, messageID: "first")))
    visit.pass(seconds: 40) { !$0.received.isEmpty }
    #expect(visit.confirmed == ["first"])
    #expect(visit.received.first?.peer == inka.id)
    #expect(visit.received.first?.text.contains("centimetres") == true)
  }

  @Test func whoComesBackIsHandedWhatWasMissed() throws {
    var visit = Visit()
    // The ferry is at sea from about 75 s on, and back at the pier after 180 s.
    visit.pass(seconds: 110)
    for number in 1...3 {
      visit.tell(.command(.sendPublic(text: "news \(number)", timestamp: visit.now.unix)))
      visit.pass(seconds: 8)
    }
    visit.pass(seconds: 100) { visit in
      visit.said.contains { $0.name == "Jonas" && $0.text.contains("missed") }
    }
    let words = try #require(visit.said.last { $0.name == "Jonas" }?.text)
    #expect(words.contains("handed me what I missed"), "\(words)")
  }

  @Test func aVillageOfOneSeedIsTheSameVillage() {
    var (one, other) = (Visit(seed: 3), Visit(seed: 3))
    one.pass(seconds: 40)
    other.pass(seconds: 40)
    #expect(one.peers.map(\.id) == other.peers.map(\.id))
    #expect(one.said.map(\.text) == other.said.map(\.text))
  }

  @Test func everyLineAndAnswerFitsAndHasASpeaker() {
    let names = Set(VillagerRole.all.map(\.name))
    #expect(names.count == VillagerRole.all.count)
    let lines = VillageScript.opening + VillageScript.everyday
    #expect(lines.allSatisfy { names.contains($0.speaker) && !$0.text.isEmpty })
    for text in ["hello", "weather?", "bread", "ferry", "ladder", "bye", "mesh", "@inka", "?!", ""] {
      for number in 0..<12 {
        let answers = VillageScript.publicAnswers(
          to: text, from: "robin", names: Array(names), number: number)
        #expect(!answers.isEmpty && answers.allSatisfy { names.contains($0.speaker) }, "\(text)")
        #expect(!answers.contains { $0.text.contains("{") })
      }
    }
    let written = VillagerRole.all.flatMap { $0.small + $0.replies.map(\.text) }
    #expect(written.allSatisfy { $0.utf8.count <= 255 })
  }

  @Test func aWalkComesBackToItsBeginning() {
    let walk = Walk([
      Walk.Stop(spot: Spot(x: 0, y: 0), seconds: 10, secondsToNext: 10),
      Walk.Stop(spot: Spot(x: 100, y: 50), seconds: 5, secondsToNext: 5),
    ])
    #expect(walk.spot(after: 9) == Spot(x: 0, y: 0))
    #expect(walk.spot(after: 15) == Spot(x: 50, y: 25))
    #expect(walk.spot(after: 22) == Spot(x: 100, y: 50))
    #expect(walk.spot(after: 30) == Spot(x: 0, y: 0))
    #expect(Walk(at: 3, 4).spot(after: 1_000) == Spot(x: 3, y: 4))
    #expect(Walk([]).spot(after: 5) == Spot(x: 0, y: 0))
  }
}

import Cryptography
import MeshWire
import Testing
import Timebase

@testable import Mesh

/// Goal: what the engine accepted arrives while the two are linked, however much it is and however often one
/// of them starts anew, and nothing counts as sent that went into a session known to be dead (mesh-engine
/// 8.2, 8.5, 8.6). Method: two engines on a link that loses nothing, and hand-made floods.
struct PressureTests {
  /// Two that have a session.
  private func established(seed: UInt64 = 1) -> MeshRig {
    var rig = MeshRig(["ann", "bob"], seed: seed)
    rig.connect(0, 1)
    rig.run(for: .seconds(1))
    rig.tell(0, .command(.triggerHandshake(rig.nodes[1].id)))
    rig.run(for: .seconds(1))
    return rig
  }

  /// Lets time pass in small steps; every private message is confirmed as stored and as read.
  private func run(_ rig: inout MeshRig, for duration: Duration, confirmed: inout [Int]) {
    let end = rig.now.monotonic + duration
    while rig.now.monotonic < end {
      rig.run(for: .milliseconds(10))
      for node in rig.nodes.indices {
        for event in rig.nodes[node].events[confirmed[node]...] {
          guard case .privateMessage(let sender, let id, _, _) = event else { continue }
          rig.tell(node, .command(.sendDelivered(messageID: id, to: sender)))
          rig.tell(node, .command(.sendRead(messageID: id, to: sender)))
        }
        confirmed[node] = rig.nodes[node].events.count
      }
    }
  }

  @Test func burstsBothWaysArriveWholeAndSoDoTheirReceipts() {
    var rig = established()
    rig.faults.jitterMilliseconds = 30
    let ids = (0..<100).map { "m\($0)" }
    for node in 0...1 {
      for id in ids {
        rig.tell(node, .command(.sendPrivate(text: id, to: rig.nodes[1 - node].id, messageID: id)))
      }
    }
    var confirmed = rig.nodes.map(\.events.count)
    run(&rig, for: .seconds(20), confirmed: &confirmed)
    for node in rig.nodes {
      #expect(node.privateTexts.sorted() == ids.sorted())
      let delivered = node.events.filter { if case .delivered = $0 { true } else { false } }
      let read = node.events.filter { if case .read = $0 { true } else { false } }
      #expect(delivered.count == ids.count && read.count == ids.count)
      #expect(ids.allSatisfy { node.statuses(of: $0) == [.sent] })
    }
  }

  @Test func messagesFasterThanTheReceiversBudgetWaitAndKeepTheirOrder() throws {
    var rig = established()
    let (ann, bob) = (rig.nodes[0].id, rig.nodes[1].id)
    let link = try #require(rig.nodes[1].engine.linkOwners.first?.link)
    // Another client may send 100 a second; the network makes bursts of them.
    var sessions = rig.nodes[0].engine.noise
    var frames: [[UInt8]] = []
    for number in 0..<160 {
      let message = PrivateMessage(messageID: "\(number)", text: "\(number)")
      let moment = rig.now.monotonic + .seconds(number / 20)
      let ciphertext = try sessions.encrypt(
        try NoisePayload.privateMessage(message).encoded(), for: bob, at: moment)
      frames.append(
        try Packet(
          type: .noiseEncrypted, timestamp: rig.now.unix, sender: ann, recipient: bob, payload: ciphertext
        ).encoded(padded: true))
    }
    for frame in frames { rig.inject(frame, to: 1, on: link) }
    #expect(rig.nodes[1].privateTexts.count <= NoiseLimits.messagesPerPeerMax)
    rig.run(for: .seconds(3))
    #expect(rig.nodes[1].privateTexts == (0..<160).map { "\($0)" })
  }

  @Test func waitingMessagesAreBoundedPerLinkAndInAll() {
    var waiting = WaitingMessages()
    func add(_ link: Int, bytes: Int = 10) -> Bool {
      let packet = Packet(
        type: .noiseEncrypted, timestamp: Timestamp(milliseconds: 1), sender: PeerID(rawValue: 1),
        payload: [UInt8](repeating: 0, count: bytes))
      return waiting.add(packet, on: LinkID(role: .central, name: "\(link)"))
    }
    let ofOne = (0..<200).filter { _ in add(0) }.count
    #expect(ofOne == NoiseLimits.waitingPerLinkMax)
    let ofMany = (0..<1_000).filter { add(1 + $0 % 50) }.count
    #expect(ofMany == NoiseLimits.waitingMax - ofOne)
    _ = waiting.takeAll(of: LinkID(role: .central, name: "0"))
    let large = (0..<40).filter { _ in add(99, bytes: 60_000) }.count
    #expect(large > 0 && waiting.payloadBytes <= NoiseLimits.waitingBytesMax)
  }

  @Test(arguments: [3, 7, 12] as [UInt64])
  func nothingCountsAsSentThatARestartedPeerCannotRead(seed: UInt64) {
    var rig = established(seed: seed)
    let bob = rig.nodes[1].id
    var ids: [String] = []
    for round in 0..<8 {
      rig.restart(1)
      for moment in 0..<3 {
        ids.append("\(round).\(moment)")
        rig.tell(0, .command(.sendPrivate(text: ids.last ?? "", to: bob, messageID: ids.last ?? "")))
        if moment == 0 { rig.connect(round % 2, 1 - round % 2) }
        rig.run(for: .milliseconds(1_000))
      }
    }
    rig.run(for: .seconds(75))
    for id in ids { #expect(rig.nodes[0].statuses(of: id) == [.sent], "\(id)") }
    #expect(rig.nodes[1].privateTexts.sorted() == ids.sorted())
  }

  @Test func refusedStartIsMadeUpForWhenThereIsRoom() throws {
    var random = SeededRandom(number: 8)
    let identity = MeshIdentity(noise: .generate(using: &random), signing: .generate(using: &random))
    var sessions = NoiseSessions(identity: identity)
    let peer = PeerID(rawValue: 9)
    let now = Instant(nanoseconds: 1_000_000_000)
    for step in 0..<20 { _ = sessions.budgets.admitStart(with: peer, at: now + .milliseconds(step)) }
    let isStarted = sessions.start(with: peer, at: now + .seconds(1), using: &random)
    #expect(!isStarted)
    let armed = sessions.takeActions().compactMap { action in
      if case .armRecovery(peer, let moment) = action { moment } else { nil }
    }
    let due = try #require(armed.last)
    #expect(due.since(now) <= NoiseLimits.handshakeWindow + .milliseconds(20))
    sessions.recover(peer, isReachable: true, at: due, using: &random)
    #expect(sessions.state(of: peer) == .handshaking)
  }

  @Test func sessionReturnsWhenTheHandshakeBudgetHasRoomAgain() {
    var rig = established()
    let bob = rig.nodes[1].id
    for _ in 0..<8 {
      rig.restart(1)
      rig.connect(0, 1)
      rig.run(for: .seconds(2))
    }
    #expect(!rig.nodes[0].engine.isSecureDeliverable(bob), "the budget is spent")
    // Whoever starts it: nobody has anything to send, and still both have keys again.
    rig.run(for: .seconds(65))
    #expect(rig.nodes[0].engine.isSecureDeliverable(bob))
    #expect(rig.nodes[1].engine.isSecureDeliverable(rig.nodes[0].id))
  }
}

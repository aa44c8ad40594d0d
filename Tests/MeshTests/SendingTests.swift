import MeshWire
import Testing
import Timebase

@testable import Mesh

/// Goal: what is given to the engine leaves as soon as it can, or its sender hears why not.
/// Method: engines that lose and get links, and one under a budget.
struct SendingTests {
  private func establishedRig() -> (rig: MeshRig, link: LinkID) {
    var rig = MeshRig(["ann", "bob"])
    let ends = rig.connect(0, 1)
    rig.run(for: .seconds(1))
    rig.tell(0, .command(.triggerHandshake(rig.nodes[1].id)))
    rig.run(for: .seconds(1))
    return (rig, ends.dialler)
  }

  @Test func encryptedMessageWithoutALinkWaitsForOne() {
    var (rig, link) = establishedRig()
    rig.cut(0, link)
    rig.tell(0, .command(.sendPrivate(text: "wait", to: rig.nodes[1].id, messageID: "W")))
    rig.run(for: .seconds(20))
    #expect(rig.nodes[0].statuses(of: "W").isEmpty, "spooling is not acceptance")
    rig.connect(0, 1)
    rig.run(for: .seconds(2))
    #expect(rig.nodes[0].statuses(of: "W") == [.sent])
    #expect(rig.nodes[1].privateTexts == ["wait"])
  }

  @Test func messageThatFindsNoLinkInAMinuteIsReported() {
    var (rig, link) = establishedRig()
    rig.cut(0, link)
    rig.tell(0, .command(.sendPrivate(text: "lost", to: rig.nodes[1].id, messageID: "L")))
    rig.run(for: .seconds(80))
    #expect(rig.nodes[0].statuses(of: "L") == [.failed(.noLink)])
  }

  @Test func messageBehindAHandshakeThatFoundNobodyLeavesWhenThePeerShowsItself() {
    var rig = MeshRig(["ann", "bob"])
    let bob = rig.nodes[1].id
    rig.tell(0, .command(.sendPrivate(text: "patience", to: bob, messageID: "P")))
    // Both attempts run out.
    rig.run(for: .seconds(100))
    #expect(rig.nodes[0].engine.sessionState(of: bob) == .none)
    rig.connect(1, 0)
    rig.run(for: .seconds(2))
    #expect(rig.nodes[1].privateTexts == ["patience"])
  }

  @Test func message1OfAnAttemptThatIsOverNeverLeaves() {
    var rig = MeshRig(["ann", "bob"])
    rig.tell(0, .command(.triggerHandshake(rig.nodes[1].id)))
    rig.run(for: .seconds(30))
    rig.connect(0, 1)
    rig.run(for: .seconds(2))
    let handshakes = rig.deliveries.filter { (try? Packet.decode($0.frame))?.type == .noiseHandshake }
    #expect(handshakes.isEmpty)
  }

  @Test func messagesOverTheBudgetWaitForItInOrder() {
    var (rig, _) = establishedRig()
    let texts = (0..<120).map { "m\($0)" }
    for text in texts {
      rig.tell(0, .command(.sendPrivate(text: text, to: rig.nodes[1].id, messageID: text)))
    }
    rig.run(for: .milliseconds(500))
    #expect(rig.nodes[1].privateTexts.count == NoiseLimits.sentPerPeerMax)
    rig.run(for: .seconds(4))
    #expect(rig.nodes[1].privateTexts == texts)
  }

  @Test func hundredAndFirstWaitingMessageIsToldThatTheFirstGaveWay() {
    var rig = MeshRig(["ann", "bob"])
    for number in 0...100 {
      rig.tell(0, .command(.sendPrivate(text: "x", to: rig.nodes[1].id, messageID: "\(number)")))
    }
    #expect(rig.nodes[0].statuses(of: "0") == [.failed(.queueFull)])
    #expect(rig.nodes[0].statuses(of: "100").isEmpty)
  }

  @Test func sameMessageGivenTwiceWhileItWaitsGoesOnce() {
    var rig = MeshRig(["ann", "bob"])
    for _ in 0..<2 {
      rig.tell(0, .command(.sendPrivate(text: "once", to: rig.nodes[1].id, messageID: "A")))
    }
    rig.connect(0, 1)
    rig.run(for: .seconds(12))
    #expect(rig.nodes[1].privateTexts == ["once"])
  }

  @Test func receiptToAPeerOutOfReachStartsNoHandshake() {
    var bench = Bench()
    _ = bench.link("x")
    bench.run(for: .seconds(1))
    _ = bench.takeEffects()
    bench.tell(.command(.sendDelivered(messageID: "M", to: PeerID(rawValue: 5))))
    bench.run(for: .seconds(1))
    #expect(!bench.sent.contains { $0.packet.type == .noiseHandshake })
  }

  @Test func stoppedOrUnstartedEngineRefusesInWords() {
    var rig = MeshRig(["ann"])
    rig.tell(0, .command(.stop))
    rig.run(for: .seconds(1))
    rig.tell(0, .command(.sendPublic(text: "late", timestamp: rig.now.unix)))
    rig.tell(0, .command(.sendPrivate(text: "late", to: PeerID(rawValue: 5), messageID: "L")))
    let failures = rig.nodes[0].events.filter { event in
      if case .deliveryStatus(_, .failed(.notRunning)) = event { true } else { false }
    }
    #expect(failures.count == 2)
    rig.tell(0, .command(.stop))
    #expect(rig.nodes[0].events.filter { $0 == .stopped }.count == 2)
  }

  @Test func restartedEngineMeetsItsPeersAgain() {
    var (rig, _) = establishedRig()
    rig.tell(0, .command(.stop))
    rig.run(for: .seconds(1))
    rig.tell(0, .command(.start))
    rig.connect(0, 1)
    rig.run(for: .seconds(2))
    rig.tell(1, .command(.sendPrivate(text: "again", to: rig.nodes[0].id, messageID: "A")))
    rig.run(for: .seconds(2))
    #expect(rig.nodes[0].privateTexts == ["again"])
  }

  @Test func earlyLateAndNeedlessWakeUpsDoNoHarm() {
    var bench = Bench()
    let link = bench.link("x", .peripheral)
    for _ in 0..<5 { bench.tell(.timer(.wake)) }
    #expect(bench.sent.isEmpty)
    bench.run(for: .seconds(2))
    for _ in 0..<5 { bench.tell(.timer(TimerID(rawValue: 99))) }
    let announces = bench.sent.filter { $0.packet.type == .announce }
    #expect(
      announces.count == 2 && announces.allSatisfy { $0.links == [link] }, "greeting and first announce")
  }

  @Test func copyCancelsAWaitingRelayTowardItsSenderAmongManyPeers() throws {
    for (peers, copies, left) in [(2, 1, [1]), (3, 1, [2]), (3, 2, []), (4, 1, [2, 3])] {
      var bench = Bench()
      let links = (0..<peers).map { bench.link("\($0)") }
      bench.run(for: .seconds(1))
      for (index, link) in links.enumerated() {
        let announce = try Stranger(seed: UInt64(60 + index)).announce(at: bench.now.unix)
        try bench.receive(announce, on: link)
      }
      bench.run(for: .seconds(1))
      _ = bench.takeEffects()
      let message = try Stranger(seed: 60).message("copy", at: bench.now.unix)
      for link in links[0...copies] { try bench.receive(message, on: link) }
      bench.run(for: .seconds(1))
      let relayed = bench.sent.filter { $0.packet.type == .publicMessage }.flatMap(\.links)
      #expect(relayed == left.map { links[$0] }, "\(peers) peers, \(copies) copies")
    }
  }

  @Test func radioLinkThatComesUpAgainAtOnceGetsNoSecondGreeting() {
    var bench = Bench()
    let id = LinkID(role: .central, name: "radio")
    let facts = LinkFacts(sendLimitBytes: 512, isGreetingLimited: true)
    bench.run(for: .seconds(2))
    _ = bench.takeEffects()
    bench.tell(.link(.up(id, facts)))
    bench.run(for: .milliseconds(500))
    #expect(bench.sent.filter { $0.packet.type == .announce }.count == 1)
    bench.tell(.link(.ended(id, runPeerBookkeeping: true)))
    bench.tell(.link(.up(id, facts)))
    bench.run(for: .milliseconds(500))
    #expect(bench.sent.filter { $0.packet.type == .announce }.count == 1)
  }
}

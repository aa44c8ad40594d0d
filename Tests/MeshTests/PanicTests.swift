import Cryptography
import MeshWire
import Testing
import Timebase

@testable import Mesh

/// Goal: a rotated node leaves nothing of its old self behind, and survivors find its new one
/// (mesh-engine 12.1, 15; scenarios 6, 8 and 9).
struct PanicTests {
  @Test func nothingIsSentBetweenSuspendAndCompleteAndNothingOldAfterwards() throws {
    let bob = Stranger(seed: 41)
    var bench = Bench(seed: 7)
    let link = bench.link("b")
    bench.run(for: .seconds(1))
    try bench.receive(try bob.announce(at: bench.now.unix), on: link)
    bench.tell(.command(.sendPublic(text: "old words", timestamp: bench.now.unix)))
    bench.tell(.command(.sendPrivate(text: "old secret", to: bob.id, messageID: "M")))
    let old = bench.identity
    _ = bench.takeEffects()
    bench.tell(.command(.panic(.suspend)))
    #expect(bench.effects.contains(.disconnect(link)))
    #expect(bench.events.contains(.archiveChanged([])))
    try bench.receive(try bob.message("hello", at: bench.now.unix), on: link)
    _ = bench.link("late")
    bench.tell(.command(.sendPublic(text: "too soon", timestamp: bench.now.unix)))
    bench.tell(.command(.sendPrivate(text: "too soon", to: bob.id, messageID: "N")))
    bench.tell(.command(.triggerHandshake(bob.id)))
    bench.tell(.command(.setNickname("nobody")))
    bench.tell(.command(.module(Diagnostics.Command.ping(bob.id, token: 1))))
    bench.run(for: .seconds(100))
    let new = Stranger(seed: 42).identity
    bench.tell(.command(.panic(.resetIdentity(new, nickname: "someone"))))
    #expect(bench.sent.isEmpty)
    #expect(!bench.events.contains { if case .publicMessage = $0 { true } else { false } })
    bench.tell(.command(.panic(.complete(restarts: true))))
    let again = bench.link("b")
    bench.run(for: .seconds(2))
    try bench.receive(try bob.announce(at: bench.now.unix), on: again)
    bench.run(for: .seconds(40))
    #expect(bench.sent.contains { $0.packet.type == .announce && $0.packet.sender == new.peerID })
    for (packet, _) in bench.sent {
      #expect(packet.sender == new.peerID)
      #expect(!packet.isSignatureValid(under: old.signing.publicKey))
      #expect(try !packet.encoded().containsSlice(old.peerID.bytes))
    }
    #expect(bench.engine.peers.map(\.id) == [bob.id])
  }

  @Test func aRotatedNodeAnnouncesAtOnce() {
    var bench = Bench(seed: 7)
    let link = bench.link("b")
    bench.run(for: .seconds(1))
    _ = bench.takeEffects()
    bench.tell(.command(.setNickname("ann two")))
    #expect(bench.sent.count == 1)
    bench.tell(.command(.panic(.suspend)))
    bench.tell(.command(.panic(.resetIdentity(Stranger(seed: 42).identity, nickname: "someone"))))
    _ = bench.takeEffects()
    bench.tell(.link(.up(link, LinkFacts(sendLimitBytes: 65_535))))
    #expect(bench.effects.contains(.disconnect(link)), "the gate is closed")
    bench.tell(.command(.panic(.complete(restarts: false))))
    bench.tell(.command(.start))
    bench.tell(.link(.up(link, LinkFacts(sendLimitBytes: 65_535))))
    bench.run(for: .milliseconds(450))
    #expect(bench.sent.filter { $0.packet.type == .announce }.count == 1)
  }

  @Test(arguments: [1, 2])
  func survivorsMoveEveryLinkToTheNewIdentityOnceAndStay(_ linkCount: Int) throws {
    var rig = MeshRig(["ann", "bob"], seed: 6)
    let ends = (0..<linkCount).map { _ in rig.connect(1, 0) }
    // Both links stay, since only the newest of those that one side opened is kept after a while.
    rig.run(for: .seconds(1))
    let alive = ends.filter { end in !rig.nodes[1].disconnected.contains(end.dialler) }
    let old = rig.nodes[0].id
    let new = Stranger(seed: 77)
    // The platform keeps the connections: bob never hears of an end.
    for (number, end) in alive.enumerated() {
      rig.inject(try new.announce(at: moment(rig, number)).encoded(), to: 1, on: end.dialler)
      rig.run(for: .milliseconds(200))
    }
    #expect(!rig.nodes[1].engine.peers.contains { $0.id == old })
    for step in 1...4 {
      rig.run(for: .seconds(1))
      for end in alive where !rig.nodes[1].disconnected.contains(end.dialler) {
        rig.inject(try new.announce(at: moment(rig, step)).encoded(), to: 1, on: end.dialler)
      }
    }
    #expect(rig.nodes[1].connected == [new.id])
    #expect(rig.nodes[1].engine.linkOwners.allSatisfy { $0.peer == new.id })
    let moves = rig.nodes[1].verified.filter { $0.1 == new.id }
    #expect(moves.count <= alive.count, "it never flips")
  }

  @Test func modulesForgetAndWhatTheyKeptIsThrownAway() {
    var bench = Bench(seed: 7)
    bench.tell(.command(.panic(.suspend)))
    #expect(bench.events.contains(.moduleState(name: "diagnostics", [])))
    #expect(bench.events.contains(.moduleState(name: "private-messages", [])))
  }

  private func moment(_ rig: MeshRig, _ number: Int) -> Timestamp {
    Timestamp(milliseconds: rig.now.unix.milliseconds + UInt64(number))
  }
}

extension [UInt8] {
  fileprivate func containsSlice(_ part: [UInt8]) -> Bool {
    guard count >= part.count else { return false }
    return (0...count - part.count).contains { Array(self[$0..<$0 + part.count]) == part }
  }
}

import Cryptography
import MeshWire
import Testing
import Timebase

@testable import Mesh

/// Goal: who met a peer first through a forged announce is put right as soon as the peer itself is there
/// (mesh-wire 8.3, 11.4). Method: a forger who has a link and no engine, and the real peer.
struct FirstContactTests {
  /// Ann believes that Mal's signing key is Bob's: Mal was there first. Nothing else of Mal's node is heard.
  private func deceived(seed: UInt64) throws -> (rig: MeshRig, forged: LinkID) {
    var rig = MeshRig(["ann", "bob", "mal"], seed: seed)
    let (bob, mal) = (rig.nodes[1].identity, rig.nodes[2].identity)
    let forged = rig.connect(2, 0).acceptor
    rig.isDelivered = { node, link, _ in node != 0 || link != forged }
    let payload = try Announce(
      nickname: "bob", noiseKey: bob.noise.publicKey.bytes, signingKey: mal.signing.publicKey.bytes,
      capabilities: []
    ).encoded()
    let lie = try Packet(type: .announce, timestamp: rig.now.unix, sender: bob.peerID, payload: payload)
      .signed(with: mal.signing)
    rig.inject(try lie.encoded(padded: false), to: 0, on: forged)
    #expect(rig.nodes[0].engine.pins[bob.peerID]?.signingKey == mal.signing.publicKey)
    return (rig, forged)
  }

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func contradictedFirstContactIsSettledByASession(seed: UInt64) throws {
    var (rig, forged) = try deceived(seed: seed)
    let bob = rig.nodes[1].identity
    let link = rig.connect(1, 0).acceptor
    rig.run(for: .seconds(20))
    let pin = try #require(rig.nodes[0].engine.pins[bob.peerID])
    #expect(pin.isSigningKeyAuthenticated && pin.signingKey == bob.signing.publicKey)
    let owners = rig.nodes[0].engine.linkOwners
    #expect(owners.first { $0.link == link }?.peer == bob.peerID)
    #expect(owners.first { $0.link == forged }?.peer == nil, "the forger's link is nobody's")
    rig.tell(1, .command(.sendPublic(text: "it is me", timestamp: rig.now.unix)))
    rig.tell(0, .command(.sendPrivate(text: "so it is", to: bob.peerID, messageID: "S")))
    rig.run(for: .seconds(2))
    #expect(rig.nodes[0].publicTexts == ["it is me"])
    #expect(rig.nodes[1].privateTexts == ["so it is"])
  }

  @Test func whatTheForgerSaysIsRefusedOnceTheSessionSpoke() throws {
    var (rig, forged) = try deceived(seed: 5)
    let (bob, mal) = (rig.nodes[1].identity, rig.nodes[2].identity)
    rig.connect(1, 0)
    rig.run(for: .seconds(20))
    let lie = try Packet(
      type: .publicMessage, timestamp: rig.now.unix, sender: bob.peerID, payload: Array("lie".utf8)
    ).signed(with: mal.signing)
    rig.inject(try lie.encoded(padded: false), to: 0, on: forged)
    #expect(rig.nodes[0].publicTexts.isEmpty)
  }

  @Test func contradictionsStartOneHandshakeAMinuteOnALink() throws {
    let (bob, mal) = (Stranger(seed: 51), Stranger(seed: 52))
    var bench = Bench()
    let (link, other) = (bench.link("b"), bench.link("m"))
    bench.run(for: .seconds(1))
    try bench.receive(try bob.announce(at: bench.now.unix), on: link)
    _ = bench.takeEffects()
    for _ in 0..<20 {
      let payload = try Announce(
        nickname: "bob", noiseKey: bob.identity.noise.publicKey.bytes,
        signingKey: mal.identity.signing.publicKey.bytes, capabilities: []
      ).encoded()
      let claim = try Packet(type: .announce, timestamp: bench.now.unix, sender: bob.id, payload: payload)
        .signed(with: mal.identity.signing)
      try bench.receive(claim, on: other)
      bench.run(for: .seconds(2))
    }
    let started = bench.sent.filter { $0.packet.type == .noiseHandshake && $0.packet.payload.count == 32 }
    #expect(started.count <= 2, "one, and one more when nobody answered")
    #expect(bench.engine.pins[bob.id]?.signingKey == bob.identity.signing.publicKey)
  }
}

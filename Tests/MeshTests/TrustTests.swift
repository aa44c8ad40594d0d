import Cryptography
import MeshWire
import Testing
import Timebase

@testable import Mesh

/// Goal: the trust rules of mesh-wire 8.3 and 11.4. Method: one engine, announces by hand; pairs for what is
/// said inside a session.
struct TrustTests {
  @Test func firstSigningKeyIsKept() throws {
    let bob = Stranger(seed: 41)
    let impostor = Stranger(seed: 42)
    var bench = Bench()
    let link = bench.link("b")
    bench.run(for: .seconds(1))
    try bench.receive(try bob.announce(at: bench.now.unix), on: link)
    bench.run(for: .seconds(1))
    try bench.receive(try bob.announce(signedBy: impostor.identity.signing, at: bench.now.unix), on: link)
    #expect(bench.engine.peers.first?.signingKey == bob.identity.signing.publicKey)
  }

  @Test func rememberedIdentityIsNotTakenOverAfterARestart() throws {
    let bob = Stranger(seed: 41)
    let impostor = Stranger(seed: 42)
    var bench = Bench()
    let known = KnownIdentity(
      noiseKey: bob.identity.noise.publicKey, signingKey: bob.identity.signing.publicKey,
      isSigningKeyAuthenticated: false, nickname: "bob")
    bench.tell(.command(.restoreIdentities([known])))
    let link = bench.link("b")
    bench.run(for: .seconds(1))
    try bench.receive(try bob.announce(signedBy: impostor.identity.signing, at: bench.now.unix), on: link)
    #expect(bench.engine.peers.isEmpty)
    // A message by the remembered key is shown although no announce was seen.
    try bench.receive(try bob.message("remember me", at: bench.now.unix), on: link)
    let shown = bench.events.compactMap { event -> String? in
      if case .publicMessage(_, let nickname, let text, _, _, _) = event {
        "\(nickname): \(text)"
      } else {
        nil
      }
    }
    #expect(shown == ["bob: remember me"])
  }

  @Test func identityIsReportedOnceAndAgainWhenTheNameChanges() throws {
    var bob = Stranger(seed: 41)
    var bench = Bench()
    let link = bench.link("b")
    bench.run(for: .seconds(1))
    for name in ["bob", "bob", "Bobby"] {
      bob.nickname = name
      try bench.receive(try bob.announce(at: bench.now.unix), on: link)
      bench.run(for: .seconds(1))
    }
    let learned = bench.events.compactMap { event -> String? in
      if case .identityLearned(let identity) = event { identity.nickname } else { nil }
    }
    #expect(learned == ["bob", "Bobby"])
  }

  @Test func nicknameIsStoredComposed() throws {
    var bob = Stranger(seed: 41)
    bob.nickname = "Zoe\u{308}"
    var bench = Bench()
    let link = bench.link("b")
    bench.run(for: .seconds(1))
    try bench.receive(try bob.announce(at: bench.now.unix), on: link)
    #expect(
      bench.engine.peers.first.map { Array($0.nickname.unicodeScalars) } == Array("Zo\u{EB}".unicodeScalars))
  }

  @Test func sessionBindsTheSigningKeyForGood() {
    var rig = MeshRig(["ann", "bob"])
    rig.connect(0, 1)
    rig.run(for: .seconds(1))
    rig.tell(0, .command(.triggerHandshake(rig.nodes[1].id)))
    rig.run(for: .seconds(1))
    let learned = rig.nodes[0].events.compactMap { event -> KnownIdentity? in
      if case .identityLearned(let identity) = event { identity } else { nil }
    }
    #expect(learned.map(\.isSigningKeyAuthenticated) == [false, true])
    #expect(learned.last?.signingKey == rig.nodes[1].identity.signing.publicKey)
    let states = rig.deliveries.filter { (try? Packet.decode($0.frame))?.type == .noiseEncrypted }
    #expect(states.count == 4, "each side says it once and echoes once")
  }

  @Test func announceWithoutASignatureIsRelayedButNotListed() throws {
    let bob = Stranger(seed: 41)
    var bench = Bench()
    let (link, other) = (bench.link("b"), bench.link("o"))
    bench.run(for: .seconds(1))
    _ = bench.takeEffects()
    var unsigned = try bob.announce(at: bench.now.unix)
    unsigned.signature = nil
    try bench.receive(unsigned, on: link)
    bench.run(for: .milliseconds(100))
    #expect(bench.engine.peers.isEmpty)
    let relayed = bench.sent.filter { $0.packet.sender == bob.id }
    #expect(relayed.map(\.links) == [[other]])
  }

  @Test func everyLinkOfAPeerIsBoundByCopiesOfOneAnnounce() throws {
    let bob = Stranger(seed: 41)
    var bench = Bench()
    let (one, two) = (bench.link("1"), bench.link("2"))
    bench.run(for: .seconds(1))
    let announce = try bob.announce(at: bench.now.unix)
    try bench.receive(announce, on: one)
    try bench.receive(announce, on: two)
    #expect(bench.engine.linkOwners.map(\.peer) == [bob.id, bob.id])
    let verified = bench.effects.filter { if case .linkVerified = $0 { true } else { false } }
    #expect(verified == [.linkVerified(one, bob.id), .linkVerified(two, bob.id)])
  }

  @Test func newLinkGetsAnAnnounceEvenWhenTheLastIsTooFresh() throws {
    var bench = Bench()
    let first = bench.link("1", .peripheral)
    bench.run(for: .milliseconds(60))
    let second = bench.link("2", .peripheral)
    bench.run(for: .milliseconds(60))
    let announces = bench.sent.filter { $0.packet.type == .announce }
    #expect(announces.map(\.links) == [[first], [second]])
    #expect(announces[0].packet == announces[1].packet, "the same announce again, not another")
  }

  @Test func unknownAndReservedTypesAreRelayedAndIgnored() throws {
    var bench = Bench()
    let (link, other) = (bench.link("b"), bench.link("o"))
    bench.run(for: .seconds(1))
    _ = bench.takeEffects()
    for type in [0x2C, 0x7F, 0x22] as [UInt8] {
      let packet = Packet(
        type: MessageType(rawValue: type), timestamp: bench.now.unix, sender: PeerID(rawValue: 5),
        payload: [1, 2, 3])
      try bench.receive(packet, on: link)
    }
    let request = Packet(
      type: .syncRequest, ttl: 0, timestamp: bench.now.unix, sender: PeerID(rawValue: 5), payload: [1])
    try bench.receive(request, on: link)
    bench.run(for: .milliseconds(100))
    #expect(bench.sent.map(\.packet.type.rawValue).sorted() == [0x22, 0x2C, 0x7F])
    #expect(bench.sent.allSatisfy { $0.links == [other] })
    #expect(bench.events.isEmpty)
  }

  @Test func longPrivateAndPublicTextsAreRefusedInWords() {
    var bench = Bench()
    _ = bench.link("b")
    bench.run(for: .seconds(1))
    _ = bench.takeEffects()
    let peer = PeerID(rawValue: 5)
    let long = String(repeating: "x", count: 256)
    bench.tell(.command(.sendPrivate(text: long, to: peer, messageID: "P")))
    bench.tell(.command(.sendPublic(text: String(repeating: "y", count: 16_001), timestamp: bench.now.unix)))
    #expect(bench.events.first == .deliveryStatus(messageID: "P", .failed(.tooLong)))
    #expect(bench.events.count == 2 && bench.sent.isEmpty)
  }
}

extension Stranger {
  /// An announce of this Noise key with somebody else's signing key and signature.
  fileprivate func announce(signedBy signing: Ed25519.PrivateKey, at moment: Timestamp) throws -> Packet {
    let payload = try Announce(
      nickname: nickname, noiseKey: identity.noise.publicKey.bytes, signingKey: signing.publicKey.bytes
    ).encoded()
    return try Packet(type: .announce, timestamp: moment, sender: id, payload: payload).signed(with: signing)
  }
}

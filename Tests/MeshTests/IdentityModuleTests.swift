import Cryptography
import Mesh
import MeshWire
import Testing
import Timebase

/// Goal: challenges, answers and vouches reach the other end of a session, and nobody else; what is malformed
/// or too much is dropped and counted. Method: two and three real engines.
struct IdentityModuleTests {
  static let challenge = VerifyChallenge(
    noiseKeyText: String(repeating: "ab", count: 32), nonce: [UInt8](repeating: 7, count: 16))
  static let attestation = VouchAttestation(
    fingerprint: [UInt8](repeating: 1, count: 32), signingKey: [UInt8](repeating: 2, count: 32),
    statedAt: Timestamp(milliseconds: 5), signature: [UInt8](repeating: 3, count: 64))

  @Test func aChallengeWaitsForASessionAndItsAnswerComesBack() throws {
    var rig = Self.pair()
    let (ann, bob) = (rig.nodes[0], rig.nodes[1])
    #expect(ann.engine.sessionState(of: bob.id) == .none)
    rig.tell(0, .command(.module(Verification.Command.challenge(Self.challenge, bob.id))))
    rig.run(for: .seconds(2))
    #expect(
      reports(rig.nodes[1]) == [
        .challenged(Self.challenge, by: ann.id, noiseKey: ann.identity.noise.publicKey)
      ])
    let response = VerifyResponse(to: Self.challenge, signature: [UInt8](repeating: 9, count: 64))
    rig.tell(1, .command(.module(Verification.Command.respond(response, ann.id))))
    rig.run(for: .seconds(2))
    #expect(
      reports(rig.nodes[0]) == [.responded(response, by: bob.id, noiseKey: bob.identity.noise.publicKey)])
  }

  @Test func aVouchGoesOnlyIntoASessionAndTheBitSaysWhoUnderstandsIt() throws {
    var rig = Self.pair()
    let (ann, bob) = (rig.nodes[0], rig.nodes[1])
    #expect(ann.engine.peers.first?.capabilities == .vouch)
    let send = MeshCommand.module(Vouching.Command.send([Self.attestation], bob.id))
    rig.tell(0, .command(send))
    rig.run(for: .seconds(12))
    #expect(vouches(rig.nodes[1]).isEmpty)
    #expect(rig.nodes[0].engine.sessionState(of: bob.id) == .none, "no handshake for a vouch")
    rig.tell(0, .command(.triggerHandshake(bob.id)))
    rig.run(for: .seconds(2))
    rig.tell(0, .command(send))
    rig.run(for: .seconds(2))
    let report = try #require(vouches(rig.nodes[1]).first)
    #expect(report.attestations == [Self.attestation] && report.peer == ann.id)
    #expect(report.noiseKey == ann.identity.noise.publicKey)
  }

  @Test func whatIsMalformedIsDroppedAndTheSessionStays() throws {
    var rig = MeshRig(seed: 32)
    rig.add("ann", configuration: MeshConfiguration(modules: [PrivateMessages(), RawPayloads()]))
    rig.add("bob")
    rig.connect(0, 1)
    rig.run(for: .seconds(2))
    let bob = rig.nodes[1].id
    for type in [NoiseModuleType.verifyChallenge, .verifyResponse, .vouch] {
      for body in [[], [1], [1, 64, 2], [UInt8](repeating: 255, count: 90)] as [[UInt8]] {
        rig.tell(0, .command(.module(RawPayloads.Send(type: type, body: body, peer: bob))))
      }
      rig.run(for: .seconds(11))
    }
    #expect(reports(rig.nodes[1]).isEmpty && vouches(rig.nodes[1]).isEmpty)
    rig.tell(0, .command(.sendPrivate(text: "still there", to: bob, messageID: "one")))
    rig.run(for: .seconds(2))
    #expect(rig.nodes[1].privateTexts == ["still there"])
  }

  @Test func ofManyFiveInTenSecondsComeThroughAndAWipeForgets() {
    let sent = 12
    for (name, command, count) in Self.floods {
      var rig = Self.pair()
      let bob = rig.nodes[1].id
      rig.tell(0, .command(.triggerHandshake(bob)))
      rig.run(for: .seconds(2))
      for _ in 0..<sent { rig.tell(0, .command(.module(command(bob)))) }
      rig.run(for: .seconds(3))
      #expect(count(rig.nodes[1]) == 5, "\(name)")
      #expect(rig.nodes[1].engine.moduleCounters.first { $0.name == name }?.count == sent - 5)
      rig.run(for: .seconds(10))
      rig.tell(0, .command(.module(command(bob))))
      rig.run(for: .seconds(1))
      #expect(count(rig.nodes[1]) == 6, "\(name)")
      rig.tell(1, .command(.panic(.suspend)))
      #expect(rig.nodes[1].engine.moduleCounters.first { $0.name == name }?.count == 0)
    }
  }

  typealias Flood = (
    name: String, command: (PeerID) -> any ModuleCommand, count: (RigNode) -> Int
  )

  /// What overruns each budget.
  static var floods: [Flood] {
    [
      ("verificationsOverBudget", { Verification.Command.challenge(challenge, $0) }, { reports($0).count }),
      ("vouchesOverBudget", { Vouching.Command.send([attestation], $0) }, { vouches($0).count }),
    ]
  }

  /// What a node counts after a peer in session asked so often.
  static func flooded(_ count: Int, _ name: String) -> Int {
    var rig = pair()
    let bob = rig.nodes[1].id
    rig.tell(0, .command(.triggerHandshake(bob)))
    rig.run(for: .seconds(2))
    for flood in floods where flood.name == name {
      for _ in 0..<count { rig.tell(0, .command(.module(flood.command(bob)))) }
    }
    rig.run(for: .seconds(3))
    return rig.nodes[1].engine.moduleCounters.first { $0.name == name }?.count ?? 0
  }

  static func pair() -> MeshRig {
    var rig = MeshRig(["ann", "bob"], seed: 31)
    rig.connect(0, 1)
    rig.run(for: .seconds(2))
    return rig
  }
}

private func reports(_ node: RigNode) -> [Verification.Report] {
  node.events.compactMap { event in
    if case .module(let event) = event { event.value as? Verification.Report } else { nil }
  }
}

private func vouches(_ node: RigNode) -> [Vouching.Report] {
  node.events.compactMap { event in
    if case .module(let event) = event { event.value as? Vouching.Report } else { nil }
  }
}

/// Sends whatever it is given.
private struct RawPayloads: MeshModule {
  struct Send: ModuleCommand {
    let type: NoiseModuleType
    let body: [UInt8]
    let peer: PeerID
  }

  var registration: ModuleRegistration { ModuleRegistration(name: "raw") }

  mutating func handle(_ event: ModuleEvent, port: inout ModulePort) -> ModuleVerdict {
    guard case .command(let command) = event, let send = command as? Send else { return .reject }
    try? port.send(.module(send.type, body: send.body), to: send.peer)
    return .accept
  }

  mutating func wipe() {}
}

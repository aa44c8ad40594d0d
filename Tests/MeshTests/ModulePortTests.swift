import Mesh
import MeshWire
import Testing
import Timebase

/// Goal: a feature is added without touching the engine. Method: a module that exists only here, a counter
/// that counts posts on the board, shouts by timer and takes a command of its own.
struct ModulePortTests {
  private struct Counter: MeshModule {
    enum Command: ModuleCommand { case shout }
    struct Counted: Hashable, Sendable { let pings: Int }

    var pings = 0

    var registration: ModuleRegistration {
      ModuleRegistration(
        name: "counter", messageTypes: [.boardPost], payloadTypes: [.module(.vouch)],
        capabilities: .meshDiagnostics, hearsSessions: true)
    }

    mutating func handle(_ event: ModuleEvent, port: inout ModulePort) -> ModuleVerdict {
      switch event {
      case .packet(let packet, _, let ingressPeer):
        pings += 1
        port.emit(.module(ModuleAppEvent(Counted(pings: pings))))
        return packet.payload.isEmpty || ingressPeer == nil ? .reject : .accept
      case .noisePayload(.module(.vouch, let body), let peer, _):
        try? port.send(.module(.vouch, body: body.reversed()), to: peer)
        return .accept
      case .noisePayload: return .reject
      case .command(let command):
        guard command is Command else { return .reject }
        port.schedule(7, at: port.now.monotonic + .seconds(2))
        return .accept
      case .session, .restored: return .reject
      case .timer:
        let packet = Packet(
          type: .voiceFrame, timestamp: port.now.unix, sender: port.ownID, payload: Array("shout".utf8))
        if let signed = try? port.signed(packet) { port.broadcast(signed) }
        return .accept
      }
    }

    mutating func wipe() { pings = 0 }
  }

  private let configuration = MeshConfiguration(modules: [PrivateMessages(), Counter()])

  @Test func moduleGetsItsPacketsAndDecidesWhetherTheyGoOn() throws {
    let bob = Stranger(seed: 51)
    var bench = Bench(configuration: configuration)
    let (link, other) = (bench.link("b"), bench.link("o"))
    bench.run(for: .seconds(1))
    try bench.receive(try bob.announce(at: bench.now.unix), on: link)
    bench.run(for: .seconds(1))
    _ = bench.takeEffects()
    for payload in [[], [1]] as [[UInt8]] {
      let ping = Packet(type: .boardPost, timestamp: bench.now.unix, sender: bob.id, payload: payload)
      try bench.receive(ping, on: link)
    }
    bench.run(for: .milliseconds(300))
    #expect(
      bench.events.filter { if case .module = $0 { true } else { false } }
        == [1, 2].map {
          .module(ModuleAppEvent(Counter.Counted(pings: $0)))
        })
    let relayed = bench.sent.filter { $0.packet.type == .boardPost }
    #expect(relayed.map(\.packet.payload) == [[1]] && relayed.first?.links == [other])
  }

  @Test func moduleTakesItsCommandSetsItsTimerAndSpeaks() {
    var bench = Bench(configuration: configuration)
    let link = bench.link("b")
    bench.run(for: .seconds(1))
    _ = bench.takeEffects()
    bench.tell(.command(.module(Counter.Command.shout)))
    bench.run(for: .milliseconds(1_999))
    #expect(!bench.sent.contains { $0.packet.type == .voiceFrame })
    bench.run(for: .milliseconds(1))
    let shout = bench.sent.first { $0.packet.type == .voiceFrame }
    #expect(shout?.links == [link])
    #expect(shout?.packet.isSignatureValid(under: bench.identity.signing.publicKey) == true)
  }

  @Test func moduleSaysWhatItCanDoAndAnswersInsideTheSession() {
    var rig = MeshRig(["ann", "bob"], configuration: configuration)
    rig.connect(0, 1)
    rig.run(for: .seconds(1))
    #expect(rig.nodes[0].engine.peers.first?.capabilities == .meshDiagnostics)
    rig.tell(0, .command(.sendPrivate(text: "both modules live", to: rig.nodes[1].id, messageID: "M")))
    rig.run(for: .seconds(1))
    #expect(rig.nodes[1].privateTexts == ["both modules live"])
  }

  @Test func buildWithoutModulesSaysItCanDoNothing() throws {
    var bench = Bench(configuration: MeshConfiguration(modules: []))
    _ = bench.link("b")
    bench.run(for: .seconds(1))
    let announce = try #require(bench.sent.first { $0.packet.type == .announce })
    #expect(try Announce.decode(announce.packet.payload).capabilities == [])
  }
}

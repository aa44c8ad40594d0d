import Cryptography
import MeshWire
import Testing
import Timebase

@testable import Mesh

/// Goal: what a link cannot carry whole crosses it in pieces, paced, cancellable and told truthfully
/// (mesh-wire 9, mesh-engine 9.3, 9.6). Method: engines on narrow links, a module that sends files.
struct TransferTests {
  /// Sends files in sessions and to everybody, and tells which came.
  private struct Files: MeshModule {
    enum Command: ModuleCommand {
      case give([UInt8], to: PeerID, id: String)
      case publish([UInt8], id: String?)
    }
    struct Came: Hashable, Sendable { let bytes: [UInt8] }

    var registration: ModuleRegistration {
      ModuleRegistration(
        name: "files", messageTypes: [.fileTransfer], payloadTypes: [.module(.privateFile)])
    }

    mutating func handle(_ event: ModuleEvent, port: inout ModulePort) -> ModuleVerdict {
      switch event {
      case .noisePayload(.module(.privateFile, let body), _, _):
        port.emit(.module(ModuleAppEvent(Came(bytes: body))))
        return .accept
      case .packet(let packet, _, _):
        port.emit(.module(ModuleAppEvent(Came(bytes: packet.payload))))
        return .accept
      case .command(let command):
        guard let command = command as? Command else { return .reject }
        switch command {
        case .give(let bytes, let peer, let id):
          try? port.send(
            .module(.privateFile, body: bytes), to: peer, messageID: id, transferID: id)
        case .publish(let bytes, let id):
          let packet = Packet(
            version: .two, type: .fileTransfer, timestamp: port.now.unix, sender: port.ownID, payload: bytes)
          port.broadcast(packet, transferID: id)
        }
        return .accept
      default: return .reject
      }
    }

    mutating func wipe() {}
  }

  private let configuration = MeshConfiguration(modules: [PrivateMessages(), Files()])

  private func rig(_ names: [String] = ["ann", "bob"], limit: Int = 512) -> (rig: MeshRig, link: LinkID) {
    var rig = MeshRig(names, configuration: configuration)
    let link = rig.connect(0, 1, limit: limit).dialler
    for node in names.indices.dropFirst(2) { rig.connect(node - 1, node, limit: limit) }
    rig.run(for: .seconds(3))
    rig.tell(0, .command(.triggerHandshake(rig.nodes[1].id)))
    rig.run(for: .seconds(2))
    return (rig, link)
  }

  private func noise(_ count: Int, seed: UInt64 = 9) -> [UInt8] {
    var random = SeededRandom(number: seed)
    return random.bytes(count)
  }

  private func transfers(_ id: String, _ rig: MeshRig) -> [TransferProgress] {
    rig.nodes[0].events.compactMap { if case .transfer(id, let progress) = $0 { progress } else { nil } }
  }

  private func files(_ node: RigNode) -> [[UInt8]] {
    node.events.compactMap { event in
      if case .module(let event) = event { (event.value as? Files.Came)?.bytes } else { nil }
    }
  }

  private func fragments(_ rig: MeshRig, to node: Int) -> [(at: Instant, packet: Packet)] {
    rig.deliveries.compactMap { delivery in
      guard delivery.to == node, let packet = try? Packet.decode(delivery.frame), packet.type == .fragment
      else { return nil }
      return (delivery.at, packet)
    }
  }

  /// Hard to compress: about five pieces.
  private var longText: String {
    String(decoding: noise(3_000).map { UInt8(ascii: "0") + $0 % 70 }, as: UTF8.self)
  }

  @Test func longMessageCrossesThreeNarrowLinksInPiecesAndIsShownOnce() {
    var (rig, _) = rig(["ann", "bob", "cid", "dan"])
    rig.deliveries = []
    rig.tell(0, .command(.sendPublic(text: longText, timestamp: rig.now.unix)))
    rig.run(for: .seconds(5))
    for node in rig.nodes.dropFirst() { #expect(node.publicTexts == [longText]) }
    #expect(rig.deliveries.allSatisfy { $0.frame.count <= 512 })
    let types = rig.deliveries.compactMap { try? Packet.decode($0.frame).type }
    #expect(!types.contains(.publicMessage), "only the pieces travel")
    #expect(Set(fragments(rig, to: 3).map(\.packet.ttl)) == [5])
    let moments = fragments(rig, to: 1).map(\.at)
    let gaps = zip(moments, moments.dropFirst()).map { $1.since($0) }
    #expect(gaps.count >= 3 && gaps.allSatisfy { $0 == FragmentLimits.broadcastSpacing })
    let statuses = rig.nodes[0].events.filter {
      if case .deliveryStatus(_, .sent) = $0 { true } else { false }
    }
    #expect(statuses.count == 1)
  }

  @Test func messageIsSentOnlyWhenItsLastPieceIs() {
    var (rig, _) = rig()
    rig.tell(0, .command(.sendPublic(text: longText, timestamp: rig.now.unix)))
    rig.run(for: .milliseconds(35))
    let isSent = { (rig: MeshRig) in
      rig.nodes[0].events.contains { if case .deliveryStatus(_, .sent) = $0 { true } else { false } }
    }
    let wasSentEarly = isSent(rig)
    #expect(!wasSentEarly)
    rig.run(for: .seconds(2))
    let wasSent = isSent(rig)
    #expect(wasSent)
  }

  @Test func wideLinkGetsTheWholeAndTheNarrowOnePieces() {
    var bench = Bench()
    let (radio, lan) = (bench.link("radio", limit: 512), bench.link("lan"))
    bench.run(for: .seconds(1))
    _ = bench.takeEffects()
    bench.tell(.command(.sendPublic(text: longText, timestamp: bench.now.unix)))
    bench.run(for: .seconds(1))
    let whole = bench.sent.filter { $0.packet.type == .publicMessage }
    let pieces = bench.sent.filter { $0.packet.type == .fragment }
    #expect(whole.map(\.links) == [[lan]])
    #expect(pieces.count > 2 && pieces.allSatisfy { $0.links == [radio] })
  }

  @Test func relayCutsWhatTheNextLinkCannotCarry() {
    var rig = MeshRig(["ann", "bob", "cid"])
    rig.connect(0, 1)
    rig.connect(1, 2, limit: 512)
    rig.run(for: .seconds(3))
    rig.tell(0, .command(.sendPublic(text: longText, timestamp: rig.now.unix)))
    rig.run(for: .seconds(3))
    #expect(rig.nodes[1].publicTexts == [longText] && rig.nodes[2].publicTexts == [longText])
  }

  @Test(arguments: [512, 65_535])
  func privateFileLeavesInPiecesAndItsProgressIsTold(limit: Int) {
    var (rig, _) = rig(limit: limit)
    let file = noise(50_000)
    rig.deliveries = []
    rig.tell(0, .command(.module(Files.Command.give(file, to: rig.nodes[1].id, id: "F"))))
    rig.run(for: .seconds(5))
    #expect(files(rig.nodes[1]) == [file])
    let pieces = fragments(rig, to: 1)
    #expect(pieces.allSatisfy { $0.packet.recipient == rig.nodes[1].id })
    let gaps = zip(pieces, pieces.dropFirst()).map { $1.at.since($0.at) }
    #expect(gaps.allSatisfy { $0 == FragmentLimits.directedSpacing })
    #expect(rig.nodes[0].statuses(of: "F") == [.sent])
    let progress = transfers("F", rig)
    #expect(progress.last == .done && (40...60).contains(progress.count))
  }

  @Test func cancelledTransferStopsAndIsToldAndTheNextStarts() {
    var (rig, _) = rig()
    for id in ["A", "B", "C"] {
      rig.tell(
        0,
        .command(
          .module(Files.Command.publish(noise(20_000, seed: UInt64(id.utf8.count)) + Array(id.utf8), id: id)))
      )
    }
    rig.run(for: .milliseconds(300))
    #expect(transfers("C", rig) == [.waiting], "two at a time")
    rig.tell(0, .command(.cancelTransfer(id: "A")))
    #expect(transfers("A", rig).last == .failed(.cancelled))
    rig.run(for: .seconds(10))
    #expect(transfers("B", rig).last == .done && transfers("C", rig).last == .done)
    #expect(files(rig.nodes[1]).map { $0.last.map { [$0] } ?? [] } == [Array("B".utf8), Array("C".utf8)])
  }

  @Test func cancelledWaitingTransferNeverStarts() {
    var (rig, _) = rig()
    for id in ["A", "B", "C"] {
      rig.tell(0, .command(.module(Files.Command.publish(noise(5_000) + Array(id.utf8), id: id))))
    }
    rig.tell(0, .command(.cancelTransfer(id: "C")))
    rig.run(for: .seconds(5))
    #expect(transfers("C", rig) == [.waiting, .failed(.cancelled)])
    #expect(files(rig.nodes[1]).count == 2)
  }

  @Test func sameFileIsNotSentTwiceAtOnce() {
    var (rig, _) = rig()
    let file = noise(10_000)
    for _ in 0..<3 { rig.tell(0, .command(.module(Files.Command.publish(file, id: nil)))) }
    #expect(rig.nodes[0].engine.transfers.activeCount == 1 && rig.nodes[0].engine.transfers.waitingCount == 0)
    rig.run(for: .seconds(3))
    #expect(files(rig.nodes[1]) == [file])
  }

  @Test func transferGoesOnWhenTheLinkIsBackAndFailsAfterAMinuteWithoutOne() {
    for isBack in [true, false] {
      var (rig, link) = rig()
      let file = noise(20_000)
      rig.tell(0, .command(.module(Files.Command.publish(file, id: "F"))))
      // Between two pieces: what is on its way when a link goes is lost.
      rig.run(for: .milliseconds(615))
      rig.cut(0, link)
      rig.run(for: .seconds(10))
      if isBack { rig.connect(0, 1, limit: 512) }
      rig.run(for: .seconds(70))
      #expect(transfers("F", rig).last == (isBack ? .done : .failed(.noLink)))
      #expect(files(rig.nodes[1]) == (isBack ? [file] : []))
    }
  }

  @Test func transferOfASessionThatIsGoneIsNotCalledSent() {
    var (rig, _) = rig()
    rig.tell(0, .command(.module(Files.Command.give(noise(40_000), to: rig.nodes[1].id, id: "F"))))
    rig.run(for: .milliseconds(500))
    rig.restart(1)
    rig.connect(0, 1, limit: 512)
    rig.run(for: .seconds(20))
    #expect(rig.nodes[0].statuses(of: "F") == [.failed(.noLink)])
  }

  @Test func stoppedEngineTellsThatItsTransfersAreOver() {
    var (rig, _) = rig()
    rig.tell(0, .command(.module(Files.Command.publish(noise(20_000), id: "F"))))
    rig.tell(0, .command(.stop))
    rig.run(for: .seconds(1))
    #expect(transfers("F", rig).last == .failed(.notRunning))
  }

  @Test func piecesForOthersArePassedOnNotKeptAndNestedOnesEndHere() throws {
    let bob = Stranger(seed: 71)
    var bench = Bench()
    let (link, other) = (bench.link("b"), bench.link("o"))
    bench.run(for: .seconds(1))
    _ = bench.takeEffects()
    func piece(_ type: MessageType, to recipient: PeerID?) -> Packet {
      let payload: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8, 0, 0, 0, 2, type.rawValue, 9, 9]
      return Packet(
        type: .fragment, timestamp: bench.now.unix, sender: bob.id, recipient: recipient, payload: payload)
    }
    try bench.receive(piece(.publicMessage, to: PeerID(rawValue: 5)), on: link)
    #expect(bench.engine.assemblies.count == 0)
    try bench.receive(piece(.fragment, to: nil), on: link)
    bench.run(for: .seconds(1))
    let passed = bench.sent.filter { $0.packet.type == .fragment }
    #expect(passed.map(\.links) == [[other]] && passed.first?.packet.recipient == PeerID(rawValue: 5))
    #expect(bench.engine.assemblies.count == 0)
  }

  @Test func transfersOfEachKindAreBounded() throws {
    func transfer(_ order: Transfer.Order, bytes: Int, number: Int) throws -> Transfer {
      let packet = Packet(
        type: .publicMessage, timestamp: Timestamp(milliseconds: 1), sender: PeerID(rawValue: 1), payload: [])
      let train = try FragmentTrain(
        cutting: [UInt8](repeating: 1, count: bytes), of: packet,
        stream: FragmentStreamID(rawValue: UInt64(number)), chunkBytes: 1_000)
      return Transfer(
        order: order, train: train, neighbour: nil, recipient: nil, excluding: nil, wholeBytes: bytes,
        nextAt: Instant(nanoseconds: 0))
    }
    var transfers = Transfers()
    let counted = try (0..<40).map {
      transfers.add(try transfer(Transfer.Order(id: .named("\($0)")), bytes: 1_000, number: $0))
    }
    #expect(counted.filter { $0 == .waits }.count == FragmentLimits.waitingTransfersMax)
    #expect(counted.filter { $0 == .refused }.count == 40 - 2 - FragmentLimits.waitingTransfersMax)
    for isRelay in [false, true] {
      let most = isRelay ? FragmentLimits.relayTrainsMax : FragmentLimits.ownTrainsMax
      let started = try (0..<100).filter {
        let order = Transfer.Order(isRelay: isRelay)
        return transfers.add(try transfer(order, bytes: 1_000, number: $0)) != .refused
      }
      #expect(started.count == most)
    }
    let isTooMuch = transfers.add(
      try transfer(Transfer.Order(id: .named("big")), bytes: FragmentLimits.transferBytesMax, number: 1))
    #expect(isTooMuch == .refused)
  }
}

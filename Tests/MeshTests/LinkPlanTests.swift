import MeshWire
import Testing
import Timebase

@testable import Mesh

/// Goal: a frame goes out on the links of mesh-engine 6 and 9.3, and on no other. Method: tables by hand.
struct LinkPlanTests {
  private let ann = PeerID(rawValue: 1)
  private let bob = PeerID(rawValue: 2)
  private let cid = PeerID(rawValue: 3)

  private func peripheral(_ name: String) -> LinkID { LinkID(role: .peripheral, name: name) }
  private func central(_ name: String) -> LinkID { LinkID(role: .central, name: name) }

  private func table(_ links: [(LinkID, PeerID?)]) -> LinkTable {
    var table = LinkTable()
    for (id, peer) in links {
      _ = table.add(id, LinkFacts(sendLimitBytes: 512))
      if let peer { table.bind(id, to: peer) }
    }
    return table
  }

  private func packet(_ type: MessageType, to recipient: PeerID? = nil, ttl: UInt8 = 7) -> Packet {
    Packet(
      type: type, ttl: ttl, timestamp: Timestamp(milliseconds: 1), sender: PeerID(rawValue: 9),
      recipient: recipient, payload: [1])
  }

  private func plan(_ packet: Packet, _ table: LinkTable, excluding: Ingress? = nil) -> [LinkID] {
    LinkPlan(for: packet, excluding: excluding).select(from: table).map(\.id)
  }

  @Test func broadcastTakesOneLinkAPeerAndAllUnboundOnes() {
    let table = table([
      (central("a1"), ann), (peripheral("a2"), ann), (central("b1"), bob), (central("b2"), bob),
      (peripheral("u"), nil),
    ])
    #expect(plan(packet(.publicMessage), table) == [peripheral("a2"), central("b1"), peripheral("u")])
  }

  @Test func directAnnounceTakesEveryLinkARelayedOneDoesNot() {
    let table = table([(central("a1"), ann), (peripheral("a2"), ann)])
    #expect(plan(packet(.announce), table) == [central("a1"), peripheral("a2")])
    #expect(plan(packet(.announce, ttl: 6), table) == [peripheral("a2")])
  }

  @Test func relayGoesNeitherBackNorToOtherLinksOfThePeerItCameFrom() {
    var table = table([(central("a1"), ann), (peripheral("a2"), ann), (central("b"), bob)])
    _ = table.add(central("claims"), LinkFacts(sendLimitBytes: 512))
    table.bindProvisionally(central("claims"), to: ann)
    let source = Ingress(link: central("a1"), peer: ann)
    #expect(plan(packet(.publicMessage), table, excluding: source) == [central("b")])
    _ = table.add(central("unbound"), LinkFacts(sendLimitBytes: 512))
    let unbound = Ingress(link: central("unbound"), peer: bob)
    let links = plan(packet(.publicMessage), table, excluding: unbound)
    #expect(links == [peripheral("a2"), central("claims")], "one of Ann's, none of Bob's")
  }

  @Test func directedPacketTakesThePeersLinkElseAllElseNone() {
    let table = table([(central("a"), ann), (central("b"), bob), (central("u"), nil)])
    #expect(plan(packet(.noiseEncrypted, to: bob), table) == [central("b")])
    #expect(plan(packet(.noiseEncrypted, to: cid), table).count == 3)
    let source = Ingress(link: central("b"), peer: bob)
    #expect(plan(packet(.noiseEncrypted, to: bob), table, excluding: source).isEmpty)
  }

  @Test func provenLinkComesBeforePreferredBeforePeripheralBeforeOldestCentral() {
    var table = table([
      (central("c1"), ann), (central("c2"), ann), (peripheral("p1"), ann), (peripheral("p2"), ann),
    ])
    let directed = packet(.noiseHandshake, to: ann)
    #expect(plan(directed, table) == [peripheral("p2")], "the most recently bound one is preferred")
    table.prefer(peripheral("p1"), for: ann)
    #expect(plan(directed, table) == [peripheral("p1")])
    table.prove(central("c2"), for: ann)
    #expect(plan(directed, table) == [central("c2")])
    table.retireProofs(of: ann)
    table.remove(peripheral("p1"))
    #expect(plan(directed, table) == [peripheral("p2")])
    table.remove(peripheral("p2"))
    #expect(plan(directed, table) == [central("c1")])
  }

  @Test func ordinaryBroadcastTakesASubsetOfEachRoleDirectedOnesAll() {
    let links = (0..<8).map { (central("c\($0)"), PeerID(rawValue: 10 + UInt64($0)) as PeerID?) }
    let table = table(links + [(peripheral("p"), bob)])
    let chosen = plan(packet(.publicMessage), table)
    #expect(chosen.count == 5 && chosen.contains(peripheral("p")))
    #expect(plan(packet(.announce), table).count == 9)
    #expect(plan(packet(.noiseEncrypted, to: cid), table).count == 9)
  }

  @Test func linkTooNarrowForAPieceIsRefusedByName() {
    var bench = Bench()
    _ = bench.link("thread", limit: 60)
    bench.run(for: .seconds(1))
    _ = bench.takeEffects()
    bench.tell(.command(.sendPublic(text: "hello, everybody out there", timestamp: bench.now.unix)))
    let statuses = bench.events.compactMap { event -> DeliveryStatus? in
      if case .deliveryStatus(_, let status) = event { status } else { nil }
    }
    guard case .failed(.frameTooLarge(let bytes, 60))? = statuses.first else {
      Issue.record("\(statuses)")
      return
    }
    #expect(bytes > 60 && bench.sent.isEmpty)
  }

  @Test func wideLinkStillGetsWhatANarrowOneCannotCarry() {
    var bench = Bench()
    _ = bench.link("thread", limit: 60)
    let lan = bench.link("lan")
    bench.run(for: .seconds(1))
    _ = bench.takeEffects()
    bench.tell(.command(.sendPublic(text: "hello, everybody out there", timestamp: bench.now.unix)))
    #expect(bench.sent.map(\.links) == [[lan]])
  }
}

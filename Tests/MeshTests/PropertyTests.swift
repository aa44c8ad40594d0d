import Cryptography
import MeshWire
import Testing
import Timebase

@testable import Mesh

/// Goal: the properties of mesh-engine 16.3 that need neither sync nor panic. Method: graphs and faults drawn
/// from seeds; a failure names its seed.
struct PropertyTests {
  @Test(arguments: [UInt64](1...6))
  func broadcastIsNoStormAndTTLNeverPromisesMore(seed: UInt64) throws {
    var world = try RandomWorld(seed: seed)
    world.rig.run(for: .seconds(6))
    let before = world.rig.deliveries.count
    world.rig.tell(0, .command(.sendPublic(text: "storm?", timestamp: world.rig.now.unix)))
    world.rig.run(for: .seconds(2))
    let frames = try world.rig.deliveries[before...].map { ($0, try Packet.decode($0.frame)) }
      .filter { $0.1.type == .publicMessage }
    let bound = 2 * world.edges.count - (world.rig.nodes.count - 1)
    #expect(frames.count <= bound, "\(frames.count) frames, seed \(seed)")
    let distances = world.distances(from: 0)
    for (delivery, packet) in frames {
      let emitter = try #require(world.otherEnd(of: delivery))
      #expect(packet.ttl >= 1 && Int(packet.ttl) <= 7 - distances[emitter], "seed \(seed)")
    }
    for node in world.rig.nodes { #expect(node.publicTexts.count <= 1, "seed \(seed)") }
    #expect(frames.count >= world.rig.nodes.count / 2, "it must go somewhere, seed \(seed)")
  }

  @Test(arguments: [UInt64](11...14))
  func copiesAndReorderingNeverShowAMessageTwice(seed: UInt64) throws {
    var world = try RandomWorld(seed: seed)
    world.rig.run(for: .seconds(6))
    world.rig.faults = MeshRig.Faults(lossPercent: 10, duplicatePercent: 50, jitterMilliseconds: 400)
    for number in 0..<10 {
      let sender = number % world.rig.nodes.count
      world.rig.tell(sender, .command(.sendPublic(text: "m\(number)", timestamp: world.rig.now.unix)))
      world.rig.run(for: .milliseconds(150))
    }
    world.rig.run(for: .seconds(5))
    for node in world.rig.nodes {
      #expect(Set(node.publicTexts).count == node.publicTexts.count, "seed \(seed)")
    }
    let shown = world.rig.nodes.reduce(0) { $0 + $1.publicTexts.count }
    #expect(shown > 10 * (world.rig.nodes.count - 1) / 2, "the faults must leave something, seed \(seed)")
  }

  @Test(arguments: [UInt64](21...24))
  func privateMessagesCrossFaultsOnceOrNotAtAllAndInTheClearNever(seed: UInt64) throws {
    var rig = MeshRig(["ann", "bob"], seed: seed)
    rig.connect(0, 1)
    rig.run(for: .seconds(2))
    rig.faults = MeshRig.Faults(lossPercent: 20, duplicatePercent: 40, jitterMilliseconds: 300)
    let texts = (0..<12).map { "secret number \($0)" }
    for text in texts {
      rig.tell(0, .command(.sendPrivate(text: text, to: rig.nodes[1].id, messageID: text)))
      rig.run(for: .milliseconds(400))
    }
    rig.faults = MeshRig.Faults()
    rig.run(for: .seconds(60))
    // Where message 3 was lost the first of these shows it, and is lost with it; the application's outbox
    // sends again.
    for text in ["knock", "last"] {
      rig.tell(0, .command(.sendPrivate(text: text, to: rig.nodes[1].id, messageID: text)))
      rig.run(for: .seconds(10))
    }
    let got = rig.nodes[1].privateTexts
    #expect(Set(got).count == got.count, "seed \(seed)")
    #expect(Set(got).isSubset(of: texts + ["knock", "last"]), "seed \(seed)")
    #expect(got.contains("last"), "the session works again once the faults end, seed \(seed)")
    let leaked = rig.deliveries.filter { contains($0.frame, Array("secret".utf8)) }
    #expect(leaked.isEmpty, "seed \(seed)")
  }

  @Test func announcesOfOneIdentityKeepTheirDistance() throws {
    var rig = MeshRig((0..<6).map { "n\($0)" }, seed: 3)
    for node in 1..<6 { rig.connect(0, node) }
    rig.run(for: .seconds(40))
    for node in rig.nodes {
      let times = try rig.deliveries.compactMap { delivery -> UInt64? in
        let packet = try Packet.decode(delivery.frame)
        return packet.type == .announce && packet.sender == node.id ? packet.timestamp.milliseconds : nil
      }
      let distinct = Set(times).sorted()
      #expect(distinct.count > 3)
      #expect(zip(distinct, distinct.dropFirst()).allSatisfy { $1 - $0 >= 150 }, "\(node.name)")
    }
  }

  private func contains(_ bytes: [UInt8], _ part: [UInt8]) -> Bool {
    guard bytes.count >= part.count else { return false }
    return (0...bytes.count - part.count).contains { bytes[$0..<$0 + part.count].elementsEqual(part) }
  }
}

/// A connected graph of nodes in a rig: a random tree and a few more edges.
private struct RandomWorld {
  var rig: MeshRig
  private(set) var edges: [(Int, Int)] = []
  private var ends: [LinkID: (near: Int, far: Int)] = [:]

  init(seed: UInt64, nodes: Int? = nil) throws {
    var random = SeededRandom(number: seed)
    let count = nodes ?? Int(random.next() % 5) + 5
    rig = MeshRig((0..<count).map { "n\($0)" }, seed: seed)
    for node in 1..<count { join(Int(random.next() % UInt64(node)), node) }
    for _ in 0..<count / 2 {
      let (one, other) = (Int(random.next() % UInt64(count)), Int(random.next() % UInt64(count)))
      let isThere = edges.contains { ($0 == one && $1 == other) || ($0 == other && $1 == one) }
      if one != other, !isThere { join(one, other) }
    }
  }

  /// The node that sent what was delivered.
  func otherEnd(of delivery: MeshRig.Delivery) -> Int? {
    ends[delivery.link].map { delivery.link.role == .central ? $0.near : $0.far }
  }

  /// Links between one node and each.
  func distances(from start: Int) -> [Int] {
    var distances = rig.nodes.map { _ in Int.max }
    distances[start] = 0
    var queue = [start]
    while !queue.isEmpty {
      let node = queue.removeFirst()
      for (one, other) in edges where one == node || other == node {
        let next = one == node ? other : one
        guard distances[next] == .max else { continue }
        distances[next] = distances[node] + 1
        queue.append(next)
      }
    }
    return distances
  }

  private mutating func join(_ one: Int, _ other: Int) {
    let links = rig.connect(one, other)
    edges.append((one, other))
    ends[links.dialler] = (one, other)
    ends[links.acceptor] = (one, other)
  }
}

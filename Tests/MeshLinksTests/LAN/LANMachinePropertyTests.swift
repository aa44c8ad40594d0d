import Networking
import Testing
import Timebase

@testable import MeshLinks

/// Random operations on one machine: what must hold after each of them.
@Suite struct LANMachinePropertyTests {
  @Test func limitsAndEventsHoldUnderRandomOperations() {
    let fresh = UInt64.random(in: 0..<1_000_000)
    for seed in [1, 2, 3, 4, 694_025, fresh] {
      var run = Run(seed: seed)
      for step in 0..<1500 where run.fault == nil { run.step(step) }
      #expect(run.fault == nil, "seed \(seed)")
    }
  }

  @Test func sameSeedAndEventsGiveTheSameEffects() {
    var (first, second) = (Run(seed: 7), Run(seed: 7))
    for step in 0..<300 {
      first.step(step)
      second.step(step)
      #expect(first.rig.effects == second.rig.effects)
    }
  }

  private struct Run {
    var rig = LANMachineRig()
    var fault: String?
    private var random: SeededNumbers
    private var up: Set<LANLinkID> = []

    init(seed: UInt64) { random = SeededNumbers(seed: seed) }

    mutating func step(_ number: Int) {
      act()
      for event in rig.events { follow(event) }
      check()
      if let fault { self.fault = "step \(number): \(fault)" }
    }

    private mutating func act() {
      // Each step feeds the machine something, else the events of the step before would be counted again.
      guard let id = rig.machine.connections.keys.sorted().randomElement(using: &random) else {
        if random.byte() < 128 {
          _ = rig.accept(from: host())
        } else {
          _ = rig.dial(to: instance(), host: host())
        }
        return
      }
      switch Int.random(in: 0..<12, using: &random) {
      case 0, 1: _ = rig.accept(from: host())
      case 2: _ = rig.dial(to: instance(), host: host())
      case 3, 4, 5: rig.receive(LANFrames.hello(instance()), on: id)
      case 6: rig.feed(.dialSucceeded(id))
      case 7: rig.receive(bytes(), on: id)
      case 8: rig.feed(.closed(id, .closedByPeer))
      case 9:
        guard let link = link() else { return rig.advance(.seconds(1)) }
        rig.feed(.verified(link, wasKnownBefore: random.byte() < 60))
      case 10:
        guard let link = link() else { return rig.advance(.seconds(1)) }
        rig.feed(
          .send([UInt8](repeating: 1, count: Int.random(in: 0..<70_000, using: &random)), to: [link], .bulk))
      default: rig.advance(.milliseconds(Int.random(in: 0..<3000, using: &random)))
      }
    }

    private mutating func follow(_ event: LANLinkEvent) {
      switch event {
      case .up(let link): if !up.insert(link).inserted { fault = "\(link) came up twice" }
      case .ended(let link, _): if up.remove(link) == nil { fault = "\(link) ended and was not up" }
      case .frame(let link, let packet):
        if !(1...65_535).contains(packet.count) { fault = "a packet of \(packet.count) bytes" }
        // A frame may come with the end of its link in one step, never without the link before.
        if !up.contains(link) { fault = "a frame on \(link), which is not up" }
      case .status: break
      }
    }

    private mutating func check() {
      let connections = rig.machine.connections.values
      if Set(rig.machine.linkConnections.keys) != up { fault = "links named and links up differ" }
      for role in [LANLinkRole.dialler, .acceptor] where connections.count(where: { $0.role == role }) > 64 {
        fault = "more than 64 as \(role)"
      }
      for (instance, group) in Dictionary(grouping: connections, by: \.instance)
      where instance != nil && group.count > 2 {
        fault = "\(group.count) links of one node"
      }
      for (host, group) in Dictionary(grouping: connections, by: \.host)
      where !host.isLoopback && group.count > 16 {
        fault = "\(group.count) connections of one address"
      }
      let queued = connections.reduce(0) { $0 + $1.queue.cost }
      if queued > LANLimits.writeQueuesBytesMax { fault = "queues hold \(queued)" }
      if connections.contains(where: { $0.timerAt == nil }) { fault = "a connection without a deadline" }
    }

    private mutating func instance() -> LANInstance { lanInstance(UInt8.random(in: 3..<60, using: &random)) }

    private mutating func host() -> IPAddress {
      random.byte() < 128 ? .loopback4 : .v4(0xC000_0200 + UInt32(random.byte() % 4))
    }

    private mutating func link() -> LANLinkID? {
      rig.machine.linkConnections.sorted { $0.value < $1.value }.randomElement(using: &random)?.key
    }

    private mutating func bytes() -> [UInt8] {
      let count = Int.random(in: 0..<40, using: &random)
      let packet = LANFrames.frame((0...count).map { _ in random.byte() }) ?? []
      return random.byte() < 40 ? Array(packet.dropLast()) : packet
    }
  }
}

import Networking
import Timebase

@testable import MeshLinks

/// Two machines and the TCP connections between them, as one value: an event is one message that arrives at
/// one end, so that every order in which messages can arrive can be tried.
///
/// As in TCP each direction of a connection keeps its order, a connect is seen by the dialler without the
/// acceptor's doing, what is sent to a closed end is lost, and an end that does not read yet sees nothing.
/// On every link that comes up each side sends one packet, its announce.
struct LANPairWorld {
  private enum Message: Hashable {
    case connected
    case accepted
    case bytes([UInt8])
    case end
  }

  private struct Wire {
    var ids: [LANConnectionID?]  // by side
    var inbound: [[Message]]  // by side that will see them
    var isReading: [Bool]
    var isOpen = [true, true]
  }

  private(set) var machines: [LANLinkMachine]
  private(set) var announced: [[LANLinkID: Int]] = [[:], [:]]
  private(set) var visible: [Set<LANLinkID>] = [[], []]
  private(set) var faults: [String] = []
  private var wires: [Wire] = []
  private var acceptedCount: UInt64 = 0
  private let now = Instant(nanoseconds: 1_000_000_000)

  /// Two started machines; side 0 has the lower instance.
  init() {
    machines = [lanInstance(1), lanInstance(2)].map { LANLinkMachine(instance: $0, jitter: LANTestRandom()) }
    for side in 0...1 { feed(.start(tcpPort: 1000 + UInt16(side)), to: side) }
  }

  /// Lets a side dial the other, by a beacon that names `expected`.
  mutating func dial(from side: Int, expecting expected: LANInstance) {
    let beacon = LANBeacon(instance: expected, tcpPort: 2000 + UInt16(wires.count))
    feed(.beacon(beacon.bytes, from: .loopback4), to: side)
  }

  /// What can happen next: a wire and the side at which its first message arrives.
  var choices: [(wire: Int, side: Int)] {
    wires.indices.flatMap { wire in
      (0...1).filter { side in
        let inbound = wires[wire].inbound[side]
        guard wires[wire].isOpen[side], let first = inbound.first else { return false }
        return wires[wire].isReading[side] || first == .connected || first == .accepted
      }.map { (wire, $0) }
    }
  }

  mutating func deliver(wire: Int, side: Int) {
    let message = wires[wire].inbound[side].removeFirst()
    switch message {
    case .connected:
      if let id = wires[wire].ids[side] { feed(.dialSucceeded(id), to: side) }
    case .accepted:
      acceptedCount += 1
      let id = LANConnectionID.accepted(SocketID(number: UInt64(wire * 2 + side)))
      wires[wire].ids[side] = id
      feed(.accepted(id, from: .loopback4), to: side)
    case .bytes(let bytes):
      if let id = wires[wire].ids[side] { feed(.received(id, bytes), to: side) }
    case .end:
      if let id = wires[wire].ids[side] { feed(.closed(id, .closedByPeer), to: side) }
    }
  }

  /// Everything the future depends on, as numbers.
  var signature: [UInt64] {
    var numbers: [UInt64] = []
    for side in 0...1 {
      numbers.append(UInt64(machines[side].connections.count))
      for connection in machines[side].connections.values.sorted(by: { $0.order < $1.order }) {
        let wire = wires.firstIndex { $0.ids[side] == connection.id } ?? 99
        numbers.append(UInt64(wire) << 8 | phaseNumber(connection.phase))
      }
      for link in visible[side].sorted(by: { $0.role < $1.role }) {
        numbers.append(link.role == .dialler ? 1 : 2)
        numbers.append(UInt64(announced[side][link, default: 0]))
      }
    }
    for wire in wires {
      for side in 0...1 {
        numbers.append((wire.isOpen[side] ? 2 : 0) | (wire.isReading[side] ? 1 : 0))
        numbers.append(UInt64(wire.inbound[side].count))
        numbers += wire.inbound[side].map(messageNumber)
      }
    }
    return numbers
  }

  private func phaseNumber(_ phase: LANConnection.Phase) -> UInt64 {
    switch phase {
    case .dialling: 1
    case .greeting: 2
    case .up: 3
    case .spare: 4
    }
  }

  private func messageNumber(_ message: Message) -> UInt64 {
    switch message {
    case .connected: 1
    case .accepted: 2
    case .bytes(let bytes): 10 + UInt64(bytes.count)
    case .end: 3
    }
  }

  /// What is wrong once nothing more can happen; empty when exactly one link stands at both ends.
  var finalFaults: [String] {
    var faults = self.faults
    let open = wires.filter { $0.isOpen[0] || $0.isOpen[1] }
    if open.count != 1 || open.first?.isOpen != [true, true] { faults.append("\(open.count) wires open") }
    for side in 0...1 {
      if visible[side].count != 1 { faults.append("side \(side) sees \(visible[side].count) links") }
      if machines[side].connections.count != 1 { faults.append("side \(side) holds more than its link") }
      if let link = visible[side].first, announced[side][link, default: 0] == 0 {
        faults.append("side \(side) got no announce on the link that stays")
      }
    }
    if let first = visible[0].first, let second = visible[1].first, first.role == second.role {
      faults.append("the ends speak of different links")
    }
    return faults
  }

  private mutating func feed(_ event: LANMachineEvent, to side: Int) {
    for effect in machines[side].handle(event, now: now) { perform(effect, of: side) }
  }

  private mutating func perform(_ effect: LANMachineEffect, of side: Int) {
    switch effect {
    case .dial(let id, _):
      var wire = Wire(ids: [nil, nil], inbound: [[], []], isReading: [false, false])
      wire.ids[side] = id
      wire.isReading[side] = true
      wire.inbound[side] = [.connected]
      wire.inbound[1 - side] = [.accepted]
      wires.append(wire)
    case .write(let id, let bytes):
      guard let wire = wire(of: id, at: side) else { return }
      wires[wire].inbound[1 - side].append(.bytes(bytes))
    case .startReading(let id):
      if let wire = wire(of: id, at: side) { wires[wire].isReading[side] = true }
    case .stopReading(let id):
      if let wire = wire(of: id, at: side) { wires[wire].isReading[side] = false }
    case .close(let id):
      guard let wire = wire(of: id, at: side) else { return }
      wires[wire].isOpen[side] = false
      wires[wire].inbound[1 - side].append(.end)
    case .event(let event):
      see(event, at: side)
    case .sendBeacon, .resolve, .schedule, .cancel:
      break
    }
  }

  private mutating func see(_ event: LANLinkEvent, at side: Int) {
    switch event {
    case .up(let link):
      if !visible[side].insert(link).inserted { faults.append("\(link) came up twice") }
      announced[side][link] = 0
      feed(.send([7], to: [link], .normal), to: side)
    case .frame(let link, _):
      if !visible[side].contains(link) { faults.append("a frame on \(link), which is not up") }
      announced[side][link, default: 0] += 1
    case .ended(let link, _):
      if visible[side].remove(link) == nil { faults.append("\(link) ended and was not up") }
    case .status:
      break
    }
    if visible[side].count > LANLimits.linksPerInstanceMax { faults.append("more than two links are up") }
  }

  private func wire(of id: LANConnectionID, at side: Int) -> Int? {
    wires.firstIndex { $0.ids[side] == id }
  }
}

/// An instance whose bytes all have one value: instances order as the values do.
func lanInstance(_ value: UInt8) -> LANInstance {
  var generator = LANTestRandom(value: UInt64(value) * 0x0101_0101_0101_0101)
  return LANInstance(using: &generator)
}

/// Always the same number: jitter without chance.
struct LANTestRandom: RandomNumberGenerator, Sendable {
  var value: UInt64 = 0

  mutating func next() -> UInt64 { value }
}

import MeshWire
import Timebase

/// Packets that wait out their jitter before they are passed on.
///
/// At most 512 packets and 2 MiB of payload; the oldest gives way. Of each the first 16 copies that came
/// meanwhile are noted. Source: mesh-engine 5.4.
struct RelayQueue: Sendable {
  /// One packet, its TTL already lowered.
  struct Waiting: Sendable {
    let number: UInt64
    let packet: Packet
    let ingress: Ingress
    /// From where it came once more.
    var copies: [Copy] = []
  }

  /// A further copy of a packet that waits.
  struct Copy: Sendable, Equatable {
    let link: LinkID
    /// Who is verified on the link.
    let peer: PeerID?
  }

  private var waiting = OrderedMap<DeduplicationKey, Waiting>()
  private var keys: [UInt64: DeduplicationKey] = [:]
  private var lastNumber: UInt64 = 0
  private(set) var payloadBytes = 0
  /// How many gave way to others.
  private(set) var evictedCount = 0

  /// Packets that wait.
  var count: Int { waiting.count }

  /// Takes a packet in. Gives its number, and the numbers of those that had to give way.
  mutating func add(
    _ packet: Packet, key: DeduplicationKey, ingress: Ingress
  ) -> (number: UInt64, evicted: [UInt64]) {
    var evicted: [UInt64] = []
    lastNumber += 1
    let relay = Waiting(number: lastNumber, packet: packet, ingress: ingress)
    if let old = waiting.insert(relay, unlessPresent: key) {
      keys[old.number] = nil
      payloadBytes -= old.packet.payload.count
      evicted.append(old.number)
      waiting.setLast(relay, forKey: key)
    }
    keys[lastNumber] = key
    payloadBytes += packet.payload.count
    while waiting.count > MeshLimits.waitingRelaysMax || payloadBytes > MeshLimits.waitingRelayBytesMax,
      let oldest = waiting.firstKey, let number = cancel(key: oldest)
    {
      evictedCount += 1
      evicted.append(number)
    }
    return (lastNumber, evicted)
  }

  /// Takes out the packet whose delay is over.
  mutating func take(_ number: UInt64) -> Waiting? {
    guard let key = keys.removeValue(forKey: number), let relay = waiting.removeValue(forKey: key) else {
      return nil
    }
    payloadBytes -= relay.packet.payload.count
    return relay
  }

  /// Notes that a packet that waits came once more, if what came is what waits.
  mutating func note(_ copy: Copy, of key: DeduplicationKey, where isSame: (Packet) -> Bool) {
    waiting.update(key) { relay in
      guard isSame(relay.packet) else { return }
      guard relay.copies.count < MeshLimits.relayCopiesMax, !relay.copies.contains(copy) else { return }
      relay.copies.append(copy)
    }
  }

  private mutating func cancel(key: DeduplicationKey) -> UInt64? {
    guard let relay = waiting.removeValue(forKey: key) else { return nil }
    keys[relay.number] = nil
    payloadBytes -= relay.packet.payload.count
    return relay.number
  }
}

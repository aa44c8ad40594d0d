import MeshWire
import Timebase

/// Noise packets for which no link was there: they wait up to 60 s for one.
///
/// At most 256 packets, 32 a recipient, 1 MiB of payload; the oldest gives way. A packet that is sent in
/// vain again keeps its first time. Source: mesh-engine 9.4.
struct Spool: Sendable {
  /// A packet with everything its next attempt needs.
  struct Entry: Sendable {
    let packet: Packet
    let recipient: PeerID
    let excluding: Ingress?
    /// Names a private message of ours to the application.
    let messageID: String?
    /// Names a transfer.
    var transferID: String?
    /// The session that encrypted it, when it is ours and encrypted: with another one it is worthless.
    let generation: SessionGeneration?
    let since: Instant
  }

  private var entries = OrderedMap<DeduplicationKey, Entry>()
  private(set) var payloadBytes = 0

  /// Packets that wait.
  var count: Int { entries.count }

  /// Lets a packet wait; gives those that had to give way.
  mutating func add(_ entry: Entry) -> [Entry] {
    let key = entry.packet.deduplicationKey
    remove(key)
    entries[key] = entry
    payloadBytes += entry.packet.payload.count
    var evicted: [Entry] = []
    let sameRecipient = entries.entries.filter { $0.value.recipient == entry.recipient }
    if sameRecipient.count > MeshLimits.spoolPacketsPerPeerMax, let oldest = sameRecipient.first?.key {
      evicted += remove(oldest)
    }
    while entries.count > MeshLimits.spoolPacketsMax || payloadBytes > MeshLimits.spoolBytesMax,
      let oldest = entries.firstKey
    {
      evicted += remove(oldest)
    }
    return evicted
  }

  /// Takes everything out, oldest first, for another attempt.
  mutating func takeAll() -> [Entry] {
    defer {
      entries.removeAll()
      payloadBytes = 0
    }
    return entries.orderedValues
  }

  /// Takes out what waited too long.
  mutating func takeExpired(at now: Instant) -> [Entry] {
    entries.entries.filter { now.since($0.value.since) > MeshLimits.spoolAge }.flatMap { remove($0.key) }
  }

  @discardableResult
  private mutating func remove(_ key: DeduplicationKey) -> [Entry] {
    guard let entry = entries.removeValue(forKey: key) else { return [] }
    payloadBytes -= entry.packet.payload.count
    return [entry]
  }
}

import MeshWire
import Timebase

/// Encrypted packets that came before the session they belong to.
///
/// At most 4 a peer, 32 in all, 1,441,872 payload bytes in all; the newcomer is dropped when there is no
/// room. Each is kept for 20 s. Source: mesh-engine 8.7.
struct DeferredPackets: Sendable {
  /// A packet and the link it came on.
  struct Entry: Sendable {
    let packet: Packet
    let link: LinkID
    let arrivedAt: Instant
  }

  private var entries = OrderedMap<PeerID, [Entry]>()
  private(set) var count = 0
  private(set) var payloadBytes = 0

  /// Keeps a packet; `false` when there is no room.
  mutating func add(_ packet: Packet, on link: LinkID, at now: Instant) -> Bool {
    expire(at: now)
    let peer = packet.sender
    let size = packet.payload.count
    guard count < NoiseLimits.deferredMax, payloadBytes + size <= NoiseLimits.deferredBytesMax,
      (entries[peer]?.count ?? 0) < NoiseLimits.deferredPerPeerMax
    else { return false }
    let entry = Entry(packet: packet, link: link, arrivedAt: now)
    if entries.update(peer, { $0.append(entry) }) == nil { entries[peer] = [entry] }
    count += 1
    payloadBytes += size
    return true
  }

  /// Takes out what is kept for a peer and not too old, in order of arrival.
  mutating func take(of peer: PeerID, at now: Instant) -> [Entry] {
    expire(at: now)
    let taken = entries.removeValue(forKey: peer) ?? []
    discount(taken)
    return taken
  }

  /// Forgets what is too old.
  mutating func expire(at now: Instant) {
    for (peer, kept) in entries.entries {
      let fresh = kept.filter { now.since($0.arrivedAt) <= NoiseLimits.deferredAge }
      guard fresh.count < kept.count else { continue }
      discount(kept.filter { now.since($0.arrivedAt) > NoiseLimits.deferredAge })
      entries[peer] = fresh.isEmpty ? nil : fresh
    }
  }

  private mutating func discount(_ gone: [Entry]) {
    count -= gone.count
    payloadBytes -= gone.reduce(0) { $0 + $1.packet.payload.count }
  }
}

import MeshWire
import Timebase

/// Fresh packets that came as sync answers only: somebody may still have to pass them on.
///
/// An answer has no hops left. Where it overtakes the packet itself, that comes as a copy, and those behind
/// would wait for their own sync, up to 30 s. So the first copy with hops left is passed on all the same, and
/// the packet leaves this list, so that nobody passes it on late twice.
///
/// Only packets whose copies may still come are here: those made within 120 s of now (mesh-engine 3). At most
/// 512, oldest out, for 300 s.
struct AnsweredPackets: Sendable {
  private var answered = OrderedMap<DeduplicationKey, Instant>()

  /// Number of packets.
  var count: Int { answered.count }

  /// Notes that a packet is here by an answer alone.
  mutating func note(_ key: DeduplicationKey, at now: Instant) {
    answered.setLast(now, forKey: key)
    if answered.count > MeshLimits.answeredPacketsMax { _ = answered.popFirst() }
  }

  /// Whether a packet came only as an answer so far.
  func contains(_ key: DeduplicationKey, at now: Instant) -> Bool {
    answered[key].map { now.since($0) <= MeshLimits.seenPacketAge } ?? false
  }

  /// Takes out a packet that came with hops left.
  mutating func remove(_ key: DeduplicationKey) { answered.removeValue(forKey: key) }

  /// Forgets what is too old.
  mutating func expire(at now: Instant) {
    answered.removeAll { now.since($1) > MeshLimits.seenPacketAge }
  }
}

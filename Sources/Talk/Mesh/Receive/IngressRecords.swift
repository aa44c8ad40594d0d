import MeshWire
import Timebase

/// Where a packet came from: what a relay must not send it back to.
struct Ingress: Sendable, Equatable {
  /// The link the frame arrived on.
  let link: LinkID
  /// The peer behind the link, or who claims to be (mesh-engine 4, step 4).
  let peer: PeerID
}

/// The frames of the last three seconds: the first filter against copies on several links.
///
/// At most 2,048 records, oldest out. Source: mesh-engine 4, step 7.
struct IngressRecords: Sendable {
  private var records = OrderedMap<DeduplicationKey, Instant>()

  /// Number of records.
  var count: Int { records.count }

  /// Whether no copy came within the last three seconds; if so this one is recorded.
  mutating func admit(_ key: DeduplicationKey, at now: Instant) -> Bool {
    if let seen = records[key], now.since(seen) <= MeshLimits.ingressRecordAge { return false }
    records.removeValue(forKey: key)
    records[key] = now
    if records.count > MeshLimits.ingressRecordsMax { _ = records.popFirst() }
    return true
  }

  /// Forgets what is too old.
  mutating func expire(at now: Instant) {
    while let key = records.firstKey, let seen = records[key],
      now.since(seen) > MeshLimits.ingressRecordAge
    {
      records.removeValue(forKey: key)
    }
  }
}

import MeshWire
import Timebase

/// How often something is done for one of many: 5 times in any 10 seconds for each key.
///
/// At most 256 keys, oldest out; so the key must be nothing that can be made up anew each time.
struct WindowBudget<Key: Hashable & Sendable>: Sendable {
  static var timesMax: Int { 5 }
  static var window: Duration { .seconds(10) }
  static var keysMax: Int { 256 }

  private var times = OrderedMap<Key, [Instant]>()

  private(set) var admittedCount = 0
  private(set) var refusedCount = 0

  var count: Int { times.count }

  /// Whether it may be done now; if so it is noted.
  mutating func admit(_ key: Key, at now: Instant) -> Bool {
    let recent = (times[key] ?? []).filter { now.since($0) < Self.window }
    guard recent.count < Self.timesMax else {
      refusedCount += 1
      return false
    }
    admittedCount += 1
    times.setLast(recent + [now], forKey: key)
    if times.count > Self.keysMax { _ = times.popFirst() }
    return true
  }
}

/// How often pings are answered. The sender in a packet's header counts for nothing, since it can be made up
/// anew each time. Source: mesh-features 8.
typealias PingBudget = WindowBudget<PingKey>

/// A peer verified on its link, or a link nobody is verified on.
enum PingKey: Hashable, Sendable {
  case peer(PeerID)
  case link(LinkID)
}

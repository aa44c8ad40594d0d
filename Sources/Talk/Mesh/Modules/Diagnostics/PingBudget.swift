import MeshWire
import Timebase

/// How often pings are answered: 5 in any 10 seconds for each link peer.
///
/// The sender in a packet's header counts for nothing, since it can be made up anew each time. At most 256
/// link peers, oldest out. Source: mesh-features 8.
struct PingBudget: Sendable {
  /// A peer verified on its link, or a link nobody is verified on.
  enum Key: Hashable, Sendable {
    case peer(PeerID)
    case link(LinkID)
  }

  static let answersMax = 5
  static let window: Duration = .seconds(10)
  static let keysMax = 256

  private var answers = OrderedMap<Key, [Instant]>()

  private(set) var answeredCount = 0
  private(set) var refusedCount = 0

  var count: Int { answers.count }

  /// Whether a ping may be answered now; if so it is noted.
  mutating func admit(_ key: Key, at now: Instant) -> Bool {
    let recent = (answers[key] ?? []).filter { now.since($0) < Self.window }
    guard recent.count < Self.answersMax else {
      refusedCount += 1
      return false
    }
    answeredCount += 1
    answers.setLast(recent + [now], forKey: key)
    if answers.count > Self.keysMax { _ = answers.popFirst() }
    return true
  }
}

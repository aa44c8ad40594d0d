import Timebase

/// Keeps a link that comes up again and again from making us announce each time.
///
/// At most 256 links in memory, oldest out; 60 s after the last attempt a link is new again.
/// Source: mesh-engine 7.4.
struct SubscriptionLimiter: Sendable {
  /// What a link that came up gets.
  enum Answer: Sendable, Equatable {
    case announce
    case flushOnly
    case nothing
  }

  private struct Entry: Sendable {
    var backoff: Duration
    var attempts: Int
    var lastAttempt: Instant
  }

  private var entries = OrderedMap<LinkID, Entry>()

  /// Links in memory.
  var count: Int { entries.count }

  /// Decides, and notes the attempt.
  mutating func admit(_ link: LinkID, at now: Instant) -> Answer {
    guard var entry = entries.removeValue(forKey: link),
      now.since(entry.lastAttempt) < MeshLimits.subscriptionMemory,
      now.since(entry.lastAttempt) < entry.backoff
    else {
      remember(link, Entry(backoff: MeshLimits.subscriptionBackoffMin, attempts: 1, lastAttempt: now))
      return .announce
    }
    entry.attempts += 1
    entry.backoff = min(entry.backoff * 2, MeshLimits.subscriptionBackoffMax)
    entry.lastAttempt = now
    remember(link, entry)
    return entry.attempts >= MeshLimits.subscriptionAttemptsIgnoredFrom ? .nothing : .flushOnly
  }

  private mutating func remember(_ link: LinkID, _ entry: Entry) {
    entries[link] = entry
    if entries.count > MeshLimits.subscribersMax { _ = entries.popFirst() }
  }
}

import Timebase
import TransportPorts

/// When to tell that people are near (chat-app 13): a pure machine.
///
/// Told when people come into reach after nobody was, at least one of them not seen since then, and at most
/// every 300 s. That nobody is there is believed after 30 s, or when it is so 600 s after something was told.
/// Remembers at most 1,024 people.
public struct NearbyWatch: Sendable {
  /// Shortest time between two notices.
  public static let noticeInterval = Duration.seconds(300)
  /// How long nobody has to be there.
  public static let emptyWait = Duration.seconds(30)
  /// When it is looked again after a notice.
  public static let resetWait = Duration.seconds(600)
  /// People remembered.
  public static let peopleMax = 1_024

  /// What the owner has to do.
  public enum Effect: Sendable, Equatable {
    /// Tell that so many people are near.
    case tell(count: Int)
    /// Call `timeReached` then, too.
    case wake(at: Instant)
  }

  private var present: [PeerAddress] = []
  private var seen: [PeerAddress] = []
  /// Nobody was there, and that was believed.
  private var isArmed = true
  private var emptySince: Instant?
  private var toldAt: Instant?

  /// Nobody is there.
  public init() {}

  /// Who is connected or reachable now.
  public mutating func peersChanged(_ peers: [PeerAddress], now: Instant) -> [Effect] {
    present = peers
    guard !peers.isEmpty else {
      guard emptySince == nil, !isArmed else { return [] }
      emptySince = now
      return [.wake(at: now + Self.emptyWait)]
    }
    emptySince = nil
    let known = Set(seen)
    let fresh = peers.filter { !known.contains($0) }
    defer {
      seen = (seen + fresh).suffix(Self.peopleMax)
      isArmed = false
    }
    let isQuiet = toldAt.map { now.since($0) >= Self.noticeInterval } ?? true
    guard isArmed, !fresh.isEmpty, isQuiet else { return [] }
    toldAt = now
    return [.tell(count: peers.count), .wake(at: now + Self.resetWait)]
  }

  /// A time named before has come.
  public mutating func timeReached(now: Instant) {
    guard present.isEmpty else { return }
    let isLong = emptySince.map { now.since($0) >= Self.emptyWait } ?? false
    let isReset = toldAt.map { now.since($0) >= Self.resetWait } ?? false
    guard isLong || isReset else { return }
    isArmed = true
    emptySince = nil
    seen = []
  }
}

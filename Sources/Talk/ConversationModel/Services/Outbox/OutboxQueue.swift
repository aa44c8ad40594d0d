import Timebase
import TransportPorts

/// A message that waits, and what was tried.
struct OutboxEntry: Sendable {
  var message: ChatMessage
  /// Counted towards `Outbox.attemptsMax`.
  var attempts = 0
  /// All of this run, counted or not.
  var handOvers = 0
  var lastHandOver: Instant?
  /// Those since the transport said last that it left.
  var handOversHeld = 0
  /// When the transport said that it left, since the last hand-over.
  var leftAt: Instant?
  /// How often it left without an answer.
  var silences = 0
  /// Its peer became ready while the last hand-over was still trusted.
  var isDue = false

  init(message: ChatMessage) {
    self.message = message
  }

  /// Whether it went out once, in this run or an earlier one.
  var wasHandedOver: Bool { handOvers > 0 || message.delivery == .sent }

  /// Until when the transport may still hold it, or its answer may just be on the way; `nil` when it was
  /// never handed over.
  var trustEnd: Instant? {
    if let leftAt { return leftAt + Self.answerWait(after: 1) }
    return lastHandOver.map { $0 + Outbox.quietPeriod }
  }

  /// From when on it stayed unanswered for so long that it goes out again.
  var overdueFrom: Instant {
    if let leftAt { return leftAt + Self.answerWait(after: silences) }
    guard let lastHandOver else { return Instant(nanoseconds: 0) }
    let doublings = min(max(handOversHeld - 1, 0), Outbox.doublingsMax)
    return lastHandOver + Outbox.quietPeriod * (1 << doublings)
  }

  /// When it goes out again while its peer is in reach.
  var deadline: Instant {
    isDue ? min(overdueFrom, trustEnd ?? overdueFrom) : overdueFrom
  }

  func isTrusted(at now: Now) -> Bool { trustEnd.map { now.monotonic < $0 } ?? false }

  func isOverdue(at now: Now) -> Bool { now.monotonic >= overdueFrom }

  func isExpired(at now: Now) -> Bool {
    now.unix.millisecondsSince(message.sentAt) > Outbox.lifetimeMilliseconds
  }

  /// Whether one more hand-over takes the place of one that the transport still holds, behind a handshake
  /// that takes its time.
  private var isReplacement: Bool { leftAt == nil && (1...Outbox.replacementsMax).contains(handOversHeld) }

  mutating func handedOver(over way: Outbox.Reach, at now: Now) {
    if handOvers == 0 || way == .deliverable && !isReplacement { attempts += 1 }
    handOvers += 1
    lastHandOver = now.monotonic
    leftAt = nil
    handOversHeld += 1
    isDue = false
  }

  mutating func left(at now: Now) {
    leftAt = now.monotonic
    silences += 1
    handOversHeld = 0
    isDue = false
  }

  mutating func peerIsReady() {
    isDue = true
    silences = min(silences, Outbox.silencesKept)
  }

  private static func answerWait(after silences: Int) -> Duration {
    Outbox.answerWaits.prefix(max(1, silences)).last ?? Outbox.quietPeriod
  }
}

/// What waits for one peer, in the order of writing; never empty between two calls.
struct OutboxQueue: Sendable {
  let peer: PeerAddress
  private(set) var entries: [OutboxEntry] = []
  /// When the first of them goes out again while the peer is in reach.
  private(set) var deadline = Instant(nanoseconds: .max)

  init(peer: PeerAddress) {
    self.peer = peer
  }

  /// When the oldest was written.
  var age: Timestamp { entries.first?.message.sentAt ?? Timestamp(milliseconds: 0) }

  /// Puts an entry in its place. One of an id that is held takes its text, and the larger number of attempts;
  /// answers whether it was a new one.
  mutating func hold(_ entry: OutboxEntry) -> Bool {
    defer { settleDeadline() }
    guard let known = entries.firstIndex(where: { $0.message.id == entry.message.id }) else {
      insert(entry)
      return true
    }
    let isInItsPlace = entries[known].message.sentAt == entry.message.sentAt
    entries[known].message = entry.message
    entries[known].attempts = max(entries[known].attempts, entry.attempts)
    if !isInItsPlace { insert(entries.remove(at: known)) }
    return false
  }

  private mutating func insert(_ entry: OutboxEntry) {
    let place = entries.lastIndex { $0.message.sentAt <= entry.message.sentAt }.map { $0 + 1 } ?? 0
    entries.insert(entry, at: place)
  }

  mutating func update(_ change: (inout OutboxEntry) -> Void) {
    for place in entries.indices { change(&entries[place]) }
    settleDeadline()
  }

  mutating func removeAll(where isMeant: (OutboxEntry) -> Bool) {
    entries.removeAll(where: isMeant)
    settleDeadline()
  }

  private mutating func settleDeadline() {
    deadline = entries.map(\.deadline).min() ?? Instant(nanoseconds: .max)
  }
}

import Timebase
import TransportPorts

/// What waits until the other end confirms it (chat-app 5.3): a pure machine, its owner performs the
/// effects and keeps the messages themselves durable.
///
/// A message is handed to the transport when it is accepted, if its peer is in reach; again each time the
/// peer becomes ready; and while the peer stays in reach without an answer, soon at first and ever later
/// (`answerWaits`). What the transport has not said to have left it may still hold: that is not repeated
/// within 10 s. What has left may be lost, as a link may lose frames, and is not repeated within 5 s.
///
/// It is given up 24 h after it was written, or when the eighth counted attempt brought no confirmation.
/// Hand-overs over a direct link without a session wait behind the handshake and are not counted, except the
/// first; nor is one that takes the place of what the transport still holds. Per peer at most 100 wait to be
/// handed over, and 400 for their confirmation; the oldest are given up first.
public struct Outbox: Sendable {
  /// Messages for one peer that were never handed over.
  public static let messagesPerPeerMax = 100
  /// Messages for one peer that were handed over and are not confirmed. They do not count as waiting: most of
  /// them have arrived.
  public static let unconfirmedPerPeerMax = 400
  /// Peers with something waiting; the peer whose oldest message is the oldest gives up first.
  public static let peersMax = 256
  /// How long a message waits, in milliseconds.
  public static let lifetimeMilliseconds: Int64 = 86_400_000
  /// How often a message is handed over.
  public static let attemptsMax = 8
  /// How long a hand-over is trusted while the transport has not said that the message left; doubles with
  /// each one more.
  public static let quietPeriod = Duration.seconds(10)
  /// Hand-overs in a row that take the place of what the transport still holds, and are not counted.
  public static let replacementsMax = 2
  /// How often the quiet period is doubled at most: to 320 s.
  public static let doublingsMax = 5
  /// How long an answer is waited for, from the moment the message left for the first, second and so on time.
  /// Six go out within 75 s, since a lossy way takes a few. The first wait is longer than the receipts of a
  /// long burst take to come.
  public static let answerWaits: [Duration] = [5, 8, 12, 20, 30, 60, 240, 640].map { .seconds($0) }
  /// How many of those waits count after the peer became ready anew: the silence before may have been that of
  /// a dead session. Not none, as that would spend the eight attempts on a peer that comes and goes.
  public static let silencesKept = 2

  /// How a message can get to a peer now (chat-app 5.3).
  public enum Reach: Sendable, Hashable {
    /// Not at all.
    case none
    /// Over a direct link that has no encrypted session yet.
    case linkWithoutSession
    /// Over others, or encrypted over a direct link.
    case deliverable
  }

  /// What the owner has to do.
  public enum Effect: Sendable, Equatable {
    /// Hand the message to the transport.
    case transmit(ChatMessage)
    /// Report it as failed.
    case giveUp(ChatMessage, GivingUp)
  }

  /// Why a message is given up.
  public enum GivingUp: Sendable, Equatable {
    /// Too many wait for this person.
    case queueFull
    /// It waited 24 hours.
    case expired
    /// Eight hand-overs without a confirmation.
    case noAnswer
  }

  private struct Entry: Sendable {
    var message: ChatMessage
    /// Counted towards `attemptsMax`.
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

    /// Whether it went out once, in this run or an earlier one.
    var wasHandedOver: Bool { handOvers > 0 || message.delivery == .sent }

    /// Whether the transport may still hold it, or its answer may just be on the way.
    func isTrusted(at now: Now) -> Bool {
      if let leftAt { return now.monotonic.since(leftAt) < Outbox.answerWait(after: 1) }
      return lastHandOver.map { now.monotonic.since($0) < Outbox.quietPeriod } ?? false
    }

    /// Whether one more hand-over takes the place of one that the transport still holds, behind a handshake
    /// that takes its time.
    var isReplacement: Bool { leftAt == nil && (1...Outbox.replacementsMax).contains(handOversHeld) }

    /// Whether it stayed unanswered for so long that it goes out again.
    func isOverdue(at now: Now) -> Bool {
      guard let lastHandOver else { return true }
      if let leftAt { return now.monotonic.since(leftAt) >= Outbox.answerWait(after: silences) }
      let doublings = min(max(handOversHeld - 1, 0), Outbox.doublingsMax)
      return now.monotonic.since(lastHandOver) >= Outbox.quietPeriod * (1 << doublings)
    }
  }

  /// Ordered by address, so that nothing depends on hash order.
  private var queues: [(peer: PeerAddress, entries: [Entry])] = []
  /// Who can be reached; everybody else is out of reach.
  private var reach: [PeerAddress: Reach] = [:]

  /// Holds nothing.
  public init() {}

  /// How many messages wait for the peer.
  public func count(for peer: PeerAddress) -> Int {
    queues.first { $0.peer == peer }?.entries.count ?? 0
  }

  /// Whether the message waits, handed over or not.
  public func holds(_ id: MessageID, for peer: PeerAddress) -> Bool {
    queues.first { $0.peer == peer }?.entries.contains { $0.message.id == id } ?? false
  }

  /// A message was stored and shall go out: now, if its peer is in reach. An id that is held already is
  /// replaced, its attempts kept.
  public mutating func accept(_ message: ChatMessage, now: Now) -> [Effect] {
    guard let peer = message.conversation.peer else { return [] }
    var effects = hold(message, for: peer)
    effects += transmit(to: peer, now: now) { $0.message.id == message.id && !$0.isTrusted(at: now) }
    return effects
  }

  /// Messages found unconfirmed in the store at start; they go out when their peers are ready.
  public mutating func restore(_ messages: [ChatMessage]) -> [Effect] {
    messages.flatMap { message in
      message.conversation.peer.map { hold(message, for: $0) } ?? []
    }
  }

  /// Who can be reached from now on, and how; replaces what was said before.
  public mutating func sighted(_ reach: [PeerAddress: Reach]) {
    self.reach = reach
  }

  /// The peer can be reached (again): everything goes in the order of writing, at once or by `retry`.
  public mutating func peerReady(_ peer: PeerAddress, now: Now) -> [Effect] {
    guard let place = queues.firstIndex(where: { $0.peer == peer }) else { return [] }
    for entry in queues[place].entries.indices {
      queues[place].entries[entry].isDue = true
      queues[place].entries[entry].silences = min(queues[place].entries[entry].silences, Self.silencesKept)
    }
    // A transport may say so before it says how.
    if reach[peer, default: .none] == .none { reach[peer] = .deliverable }
    return transmit(to: peer, now: now) { !$0.isTrusted(at: now) }
  }

  /// Hands over again what became due, and what stayed unanswered for too long; to be called every few
  /// seconds.
  public mutating func retry(now: Now) -> [Effect] {
    queues.map(\.peer).flatMap { peer in
      transmit(to: peer, now: now) { $0.isDue && !$0.isTrusted(at: now) || $0.isOverdue(at: now) }
    }
  }

  /// The transport says that the message left: from now on an answer is waited for.
  public mutating func left(_ id: MessageID, for peer: PeerAddress, now: Now) {
    guard let place = queues.firstIndex(where: { $0.peer == peer }),
      let entry = queues[place].entries.firstIndex(where: { $0.message.id == id })
    else { return }
    queues[place].entries[entry].leftAt = now.monotonic
    queues[place].entries[entry].silences += 1
    queues[place].entries[entry].handOversHeld = 0
    queues[place].entries[entry].isDue = false
  }

  /// The peer confirmed the message, or it failed for good: it no longer waits.
  public mutating func settle(_ id: MessageID, for peer: PeerAddress) {
    guard let place = queues.firstIndex(where: { $0.peer == peer }) else { return }
    queues[place].entries.removeAll { $0.message.id == id }
    if queues[place].entries.isEmpty { queues.remove(at: place) }
  }

  /// Gives up what waited too long; to be called every 120 s.
  public mutating func sweep(now: Now) -> [Effect] {
    var effects: [Effect] = []
    for place in queues.indices {
      let expired = queues[place].entries.filter { isExpired($0.message, now: now) }
      effects += expired.map { .giveUp($0.message, .expired) }
      queues[place].entries.removeAll { isExpired($0.message, now: now) }
    }
    queues.removeAll { $0.entries.isEmpty }
    return effects
  }

  private mutating func hold(_ message: ChatMessage, for peer: PeerAddress) -> [Effect] {
    var effects: [Effect] = []
    if queues.allSatisfy({ $0.peer != peer }) {
      effects += makeRoomForAPeer()
      let place = queues.firstIndex { $0.peer > peer } ?? queues.endIndex
      queues.insert((peer, []), at: place)
    }
    guard let place = queues.firstIndex(where: { $0.peer == peer }) else { return effects }
    if let known = queues[place].entries.firstIndex(where: { $0.message.id == message.id }) {
      queues[place].entries[known].message = message
      return effects
    }
    let position = queues[place].entries.lastIndex { $0.message.sentAt <= message.sentAt }.map { $0 + 1 } ?? 0
    queues[place].entries.insert(Entry(message: message), at: position)
    effects += giveUpOldest(of: place, over: Self.messagesPerPeerMax) { !$0.wasHandedOver }
    effects += giveUpOldest(of: place, over: Self.unconfirmedPerPeerMax) { $0.wasHandedOver }
    return effects
  }

  private mutating func giveUpOldest(
    of place: Int, over limit: Int, where isMeant: (Entry) -> Bool
  ) -> [Effect] {
    guard queues[place].entries.count(where: isMeant) > limit,
      let oldest = queues[place].entries.firstIndex(where: isMeant)
    else { return [] }
    return [.giveUp(queues[place].entries.remove(at: oldest).message, .queueFull)]
  }

  private mutating func makeRoomForAPeer() -> [Effect] {
    guard queues.count >= Self.peersMax else { return [] }
    let oldest = queues.indices.min { left, right in
      age(queues[left].entries) < age(queues[right].entries)
    }
    guard let oldest else { return [] }
    return queues.remove(at: oldest).entries.map { .giveUp($0.message, .queueFull) }
  }

  private mutating func transmit(
    to peer: PeerAddress, now: Now, where isMeant: (Entry) -> Bool
  ) -> [Effect] {
    let way = reach[peer, default: .none]
    guard way != .none, let place = queues.firstIndex(where: { $0.peer == peer }) else { return [] }
    var effects: [Effect] = []
    var kept: [Entry] = []
    for var entry in queues[place].entries {
      if isExpired(entry.message, now: now) {
        effects.append(.giveUp(entry.message, .expired))
        continue
      }
      if isMeant(entry) {
        guard entry.attempts < Self.attemptsMax else {
          effects.append(.giveUp(entry.message, .noAnswer))
          continue
        }
        if entry.handOvers == 0 || way == .deliverable && !entry.isReplacement { entry.attempts += 1 }
        entry.handOvers += 1
        entry.lastHandOver = now.monotonic
        entry.leftAt = nil
        entry.handOversHeld += 1
        entry.isDue = false
        effects.append(.transmit(entry.message))
      }
      kept.append(entry)
    }
    queues[place].entries = kept
    if kept.isEmpty { queues.remove(at: place) }
    return effects
  }

  private static func answerWait(after silences: Int) -> Duration {
    answerWaits.prefix(max(1, silences)).last ?? quietPeriod
  }

  private func age(_ entries: [Entry]) -> Timestamp {
    entries.first?.message.sentAt ?? Timestamp(milliseconds: 0)
  }
}

private func isExpired(_ message: ChatMessage, now: Now) -> Bool {
  now.unix.millisecondsSince(message.sentAt) > Outbox.lifetimeMilliseconds
}

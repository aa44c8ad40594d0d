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
///
/// Every change may move the time at which something is due next; `Effect.wake` tells it, and the owner calls
/// `timeReached` then.
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
  /// How often everything is looked at for what waited too long: the wall clock that decides it may be set.
  public static let sweepInterval = Duration.seconds(120)

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
    /// Call `timeReached` at this time, at once when it has passed, and at no time named before; `nil` for
    /// never.
    case wake(at: Instant?)
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

  /// Ordered by address, so that nothing depends on hash order.
  private var queues: [OutboxQueue] = []
  /// Who can be reached; everybody else is out of reach.
  private var reach: [PeerAddress: Reach] = [:]
  private var sweptAt = Instant(nanoseconds: 0)
  private var wakeTold: Instant?

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
    var effects = hold(OutboxEntry(message: message), for: peer, now: now)
    effects += transmit(to: peer, now: now) { $0.message.id == message.id && !$0.isTrusted(at: now) }
    return withWake(effects)
  }

  /// Messages found unconfirmed in the store at start; they go out when their peers are ready.
  public mutating func restore(_ messages: [ChatMessage], now: Now) -> [Effect] {
    withWake(
      messages.flatMap { message in
        message.conversation.peer.map { hold(OutboxEntry(message: message), for: $0, now: now) } ?? []
      })
  }

  /// Who can be reached from now on, and how; replaces what was said before.
  public mutating func sighted(_ reach: [PeerAddress: Reach]) -> [Effect] {
    self.reach = reach
    return withWake([])
  }

  /// The peer can be reached (again): everything goes in the order of writing, at once or when its last
  /// hand-over is no longer trusted.
  public mutating func peerReady(_ peer: PeerAddress, now: Now) -> [Effect] {
    guard let place = place(of: peer) else { return [] }
    queues[place].update { $0.peerIsReady() }
    // A transport may say so before it says how.
    if reach[peer, default: .none] == .none { reach[peer] = .deliverable }
    return withWake(transmit(to: peer, now: now) { !$0.isTrusted(at: now) })
  }

  /// The time that `wake` named has come, or any other: gives up what waited too long, and hands over again
  /// what became due and what stayed unanswered for too long.
  public mutating func timeReached(now: Now) -> [Effect] {
    sweptAt = now.monotonic
    wakeTold = nil
    var effects: [Effect] = []
    for peer in queues.map(\.peer) {
      effects += giveUpExpired(for: peer, now: now)
      effects += transmit(to: peer, now: now) { $0.isDue && !$0.isTrusted(at: now) || $0.isOverdue(at: now) }
    }
    return withWake(effects)
  }

  /// The transport says that the message left: from now on an answer is waited for.
  public mutating func left(_ id: MessageID, for peer: PeerAddress, now: Now) -> [Effect] {
    guard let place = place(of: peer) else { return [] }
    queues[place].update { if $0.message.id == id { $0.left(at: now) } }
    return withWake([])
  }

  /// The peer confirmed the message, or it failed for good: it no longer waits.
  public mutating func settle(_ id: MessageID, for peer: PeerAddress) -> [Effect] {
    guard let place = place(of: peer) else { return [] }
    queues[place].removeAll { $0.message.id == id }
    if queues[place].entries.isEmpty { queues.remove(at: place) }
    return withWake([])
  }

  /// A person is reached under another address from now on, and the conversation was moved there (chat-app
  /// 8.3, 8.5): what waits goes along, with its attempts. What both hold keeps the larger number of them.
  public mutating func move(from old: PeerAddress, to new: PeerAddress, now: Now) -> [Effect] {
    guard old != new, let place = place(of: old) else { return [] }
    let entries = queues.remove(at: place).entries
    return withWake(
      entries.flatMap { entry in
        var entry = entry
        entry.message.conversation = .direct(new)
        return hold(entry, for: new, now: now)
      })
  }
}

extension Outbox {
  private func place(of peer: PeerAddress) -> Int? { queues.firstIndex { $0.peer == peer } }

  private mutating func hold(_ entry: OutboxEntry, for peer: PeerAddress, now: Now) -> [Effect] {
    var effects: [Effect] = []
    if queues.isEmpty { sweptAt = now.monotonic }
    if place(of: peer) == nil {
      effects += makeRoomForAPeer()
      queues.insert(OutboxQueue(peer: peer), at: queues.firstIndex { $0.peer > peer } ?? queues.endIndex)
    }
    guard let place = place(of: peer) else { return effects }
    guard queues[place].hold(entry) else { return effects }
    effects += giveUpOldest(of: place, over: Self.messagesPerPeerMax) { !$0.wasHandedOver }
    effects += giveUpOldest(of: place, over: Self.unconfirmedPerPeerMax) { $0.wasHandedOver }
    return effects
  }

  private mutating func giveUpOldest(
    of place: Int, over limit: Int, where isMeant: (OutboxEntry) -> Bool
  ) -> [Effect] {
    guard queues[place].entries.count(where: isMeant) > limit,
      let oldest = queues[place].entries.first(where: isMeant)?.message
    else { return [] }
    queues[place].removeAll { $0.message.id == oldest.id }
    return [.giveUp(oldest, .queueFull)]
  }

  private mutating func makeRoomForAPeer() -> [Effect] {
    guard queues.count >= Self.peersMax else { return [] }
    let oldest = queues.indices.min { queues[$0].age < queues[$1].age }
    guard let oldest else { return [] }
    return queues.remove(at: oldest).entries.map { .giveUp($0.message, .queueFull) }
  }

  private mutating func giveUpExpired(for peer: PeerAddress, now: Now) -> [Effect] {
    guard let place = place(of: peer) else { return [] }
    let expired = queues[place].entries.filter { $0.isExpired(at: now) }
    guard !expired.isEmpty else { return [] }
    queues[place].removeAll { $0.isExpired(at: now) }
    if queues[place].entries.isEmpty { queues.remove(at: place) }
    return expired.map { .giveUp($0.message, .expired) }
  }

  private mutating func transmit(
    to peer: PeerAddress, now: Now, where isMeant: (OutboxEntry) -> Bool
  ) -> [Effect] {
    let way = reach[peer, default: .none]
    guard way != .none else { return [] }
    var effects = giveUpExpired(for: peer, now: now)
    guard let place = place(of: peer) else { return effects }
    var unanswered: Set<MessageID> = []
    queues[place].update { entry in
      guard isMeant(entry) else { return }
      guard entry.attempts < Self.attemptsMax else {
        effects.append(.giveUp(entry.message, .noAnswer))
        unanswered.insert(entry.message.id)
        return
      }
      entry.handedOver(over: way, at: now)
      effects.append(.transmit(entry.message))
    }
    if !unanswered.isEmpty { queues[place].removeAll { unanswered.contains($0.message.id) } }
    if queues[place].entries.isEmpty { queues.remove(at: place) }
    return effects
  }

  private mutating func withWake(_ effects: [Effect]) -> [Effect] {
    var next: Instant?
    if !queues.isEmpty {
      let due = queues.filter { reach[$0.peer, default: .none] != .none }.map(\.deadline)
      next = (due + [sweptAt + Self.sweepInterval]).min()
    }
    guard next != wakeTold else { return effects }
    wakeTold = next
    return effects + [.wake(at: next)]
  }
}

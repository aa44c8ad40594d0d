import Timebase
import TransportPorts

/// What waits until the other end confirms it (chat-app 5.3): a pure machine, its owner performs the
/// effects and keeps the messages themselves durable.
///
/// Per peer at most 100, the oldest given up first; given up 24 h after it was written, or when the
/// eighth attempt brought no confirmation. A message is handed to the transport when it is accepted and
/// again each time its peer becomes ready, but not within 10 s of the last hand-over, since the transport
/// may still hold it: then as soon as these are over.
public struct Outbox: Sendable {
  /// Messages held for one peer.
  public static let messagesPerPeerMax = 100
  /// Peers with something waiting; the peer whose oldest message is the oldest gives up first.
  public static let peersMax = 256
  /// How long a message waits, in milliseconds.
  public static let lifetimeMilliseconds: Int64 = 86_400_000
  /// How often a message is handed over.
  public static let attemptsMax = 8
  /// How long a hand-over is trusted before it is repeated.
  public static let quietPeriod = Duration.seconds(10)

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
    var attempts = 0
    var lastAttempt: Instant?
    /// Its peer became ready while the last hand-over was still trusted.
    var isDue = false
  }

  /// Ordered by address, so that nothing depends on hash order.
  private var queues: [(peer: PeerAddress, entries: [Entry])] = []

  /// Holds nothing.
  public init() {}

  /// How many messages wait for the peer.
  public func count(for peer: PeerAddress) -> Int {
    queues.first { $0.peer == peer }?.entries.count ?? 0
  }

  /// A message was stored and shall go out. An id that is held already is replaced, its attempts kept.
  public mutating func accept(_ message: ChatMessage, now: Now) -> [Effect] {
    guard let peer = message.conversation.peer else { return [] }
    var effects = hold(message, for: peer, now: now)
    effects += transmit(to: peer, now: now) { $0.message.id == message.id }
    return effects
  }

  /// Messages found unconfirmed in the store at start; they go out when their peers are ready.
  public mutating func restore(_ messages: [ChatMessage], now: Now) -> [Effect] {
    messages.flatMap { message in
      message.conversation.peer.map { hold(message, for: $0, now: now) } ?? []
    }
  }

  /// The peer can be reached (again): everything goes in the order of writing, at once or by `retry`.
  public mutating func peerReady(_ peer: PeerAddress, now: Now) -> [Effect] {
    guard let place = queues.firstIndex(where: { $0.peer == peer }) else { return [] }
    for entry in queues[place].entries.indices { queues[place].entries[entry].isDue = true }
    return transmit(to: peer, now: now) { $0.isDue }
  }

  /// Hands over what became due while a hand-over was still trusted; to be called every few seconds.
  public mutating func retry(now: Now) -> [Effect] {
    queues.map(\.peer).flatMap { transmit(to: $0, now: now) { $0.isDue } }
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

  private mutating func hold(_ message: ChatMessage, for peer: PeerAddress, now: Now) -> [Effect] {
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
    if queues[place].entries.count > Self.messagesPerPeerMax {
      effects.append(.giveUp(queues[place].entries.removeFirst().message, .queueFull))
    }
    return effects
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
    guard let place = queues.firstIndex(where: { $0.peer == peer }) else { return [] }
    var effects: [Effect] = []
    var kept: [Entry] = []
    for var entry in queues[place].entries {
      if isExpired(entry.message, now: now) {
        effects.append(.giveUp(entry.message, .expired))
        continue
      }
      let isQuiet = entry.lastAttempt.map { now.monotonic.since($0) >= Self.quietPeriod } ?? true
      if isMeant(entry), isQuiet {
        guard entry.attempts < Self.attemptsMax else {
          effects.append(.giveUp(entry.message, .noAnswer))
          continue
        }
        entry.attempts += 1
        entry.lastAttempt = now.monotonic
        entry.isDue = false
        effects.append(.transmit(entry.message))
      }
      kept.append(entry)
    }
    queues[place].entries = kept
    if kept.isEmpty { queues.remove(at: place) }
    return effects
  }

  private func age(_ entries: [Entry]) -> Timestamp {
    entries.first?.message.sentAt ?? Timestamp(milliseconds: 0)
  }
}

private func isExpired(_ message: ChatMessage, now: Now) -> Bool {
  now.unix.millisecondsSince(message.sentAt) > Outbox.lifetimeMilliseconds
}

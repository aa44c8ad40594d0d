import ConversationModel
import Timebase
import TransportPorts

/// The outbox as its rules read, without a thought for speed: every message keeps all that happened to it,
/// and whatever is asked is worked out of that anew.
struct SlowOutbox {
  private enum Happening {
    case handedOver(Instant, isCounted: Bool)
    case left(Instant)
    case peerReady
  }

  private struct Waiting {
    var message: ChatMessage
    var peer: PeerAddress
    var arrival: Int
    var happenings: [Happening] = []

    var handOvers: Int {
      happenings.count { if case .handedOver = $0 { true } else { false } }
    }
    var attempts: Int {
      happenings.count { if case .handedOver(_, true) = $0 { true } else { false } }
    }
    var lastHandOver: Instant? {
      happenings.reversed().lazy.compactMap { if case .handedOver(let at, _) = $0 { at } else { nil } }.first
    }
    /// When it left, if that is the last that was heard of it.
    var leftAt: Instant? {
      for happening in happenings.reversed() {
        switch happening {
        case .left(let at): return at
        case .handedOver: return nil
        case .peerReady: continue
        }
      }
      return nil
    }
    /// Hand-overs since it left last.
    var heldHandOvers: Int {
      var count = 0
      for happening in happenings.reversed() {
        switch happening {
        case .left: return count
        case .handedOver: count += 1
        case .peerReady: continue
        }
      }
      return count
    }
    /// Departures without an answer, of which at most two count from before the peer became ready.
    var silences: Int {
      happenings.reduce(0) { count, happening in
        switch happening {
        case .left: count + 1
        case .peerReady: min(count, 2)
        case .handedOver: count
        }
      }
    }
    /// Whether the peer became ready after everything else that happened.
    var isDue: Bool { if case .peerReady? = happenings.last { true } else { false } }
    var wasHandedOver: Bool { handOvers > 0 || message.delivery == .sent }

    func isTrusted(at now: Now) -> Bool {
      if let leftAt { return now.monotonic.since(leftAt) < .seconds(5) }
      guard let lastHandOver else { return false }
      return now.monotonic.since(lastHandOver) < .seconds(10)
    }

    func isOverdue(at now: Now) -> Bool {
      if let leftAt {
        let waits = [5, 8, 12, 20, 30, 60, 240, 640]
        return now.monotonic.since(leftAt) >= .seconds(waits[min(max(silences, 1), 8) - 1])
      }
      guard let lastHandOver else { return true }
      let waits = [10, 10, 20, 40, 80, 160, 320]
      return now.monotonic.since(lastHandOver) >= .seconds(waits[min(heldHandOvers, 6)])
    }

    func isExpired(at now: Now) -> Bool {
      now.unix.milliseconds > message.sentAt.milliseconds + 86_400_000
    }
  }

  private var all: [Waiting] = []
  private var arrivals = 0
  private var ways: [PeerAddress: Outbox.Reach] = [:]

  func holds(_ id: MessageID, for peer: PeerAddress) -> Bool {
    all.contains { $0.peer == peer && $0.message.id == id }
  }

  mutating func accept(_ message: ChatMessage, now: Now) -> [Outbox.Effect] {
    guard let peer = message.conversation.peer else { return [] }
    return hold(message, peer)
      + send(to: peer, now: now) { $0.message.id == message.id && !$0.isTrusted(at: now) }
  }

  mutating func restore(_ messages: [ChatMessage]) -> [Outbox.Effect] {
    var effects: [Outbox.Effect] = []
    for message in messages {
      if let peer = message.conversation.peer { effects += hold(message, peer) }
    }
    return effects
  }

  mutating func sighted(_ ways: [PeerAddress: Outbox.Reach]) { self.ways = ways }

  mutating func peerReady(_ peer: PeerAddress, now: Now) -> [Outbox.Effect] {
    guard all.contains(where: { $0.peer == peer }) else { return [] }
    for index in all.indices where all[index].peer == peer { all[index].happenings.append(.peerReady) }
    if ways[peer] == nil || ways[peer] == Outbox.Reach.none { ways[peer] = .deliverable }
    return send(to: peer, now: now) { !$0.isTrusted(at: now) }
  }

  mutating func timeReached(now: Now) -> [Outbox.Effect] {
    var effects: [Outbox.Effect] = []
    for peer in Set(all.map(\.peer)).sorted() {
      effects += giveUp(.expired) { $0.peer == peer && $0.isExpired(at: now) }
      effects += send(to: peer, now: now) { $0.isDue && !$0.isTrusted(at: now) || $0.isOverdue(at: now) }
    }
    return effects
  }

  mutating func left(_ id: MessageID, for peer: PeerAddress, now: Now) {
    for index in all.indices where all[index].peer == peer && all[index].message.id == id {
      all[index].happenings.append(.left(now.monotonic))
    }
  }

  mutating func settle(_ id: MessageID, for peer: PeerAddress) {
    all.removeAll { $0.peer == peer && $0.message.id == id }
  }

  /// In the order of peers, of writing, of arrival.
  private func sorted(where isMeant: (Waiting) -> Bool) -> [Waiting] {
    all.filter(isMeant).sorted {
      ($0.peer, $0.message.sentAt, $0.arrival) < ($1.peer, $1.message.sentAt, $1.arrival)
    }
  }

  private mutating func hold(_ message: ChatMessage, _ peer: PeerAddress) -> [Outbox.Effect] {
    if let index = all.firstIndex(where: { $0.peer == peer && $0.message.id == message.id }) {
      if all[index].message.sentAt != message.sentAt {
        arrivals += 1
        all[index].arrival = arrivals
      }
      all[index].message = message
      return []
    }
    var effects: [Outbox.Effect] = []
    let peers = Set(all.map(\.peer))
    if !peers.contains(peer), peers.count >= 256 {
      let oldest = peers.min { left, right in
        (age(left), left) < (age(right), right)
      }
      effects += giveUp(.queueFull) { $0.peer == oldest }
    }
    arrivals += 1
    all.append(Waiting(message: message, peer: peer, arrival: arrivals))
    for (limit, wasHandedOver) in [(100, false), (400, true)] {
      let held = sorted { $0.peer == peer && $0.wasHandedOver == wasHandedOver }
      if held.count > limit, let oldest = held.first {
        effects += giveUp(.queueFull) { $0.peer == peer && $0.message.id == oldest.message.id }
      }
    }
    return effects
  }

  private func age(_ peer: PeerAddress) -> Timestamp {
    all.filter { $0.peer == peer }.map(\.message.sentAt).min() ?? Timestamp(milliseconds: 0)
  }

  private mutating func giveUp(
    _ reason: Outbox.GivingUp, where isMeant: (Waiting) -> Bool
  ) -> [Outbox.Effect] {
    guard all.contains(where: isMeant) else { return [] }
    let gone = sorted(where: isMeant)
    all.removeAll(where: isMeant)
    return gone.map { .giveUp($0.message, reason) }
  }

  private mutating func send(
    to peer: PeerAddress, now: Now, where isMeant: (Waiting) -> Bool
  ) -> [Outbox.Effect] {
    let way = ways[peer] ?? .none
    guard way != .none else { return [] }
    var effects = giveUp(.expired) { $0.peer == peer && $0.isExpired(at: now) }
    for waiting in sorted(where: { $0.peer == peer && isMeant($0) }) {
      let id = waiting.message.id
      if waiting.attempts >= 8 {
        effects += giveUp(.noAnswer) { $0.peer == peer && $0.message.id == id }
        continue
      }
      let replacesOne = waiting.leftAt == nil && (1...2).contains(waiting.heldHandOvers)
      let isCounted = waiting.handOvers == 0 || way == .deliverable && !replacesOne
      for index in all.indices where all[index].peer == peer && all[index].message.id == id {
        all[index].happenings.append(.handedOver(now.monotonic, isCounted: isCounted))
      }
      effects.append(.transmit(waiting.message))
    }
    return effects
  }
}

import Foundation

/// What has to be there of everything two people said: a message that was acknowledged stands once with
/// whoever wrote it, one that is shown as delivered stands once with the other, until somebody empties the
/// conversation.
///
/// Public messages are best effort: the other has each at most once.
struct UsersModel {
  /// Where a message has to stand.
  enum Presence {
    /// Where it is shown as kept, once.
    case kept
    /// Emptied away for good.
    case gone
    /// On its way while the conversation was emptied: once or not at all.
    case either
  }

  struct Message {
    var text: String
    var sender: Int
    var place: UsedNode.Place
    var isAcknowledged: Bool
    var own = Presence.kept
    var others = Presence.kept
    /// When it was first seen to be confirmed.
    var confirmedAt: ContinuousClock.Instant?
  }

  /// What is done to the answers, to see that the checks find it.
  enum Tampering: CaseIterable {
    /// A delivered message is taken out of the other's history.
    case dropped
    /// A message stands twice in its writer's history.
    case doubled
    /// A message that nobody has is said to be delivered.
    case untrue
  }

  /// Frames that the line still holds back, and repetitions under way, are over after it.
  private static let settling = Duration.seconds(5)

  private(set) var messages: [Message] = []
  private var places: [String: Int] = [:]

  mutating func sent(_ text: String, by sender: Int, in place: UsedNode.Place, isAcknowledged: Bool) {
    places[text] = messages.count
    messages.append(Message(text: text, sender: sender, place: place, isAcknowledged: isAcknowledged))
  }

  /// Somebody emptied a conversation.
  mutating func cleared(_ place: UsedNode.Place, by reader: Int) {
    for index in messages.indices where messages[index].place == place {
      if messages[index].sender == reader {
        messages[index].own = .gone
        // What waited may still go out, and will not after a restart.
        if place == .other, messages[index].confirmedAt == nil { messages[index].others = .either }
      } else if place == .everybody || isSettled(messages[index]) {
        messages[index].others = .gone
      } else {
        messages[index].others = .either
      }
    }
  }

  private func isSettled(_ message: Message) -> Bool {
    message.confirmedAt.map { ContinuousClock.now - $0 > Self.settling } ?? false
  }

  // MARK: Checking

  /// Looks whether a history of the writer, read before that of the other, and the other's agree with what
  /// has to be there.
  mutating func check(
    _ sender: Int, _ place: UsedNode.Place, own: [UsedNode.Row], others: [UsedNode.Row],
    hasRead: Set<String>
  ) throws {
    let ownCounts = try counts(own.filter(\.isOwn))
    let othersCounts = try counts(others.filter { !$0.isOwn })
    let states = Dictionary(own.filter(\.isOwn).map { ($0.text, $0.state) }) { first, _ in first }
    for index in messages.indices where messages[index].sender == sender && messages[index].place == place {
      let message = messages[index]
      let count = ownCounts[message.text, default: 0]
      switch message.own {
      case .kept where message.isAcknowledged && count == 0:
        throw Loss(words: "“\(message.text)” was acknowledged and is not in the history")
      case .gone where count > 0: throw Loss(words: "“\(message.text)” came back to its writer")
      case .kept, .gone, .either: break
      }
      let isThere = othersCounts[message.text, default: 0] > 0
      if message.others == .gone, isThere { throw Loss(words: "“\(message.text)” came back to the other") }
      let state = states[message.text] ?? ""
      guard place == .other, ["delivered", "read"].contains(state) else { continue }
      if message.others == .kept, !isThere {
        throw Loss(words: "“\(message.text)” is said to be \(state) and the other does not have it")
      }
      if state == "read", !hasRead.contains(message.text) {
        throw Loss(words: "“\(message.text)” is said to be read and nobody looked at it")
      }
      if message.confirmedAt == nil { messages[index].confirmedAt = .now }
    }
  }

  /// How often each text stands there; none twice, and none that nobody wrote.
  private func counts(_ rows: [UsedNode.Row]) throws -> [String: Int] {
    var counts: [String: Int] = [:]
    for row in rows {
      guard places[row.text] != nil else { throw Loss(words: "nobody wrote “\(row.text)”") }
      counts[row.text, default: 0] += 1
      if counts[row.text, default: 0] > 1 { throw Loss(words: "“\(row.text)” stands there twice") }
    }
    return counts
  }

  /// The answers with a fault in them that a check has to find; nothing where they hold no message for it.
  func tampered(
    _ tampering: Tampering, own: [UsedNode.Row], others: [UsedNode.Row]
  ) -> (own: [UsedNode.Row], others: [UsedNode.Row])? {
    var (own, others) = (own, others)
    func isMeant(_ row: UsedNode.Row) -> Bool {
      guard let index = places[row.text] else { return false }
      return row.isOwn && messages[index].others == .kept && messages[index].own == .kept
    }
    guard let place = own.firstIndex(where: { isMeant($0) && ["delivered", "read"].contains($0.state) })
    else { return nil }
    switch tampering {
    case .dropped: others.removeAll { $0.text == own[place].text }
    case .doubled: own.append(own[place])
    case .untrue:
      guard let unread = own.firstIndex(where: { isMeant($0) && $0.state == "delivered" }) else { return nil }
      own[unread].state = "read"
    }
    return (own, others)
  }
}

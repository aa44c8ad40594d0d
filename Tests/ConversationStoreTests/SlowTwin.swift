import ConversationModel
import Timebase
import TransportPorts

/// What the store should hold, kept in one array and computed the slow and obvious way.
struct SlowTwin {
  struct Entry {
    var message: ChatMessage
    var isUnread: Bool
    var isDue: Bool
    var arrival: Int
  }

  var messagesPerConversationMax: Int
  private var entries: [Entry] = []
  private var arrivals = 0

  init(messagesPerConversationMax: Int) {
    self.messagesPerConversationMax = messagesPerConversationMax
  }

  func ordered(_ key: ConversationKey) -> [Entry] {
    entries.filter { $0.message.conversation == key }.sorted(by: Self.isBefore)
  }

  mutating func insert(_ message: ChatMessage, isUnread: Bool) -> InsertOutcome {
    let key = message.conversation
    guard !ordered(key).contains(where: { $0.message.id == message.id }) else { return .duplicate }
    arrivals += 1
    let isDue = key.isPrivate && message.kind == .person && !message.author.isOwn
    entries.append(Entry(message: message, isUnread: isUnread, isDue: isDue, arrival: arrivals))
    let held = ordered(key)
    if held.count > messagesPerConversationMax { remove { $0.arrival == held[0].arrival } }
    return .inserted
  }

  mutating func report(_ state: DeliveryState, of id: MessageID, in key: ConversationKey) -> DeliveryState? {
    for index in entries.indices
    where entries[index].message.conversation == key && entries[index].message.id == id {
      guard let current = entries[index].message.delivery else { return nil }
      let next = current.advanced(to: state) ?? current
      entries[index].message.delivery = next
      return next
    }
    return nil
  }

  mutating func renew(_ id: MessageID, in key: ConversationKey, sentAt: Timestamp) -> ChatMessage? {
    for index in entries.indices
    where entries[index].message.conversation == key && entries[index].message.id == id {
      if case .failed = entries[index].message.delivery {
        entries[index].message.delivery = .sending
        entries[index].message.sentAt = sentAt
      }
      return entries[index].message
    }
    return nil
  }

  mutating func markRead(_ key: ConversationKey) {
    for index in entries.indices where entries[index].message.conversation == key {
      entries[index].isUnread = false
    }
  }

  func due(_ key: ConversationKey) -> [MessageID] {
    ordered(key).filter { $0.isDue && !$0.isUnread }.map(\.message.id)
  }

  mutating func markReceiptSent(_ id: MessageID, in key: ConversationKey) {
    for index in entries.indices
    where entries[index].message.conversation == key && entries[index].message.id == id {
      entries[index].isDue = false
    }
  }

  func unconfirmed() -> [ChatMessage] {
    entries.sorted(by: Self.isBefore).map(\.message).filter { message in
      guard message.conversation.isPrivate, message.author.isOwn, let state = message.delivery else {
        return false
      }
      if case .failed = state { return false }
      return !state.isConfirmed
    }
  }

  mutating func sweep(_ retention: Retention, now: Timestamp) -> Int {
    let before = entries.count
    remove { entry in
      retention.horizon(for: entry.message.conversation, now: now).map { entry.message.sentAt < $0 } ?? false
    }
    return before - entries.count
  }

  func page(before id: MessageID?, in key: ConversationKey, limit: Int) -> MessagePage {
    var all = ordered(key)
    if let id {
      guard let place = all.firstIndex(where: { $0.message.id == id }) else {
        return MessagePage(messages: [], hasOlder: false)
      }
      all.removeSubrange(place...)
    }
    return MessagePage(messages: all.suffix(limit).map(\.message), hasOlder: all.count > limit)
  }

  func summaries() -> [ConversationSummary] {
    let keys = Set(entries.map(\.message.conversation))
    let newest = keys.compactMap { ordered($0).last }.sorted { Self.isBefore($1, $0) }
    return newest.map { entry in
      let unread = ordered(entry.message.conversation).filter(\.isUnread)
      return ConversationSummary(
        key: entry.message.conversation, newest: entry.message, unreadCount: unread.count,
        firstUnread: unread.first?.message.id)
    }
  }

  private mutating func remove(_ leaves: (Entry) -> Bool) {
    entries.removeAll(where: leaves)
  }

  private static func isBefore(_ left: Entry, _ right: Entry) -> Bool {
    (left.message.sentAt, left.arrival) < (right.message.sentAt, right.arrival)
  }
}

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
  private var cleared: [ConversationKey: Timestamp] = [:]

  init(messagesPerConversationMax: Int) {
    self.messagesPerConversationMax = messagesPerConversationMax
  }

  func ordered(_ key: ConversationKey) -> [Entry] {
    entries.filter { $0.message.conversation == key }.sorted(by: Self.isBefore)
  }

  mutating func insert(_ message: ChatMessage, isUnread: Bool) -> InsertOutcome {
    let key = message.conversation
    guard !ordered(key).contains(where: { $0.message.id == message.id }) else { return .duplicate }
    if !key.isPrivate, !message.author.isOwn, let moment = cleared[key], message.sentAt <= moment {
      return .duplicate
    }
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

  mutating func clear(_ key: ConversationKey, now: Timestamp) {
    remove { $0.message.conversation == key }
    cleared[key] = max(cleared[key] ?? now, now)
  }

  mutating func removeConversation(_ key: ConversationKey) {
    remove { $0.message.conversation == key }
    cleared[key] = nil
  }

  mutating func move(_ old: ConversationKey, to new: ConversationKey) {
    guard old != new, old.isPrivate, new.isPrivate, !ordered(old).isEmpty || cleared[old] != nil
    else { return }
    for entry in ordered(old) {
      let known = entries.firstIndex {
        $0.message.conversation == new && $0.message.id == entry.message.id
      }
      guard let known else {
        var moved = entry
        moved.message.conversation = new
        remove { $0.arrival == entry.arrival }
        entries.append(moved)
        continue
      }
      if (entry.message.delivery?.rank ?? -1) > (entries[known].message.delivery?.rank ?? -1) {
        entries[known].message.delivery = entry.message.delivery
      }
      entries[known].isUnread = entries[known].isUnread || entry.isUnread
      remove { $0.arrival == entry.arrival }
    }
    if let moment = cleared.removeValue(forKey: old) { cleared[new] = max(cleared[new] ?? moment, moment) }
    let excess = ordered(new).count - messagesPerConversationMax
    let leaving = Set(ordered(new).prefix(max(0, excess)).map(\.arrival))
    remove { leaving.contains($0.arrival) }
  }

  /// What a search finds, in no order.
  func found(_ query: SearchQuery) -> Set<ChatMessage> {
    Set(
      entries.map(\.message).filter { message in
        (query.conversation ?? message.conversation) == message.conversation
          && SearchPieces.holds(query.words, in: message.text)
      })
  }

  func clearedUpTo(_ key: ConversationKey) -> Timestamp? { cleared[key] }

  func after(_ id: MessageID?, in key: ConversationKey, limit: Int) -> [ChatMessage] {
    let all = ordered(key).map(\.message)
    guard let id else { return Array(all.prefix(limit)) }
    guard let place = all.firstIndex(where: { $0.id == id }) else { return [] }
    return Array(all[(place + 1)...].prefix(limit))
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

  /// The conversation goes to a store: of equal times its messages have come there last, in their order.
  mutating func store(_ key: ConversationKey) {
    for entry in ordered(key) {
      arrivals += 1
      guard let index = entries.firstIndex(where: { $0.arrival == entry.arrival }) else { continue }
      entries[index].arrival = arrivals
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

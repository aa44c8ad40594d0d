import ConversationModel
import Timebase
import TransportPorts

extension ConversationStore {
  /// Stores a message in its place (`MessageRepository.insert`). Throws `doesNotFit` for an id of no or more
  /// than 255 bytes and for a text of more than 1 MiB.
  public func insert(_ message: ChatMessage, isUnread: Bool) async throws -> InsertOutcome {
    try await insert([message], areUnread: isUnread).first ?? .duplicate
  }

  /// Stores messages in their places, all in one commit; answers what became of each. Throws as for one, and
  /// nothing is stored then.
  public func insert(_ messages: [ChatMessage], areUnread: Bool) async throws -> [InsertOutcome] {
    guard messages.allSatisfy(\.isStorable) else { throw ConversationStoreError.doesNotFit }
    let limits = limits
    return try await write { table, changes in
      try messages.map { try table.store($0, isUnread: areUnread, limits: limits, noting: &changes) }
    }
  }

  /// The newest messages of a conversation (`MessageRepository.newest`); at most 10,000.
  public func newest(in conversation: ConversationKey, limit: Int) async throws -> MessagePage {
    try await read { table in
      guard let row = try table.conversation(conversation) else { return .empty }
      return try table.page(before: .end, in: row, limit: limit)
    }
  }

  /// Messages before the one named (`MessageRepository.messages`); at most 10,000.
  public func messages(
    before id: MessageID, in conversation: ConversationKey, limit: Int
  ) async throws -> MessagePage {
    try await read { table in
      guard let row = try table.conversation(conversation), let known = try table.message(id, in: row) else {
        return .empty
      }
      let place = MessageTable.Place(sentAt: known.sentAt, sequence: known.sequence)
      return try table.page(before: place, in: row, limit: limit)
    }
  }

  /// One message (`MessageRepository.message`).
  public func message(_ id: MessageID, in conversation: ConversationKey) async throws -> ChatMessage? {
    try await read { table in
      guard let row = try table.conversation(conversation) else { return nil }
      return try table.message(id, in: row)?.message
    }
  }

  /// Reports a delivery state (`MessageRepository.report`). A message without a state has none to change.
  public func report(
    _ state: DeliveryState, of id: MessageID, in conversation: ConversationKey
  ) async throws -> DeliveryState? {
    try await write { table, changes in
      guard let row = try table.conversation(conversation), var known = try table.message(id, in: row),
        let current = known.message.delivery
      else { return nil }
      guard let next = current.advanced(to: state) else { return current }
      known.message.delivery = next
      try table.replace(known, in: row)
      changes.append(.delivery(next, of: known.message.id, in: conversation))
      return next
    }
  }

  /// Sends a failed message as one written now (`MessageRepository.renew`).
  public func renew(
    _ id: MessageID, in conversation: ConversationKey, sentAt: Timestamp
  ) async throws -> ChatMessage? {
    try await write { table, changes in
      guard let row = try table.conversation(conversation), var known = try table.message(id, in: row) else {
        return nil
      }
      guard case .failed = known.message.delivery else { return known.message }
      known.message.delivery = .sending
      known.message.sentAt = sentAt
      try table.replace(known, in: row)
      changes += [.removed([known.message.id], from: conversation), .inserted(known.message)]
      return known.message
    }
  }

  /// Every conversation that holds messages, the one with the newest message first.
  public func conversations() async throws -> [ConversationSummary] {
    try await read { table in
      var all: [(summary: ConversationSummary, sentAt: Int64, sequence: Int64)] = []
      for row in try table.conversations() {
        guard let newest = try table.newest(before: .end, in: row, limit: 1).first else { continue }
        let firstUnread = row.unreadCount > 0 ? try table.firstUnread(in: row) : nil
        let summary = ConversationSummary(
          key: row.key, newest: newest.message, unreadCount: row.unreadCount, firstUnread: firstUnread)
        all.append((summary, newest.sentAt, newest.sequence))
      }
      all.sort { ($0.sentAt, $0.sequence) > ($1.sentAt, $1.sequence) }
      return all.map(\.summary)
    }
  }

  /// Private messages of ours that nobody confirmed (`MessageRepository.unconfirmed`); the oldest 10,000.
  public func unconfirmed() async throws -> [ChatMessage] {
    try await read { try $0.waiting() }
  }
}

extension ChatMessage {
  fileprivate var isStorable: Bool {
    (1...255).contains(id.text.utf8.count) && text.utf8.count <= 1 << 20 && author.name.utf8.count <= 1 << 20
  }
}

extension MessagePage {
  fileprivate static let empty = MessagePage(messages: [], hasOlder: false)
}

extension MessageTable {
  /// Stores one message and keeps the limits. One of the open channel that others sent before it was emptied
  /// counts as held: it comes by gossip or out of somebody's history (chat-app 9, 11).
  func store(
    _ message: ChatMessage, isUnread: Bool, limits: StoreLimits, noting changes: inout [ConversationChange]
  ) throws -> InsertOutcome {
    let known = try conversation(message.conversation)
    var conversation = try known ?? addConversation(message.conversation)
    if conversation.isNameless { try name(conversation.id, message.conversation) }
    if !message.conversation.isPrivate, !message.author.isOwn, let cleared = conversation.clearedUpTo,
      message.sentAt.sortable <= cleared
    {
      return .duplicate
    }
    guard try insert(message, isUnread: isUnread, in: &conversation) else { return .duplicate }
    changes.append(.inserted(message))
    let excess = conversation.messageCount - limits.messagesPerConversationMax
    let leaving = excess > 0 ? try oldest(in: conversation, limit: excess) : []
    let lostUnread = try remove(leaving, from: &conversation, noting: &changes)
    try update(conversation)
    if isUnread || lostUnread { changes.append(try unreadChange(conversation)) }
    if known == nil, try conversationCount() > limits.conversationsMax {
      try removeStalest(besides: conversation, noting: &changes)
    }
    return .inserted
  }

  /// The page before a place: one more is asked for, to know whether there are older ones.
  fileprivate func page(
    before place: Place, in conversation: ConversationRow, limit: Int
  ) throws -> MessagePage {
    let limit = min(max(limit, 0), StoreLimits.pageMessagesMax)
    let rows = try newest(before: place, in: conversation, limit: limit + 1)
    return MessagePage(messages: rows.prefix(limit).reversed().map(\.message), hasOlder: rows.count > limit)
  }

  /// Deletes the rows and counts them off; answers whether unread ones were among them. The caller writes the
  /// counters back.
  func remove(
    _ rows: [MessageRow], from conversation: inout ConversationRow, noting changes: inout [ConversationChange]
  ) throws -> Bool {
    guard !rows.isEmpty else { return false }
    for row in rows { try delete(row, from: conversation) }
    let unread = rows.count { $0.isUnread }
    conversation.messageCount -= rows.count
    conversation.unreadCount -= unread
    changes.append(.removed(Set(rows.map(\.message.id)), from: conversation.key))
    return unread > 0
  }

  func unreadChange(_ conversation: ConversationRow) throws -> ConversationChange {
    .unread(
      count: conversation.unreadCount, firstUnread: try firstUnread(in: conversation), in: conversation.key)
  }

  fileprivate func removeStalest(
    besides kept: ConversationRow, noting changes: inout [ConversationChange]
  ) throws {
    guard var stalest = try stalestConversation(besides: kept) else { return }
    let rows = try oldest(in: stalest, limit: stalest.messageCount)
    let lostUnread = try remove(rows, from: &stalest, noting: &changes)
    try update(stalest)
    if lostUnread { changes.append(.unread(count: 0, firstUnread: nil, in: stalest.key)) }
  }
}

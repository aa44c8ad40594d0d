import ConversationModel
import Storage
import Timebase
import TransportPorts

extension ConversationStore: ConversationUpkeep {
  /// Empties a conversation and remembers when (`ConversationUpkeep.clear`).
  public func clear(_ conversation: ConversationKey, now: Timestamp) async throws {
    try await write { table, changes in
      var row = try table.conversation(conversation) ?? table.addConversation(conversation)
      if row.isNameless { try table.name(row.id, conversation) }
      try table.removeAll(from: &row, noting: &changes)
      row.clearedUpTo = max(row.clearedUpTo ?? .min, now.sortable)
      try table.update(row)
    }
    // Nobody can say which messages a damaged file holds.
    DamagedFile.forget(besides: path)
    try await forgetRemoved()
  }

  /// Removes a conversation (`ConversationUpkeep.remove`).
  public func remove(_ conversation: ConversationKey) async throws {
    try await write { table, changes in
      guard var row = try table.conversation(conversation) else { return }
      try table.removeAll(from: &row, noting: &changes)
      row.clearedUpTo = nil
      try table.update(row)
    }
    DamagedFile.forget(besides: path)
    try await forgetRemoved()
  }

  /// Up to when a conversation was emptied (`ConversationUpkeep.clearedUpTo`).
  public func clearedUpTo(_ conversation: ConversationKey) async throws -> Timestamp? {
    try await read { table in
      try table.conversation(conversation)?.clearedUpTo.map { Timestamp(sortable: $0) }
    }
  }

  /// Moves a conversation to a person's other address (`ConversationUpkeep.move`). The feed tells it as
  /// removals here and insertions there.
  public func move(_ old: ConversationKey, to new: ConversationKey) async throws {
    guard old != new, old.isPrivate, new.isPrivate else { return }
    let limits = limits
    try await write { table, changes in
      guard var from = try table.conversation(old) else { return }
      var to = try table.conversation(new) ?? table.addConversation(new)
      if to.isNameless { try table.name(to.id, new) }
      try table.moveAll(from: &from, to: &to, noting: &changes)
      to.clearedUpTo = [from.clearedUpTo, to.clearedUpTo].compactMap { $0 }.max()
      from.clearedUpTo = nil
      let excess = to.messageCount - limits.messagesPerConversationMax
      if excess > 0 {
        _ = try table.remove(table.oldest(in: to, limit: excess), from: &to, noting: &changes)
      }
      try table.update(from)
      try table.update(to)
      changes.append(try table.unreadChange(to))
    }
  }

  /// The oldest messages after the one named (`ConversationUpkeep.messages`); at most 10,000.
  public func messages(
    after id: MessageID?, in conversation: ConversationKey, limit: Int
  ) async throws -> [ChatMessage] {
    try await read { table in
      guard let row = try table.conversation(conversation) else { return [] }
      var place = MessageTable.Place.start
      if let id {
        guard let known = try table.message(id, in: row) else { return [] }
        place = MessageTable.Place(sentAt: known.sentAt, sequence: known.sequence)
      }
      let limit = min(max(limit, 0), StoreLimits.pageMessagesMax)
      return try table.oldest(after: place, in: row, limit: limit).map(\.message)
    }
  }
}

extension MessageTable {
  /// Removes every message of a conversation; the caller writes the counters back.
  fileprivate func removeAll(
    from conversation: inout ConversationRow, noting changes: inout [ConversationChange]
  ) throws {
    let leaving = try oldest(in: conversation, limit: conversation.messageCount)
    guard try remove(leaving, from: &conversation, noting: &changes) else { return }
    changes.append(.unread(count: 0, firstUnread: nil, in: conversation.key))
  }

  /// Seals every message anew for another conversation, in which it keeps its place of arrival.
  fileprivate func moveAll(
    from: inout ConversationRow, to: inout ConversationRow, noting changes: inout [ConversationChange]
  ) throws {
    let moving = try oldest(in: from, limit: from.messageCount)
    guard !moving.isEmpty else { return }
    changes.append(.removed(Set(moving.map(\.message.id)), from: from.key))
    for var row in moving {
      row.message.conversation = to.key
      if let known = try message(row.message.id, in: to) {
        try join(row, of: from, with: known, in: &to, noting: &changes)
      } else {
        try move(row, from: from, to: to)
        to.messageCount += 1
        to.unreadCount += row.isUnread ? 1 : 0
        to.lastArrival = max(to.lastArrival, row.sequence)
        changes.append(.inserted(row.message))
      }
    }
    let hadUnread = from.unreadCount > 0
    (from.messageCount, from.unreadCount) = (0, 0)
    if hadUnread { changes.append(.unread(count: 0, firstUnread: nil, in: from.key)) }
  }

  /// Of two copies the one that is there stays, in the state of the higher rank, unread if either is.
  private func join(
    _ row: MessageRow, of from: ConversationRow, with known: MessageRow,
    in conversation: inout ConversationRow, noting changes: inout [ConversationChange]
  ) throws {
    var known = known
    let isHigher = (row.message.delivery?.rank ?? -1) > (known.message.delivery?.rank ?? -1)
    if isHigher {
      known.message.delivery = row.message.delivery
      try replace(known, in: conversation)
      if let state = known.message.delivery {
        changes.append(.delivery(state, of: known.message.id, in: conversation.key))
      }
    }
    if row.isUnread, !known.isUnread {
      try markUnread(known)
      conversation.unreadCount += 1
    }
    try delete(row, from: from)
  }
}

import ConversationModel
import Storage
import Timebase
import TransportPorts

extension ConversationStore {
  /// Marks everything in the conversation as read (`MessageRepository.markRead`).
  public func markRead(_ conversation: ConversationKey) async throws {
    try await write { table, changes in
      guard var row = try table.conversation(conversation), row.unreadCount > 0 else { return }
      try table.markRead(in: row)
      row.unreadCount = 0
      try table.update(row)
      changes.append(.unread(count: 0, firstUnread: nil, in: conversation))
    }
  }

  /// Read private messages whose sender was not told (`MessageRepository.readReceiptsDue`); the oldest
  /// 10,000.
  public func readReceiptsDue(in conversation: ConversationKey) async throws -> [MessageID] {
    try await read { table in
      guard let row = try table.conversation(conversation) else { return [] }
      return try table.due(in: row)
    }
  }

  /// Remembers that the sender was told (`MessageRepository.markReadReceiptSent`).
  public func markReadReceiptSent(_ id: MessageID, in conversation: ConversationKey) async throws {
    try await write { table, _ in
      guard let row = try table.conversation(conversation) else { return }
      try table.clearDue(id, in: row)
    }
  }

  /// Removes what is older than the retention allows (`MessageRepository.sweep`), in transactions of at
  /// most 500 messages, so that other writes get their turn between them; and damaged files that were set
  /// aside, when the shorter of the two periods has passed.
  public func sweep(_ retention: Retention, now: Timestamp) async throws -> Int {
    let keys = try await read { try $0.conversations().map(\.key) }
    var removed = 0
    for key in keys {
      guard let horizon = retention.horizon(for: key, now: now) else { continue }
      while true {
        let count = try await sweepOnce(key, sentBefore: horizon)
        removed += count
        guard count == StoreLimits.sweepMessagesMax else { break }
      }
    }
    removed += try await sweepNameless(retention, now: now)
    if removed > 0 { try await forgetSwept(retention, now: now) }
    if let moment = retention.copyHorizon(now: now) {
      DamagedFile.forget(besides: path, lastWrittenBefore: moment)
    }
    return removed
  }

  /// Conversations that damage left without a name are private, and their messages go when others do.
  private func sweepNameless(_ retention: Retention, now: Timestamp) async throws -> Int {
    guard let somebody = ConversationKey("0000000000000000"),
      let horizon = retention.horizon(for: somebody, now: now), horizon.milliseconds > 0,
      try await !read({ try $0.namelessConversations() }).isEmpty
    else { return 0 }
    return try await write { table, _ in
      var removed = 0
      for id in try table.namelessConversations() {
        guard var row = try table.conversation(id: id) else { continue }
        let leaving = try table.oldest(sentBefore: horizon, in: row, limit: StoreLimits.sweepMessagesMax)
        var unseen: [ConversationChange] = []
        _ = try table.remove(leaving, from: &row, noting: &unseen)
        try table.update(row)
        removed += leaving.count
      }
      return removed
    }
  }

  private func sweepOnce(_ key: ConversationKey, sentBefore horizon: Timestamp) async throws -> Int {
    try await write { table, changes in
      guard var row = try table.conversation(key) else { return 0 }
      let leaving = try table.oldest(sentBefore: horizon, in: row, limit: StoreLimits.sweepMessagesMax)
      guard !leaving.isEmpty else { return 0 }
      let lostUnread = try table.remove(leaving, from: &row, noting: &changes)
      if lostUnread { changes.append(try table.unreadChange(row)) }
      try table.update(row)
      return leaving.count
    }
  }
}

extension ConversationStore {
  /// How long messages are kept (`ConversationUpkeep.chosenRetention`).
  public func chosenRetention() async throws -> Retention {
    var retention = Retention()
    if let text = try await setting(.publicRetention), let period = RetentionPeriod(rawValue: text) {
      retention.publicMessages = period
    }
    if let text = try await setting(.privateRetention), let period = RetentionPeriod(rawValue: text) {
      retention.privateMessages = period
    }
    return retention
  }

  /// Keeps the choice and removes at once what is older; answers how many messages went. Stopped in between,
  /// the next sweep does the rest.
  public func choose(_ retention: Retention, now: Timestamp) async throws -> Int {
    try await keep(retention)
    return try await sweep(retention, now: now)
  }
}

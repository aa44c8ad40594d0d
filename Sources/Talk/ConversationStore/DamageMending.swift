import ConversationModel
import Storage

extension ConversationStore {
  /// Keeps the file as it is aside, takes the rows out that do not open, and tells what was lost. Answers
  /// whether there was anything to do.
  func mend() async throws(ConversationStoreError) -> Bool {
    let (database, sealer, feed, losses) = (database, sealer, feed, losses)
    let told = try await kept {
      try await database.mendAfterCopy(
        at: losses.now(),
        look: { try DamageSearch(table: MessageTable(connection: $0, sealer: sealer)).run() },
        mend: { connection, damage, kept in
          var mending = DamageMending(
            table: MessageTable(connection: connection, sealer: sealer), loss: StoreLoss(keptPath: kept))
          try mending.run(damage)
          return (mending.loss, mending.changes)
        }, committed: { feed.publish($0.1) })
    }
    guard let told else { return false }
    losses.tell(told.0)
    return true
  }

  private func kept<Value>(
    _ mending: () async throws -> Value
  ) async throws(ConversationStoreError) -> Value {
    do {
      return try await translated(mending)
    } catch {
      guard case .storage(let problem) = error else { throw error }
      throw .cannotKeep(problem)
    }
  }
}

/// Takes damaged rows out of a store whose file is kept, and works out again what can be.
private struct DamageMending {
  let table: MessageTable
  var loss: StoreLoss
  var changes: [ConversationChange] = []

  private var connection: Connection { table.connection }

  init(table: MessageTable, loss: StoreLoss) {
    self.table = table
    self.loss = loss
  }

  mutating func run(_ damage: Damage) throws {
    if damage.isKeyCheckBroken { try KeyCheck.replant(table) }
    for name in damage.settings {
      try connection.run("DELETE FROM setting WHERE name = ?", [.text(name)])
    }
    for sequence in damage.people {
      try connection.run("DELETE FROM peer WHERE sequence = ?", [.integer(sequence)])
    }
    for sequence in damage.relations {
      try connection.run("DELETE FROM relation WHERE sequence = ?", [.integer(sequence)])
    }
    for message in damage.messages {
      try connection.run("DELETE FROM message WHERE sequence = ?", [.integer(message.sequence)])
    }
    var touched = Set(damage.messages.map(\.conversation))
    for conversation in damage.conversations { touched.insert(try mend(conversation)) }
    loss.settings = damage.settings.count
    loss.people = damage.people.count
    loss.relations = damage.relations.count
    loss.messages = damage.messages.count
    loss.waiting += damage.messages.count { $0.isWaiting }
    for id in touched.sorted() { try recount(id) }
  }

  /// Writes a conversation's name anew, or leaves it without one; answers the id it has now.
  private mutating func mend(_ conversation: Damage.Conversation) throws -> Int64 {
    let id = conversation.id
    guard let name = conversation.name else {
      loss.waiting += try count("conversation = ? AND is_waiting = 1", id)
      try connection.run("UPDATE conversation SET sealed = x'' WHERE id = ?", [.integer(id)])
      return id
    }
    guard let other = try table.conversation(name), other.id != id else {
      try table.name(id, name)
      return id
    }
    // It was begun anew while its own row could not be found.
    try connection.run(
      "UPDATE OR IGNORE message SET conversation = ?, place = NULL WHERE conversation = ?",
      [.integer(other.id), .integer(id)])
    try connection.run("DELETE FROM conversation WHERE id = ?", [.integer(id)])
    return other.id
  }

  private mutating func recount(_ id: Int64) throws {
    guard var conversation = try table.conversation(id: id) else { return }
    let unread = conversation.unreadCount
    conversation.messageCount = try count("conversation = ?", id)
    conversation.unreadCount = try count("conversation = ? AND is_unread = 1", id)
    try table.update(conversation)
    if conversation.isNameless, conversation.messageCount > 0 { loss.conversations += 1 }
    guard !conversation.isNameless, conversation.unreadCount != unread else { return }
    changes.append(try table.unreadChange(conversation))
  }

  private func count(_ condition: String, _ id: Int64) throws -> Int {
    Int(try connection.integer("SELECT count(*) FROM message WHERE \(condition)", [.integer(id)]) ?? 0)
  }
}

import Bytes
import ConversationModel
import Storage

/// A conversation's row.
struct ConversationRow {
  var id: Int64
  var key: ConversationKey
  /// The keyed index value of the key.
  var index: [UInt8]
  var messageCount: Int
  var unreadCount: Int
  /// The sequence of the message that arrived last.
  var lastArrival: Int64
  /// Up to when it was emptied, as SQLite sorts times.
  var clearedUpTo: Int64?
  /// Whether damage took its name: it is found by its index only, and what is sealed is empty.
  var isNameless = false
}

extension MessageTable {
  private static let columns = "id, message_count, unread_count, last_arrival, key, sealed, cleared_up_to"
  private static let isNamed = "length(sealed) > 0"

  /// The row of a conversation, if it holds messages. That the index is the key's proves whose it is.
  func conversation(_ key: ConversationKey) throws -> ConversationRow? {
    try connection.first(
      "SELECT \(Self.columns) FROM conversation WHERE key = ?", [.blob(index(of: key))]
    ) { try row($0, key) }
  }

  /// The row of an id, under a name that is not its own where damage took it.
  func conversation(id: Int64) throws -> ConversationRow? {
    try connection.first("SELECT \(Self.columns) FROM conversation WHERE id = ?", [.integer(id)]) { found in
      let sealed = try found.blob(5)
      return try row(found, sealed.isEmpty ? .mesh : try openName(sealed, try found.blob(4)))
    }
  }

  /// Every conversation that has a name, in the order of creation.
  func conversations() throws -> [ConversationRow] {
    try connection.query(
      "SELECT \(Self.columns) FROM conversation WHERE \(Self.isNamed) ORDER BY id"
    ) { try open($0) }
  }

  /// The ids of those that damage left without a name; all are private.
  func namelessConversations() throws -> [Int64] {
    try connection.query("SELECT id FROM conversation WHERE NOT \(Self.isNamed)") { try $0.integer(0) }
  }

  /// The private conversation in which nothing has arrived for longest, other than `kept`.
  func stalestConversation(besides kept: ConversationRow) throws -> ConversationRow? {
    try connection.first(
      """
      SELECT \(Self.columns) FROM conversation WHERE is_private = 1 AND id <> ? AND \(Self.isNamed)
      ORDER BY last_arrival LIMIT 1
      """, [.integer(kept.id)]
    ) { try open($0) }
  }

  func conversationCount() throws -> Int {
    Int(try connection.integer("SELECT count(*) FROM conversation") ?? 0)
  }

  func addConversation(_ key: ConversationKey) throws -> ConversationRow {
    let index = index(of: key)
    try connection.run(
      "INSERT INTO conversation (key, is_private, sealed) VALUES (?, ?, ?)",
      [.blob(index), .flag(key.isPrivate), .blob(try sealName(key, index))])
    return ConversationRow(
      id: connection.lastInsertedRowID, key: key, index: index, messageCount: 0, unreadCount: 0,
      lastArrival: 0)
  }

  /// Writes a name anew that damage had changed.
  func name(_ id: Int64, _ key: ConversationKey) throws {
    let index = index(of: key)
    try connection.run(
      "UPDATE conversation SET key = ?, is_private = ?, sealed = ? WHERE id = ?",
      [.blob(index), .flag(key.isPrivate), .blob(try sealName(key, index)), .integer(id)])
  }

  /// Writes the counters back; a conversation without messages goes, unless it was emptied.
  func update(_ conversation: ConversationRow) throws {
    guard conversation.messageCount > 0 || conversation.clearedUpTo != nil else {
      try connection.run("DELETE FROM conversation WHERE id = ?", [.integer(conversation.id)])
      return
    }
    try connection.run(
      """
      UPDATE conversation SET message_count = ?, unread_count = ?, last_arrival = ?, cleared_up_to = ?
      WHERE id = ?
      """,
      [
        .integer(Int64(conversation.messageCount)), .integer(Int64(conversation.unreadCount)),
        .integer(conversation.lastArrival), conversation.clearedUpTo.map { .integer($0) } ?? .null,
        .integer(conversation.id),
      ])
  }

  private func open(_ found: borrowing Row) throws -> ConversationRow {
    try row(found, try openName(try found.blob(5), try found.blob(4)))
  }

  private func row(_ found: borrowing Row, _ key: ConversationKey) throws -> ConversationRow {
    ConversationRow(
      id: try found.integer(0), key: key, index: try found.blob(4), messageCount: Int(try found.integer(1)),
      unreadCount: Int(try found.integer(2)), lastArrival: try found.integer(3),
      clearedUpTo: found.isNull(6) ? nil : try found.integer(6),
      isNameless: try found.blob(5).isEmpty)
  }

  /// The name that is sealed in a row with this index.
  func openName(_ sealed: [UInt8], _ index: [UInt8]) throws -> ConversationKey {
    let plain = try sealer.open(sealed, context: context(index))
    guard let text = String(validating: plain, as: UTF8.self), let key = ConversationKey(text) else {
      throw ConversationStoreError.damagedRow(table: "conversation")
    }
    return key
  }

  private func sealName(_ key: ConversationKey, _ index: [UInt8]) throws -> [UInt8] {
    try sealer.seal(Array(key.text.utf8), context: context(index))
  }

  /// The value under which a conversation is looked up, and to which its messages are bound.
  func index(of key: ConversationKey) -> [UInt8] {
    sealer.index(Array(key.text.utf8), context: "conversation")
  }

  private func context(_ index: [UInt8]) -> String {
    "conversation " + index.hexadecimal
  }
}

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
}

extension MessageTable {
  private static let columns = "id, message_count, unread_count, last_arrival, key, sealed"

  /// The row of a conversation, if it holds messages.
  func conversation(_ key: ConversationKey) throws -> ConversationRow? {
    try connection.first(
      "SELECT \(Self.columns) FROM conversation WHERE key = ?", [.blob(index(of: key))]
    ) { try open($0) }
  }

  /// Every conversation, in the order of creation.
  func conversations() throws -> [ConversationRow] {
    try connection.query("SELECT \(Self.columns) FROM conversation ORDER BY id") { try open($0) }
  }

  /// The private conversation in which nothing has arrived for longest, other than `kept`.
  func stalestConversation(besides kept: ConversationRow) throws -> ConversationRow? {
    try connection.first(
      """
      SELECT \(Self.columns) FROM conversation WHERE is_private = 1 AND id <> ?
      ORDER BY last_arrival LIMIT 1
      """, [.integer(kept.id)]
    ) { try open($0) }
  }

  func conversationCount() throws -> Int {
    Int(try connection.integer("SELECT count(*) FROM conversation") ?? 0)
  }

  func addConversation(_ key: ConversationKey) throws -> ConversationRow {
    let index = index(of: key)
    let sealed = try sealer.seal(Array(key.text.utf8), context: context(index))
    try connection.run(
      "INSERT INTO conversation (key, is_private, sealed) VALUES (?, ?, ?)",
      [.blob(index), .flag(key.isPrivate), .blob(sealed)])
    return ConversationRow(
      id: connection.lastInsertedRowID, key: key, index: index, messageCount: 0, unreadCount: 0,
      lastArrival: 0)
  }

  /// Writes the counters back; a conversation without messages goes.
  func update(_ conversation: ConversationRow) throws {
    guard conversation.messageCount > 0 else {
      try connection.run("DELETE FROM conversation WHERE id = ?", [.integer(conversation.id)])
      return
    }
    try connection.run(
      "UPDATE conversation SET message_count = ?, unread_count = ?, last_arrival = ? WHERE id = ?",
      [
        .integer(Int64(conversation.messageCount)), .integer(Int64(conversation.unreadCount)),
        .integer(conversation.lastArrival), .integer(conversation.id),
      ])
  }

  private func open(_ row: borrowing Row) throws -> ConversationRow {
    let index = try row.blob(4)
    let plain = try sealer.open(try row.blob(5), context: context(index))
    guard let text = String(validating: plain, as: UTF8.self), let key = ConversationKey(text) else {
      throw ConversationStoreError.damagedRow(table: "conversation")
    }
    return ConversationRow(
      id: try row.integer(0), key: key, index: index, messageCount: Int(try row.integer(1)),
      unreadCount: Int(try row.integer(2)), lastArrival: try row.integer(3))
  }

  private func index(of key: ConversationKey) -> [UInt8] {
    sealer.index(Array(key.text.utf8), context: "conversation")
  }

  private func context(_ index: [UInt8]) -> String {
    "conversation " + index.hexadecimal
  }
}

import Bytes
import ConversationModel
import Storage
import Timebase
import TransportPorts

/// The tables of conversations and messages on one connection, inside one transaction.
struct MessageTable {
  let connection: Connection
  let sealer: RowSealer

  /// A message's row, opened.
  struct MessageRow {
    var sequence: Int64
    var sentAt: Int64
    var isUnread: Bool
    /// Where it stands in the search index.
    var place: Int64?
    var message: ChatMessage
  }

  /// A place in the order of a conversation: time, then arrival.
  struct Place {
    var sentAt: Int64
    var sequence: Int64

    /// After every message.
    static let end = Place(sentAt: .max, sequence: .max)
    /// Before every message.
    static let start = Place(sentAt: .min, sequence: .min)
  }

  static let messageColumns = "sequence, sent_at, is_unread, sealed, id, place"

  // MARK: Messages

  /// Adds a message and notes its arrival; false when the conversation holds its id.
  func insert(
    _ message: ChatMessage, isUnread: Bool, in conversation: inout ConversationRow
  ) throws -> Bool {
    let index = messageIndex(message.id)
    let known = try connection.integer(
      "SELECT 1 FROM message WHERE conversation = ? AND id = ?", [.integer(conversation.id), .blob(index)])
    guard known == nil else { return false }
    let isDue = message.conversation.isPrivate && message.kind == .person && !message.author.isOwn
    let place = try search.freePlace(sentAt: message.sentAt)
    try connection.run(
      """
      INSERT INTO message (conversation, id, sent_at, is_unread, is_due, is_waiting, sealed, place)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        .integer(conversation.id), .blob(index), .integer(message.sentAt.sortable), .flag(isUnread),
        .flag(isDue), .flag(message.awaitsConfirmation), .blob(try seal(message, index, conversation)),
        .integer(place),
      ])
    // The index asks nothing of the last row after this.
    let sequence = connection.lastInsertedRowID
    try search.add(message.text, at: place, in: conversation.index)
    conversation.messageCount += 1
    conversation.unreadCount += isUnread ? 1 : 0
    conversation.lastArrival = sequence
    return true
  }

  /// Replaces what is sealed of a message, and its time. The text stays.
  func replace(_ row: MessageRow, in conversation: ConversationRow) throws {
    if row.sentAt != row.message.sentAt.sortable { try unwrite(row, in: conversation) }
    let sealed = try seal(row.message, messageIndex(row.message.id), conversation)
    try connection.run(
      "UPDATE message SET sent_at = ?, is_waiting = ?, sealed = ? WHERE sequence = ?",
      [
        .integer(row.message.sentAt.sortable), .flag(row.message.awaitsConfirmation), .blob(sealed),
        .integer(row.sequence),
      ])
    if row.sentAt != row.message.sentAt.sortable { try write(row, in: conversation) }
  }

  func message(_ id: MessageID, in conversation: ConversationRow) throws -> MessageRow? {
    try connection.first(
      "SELECT \(Self.messageColumns) FROM message WHERE conversation = ? AND id = ?",
      [.integer(conversation.id), .blob(messageIndex(id))]
    ) { try open($0, conversation) }
  }

  /// At most `limit` messages before a place, newest first.
  func newest(before place: Place, in conversation: ConversationRow, limit: Int) throws -> [MessageRow] {
    try connection.query(
      """
      SELECT \(Self.messageColumns) FROM message
      WHERE conversation = ? AND (sent_at, sequence) < (?, ?)
      ORDER BY sent_at DESC, sequence DESC LIMIT ?
      """,
      [
        .integer(conversation.id), .integer(place.sentAt), .integer(place.sequence), .integer(Int64(limit)),
      ]
    ) { try open($0, conversation) }
  }

  /// At most `limit` messages, oldest first, of those sent before a time; of all when there is none.
  func oldest(
    sentBefore horizon: Timestamp? = nil, in conversation: ConversationRow, limit: Int
  ) throws -> [MessageRow] {
    if horizon?.milliseconds == 0 { return [] }
    let last = horizon.map { $0.sortable - 1 } ?? .max
    return try connection.query(
      """
      SELECT \(Self.messageColumns) FROM message WHERE conversation = ? AND sent_at <= ?
      ORDER BY sent_at, sequence LIMIT ?
      """, [.integer(conversation.id), .integer(last), .integer(Int64(limit))]
    ) { try open($0, conversation) }
  }

  /// At most `limit` messages after a place, oldest first.
  func oldest(after place: Place, in conversation: ConversationRow, limit: Int) throws -> [MessageRow] {
    try connection.query(
      """
      SELECT \(Self.messageColumns) FROM message
      WHERE conversation = ? AND (sent_at, sequence) > (?, ?)
      ORDER BY sent_at, sequence LIMIT ?
      """,
      [
        .integer(conversation.id), .integer(place.sentAt), .integer(place.sequence), .integer(Int64(limit)),
      ]
    ) { try open($0, conversation) }
  }

  /// Puts a message, sealed anew, into another conversation; its marks stay.
  func move(_ row: MessageRow, from: ConversationRow, to conversation: ConversationRow) throws {
    try unwrite(row, in: from)
    let sealed = try seal(row.message, messageIndex(row.message.id), conversation)
    try connection.run(
      "UPDATE message SET conversation = ?, is_waiting = ?, sealed = ? WHERE sequence = ?",
      [
        .integer(conversation.id), .flag(row.message.awaitsConfirmation), .blob(sealed),
        .integer(row.sequence),
      ])
    try write(row, in: conversation)
  }

  func delete(_ row: MessageRow, from conversation: ConversationRow) throws {
    try unwrite(row, in: conversation)
    try connection.run("DELETE FROM message WHERE sequence = ?", [.integer(row.sequence)])
  }

  // MARK: Marks

  func firstUnread(in conversation: ConversationRow) throws -> MessageID? {
    try connection.first(
      """
      SELECT \(Self.messageColumns) FROM message WHERE conversation = ? AND is_unread = 1
      ORDER BY sent_at, sequence LIMIT 1
      """, [.integer(conversation.id)]
    ) { try open($0, conversation).message.id }
  }

  func markUnread(_ row: MessageRow) throws {
    try connection.run("UPDATE message SET is_unread = 1 WHERE sequence = ?", [.integer(row.sequence)])
  }

  func markRead(in conversation: ConversationRow) throws {
    try connection.run(
      "UPDATE message SET is_unread = 0 WHERE conversation = ? AND is_unread = 1",
      [.integer(conversation.id)])
  }

  /// Read messages whose sender was not told, oldest first.
  func due(in conversation: ConversationRow) throws -> [MessageID] {
    try connection.query(
      """
      SELECT \(Self.messageColumns) FROM message WHERE conversation = ? AND is_due = 1 AND is_unread = 0
      ORDER BY sent_at, sequence LIMIT \(StoreLimits.pageMessagesMax)
      """, [.integer(conversation.id)]
    ) { try open($0, conversation).message.id }
  }

  func clearDue(_ id: MessageID, in conversation: ConversationRow) throws {
    try connection.run(
      "UPDATE message SET is_due = 0 WHERE conversation = ? AND id = ?",
      [.integer(conversation.id), .blob(messageIndex(id))])
  }

  /// Messages of ours that wait for a confirmation, oldest first.
  func waiting() throws -> [ChatMessage] {
    var known: [Int64: ConversationRow] = [:]
    for conversation in try conversations() { known[conversation.id] = conversation }
    let nameless = Set(try namelessConversations())
    return try connection.query(
      """
      SELECT \(Self.messageColumns), conversation FROM message WHERE is_waiting = 1
      ORDER BY sent_at, sequence LIMIT \(StoreLimits.pageMessagesMax)
      """
    ) { row -> ChatMessage? in
      let id = try row.integer(6)
      guard let conversation = known[id] else {
        // Nobody can tell to whom it would go.
        if nameless.contains(id) { return nil }
        throw ConversationStoreError.damagedRow(table: "message")
      }
      return try open(row, conversation).message
    }.compactMap { $0 }
  }

  // MARK: Sealing

  private func seal(
    _ message: ChatMessage, _ index: [UInt8], _ conversation: ConversationRow
  ) throws -> [UInt8] {
    try sealer.seal(RowCoding.encode(message), context: Self.messageContext(index, conversation.index))
  }

  func open(_ row: borrowing Row, _ conversation: ConversationRow) throws -> MessageRow {
    let index = try row.blob(4)
    let plain = try sealer.open(try row.blob(3), context: Self.messageContext(index, conversation.index))
    guard let message = RowCoding.message(plain, in: conversation.key) else {
      throw ConversationStoreError.damagedRow(table: "message")
    }
    return MessageRow(
      sequence: try row.integer(0), sentAt: try row.integer(1), isUnread: try row.flag(2),
      place: row.isNull(5) ? nil : try row.integer(5), message: message)
  }

  private func messageIndex(_ id: MessageID) -> [UInt8] {
    sealer.index(Array(id.key.utf8), context: "message")
  }

  /// Binds the sealed bytes to the row's id and conversation: rows cannot change places unnoticed.
  static func messageContext(_ index: [UInt8], _ conversation: [UInt8]) -> String {
    "message " + conversation.hexadecimal + index.hexadecimal
  }
}

extension Timestamp {
  /// The time as SQLite sorts it: the highest bit flipped, so that all of UInt64 keeps its order.
  var sortable: Int64 { Int64(bitPattern: milliseconds ^ (1 << 63)) }

  /// The time of which `sortable` is this.
  init(sortable: Int64) {
    self.init(milliseconds: UInt64(bitPattern: sortable) ^ (1 << 63))
  }
}

import Bytes
import ConversationModel
import Storage
import Timebase

/// The index of words on one connection, inside one transaction.
///
/// A row of FTS5 holds what a message's pieces are under a key (`RowSealer.mark`), and nothing else: no text,
/// no positions, no lengths. Its number is the message's `place`, which grows with the time of sending, so
/// that the newest come first without a look at the rest. What is to leave the index is given to it once
/// more, since it keeps no copy.
struct SearchIndex {
  let connection: Connection
  let sealer: RowSealer

  /// Which pieces stand in the index; another number has it made anew. 1: the first 2 to 8 scalars of a word;
  /// 2: longer beginnings too.
  static let generation: Int64 = 2
  /// Places of one millisecond, of which each message takes one; more messages go on in the next.
  private static let placesPerMillisecond: Int64 = 1 << 12
  /// Later times, and earlier ones than 1970, count as this one.
  private static let millisecondsMax: UInt64 = 1 << 50

  /// A free place for a message that was sent then, behind those of the same time.
  func freePlace(sentAt: Timestamp) throws -> Int64 {
    var first = Self.firstPlace(sentAt)
    while true {
      let end = first + Self.placesPerMillisecond
      let last = try connection.integer(
        "SELECT place FROM message WHERE place >= ? AND place < ? ORDER BY place DESC LIMIT 1",
        [.integer(first), .integer(end)])
      guard let last else { return first }
      if last + 1 < end { return last + 1 }
      first = end
    }
  }

  /// The first place of the millisecond.
  static func firstPlace(_ moment: Timestamp) -> Int64 {
    Int64(min(moment.milliseconds, millisecondsMax)) * placesPerMillisecond
  }

  /// The first place after the millisecond.
  static func endPlace(_ moment: Timestamp) -> Int64 { firstPlace(moment) + placesPerMillisecond }

  /// Writes a message in at its place.
  func add(_ text: String, at place: Int64, in conversation: [UInt8]) throws {
    try connection.run(
      "INSERT INTO message_piece (rowid, marks) VALUES (?, ?)",
      [.integer(place), .text(marks(of: text, in: conversation))])
  }

  /// Takes a message out, and notes that the index has something to forget.
  func remove(_ text: String, at place: Int64, in conversation: [UInt8]) throws {
    try connection.run(
      "INSERT INTO message_piece (message_piece, rowid, marks) VALUES ('delete', ?, ?)",
      [.integer(place), .text(marks(of: text, in: conversation))])
  }

  /// The places of messages that may hold the words, in falling order.
  func places(of query: SearchQuery, in conversation: [UInt8]?, before place: Int64, limit: Int) throws
    -> [Int64]
  {
    var marks = Set(query.words.flatMap(SearchPieces.lookedUp).map { mark($0) }).sorted()
    if let conversation { marks.append(mark(conversation)) }
    return try connection.query(
      """
      SELECT rowid FROM message_piece WHERE message_piece MATCH ? AND rowid < ?
      ORDER BY rowid DESC LIMIT ?
      """,
      [.text(marks.map { "\"\($0)\"" }.joined(separator: " ")), .integer(place), .integer(Int64(limit))]
    ) { try $0.integer(0) }
  }

  /// Writes the index anew without what was removed, a part at a time; answers whether there is more to do.
  func forgetStep(isFirst: Bool) throws -> Bool {
    let before = try connection.integer("SELECT total_changes()") ?? 0
    try connection.run(
      "INSERT INTO message_piece (message_piece, rank) VALUES ('merge', ?)",
      [.integer(isFirst ? -Self.pagesPerStep : Self.pagesPerStep)])
    // FTS5 counts one change for the command itself.
    return (try connection.integer("SELECT total_changes()") ?? 0) - before >= 2
  }

  /// Empties the index, and marks every message as not written in.
  func reset() throws {
    try connection.emptyFullTextTable("message_piece", declaration: Schema.indexDeclaration)
    try connection.run("UPDATE message SET place = NULL WHERE place IS NOT NULL")
    try connection.run("UPDATE index_state SET generation = ?", [.integer(Self.generation)])
  }

  /// Whether the index holds other pieces than are looked up today.
  func isOfOtherGeneration() throws -> Bool {
    try connection.integer("SELECT generation FROM index_state") != Self.generation
  }

  private func marks(of text: String, in conversation: [UInt8]) -> String {
    var marks = SearchPieces.of(text).map { mark($0) }
    marks.append(mark(conversation))
    return marks.joined(separator: " ")
  }

  private func mark(_ piece: String) -> String { sealer.mark(Array(piece.utf8), kind: 0).hexadecimal }

  private func mark(_ conversation: [UInt8]) -> String { sealer.mark(conversation, kind: 1).hexadecimal }

  private static let pagesPerStep: Int64 = 500
}

extension MessageTable {
  /// The index of words on the same connection.
  var search: SearchIndex { SearchIndex(connection: connection, sealer: sealer) }
}

extension MessageTable {
  /// Writes a message into the index, at a free place of its time.
  func write(_ row: MessageRow, in conversation: ConversationRow) throws {
    let place = try search.freePlace(sentAt: row.message.sentAt)
    try connection.run(
      "UPDATE message SET place = ? WHERE sequence = ?", [.integer(place), .integer(row.sequence)])
    try search.add(row.message.text, at: place, in: conversation.index)
  }

  /// Takes a message out of the index.
  func unwrite(_ row: MessageRow, in conversation: ConversationRow) throws {
    guard let place = row.place else { return }
    try search.remove(row.message.text, at: place, in: conversation.index)
    try connection.run("UPDATE message SET place = NULL WHERE sequence = ?", [.integer(row.sequence)])
    try connection.run("UPDATE index_state SET removals = removals + 1")
  }

  /// The id of the conversation whose message stands at a place.
  func conversationID(at place: Int64) throws -> Int64? {
    try connection.integer("SELECT conversation FROM message WHERE place = ?", [.integer(place)])
  }

  /// The message at a place, which is one of the conversation.
  func message(at place: Int64, in conversation: ConversationRow) throws -> MessageRow? {
    try connection.first(
      "SELECT \(Self.messageColumns) FROM message WHERE place = ?", [.integer(place)]
    ) { try open($0, conversation) }
  }

  func hasUnindexed() throws -> Bool {
    try connection.integer("SELECT 1 FROM message WHERE place IS NULL LIMIT 1") != nil
  }

  /// Writes the newest of those into the index that are not in it; answers how many.
  func indexSome() throws -> Int {
    let rows = try connection.query(
      """
      SELECT \(Self.messageColumns), conversation FROM message WHERE place IS NULL
      ORDER BY sequence DESC LIMIT \(StoreLimits.indexMessagesMax)
      """
    ) { row in
      guard let conversation = try conversation(id: try row.integer(6)) else {
        throw ConversationStoreError.damagedRow(table: "message")
      }
      return (try open(row, conversation), conversation)
    }
    for (row, conversation) in rows { try write(row, in: conversation) }
    return rows.count
  }

  /// How many transactions took something out of the index, and how many of them it has forgotten.
  func indexState() throws -> (removals: Int64, forgotten: Int64) {
    try connection.first("SELECT removals, forgotten FROM index_state") {
      (try $0.integer(0), try $0.integer(1))
    } ?? (0, 0)
  }

  func noteForgotten(_ removals: Int64) throws {
    try connection.run("UPDATE index_state SET forgotten = ?", [.integer(removals)])
  }
}

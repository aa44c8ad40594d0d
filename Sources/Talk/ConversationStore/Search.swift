import ConversationModel
import Storage
import Timebase
import TransportPorts

extension ConversationStore: MessageSearch {
  /// Messages that hold every word of the query (`MessageSearch.messages`), the newest first; at most 1,000.
  /// A word is found by its beginning. A page may hold less than `limit` and still name a next one: after
  /// 2,000 messages that have the pieces and not the words.
  public func messages(
    holding query: SearchQuery, after position: SearchPosition?, limit: Int
  ) async throws -> SearchPage {
    try await read { table in
      var reading = SearchReading(table: table, query: query)
      return try reading.page(after: position, limit: min(max(limit, 1), StoreLimits.foundMessagesMax))
    }
  }

  /// Writes the messages into the index that are not in it, in transactions of at most 500: those of a store
  /// that was made before there was an index or by an earlier version of it, and all after it was damaged.
  func fillIndex() async throws(ConversationStoreError) {
    while try await read({ try $0.hasUnindexed() }) {
      guard try await write({ table, _ in try table.indexSome() }) > 0 else { return }
    }
  }

  /// Makes the index anew from the messages. Throws what was met where that did not help.
  func renewIndex() async throws(ConversationStoreError) {
    guard indexCare.beginRenewal() else { return }
    defer { indexCare.endRenewal() }
    let (database, sealer) = (database, sealer)
    try await translated {
      try await database.write { try MessageTable(connection: $0, sealer: sealer).search.reset() }
    }
    try await fillIndex()
  }
}

/// One page of a search, read on one snapshot.
private struct SearchReading {
  let table: MessageTable
  let query: SearchQuery
  private var conversations: [Int64: ConversationRow] = [:]

  init(table: MessageTable, query: SearchQuery) {
    self.table = table
    self.query = query
  }

  mutating func page(after position: SearchPosition?, limit: Int) throws -> SearchPage {
    var only: [UInt8]?
    if let key = query.conversation {
      guard let row = try table.conversation(key) else { return SearchPage(messages: [], next: nil) }
      only = row.index
    }
    var found: [ChatMessage] = []
    var place = try position.map { try start(after: $0) } ?? .max
    var seen = 0
    while true {
      let wanted = min(max(limit - found.count + 1, 16), 256)
      let places = try table.search.places(of: query, in: only, before: place, limit: wanted)
      for candidate in places {
        guard let message = try message(at: candidate) else { continue }
        seen += 1
        guard SearchPieces.holds(query.words, in: message.text) else {
          guard seen < StoreLimits.searchedMessagesMax else {
            return SearchPage(messages: found, next: SearchPosition(message))
          }
          continue
        }
        guard found.count < limit else {
          return SearchPage(messages: found, next: found.last.map { SearchPosition($0) })
        }
        found.append(message)
      }
      guard places.count == wanted, let last = places.last else {
        return SearchPage(messages: found, next: nil)
      }
      place = last
    }
  }

  /// Where a page goes on. Where its last message is gone, by time: one of the same millisecond may come
  /// twice.
  private func start(after position: SearchPosition) throws -> Int64 {
    guard let row = try table.conversation(position.conversation),
      let known = try table.message(position.id, in: row), let place = known.place,
      known.message.sentAt == position.sentAt
    else { return SearchIndex.endPlace(position.sentAt) }
    return place
  }

  private mutating func message(at place: Int64) throws -> ChatMessage? {
    guard let id = try table.conversationID(at: place) else { return nil }
    let known = try conversations[id] ?? table.conversation(id: id)
    conversations[id] = known
    // Without its name nobody can tell whose message it is.
    guard let known, !known.isNameless else { return nil }
    return try table.message(at: place, in: known)?.message
  }
}

import CSQLite

/// The prepared statements of one connection, by their text.
///
/// At most `statementsMax` are kept; beyond that the one prepared first, and not lent, goes.
struct StatementCache {
  static let statementsMax = 128

  private var statements: [String: Statement] = [:]
  /// Texts in the order of their preparation: a hit costs one look-up and no bookkeeping.
  private var order: [String] = []

  var count: Int { statements.count }

  /// A statement for `text`, marked as lent; give it back with `recycle()`.
  mutating func lend(_ text: String, on connection: OpaquePointer) throws(StorageError) -> Statement {
    let known = statements[text]
    if let known, !known.isLent {
      known.isLent = true
      return known
    }
    let fresh = try Self.prepare(text, on: connection)
    fresh.isLent = true
    if known == nil {
      makeRoom()
      statements[text] = fresh
      order.append(text)
    }
    return fresh
  }

  /// Finalises every statement.
  mutating func removeAll() {
    statements.removeAll()
    order.removeAll()
  }

  private mutating func makeRoom() {
    guard order.count >= Self.statementsMax else { return }
    guard let index = order.firstIndex(where: { statements[$0]?.isLent == false }) else { return }
    statements[order.remove(at: index)] = nil
  }

  private static func prepare(
    _ text: String, on connection: OpaquePointer
  ) throws(StorageError) -> Statement {
    var handle: OpaquePointer?
    var holdsMore = false
    var text = text
    let code = text.withUTF8 { utf8 -> Int32 in
      guard let start = utf8.baseAddress else { return SQLITE_OK }
      return start.withMemoryRebound(to: CChar.self, capacity: utf8.count) { start in
        var tail: UnsafePointer<CChar>?
        let code = sqlite3_prepare_v3(
          connection, start, Int32(clamping: utf8.count), UInt32(SQLITE_PREPARE_PERSISTENT), &handle, &tail)
        let used = tail.map { $0 - start } ?? utf8.count
        holdsMore = utf8[min(used, utf8.count)...].contains { $0 > 0x20 && $0 != UInt8(ascii: ";") }
        return code
      }
    }
    guard code == SQLITE_OK else { throw .from(code: code, connection: connection, statement: text) }
    guard let handle else {
      throw .sql(
        SQLFailure(
          code: SQLITE_MISUSE, extendedCode: SQLITE_MISUSE, message: "empty statement", statement: text))
    }
    let statement = Statement(handle: handle, text: text)
    guard !holdsMore else {
      throw .sql(
        SQLFailure(
          code: SQLITE_MISUSE, extendedCode: SQLITE_MISUSE, message: "more than one statement",
          statement: text))
    }
    return statement
  }
}

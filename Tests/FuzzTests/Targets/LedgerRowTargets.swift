import Foundation
import Locks

@testable import Ledger
@testable import LedgerFiles
@testable import Storage

/// The reader of rows: whatever the columns hold, as the database hands it over.
enum LedgerRowTargets {
  /// The table by the first byte, then a value for each column, see `ColumnSource`. Every row is a record;
  /// what a writer stores of it reads as itself; what a walk takes of the columns is what the record has.
  static func row(_ bytes: [UInt8]) -> FuzzTarget.Outcome {
    guard let choice = bytes.first else { return .refused }
    var source = ColumnSource(bytes: bytes.dropFirst())
    do {
      // Tests replay inputs side by side, and the connection is one.
      return try lock.withLock { _ in try tables[Int(choice) % tables.count](&source) }
    } catch {
      return .broken("reading threw \(error)")
    }
  }

  private static let tables: [@Sendable (inout ColumnSource) throws -> FuzzTarget.Outcome] = [
    { try read(Transaction.self, &$0, broken: brokenWalk) }, { try read(Schedule.self, &$0, then: look) },
    { try read(Split<Transaction>.self, &$0) }, { try read(Account.self, &$0) },
    { try read(Asset.self, &$0, then: look) }, { try read(Currency.self, &$0) { _ = $0.format.text(.one) } },
    { try read(CurrencyRate.self, &$0) }, { try read(Category.self, &$0) }, { try read(Payee.self, &$0) },
    { try read(Stock.self, &$0) }, { try read(StockPrice.self, &$0) }, { try read(ShareTrade.self, &$0) },
    { try read(BudgetEntry.self, &$0) }, { try read(BudgetPeriod.self, &$0) }, { try read(Tag.self, &$0) },
    { try read(TagLink.self, &$0) }, { try read(Attachment.self, &$0) }, { try read(CustomField.self, &$0) },
    { try read(CustomValue.self, &$0) }, { try read(RecordLink.self, &$0) },
    { try read(InfoEntry.self, &$0) },
    { try read(SettingEntry.self, &$0) }, { try read(SavedReport.self, &$0) },
    { try read(UsageEntry.self, &$0) }, { try read(Split<Schedule>.self, &$0) },
  ]

  private static let lock = Mutex(())
  // Safe: made once by the runtime, and used behind the lock only. Opening one for each input would be most
  // of the work.
  nonisolated(unsafe) private static let opened = Result {
    try Connection.openMemory(
      name: Connection.freshMemoryName(), path: "fuzz", options: ForeignOptions(stepsBase: .max))
  }

  private static func look(_ schedule: Schedule) {
    _ = (schedule.recurrence, schedule.advanced(), schedule.projected(through: .last, limit: 3))
  }

  private static func look(_ asset: Asset) { _ = asset.value(on: asset.startDay.day ?? .last) }

  private static func read<Record: StoredRecord>(
    _ type: Record.Type, _ source: inout ColumnSource, then look: (Record) -> Void = { _ in },
    broken: ((borrowing Row, Record) throws -> String?)? = nil
  ) throws -> FuzzTarget.Outcome {
    let table = Record.table
    let columns = (0...table.columns.count).map { _ in source.next() }
    let connection = try opened.get()
    var outcome = FuzzTarget.Outcome.refused
    let sql = "SELECT " + columns.map(\.sql).joined(separator: ", ")
    try connection.forEach(sql, columns.map(\.value)) { row in
      var values: [String: StoredValue] = [table.idColumn: try StoredValue(row, 0)]
      for (place, column) in table.columns.enumerated() {
        values[column.name] = try StoredValue(row, place + 1)
      }
      // Only what has no number for its id is no record.
      guard let record = table.record(ValuesRow(values: values)) else { return }
      look(record)
      if let broken = try broken?(row, record) { outcome = .broken(broken) } else { outcome = .accepted }
      guard table.changes(from: record, to: record).isEmpty else {
        return outcome = .broken("an unchanged record has changes")
      }
      let once = stored(record)
      let twice = once.flatMap { stored($0) }
      if once == nil || once != twice {
        outcome = .broken("what is stored of a \(table.name) reads differently")
      }
    }
    return outcome
  }

  /// The record that a writer's values give.
  private static func stored<Record: StoredRecord>(_ record: Record) -> Record? {
    var values = Dictionary(uniqueKeysWithValues: Record.table.values(record).map { ($0.column, $0.value) })
    values[Record.table.idColumn] = .integer(record.id.rawValue)
    return Record.table.record(ValuesRow(values: values))
  }

  /// What a walk over many rows reads, against the record.
  private static func brokenWalk(_ row: borrowing Row, _ record: Transaction) throws -> String? {
    let entry = record.entry
    for (place, column) in Transaction.table.columns.enumerated() {
      let column = column.name
      let place = place + 1
      switch column {
      case "ACCOUNTID":
        guard try row.reference(place) == entry.accountID?.rawValue else { return column }
      case "TRANSCODE": guard try row.transactionType(place) == entry.type.code else { return column }
      case "STATUS": guard try row.transactionStatus(place) == entry.status.code else { return column }
      case "TRANSDATE": guard try row.day(place) == entry.date.day else { return column }
      case "TRANSAMOUNT", "TOTRANSAMOUNT":
        let number = column == "TRANSAMOUNT" ? entry.amount : entry.toAmount
        for digits in [0, 2, 3, 8, 18] {
          let scale = UnitScale(digits: digits)
          guard scale.decimal(try row.amount(place, scale)) == number.decimal else { return column }
        }
      default: break
      }
    }
    return nil
  }

  private struct ValuesRow: StoredRow {
    let values: [String: StoredValue]

    func value(_ column: String) -> StoredValue { values[column] ?? .absent }
  }
}

/// Values for the columns of a row, out of an input: a byte for the class, then eight bytes of a number, or
/// a length and so many bytes. NULL when there is nothing left.
struct ColumnSource {
  var bytes: ArraySlice<UInt8>

  /// What stands for the column in a statement, and what is bound there.
  mutating func next() -> (sql: String, value: SQLValue) {
    guard let tag = bytes.popFirst() else { return ("?", .null) }
    switch tag % 6 {
    case 0: return ("?", .null)
    case 1: return ("?", .integer(Int64(bitPattern: number(8))))
    case 2: return ("?", .integer(Int64(Int16(truncatingIfNeeded: number(2)))))
    case 3: return ("?", .real(Double(bitPattern: number(8))))
    // Not what a binding can hold: text whose bytes need be no characters.
    case 4: return ("CAST(? AS TEXT)", .blob(piece()))
    default: return ("?", .blob(piece()))
    }
  }

  private mutating func number(_ count: Int) -> UInt64 {
    (0..<count).reduce(0) { number, _ in number << 8 | UInt64(bytes.popFirst() ?? 0) }
  }

  private mutating func piece() -> [UInt8] {
    let length = Int(bytes.popFirst() ?? 0)
    defer { bytes = bytes.dropFirst(length) }
    return Array(bytes.prefix(length))
  }
}

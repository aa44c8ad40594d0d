import Ledger
import StrictJSON
import Testing

@Suite struct RecordTableTests {
  @Test func everyColumnOfTheSchemaIsAProperty() throws {
    var suite = VectorSuite("schema-columns")
    let tables = try #require(FixtureFiles.json("schema_v21")["tables"])
    var seen: [String] = []
    func check<Record: StoredRecord>(_ type: Record.Type) {
      let table = Record.table
      seen.append(table.name)
      let names = tables[table.name]?["columns"]?.array?.compactMap { $0["name"]?.string } ?? []
      suite.check(([table.idColumn] + table.columns.map(\.name)).sorted(), names.sorted(), table.name)
    }
    check(Account.self)
    check(Asset.self)
    check(Attachment.self)
    check(BudgetEntry.self)
    check(BudgetPeriod.self)
    check(Ledger.Category.self)
    check(Currency.self)
    check(CurrencyRate.self)
    check(CustomField.self)
    check(CustomValue.self)
    check(InfoEntry.self)
    check(Payee.self)
    check(RecordLink.self)
    check(SavedReport.self)
    check(Schedule.self)
    check(Split<Schedule>.self)
    check(SettingEntry.self)
    check(ShareTrade.self)
    check(Split<Transaction>.self)
    check(Stock.self)
    check(StockPrice.self)
    check(Tag.self)
    check(TagLink.self)
    check(Transaction.self)
    check(UsageEntry.self)
    suite.check(seen.sorted(), tables.object?.map(\.name).sorted(), "tables")
    suite.report()
  }

  @Test func seedRowsAreReadAndWrittenAlike() throws {
    var suite = VectorSuite("seed-rows")
    let rows = try FixtureFiles.json("seed_rows_v21")
    func check<Record: StoredRecord>(_ type: Record.Type) throws {
      for json in rows[Record.table.name]?.array ?? [] {
        let row = JSONRow(json: json)
        let record = try #require(Record.table.record(row))
        for (column, value) in Record.table.values(record) {
          suite.check(value, row.value(column), "\(Record.table.name) \(record.id) \(column)")
        }
      }
    }
    try check(Ledger.Category.self)
    try check(Currency.self)
    try check(InfoEntry.self)
    suite.report()
  }

  @Test func onlyEditedColumnsAreWritten() throws {
    let row = JSONRow(
      json: try JSONValue(
        parsing: #"""
          {"TRANSID": 7, "ACCOUNTID": 1, "TOACCOUNTID": 0, "PAYEEID": 2, "TRANSCODE": "withdrawal",
           "TRANSAMOUNT": "7.5 EUR", "STATUS": "Odd", "NOTES": null,
           "CATEGID": null, "TRANSDATE": "2024-01-05",
           "TOTRANSAMOUNT": null, "COLOR": null}
          """#.utf8))
    let old = try #require(Transaction.table.record(row))
    #expect(old.entry.amount.decimal == ExactDecimal("7.5") && old.entry.amount.defect == .text("7.5 EUR"))
    #expect(old.entry.toAccountID == nil && old.entry.categoryID == nil && old.entry.color == -1)
    #expect(
      old.entry.type.code == .withdrawal && old.entry.status.code == .none && old.entry.status.isUnknown)
    #expect(old.counts)
    var new = old
    #expect(Transaction.table.changes(from: old, to: new).isEmpty)
    new.entry.notes = "paid"
    let changes = Transaction.table.changes(from: old, to: new)
    #expect(changes.map(\.column) == ["NOTES"] && changes.map(\.value) == [.text("paid")])
  }

  /// An amount that does not fit was written as NULL when something else of its row was edited.
  @Test func anAmountThatDoesNotFitIsKeptWhenSomethingElseIsEdited() throws {
    for amount in [#""-1e400""#, "1e300"] {
      let text = #"{"TRANSID": 7, "TRANSAMOUNT": \#(amount), "NOTES": ""}"#
      let old = try #require(Transaction.table.record(JSONRow(json: try JSONValue(parsing: text.utf8))))
      #expect(old.entry.amount.defect == .outOfRange)
      var new = old
      new.entry.notes = "looked at"
      #expect(Transaction.table.changes(from: old, to: new).map(\.column) == ["NOTES"])
    }
  }

  @Test func whateverARowHoldsIsRead() throws {
    var random = SeededNumbers(seed: 21)
    for _ in 0..<500 {
      let row = HostileRow(seed: random.next())
      _ = Account.table.record(row)
      _ = Currency.table.record(row)?.format
      _ = Asset.table.record(row)
      _ = Schedule.table.record(row).map {
        ($0.recurrence, $0.advanced(), $0.projected(through: .last, limit: 3))
      }
      _ = Transaction.table.record(row).map { ($0.counts, $0.entry.touchedAccounts) }
    }
  }

  /// A row with anything in any column.
  private struct HostileRow: StoredRow {
    let seed: UInt64

    func value(_ column: String) -> StoredValue {
      var random = SeededNumbers(seed: column.utf8.reduce(seed) { $0 &* 31 &+ UInt64($1) })
      switch random.next() % 9 {
      case 0: return .absent
      case 1: return .integer(.max)
      case 2: return .integer(.min)
      case 3: return .real(.nan)
      case 4: return .real(1e308)
      case 5: return .text("")
      case 6: return .text("9999-12-31T\u{301}")
      case 7: return .text("\u{202e}-1e-400,,")
      default: return .integer(Int64(truncatingIfNeeded: random.next() % 400) - 3)
      }
    }
  }

  @Test func wordsAreReadInAnyCaseAndKept() {
    #expect(Coded<TransactionStatus>(stored: "follow UP").code == .followUp)
    #expect(
      Coded<TransactionStatus>(stored: nil).code == .none && !Coded<TransactionStatus>(stored: nil).isUnknown)
    #expect(Coded<AccountType>(stored: "Piggy bank").code == .checking)
    #expect(Coded<AccountType>(stored: "Piggy bank").stored == "Piggy bank")
    #expect(Coded<BudgetFrequency>(stored: "Bi-Monthly").code == .everyTwoMonths)
    #expect(Coded<BudgetFrequency>(stored: "Hourly").code == .none)
    #expect(Coded<OpenStatus>(stored: "ajar").code == .open)
    #expect(Coded<TransactionType>(stored: "Gift").code == .unknown)
  }

  @Test func settingsAreClamped() {
    func settings(_ pairs: [(String, String)]) -> FileSettings {
      FileSettings(
        info: pairs.enumerated().map { index, pair in
          var entry = InfoEntry(id: RecordID(Int64(index + 1)))
          (entry.name, entry.value) = pair
          return entry
        })
    }
    let odd = settings([
      ("financial_year_start_day", "31"), ("FINANCIAL_YEAR_START_MONTH", "0"),
      ("USECURRENCYHISTORY", "false"),
      ("REPORTING_FIRST_WEEKDAY", "Mon"), ("BASECURRENCYID", "-1"), ("CATEG_DELIMITER", ""),
      ("SHARE_PRECISION", "99999999999999999999"),
    ])
    #expect(odd.financialYearStart == YearStart(month: 1, day: 28))
    #expect(!odd.usesCurrencyHistory && odd.firstWeekday == .monday && odd.baseCurrencyID == nil)
    #expect(odd.categoryDelimiter == ":" && odd.sharePrecision == 4)
    #expect(settings([]).financialYearStart == YearStart(month: 7, day: 1))
  }
}

import Ledger
import StrictJSON
import Testing

@Suite struct AccountGroupTests {
  @Test func accountsStandByKindAndUsersKindsLast() throws {
    var book = try GoldenBook.book()
    book.accounts[7].type = Coded(stored: "Piggy bank")
    let sheet = BalanceSheet(
      accounts: book.accounts, currencies: book.currencies, transactions: book.transactions,
      upTo: try day("2024-02-10"))
    let groups = AccountGroup.grouped(book.accounts, on: nil, rates: book.rates) {
      sheet.balance(of: $0.id)?.total.decimal ?? .zero
    }
    #expect(
      groups.map(\.typeName) == ["Checking", "Credit Card", "Cash", "Asset", "Investment", "Piggy bank"])
    #expect(groups.first?.members.map(\.account.name) == ["Checking", "Euro"])
    #expect(groups.first?.totalInBase == ExactDecimal("3420.37"))
    let all = AccountGroup.grouped(book.accounts, includesClosed: true, on: nil, rates: book.rates) { _ in
      .one
    }
    #expect(all.contains { $0.typeName == "Term" } && !groups.contains { $0.typeName == "Term" })
  }

  @Test func recordsBecomeTheRowsTheyWere() throws {
    let book = try GoldenBook.book()
    let rows = try FixtureFiles.json("golden_v21.rows")["CHECKINGACCOUNT_V1"]?.array ?? []
    for (row, record) in zip(rows, book.transactions) {
      let json = Transaction.table.json(record)
      let again = Transaction.table.record(JSONRow(json: try JSONValue(parsing: json.serialized().utf8)))
      #expect(again == record)
      for member in row.object ?? [] {
        #expect(json[member.name] == member.value, "\(record.id) \(member.name)")
      }
    }
  }

  @Test func enteringAScheduleCopiesItsParts() throws {
    var schedule = try #require(try GoldenBook.book().schedules.first)
    schedule.entry.followUpID = 4
    var (mine, other) = (Split<Schedule>(id: RecordID(2)), Split<Schedule>(id: RecordID(1)))
    (mine.parentID, other.parentID) = (schedule.id, RecordID(77))
    mine.amount = StoredNumber(ExactDecimal(900))
    let made = schedule.occurrence(id: RecordID(100), splits: [mine, other], firstSplitID: 10)
    #expect(made.transaction.entry.date == schedule.entry.date && made.transaction.entry.followUpID == -1)
    #expect(made.transaction.flow(on: RecordID(1)) == ExactDecimal(-900))
    #expect(made.splits.map(\.id.rawValue) == [10] && made.splits.first?.parentID == RecordID(100))
    #expect(made.splits.first?.amount.decimal == ExactDecimal(900))
  }
}

import Ledger
import StrictJSON
import Testing

@Suite struct GoldenJournalTests {
  @Test func searchFindsWhatTheDesktopFinds() throws {
    var suite = VectorSuite("golden-search")
    let book = try GoldenBook.book()
    let search = JournalSearch(book)
    for member in try GoldenBook.expected()["search"]?.object ?? [] {
      var filter = JournalFilter()
      filter.text = member.name.uppercased()
      let rules = JournalRules(book)
      let found = book.transactions.filter {
        filter.accepts($0, splits: rules.splits(of: $0), search: search)
      }
      suite.check(found.map(\.id.rawValue), member.value.array?.compactMap(\.integer), member.name)
    }
    suite.report()
  }

  @Test func searchLooksAtAllThatIsShown() throws {
    var book = try GoldenBook.book()
    book.payees[0].name = "Café Zürich ﬁne"
    book.transactions[1].entry.notes = "ÉTÉ"
    let search = JournalSearch(book)
    func found(_ text: String) -> [Int64] {
      book.transactions.filter { search.finds(text, in: $0) }.map(\.id.rawValue)
    }
    #expect(found("ete") == [2] && found("éte") == [2])
    #expect(found("cafe zurich").contains(2) && found("CAFÉ").contains(20))
    #expect(found("trip") == [2] && found("TAX") == [9])
    #expect(found("3,000.00") == [1] && found("$3,000") == [1] && found("3000.00") == [1])
    #expect(found("182.5") == [8] && found("homeneeds:cloth") == [9])
    #expect(found("yen cash") == [11] && found("closed one") == [16, 17])
    #expect(found("nowhere").isEmpty && found("  ").count == 20)
  }

  @Test func filtersNarrowAndNeverHideTransfers() throws {
    let book = try GoldenBook.book()
    let rules = JournalRules(book)
    let marks = JournalMarks(tagLinks: book.tagLinks, splits: book.splits, attachments: book.attachments)
    func ids(_ change: (inout JournalFilter) throws -> Void) rethrows -> [Int64] {
      var filter = JournalFilter()
      try change(&filter)
      return book.transactions.filter {
        filter.accepts($0, splits: rules.splits(of: $0), marks: marks, search: nil)
      }.map(\.id.rawValue)
    }
    #expect(ids { _ in } == Array(1...20).filter { $0 != 7 })
    #expect(ids { $0.showsDeleted = true } == [7])
    #expect(ids { $0.accountID = RecordID(2) } == [8, 9, 10])
    #expect(ids { $0.types = [.transfer] } == [8, 12, 16, 18])
    #expect(ids { $0.statuses = [.void, .followUp] } == [4, 5, 16])
    #expect(ids { $0.categories = [RecordID(26), RecordID(55)] } == [9, 17, 19, 20])
    #expect(ids { $0.payeeID = RecordID(3) } == [3])
    #expect(ids { $0.tagID = RecordID(1) } == [2] && ids { $0.tagID = RecordID(2) } == [9])
    #expect(ids { $0.needsAttachment = true } == [2] && ids { $0.text = "grocer" }.isEmpty)
    #expect(ids { $0.amounts = ExactDecimal(900)...ExactDecimal(3000) } == [1, 3, 11])
    #expect(try ids { $0.range = try day("2024-02-07")...day("2024-02-08") } == [17, 18])
    var filter = JournalFilter()
    #expect(!filter.hasRunningBalance)
    filter.accountID = RecordID(1)
    #expect(filter.hasRunningBalance)
    filter.text = "x"
    #expect(!filter.hasRunningBalance)
  }

  @Test func daysHaveTheirRowsAndTotals() throws {
    let book = try GoldenBook.book()
    let rules = JournalRules(book)
    let days = JournalDay.grouped(book.transactions, byTime: true, rules: rules)
    #expect(days.first?.dateText == "2030-01-01" && days.flatMap(\.rows).count == 20)
    let double = try #require(days.first { $0.dateText == "2024-02-09" })
    #expect(double.rows.map(\.id.rawValue) == [20, 19] && double.total == ExactDecimal("0.3"))
    let euro = try #require(days.first { $0.dateText == "2024-01-16" })
    #expect(euro.total == ExactDecimal("-67.2"))
    let transfer = try #require(
      JournalDay.grouped(book.transactions, account: RecordID(2), rules: rules).first {
        $0.dateText == "2024-01-15"
      })
    #expect(transfer.total == ExactDecimal("182.5"))
  }

  @Test func runningBalancesEndWhereTheAccountBegan() throws {
    let book = try GoldenBook.book()
    let id = RecordID<Account>(1)
    let rows = book.transactions.filter { JournalRules.touches($0, id) }
      .sorted { JournalDay.isNewer($0, $1) }
    let balances = RunningBalance.after(rows, on: id, last: ExactDecimal("2730.52") ?? .zero)
    #expect(balances.first == ExactDecimal("2730.52"))
    #expect(balances.last == ExactDecimal(4000))
    #expect(balances.last.map { $0 - (rows.last?.flow(on: id) ?? .zero) } == ExactDecimal(1000))
  }

  @Test func linesOfAnExportAreThoseOfTheDesktop() throws {
    var suite = VectorSuite("csv-export")
    let (book, expected) = (try GoldenBook.book(), try FixtureFiles.json("csv_export.expected"))
    let export = CSVExport(book)
    suite.check(CSVExport.header, expected["header"]?.array?.compactMap(\.string), "header")
    for member in expected["lines"]?.object ?? [] {
      let row = try #require(book.transactions.first { "\($0.id)" == member.name })
      let wanted = member.value.array?.compactMap(\.string) ?? [member.value.string ?? ""]
      suite.check(export.lines(row), wanted, "row \(member.name)")
    }
    for member in expected["quoting"]?.object ?? [] {
      suite.check(export.field(member.name), member.value.string, "quoting \(member.name)")
    }
    suite.report()
    let full = CSVExport(book, precision: .full)
    #expect(full.lines(book.transactions[14]).first?.contains(",-0.00012345,BTC,") == true)
    #expect(full.field("a\nb") == "\"a\nb\"" && full.field("a\tb") == "a\tb")
    let marked = full.field("say \"\u{301}hi,\u{301}")
    #expect(marked.unicodeScalars.count { $0 == "\"" } == 4, "a quote with a mark is doubled: \(marked)")
    #expect(full.field("a,\u{301}").unicodeScalars.first == "\"")
    #expect([3, 6, 15].allSatisfy { export.lines(book.transactions[$0]).isEmpty })
    #expect(export.headerLine == CSVExport.header.joined(separator: ","))
  }
}

import Ledger
import Testing

@Suite struct PlainTextExportTests {
  /// Reads the postings back and adds them up: every account must hold what the rules say.
  @Test func postingsAddUpToTheBalances() throws {
    let book = try GoldenBook.book()
    let sheet = BalanceSheet(
      accounts: book.accounts, currencies: book.currencies, transactions: book.transactions)
    for dialect in PlainTextExport.Dialect.allCases {
      let export = PlainTextExport(book, dialect: dialect)
      #expect(export.leftOut.isEmpty)
      var sums: [String: ExactDecimal] = [:]
      for line in export.text.split(separator: "\n") where line.hasPrefix("    ") && !line.hasPrefix("    ;")
      {
        let posting = line.dropFirst(4)
        let gap = try #require(posting.firstRange(of: "  "))
        let amount = posting[gap.upperBound...].split(separator: " ")[0]
        sums[String(posting[..<gap.lowerBound]), default: .zero] += try #require(ExactDecimal(String(amount)))
      }
      for account in book.accounts {
        let name = account.name.split(separator: " ").joined(separator: dialect == .beancount ? "-" : " ")
        let prefix = account.type.code == .creditCard ? "Liabilities:" : "Assets:"
        let balance = try #require(sheet.balance(of: account.id)).total.decimal
        #expect(sums[prefix + name] ?? .zero == balance, "\(dialect) \(name)")
      }
    }
  }

  @Test func aTransactionReadsAsPeopleWriteIt() throws {
    let text = PlainTextExport(try GoldenBook.book(), dialect: .hledger).text
    #expect(
      text.contains(
        """
        2024-01-15 * Transfer
            ; id: 8
            Assets:Checking  -200 USD @@ 182.5 EUR
            Assets:Euro  182.5 EUR
        """))
    let strict = PlainTextExport(try GoldenBook.book(), dialect: .beancount).text
    #expect(
      strict.hasPrefix(
        "option \"inferred_tolerance_default\" \"*:0.0000001\"\n\n2024-01-01 open Assets:Checking\n"))
    #expect(strict.contains("2024-01-16 * \"Corner Grocer\" \"\"\n  id: \"9\"\n    Assets:Euro  -60 EUR\n"))
  }

  @Test func whatCannotBeWrittenIsNamed() throws {
    var book = try GoldenBook.book()
    book.transactions[0].entry.date = DayText("soon")
    book.transactions[1].entry.accountID = RecordID(99)
    book.transactions[2].entry.type = Coded(stored: "Gift")
    book.transactions[4].entry.amount = StoredNumber(.real(1e300))
    book.splits[0].amount = StoredNumber(ExactDecimal(41))
    book.accounts[1].name = "Checking; \"x\"  (a:b)"
    let export = PlainTextExport(book, dialect: .ledger)
    #expect(export.leftOut.map(\.rawValue) == [1, 2, 3, 5])
    #expect(export.text.contains("    Equity:Split Difference  -0.75 EUR\n"))
    #expect(export.text.contains("    Assets:Checking x a-b  -60 EUR\n"))
  }
}

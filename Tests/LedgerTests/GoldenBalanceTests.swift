import Ledger
import StrictJSON
import Testing

@Suite struct GoldenBalanceTests {
  @Test func balancesAreThoseOfTheDesktopProgram() throws {
    var suite = VectorSuite("golden-balances")
    let (book, expected) = (try GoldenBook.book(), try GoldenBook.expected())
    let table = RateBook(base: RecordID(1), currencies: book.currencies)
    for (name, limit) in [
      ("balances_today", "2024-02-10"), ("balances_2024_01_31", "2024-01-31"), ("balances_all", nil),
    ] {
      let sheet = BalanceSheet(
        accounts: book.accounts, currencies: book.currencies, transactions: book.transactions,
        upTo: try limit.map { try day($0) })
      for member in expected[name]?.object ?? [] {
        let id = RecordID<Account>(try #require(Int64(member.name)))
        let balance = try #require(sheet.balance(of: id))
        let account = try #require(book.accounts.first { $0.id == id })
        suite.check(balance.total.decimal, decimal(member.value["balance"]?.string), "\(name) \(id)")
        suite.check(
          balance.reconciled.decimal, decimal(member.value["reconciled"]?.string), "\(name) \(id) R")
        let base = table.inBase(balance.total.decimal, of: account.currencyID, on: nil)
        suite.check(base, decimal(member.value["base"]?.string), "\(name) \(id) base")
      }
    }
    suite.report()
  }

  @Test func flowsByStatusAreThoseOfTheDesktopProgram() throws {
    var suite = VectorSuite("golden-flows")
    let (book, expected) = (try GoldenBook.book(), try GoldenBook.expected())
    let names: [(TransactionStatus, String)] = [
      (.reconciled, "R"), (.none, "N"), (.void, "V"), (.followUp, "F"), (.duplicate, "D"),
    ]
    for member in expected["flow_by_status_today"]?.object ?? [] {
      let id = RecordID<Account>(try #require(Int64(member.name)))
      let flows = StatusFlows(of: id, transactions: book.transactions, upTo: try day("2024-02-10"))
      for (status, name) in names {
        let entry = member.value[name]
        suite.check(flows[status].inflow, decimal(entry?["inflow"]?.string) ?? .zero, "\(id) \(name) in")
        suite.check(flows[status].outflow, decimal(entry?["outflow"]?.string) ?? .zero, "\(id) \(name) out")
      }
    }
    suite.report()
  }

  @Test func ratesOfADayAreTheNearest() throws {
    var suite = VectorSuite("golden-rates")
    let (book, expected) = (try GoldenBook.book(), try GoldenBook.expected())
    for entry in expected["rates"]?.array ?? [] {
      let id = RecordID<Currency>(try #require(entry["currency"]?.integer))
      let date = try day(entry["date"]?.string)
      suite.check(book.rates.rate(of: id, on: date), decimal(entry["rate"]?.string), "\(id) \(date)")
    }
    suite.report()
  }

  @Test func limitsAndLocksAreThoseOfTheFile() throws {
    var suite = VectorSuite("golden-limits")
    let (book, expected) = (try GoldenBook.book(), try GoldenBook.expected())
    let sheet = BalanceSheet(
      accounts: book.accounts, currencies: book.currencies, transactions: book.transactions,
      upTo: try day("2024-02-10"))
    for entry in expected["limits"]?.array ?? [] {
      let id = RecordID<Account>(try #require(entry["account"]?.integer))
      let account = try #require(book.accounts.first { $0.id == id })
      var withdrawal = Entry()
      withdrawal.accountID = id
      withdrawal.amount = StoredNumber(try #require(decimal(entry["withdraw"]?.string)))
      let balance = try #require(sheet.balance(of: id)).total.decimal
      let warning = account.limitWarning(adding: withdrawal, to: balance)
      suite.check(warning != nil, entry["warn"]?.bool, "limit \(id)")
      withdrawal.type = Coded(.deposit)
      #expect(account.limitWarning(adding: withdrawal, to: balance) == nil)
    }
    for entry in expected["locked"]?.array ?? [] {
      let account = try #require(book.accounts.first { $0.id.rawValue == entry["account"]?.integer })
      suite.check(account.isLocked(on: DayText(entry["date"]?.string)), entry["locked"]?.bool, "lock")
    }
    suite.report()
  }

  @Test func categoriesHaveTheirFullNames() throws {
    var suite = VectorSuite("golden-category-names")
    let (book, expected) = (try GoldenBook.book(), try GoldenBook.expected())
    let tree = CategoryTree(book.categories)
    for member in expected["category_full_names"]?.object ?? [] {
      let id = RecordID<Ledger.Category>(try #require(Int64(member.name)))
      suite.check(tree.fullName(of: id), member.value.string, "category \(id)")
    }
    #expect(tree.ordered.count == book.categories.count)
    suite.report()
  }

  @Test func entriesAreJudgedAsTheVectorsSay() throws {
    var suite = VectorSuite("golden-validity")
    for entry in try GoldenBook.expected()["validity"]?.array ?? [] {
      var row = Entry()
      row.accountID = RecordID(reference: entry["account"]?.integer ?? 1)
      row.type = Coded(stored: entry["type"]?.string ?? "Withdrawal")
      row.toAccountID = RecordID(reference: entry["to"]?.integer)
      row.payeeID = RecordID(reference: entry["payee"]?.integer ?? 1)
      row.amount = StoredNumber(decimal(entry["amount"]?.string) ?? .one)
      row.categoryID = RecordID(reference: entry["category"]?.integer)
      let splits = (entry["splits"]?.array ?? []).enumerated().map { index, amount in
        var split = Split<Transaction>(id: RecordID(Int64(index + 1)))
        split.categoryID = RecordID(10)
        split.amount = StoredNumber(decimal(amount.string) ?? .zero)
        return split
      }
      if row.type.code == .transfer { row.categoryID = RecordID(57) }
      suite.check(row.problems(splits: splits).isEmpty, entry["valid"]?.bool, entry["case"]?.string ?? "")
    }
    suite.report()
  }
}

import Ledger
import StrictJSON
import Testing

@Suite struct GoldenReportTests {
  @Test func categoriesByMonthAreThoseOfTheDesktopProgram() throws {
    var suite = VectorSuite("golden-categories")
    let (book, expected) = (try GoldenBook.book(), try GoldenBook.expected())
    let rules = JournalRules(book)
    for month in expected["category_monthly_base"]?.object ?? [] {
      let first = try day(month.name + "-01")
      let totals = rules.categoryTotals(book.transactions, within: first...first.endOfMonth)
      suite.check(totals.count, month.value.object?.count, month.name)
      for member in month.value.object ?? [] {
        let id = RecordID<Ledger.Category>(try #require(Int64(member.name)))
        suite.check(totals[id], decimal(member.value.string), "\(month.name) \(id)")
      }
    }
    let range = try day("2024-02-01")...day("2024-02-29")
    let totals = rules.categoryTotals(book.transactions, within: range)
    for member in expected["budget_actual_2024_02"]?.object ?? [] {
      let id = RecordID<Ledger.Category>(try #require(Int64(member.name)))
      suite.check(totals[id], decimal(member.value.string), "actual \(id)")
    }
    suite.report()
  }

  @Test func incomeAndExpenseAreThoseOfTheDesktopProgram() throws {
    var suite = VectorSuite("golden-income-expense")
    let (book, expected) = (try GoldenBook.book(), try GoldenBook.expected())
    let rules = JournalRules(book)
    for member in expected["income_expense_base"]?.object ?? [] {
      let isAccount = member.name.hasPrefix("account 2")
      let first = try day(isAccount ? "2024-01-01" : member.name + "-01")
      let last = isAccount ? try day("2024-12-31") : first.endOfMonth
      let sum = IncomeAndExpense(
        book.transactions, within: first...last, account: isAccount ? RecordID(2) : nil, rules: rules)
      suite.check(sum.income, decimal(member.value["income"]?.string), member.name)
      suite.check(sum.expense, decimal(member.value["expense"]?.string), member.name)
      suite.check(Int64(sum.rows), member.value["rows"]?.integer, member.name)
      if isAccount { #expect(sum.transferredIn == ExactDecimal("182.5") && sum.transferredOut.isZero) }
    }
    suite.report()
  }

  @Test func stocksAndAssetsHaveTheirValues() throws {
    var suite = VectorSuite("golden-holdings")
    let (book, expected) = (try GoldenBook.book(), try GoldenBook.expected())
    let (stock, figures) = (try #require(book.stocks.first), expected["stock"])
    suite.check(stock.marketValue, decimal(figures?["market_value"]?.string), "market")
    suite.check(stock.purchaseValue.decimal, decimal(figures?["purchase_value"]?.string), "purchase")
    suite.check(stock.gain, decimal(figures?["gain"]?.string), "gain")
    for date in ["2024-01-20", "2024-02-01", "2024-01-01"] {
      let name = "value_" + date.split(separator: "-").joined(separator: "_")
      suite.check(
        stock.value(on: try day(date), prices: book.stockPrices), decimal(figures?[name]?.string), name)
    }
    for member in expected["assets"]?.object ?? [] {
      let asset = try #require(book.assets.first { member.name.hasPrefix($0.name) })
      let value = asset.value(on: try day(member.value["date"]?.string))
      let wanted = try #require(decimal(member.value["value"]?.string))
      suite.check((value - wanted).magnitude < ExactDecimal(mantissa: 1, scale: 6), true, member.name)
    }
    suite.report()
  }

  @Test func netWorthCountsOpenAccountsAndStocks() throws {
    let (book, expected) = (try GoldenBook.book(), try GoldenBook.expected())
    let sheet = BalanceSheet(
      accounts: book.accounts, currencies: book.currencies, transactions: book.transactions,
      upTo: try day("2024-02-10"))
    let worth = NetWorth(
      on: try day("2024-02-10"), accounts: book.accounts, sheet: sheet, stocks: book.stocks,
      prices: book.stockPrices, assets: book.assets,
      rates: RateBook(base: RecordID(1), currencies: book.currencies))
    #expect(worth.accounts == decimal(expected["net_worth_base_open_accounts_without_stock"]?.string))
    #expect(worth.stocks == ExactDecimal(96))
    #expect(worth.assets.text(digits: 2) == "9449.76")
    #expect(worth.total == worth.accounts + worth.stocks + worth.assets)
  }

  @Test func aYearsBudgetMeetsItsMonthsInFourWays() throws {
    var suite = VectorSuite("golden-budget")
    let (book, expected) = (try GoldenBook.book(), try GoldenBook.expected())
    let plan = BudgetPlan(year: 2024, periods: book.budgetPeriods, entries: book.budgets)
    for mode in expected["budget"]?.object ?? [] {
      let fill = BudgetFill(
        overrides: mode.name.contains("override=True"), deducts: mode.name.contains("deduct=True"))
      for member in mode.value.object ?? [] {
        let id = RecordID<Ledger.Category>(try #require(Int64(member.name)))
        let months = plan.months(of: id, fill: fill).map { $0.rounded(toDigits: 6) }
        let wanted = member.value.array?.compactMap { decimal($0.string) } ?? []
        for (index, amount) in wanted.enumerated() {
          suite.check(months[index], amount, "\(mode.name) \(id) month \(index + 1)")
        }
      }
    }
    #expect(plan.categories.map(\.rawValue) == [6, 10, 52])
    suite.report()
  }

  @Test func aFileOf2005GivesTheDesktopsNetWorth() throws {
    var account = Account(id: RecordID(1))
    account.initialBalance = StoredNumber(ExactDecimal(-1000))
    var stock = Stock(id: RecordID(1))
    (stock.accountID, stock.purchaseDay) = (account.id, DayText("2018-04-26"))
    (stock.shares, stock.currentPrice) = (StoredNumber(ExactDecimal(1000)), StoredNumber(ExactDecimal(5)))
    let sheet = BalanceSheet(accounts: [account], currencies: [], transactions: [])
    func worth(_ date: String) throws -> ExactDecimal {
      NetWorth(
        on: try day(date), accounts: [account], sheet: sheet, stocks: [stock],
        rates: RateBook(base: nil, currencies: [])
      ).total
    }
    #expect(try worth("2024-01-01") == ExactDecimal(4000))
    #expect(try worth("2018-04-25") == ExactDecimal(-1000))
    account.status = Coded(.closed)
    #expect(try worth("2024-01-01") == .zero)
  }
}

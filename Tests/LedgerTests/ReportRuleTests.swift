import Ledger
import Testing

@Suite struct ReportRuleTests {
  @Test func rangesAreWholeCalendarUnits() throws {
    let today = try day("2024-02-29")
    func text(_ preset: DateChoice.Preset, monday: Bool = false) -> String {
      let range = DateChoice(preset, around: today)
        .range(firstWeekday: monday ? .monday : .sunday, yearStart: YearStart(month: 7, day: 1))
      return "\(range.lowerBound)/\(range.upperBound)"
    }
    #expect(text(.day) == "2024-02-29/2024-02-29")
    #expect(text(.week) == "2024-02-25/2024-03-02" && text(.week, monday: true) == "2024-02-26/2024-03-03")
    #expect(text(.month) == "2024-02-01/2024-02-29" && text(.year) == "2024-01-01/2024-12-31")
    #expect(text(.financialYear) == "2023-07-01/2024-06-30")
    #expect(text(.last(days: 7)) == "2024-02-23/2024-02-29")
    #expect(text(.all) == "0001-01-01/9999-12-31")
  }

  @Test func aPreviousRangeEndsWhereItsNextBegins() throws {
    var random = SeededNumbers(seed: 53)
    for _ in 0..<500 {
      let anchor = try #require(CalendarDate(dayNumber: Int.random(in: 0...40_000, using: &random)))
      let end = try #require(anchor.adding(days: Int.random(in: 0...500, using: &random)))
      let presets: [DateChoice.Preset] = [
        .day, .week, .month, .year, .financialYear, .last(days: Int.random(in: 1...400, using: &random)),
        .custom(anchor...end),
      ]
      for preset in presets {
        let choice = DateChoice(preset, around: anchor)
        let start = YearStart(
          month: Int.random(in: 1...12, using: &random), day: Int.random(in: 1...28, using: &random))
        let (now, before) = (
          choice.range(yearStart: start), try #require(choice.previous).range(yearStart: start)
        )
        #expect(before.upperBound.adding(days: 1) == now.lowerBound, "\(preset) \(anchor)")
        if case .custom = preset {} else { #expect(now.contains(anchor), "\(preset) \(anchor)") }
        #expect(choice.stepped(by: .max).stepped(by: .min) != choice.stepped(by: 1) || preset == .all)
      }
    }
    #expect(
      DateChoice(.all, around: .first).previous == nil && DateChoice(.day, around: .first).previous == nil)
  }

  @Test func percentagesNeedSomethingToCompareWith() throws {
    let range = try day("2024-02-01")...day("2024-02-29")
    var flow = IncomeAndExpense()
    flow.expense = ExactDecimal(100)
    func figures(_ previous: ExactDecimal?, today: String) throws -> KeyFigures {
      KeyFigures(
        flow: flow, netWorth: ExactDecimal(50), previousNetWorth: previous, range: range,
        today: try day(today))
    }
    #expect(try figures(ExactDecimal(-200), today: "2024-02-10").changePercent == ExactDecimal(125))
    #expect(try figures(ExactDecimal(0), today: "2024-02-10").changePercent == nil)
    #expect(try figures(nil, today: "2024-02-10").changePercent == nil)
    #expect(try figures(nil, today: "2024-02-10").dailyAverage == ExactDecimal(10))
    #expect(try figures(nil, today: "2024-05-10").dailyAverage?.text(digits: 2) == "3.45")
    #expect(try figures(nil, today: "2024-01-31").dailyAverage == nil)
  }

  @Test func theTrendHoldsTheNewestDaysThatHaveRows() throws {
    let book = try GoldenBook.book()
    let days = TrendDay.days(
      book.transactions, within: try day("2024-01-01")...day("2024-12-31"), rules: JournalRules(book),
      limit: 3)
    #expect(days.map(\.day.description) == ["2024-02-05", "2024-02-07", "2024-02-09"])
    #expect(days.last?.income == ExactDecimal("0.3"))
    #expect(try day("2024-02-09").title(today: try day("2024-02-10"), mask: .iso) == "Yesterday")
  }

  @Test func budgetSpansAreReadFromTheirNames() throws {
    let year = try #require(BudgetSpan(name: "2024"))
    let july = YearStart(month: 7, day: 6)
    #expect("\(year.range().lowerBound)/\(year.range().upperBound)" == "2024-01-01/2024-12-31")
    #expect(
      "\(year.range(yearStart: july).lowerBound)/\(year.range(yearStart: july).upperBound)"
        == "2024-07-06/2025-07-05")
    let month = try #require(BudgetSpan(name: "2024-02")).range(offset: 3)
    #expect("\(month.lowerBound)/\(month.upperBound)" == "2024-02-04/2024-03-03")
    for name in ["", "24", "2024-13", "2024-2", "2024-02-01", "year", "2024-"] {
      #expect(BudgetSpan(name: name) == nil, "\(name)")
    }
  }

  @Test func aYearThatItsMonthsReachGivesNothingMore() {
    let months: [ExactDecimal?] = [ExactDecimal(-800), nil, ExactDecimal(-500)]
    for overrides in [false, true] {
      let fill = BudgetFill(overrides: overrides, deducts: true)
      #expect(fill.months(year: ExactDecimal(-1200), months: months).sum() == ExactDecimal(-1300))
    }
    let full = Array<ExactDecimal?>(repeating: .one, count: 12)
    #expect(
      BudgetFill(overrides: true, deducts: true).months(year: ExactDecimal(100), months: full).sum()
        == ExactDecimal(12))
  }

  @Test func sharesAreAddedUpInOrderOfDate() throws {
    func trade(_ id: Int64, _ date: String, _ count: Int64, _ price: Int64, _ fee: Int64)
      -> StockPosition.Trade
    {
      var (row, shares) = (Transaction(id: RecordID(id)), ShareTrade(id: RecordID(id)))
      row.entry.date = DayText(date)
      shares.shares = StoredNumber(ExactDecimal(count))
      shares.price = StoredNumber(ExactDecimal(price))
      shares.commission = StoredNumber(ExactDecimal(fee))
      return StockPosition.Trade(transaction: row, shares: shares)
    }
    let trades = [
      trade(3, "2024-03-01", -4, 30, 1), trade(1, "2024-01-01", 10, 10, 5), trade(2, "2024-02-01", 10, 20, 5),
    ]
    let position = StockPosition(trades)
    #expect(position.shares == ExactDecimal(16) && position.cost == ExactDecimal(248))
    #expect(position.averagePrice == ExactDecimal("15.5") && position.commission == ExactDecimal(11))
    #expect(position.realizedGain == ExactDecimal(57) && position.firstDay?.text == "2024-01-01")
    #expect(StockPosition(trades, upTo: try day("2024-01-31")).shares == ExactDecimal(10))
    let short = StockPosition([trade(1, "2024-01-01", 1, 10, 0), trade(2, "2024-01-02", -5, 10, 0)])
    #expect(short.shares.isZero && short.cost.isZero && short.averagePrice.isZero)
  }

  @Test func assetsGrowShrinkAndStopAtNothing() throws {
    var asset = Asset(id: RecordID(1))
    (asset.startDay, asset.value) = (DayText("2020-01-01"), StoredNumber(ExactDecimal(1000)))
    (asset.change, asset.changeRate) = (Coded(.depreciates), StoredNumber(ExactDecimal(50)))
    asset.changeMode = Coded(.linear)
    #expect(asset.value(on: try day("2020-12-31")).text(digits: 2) == "500.00")
    #expect(asset.value(on: try day("2030-01-01")) == .zero)
    (asset.change, asset.changeMode) = (Coded(.appreciates), Coded(.percentage))
    #expect(asset.value(on: try day("2020-12-31")).text(digits: 4) == "1648.7213")
    func row(_ id: Int64, _ type: TransactionType, _ date: String, _ amount: Int64) -> Asset.LinkedRow {
      var row = Transaction(id: RecordID(id))
      (row.entry.type, row.entry.date) = (Coded(type), DayText(date))
      (row.entry.accountID, row.entry.toAccountID) = (RecordID(1), RecordID(1))
      return Asset.LinkedRow(transaction: row, amountInBase: ExactDecimal(amount))
    }
    asset.change = Coded(.none)
    let linked = [
      row(2, .deposit, "2020-03-01", 100), row(1, .withdrawal, "2020-01-01", 1000),
      row(3, .transfer, "2020-05-01", 70),
    ]
    #expect(asset.value(on: try day("2020-02-01"), linked: linked) == ExactDecimal(1000))
    #expect(asset.value(on: try day("2020-04-01"), linked: linked) == ExactDecimal(900))
    #expect(asset.value(on: try day("2020-06-01"), linked: linked) == ExactDecimal(70))
  }
}

import Ledger
import Testing

@testable import LedgerFiles

/// What a session adds up while it reads, against the rules of `Ledger` on all rows.
@Suite struct ScanTwinTests {
  private static func session(_ path: String) async throws -> LedgerSession {
    try await LedgerSession.open(path: path, today: GoldenFile.today)
  }

  private static func day(_ text: String) throws -> CalendarDate { try #require(CalendarDate(text)) }

  private static func ranges() throws -> [ClosedRange<CalendarDate>] {
    [
      CalendarDate.first...CalendarDate.last, try day("2022-01-08")...day("2022-01-12"),
      try day("2022-01-10")...day("2022-01-10"), try day("2030-01-01")...day("2030-02-01"),
    ]
  }

  @Test func sumsOfBrokenFilesEqualTheSlowTwin() async throws {
    let scratch = try Scratch()
    for seed in UInt64(1)...6 {
      let path = scratch.path("\(seed).mmb")
      try BrokenFile.write(to: path, seed: seed, count: 300)
      let session = try await Self.session(path)
      let book = try await session.book()
      let rules = JournalRules(book)
      let diagnosis = try await session.diagnosis()
      #expect(diagnosis == Diagnosis(book) && diagnosis.findings.count > 100)
      for day in [nil, try Self.day("2022-01-10"), try Self.day("2022-01-01"), try Self.day("2022-02-01")] {
        let slow = BalanceSheet(
          accounts: book.accounts, currencies: book.currencies, transactions: book.transactions, upTo: day)
        let fast = try await session.balances(upTo: day)
        for account in book.accounts {
          #expect(fast.balance(of: account.id) == slow.balance(of: account.id), "seed \(seed) \(account.id)")
        }
      }
      for range in try Self.ranges() {
        for account in [nil, RecordID<Account>(1), RecordID(4), RecordID(99)] {
          let slow = IncomeAndExpense(book.transactions, within: range, account: account, rules: rules)
          #expect(
            try await session.incomeAndExpense(within: range, account: account) == slow, "seed \(seed)")
          let days = TrendDay.days(
            book.transactions, within: range, account: account, rules: rules, limit: 4)
          #expect(try await session.trend(within: range, account: account, limit: 4) == days, "seed \(seed)")
        }
        let totals = rules.categoryTotals(book.transactions, within: range)
        #expect(try await session.categoryTotals(within: range) == totals, "seed \(seed)")
        let months = rules.monthTotals(book.transactions, within: range)
        #expect(try await session.monthTotals(within: range) == months, "seed \(seed)")
      }
      await session.close()
    }
  }

  @Test func scannedAmountsAreTheShortestDecimalsOfTheirNumbers() {
    var random = SeededNumbers(seed: 5)
    var wrong: [Double] = []
    for digits in [0, 2, 3, 8, 18] {
      let scale = UnitScale(digits: digits)
      for _ in 0..<2_000 {
        let number: Double =
          switch Int.random(in: 0...4, using: &random) {
          case 0: Double(Int.random(in: -9_999_999...9_999_999, using: &random)) / 100
          case 1: Double(bitPattern: UInt64.random(in: 0...UInt64.max, using: &random))
          case 2: Double(Int64.random(in: -999_999_999_999_999...999_999_999_999_999, using: &random)) / 1e8
          case 3: Double(Int64.random(in: -(1 << 54)...(1 << 54), using: &random)) / 1e4
          default: Double.random(in: -1e6...1e6, using: &random)
          }
        if scale.decimal(scale.amount(number)) != ExactDecimal(shortest: number) { wrong.append(number) }
      }
    }
    #expect(wrong.isEmpty, "\(wrong)")
  }

  @Test func aSumNoIntegerHoldsIsStillExact() {
    let scale = UnitScale(digits: 2)
    var sum = ExactSum()
    for _ in 0..<1000 { sum.add(.units(.max)) }
    sum.add(scale.amount(0.005))
    sum.add(scale.amount(Int64.max))
    let largest = ExactDecimal(mantissa: Int128(Int64.max), scale: 2)
    #expect(
      sum.total(scale) == largest * ExactDecimal(1000) + ExactDecimal(.max) + ExactDecimal(shortest: 0.005))
  }
}

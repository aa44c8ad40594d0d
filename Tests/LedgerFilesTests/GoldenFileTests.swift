import Foundation
import Ledger
import StrictJSON
import Testing

@testable import LedgerFiles

/// The golden file through a session: what is added up while reading gives the expected numbers.
@Suite struct GoldenFileTests {
  private static var shared: URL { FixtureFiles.sharedFolder.appending(path: "vectors/money/golden_v21.mmb") }

  private static func decimal(_ json: JSONValue?) -> ExactDecimal? {
    json?.string.flatMap { ExactDecimal($0) }
  }

  private static func session(_ path: String) async throws -> LedgerSession {
    try await LedgerSession.open(path: path, today: GoldenFile.today)
  }

  @Test func theGoldenFileHasItsNumbers() async throws {
    let scratch = try Scratch()
    let session = try await Self.session(try GoldenFile.write(to: scratch))
    let expected = try FixtureFiles.json("golden_v21.expected")
    var suite = VectorSuite("golden_v21-file")
    let days: [(String, String?)] = [
      ("balances_today", "2024-02-10"), ("balances_2024_01_31", "2024-01-31"), ("balances_all", nil),
    ]
    for (name, day) in days {
      let sheet = try await session.balances(upTo: day.flatMap { CalendarDate($0) })
      for member in expected[name]?.members ?? [] {
        let balance = sheet.balance(of: RecordID(Int64(member.name) ?? 0))
        suite.check(balance?.total.decimal, Self.decimal(member.value["balance"]), "\(name) \(member.name)")
        let reconciled = Self.decimal(member.value["reconciled"])
        suite.check(balance?.reconciled.decimal, reconciled, "\(name) \(member.name) reconciled")
      }
    }
    try await Self.checkReports(session, expected, &suite)
    for member in expected["search"]?.members ?? [] {
      var filter = JournalFilter()
      filter.text = member.name
      let ids = try await session.journal(filter, after: nil, limit: 200).rows.map(\.id.rawValue)
      suite.check(ids.sorted(), member.value.array?.compactMap(\.integer) ?? [], "search \(member.name)")
    }
    suite.report()
    await session.close()
  }

  private static func checkReports(
    _ session: LedgerSession, _ expected: JSONValue, _ suite: inout VectorSuite
  ) async throws {
    let all = CalendarDate.first...CalendarDate.last
    var months: [String: [String: ExactDecimal]] = [:]
    for total in try await session.monthTotals(within: all) {
      let month = total.month?.description.prefix(7) ?? ""
      let category = total.category?.description ?? ""
      months[String(month), default: [:]][category, default: .zero] += total.inBase
    }
    for month in expected["category_monthly_base"]?.members ?? [] {
      for category in month.value.members ?? [] {
        let found = months[month.name]?[category.name]
        suite.check(found, decimal(category.value), "\(month.name) \(category.name)")
      }
    }
    for (name, first, last, account) in [
      ("2024-01", "2024-01-01", "2024-01-31", nil), ("2024-02", "2024-02-01", "2024-02-29", nil),
      ("account 2, 2024", "2024-01-01", "2024-12-31", RecordID<Account>(2)),
    ] {
      let range = try #require(CalendarDate(first))...(try #require(CalendarDate(last)))
      let flow = try await session.incomeAndExpense(within: range, account: account)
      let wanted = expected["income_expense_base"]?[name]
      suite.check(flow.income, decimal(wanted?["income"]), "\(name) income")
      suite.check(flow.expense, decimal(wanted?["expense"]), "\(name) expense")
      suite.check(Int64(flow.rows), wanted?["rows"]?.integer, "\(name) rows")
    }
  }

  @Test(
    .enabled(
      if: FileManager.default.fileExists(atPath: shared.path), "golden_v21.mmb is not beside this checkout"))
  func theFileMadeFromItsRowsHoldsWhatTheGoldenFileHolds() async throws {
    let scratch = try Scratch()
    let made = try await Self.session(try GoldenFile.write(to: scratch))
    let copy = scratch.path("copy.mmb")
    try Data(contentsOf: Self.shared).write(to: URL(filePath: copy))
    let golden = try await Self.session(copy)
    #expect(try await golden.book() == made.book())
    await made.close()
    await golden.close()
  }
}

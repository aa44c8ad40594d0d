import Ledger
import LedgerFiles
import Testing

@Suite struct LedgerFilesPageTests {
  @Test func theExampleOfThePageRuns() async throws {
    let scratch = try Scratch()
    let path = try GoldenFile.write(to: scratch)
    let today = GoldenFile.today

    let files = MoneyFiles(today: { today })
    let session = try await files.open(path: path)
    let sheet = try await session.balances(upTo: today)
    for account in try await session.rows(of: Account.self) {
      print(account.name, sheet.balance(of: account.id)?.total ?? .zero(digits: 2))
    }
    let page = try await session.journal(JournalFilter(), after: nil, limit: 50)
    print(page.rows.count, page.next == nil)
    await session.close()

    #expect(page.rows.count > 10 && page.next == nil)
    #expect(sheet.balance(of: RecordID(1))?.total.decimal == ExactDecimal("2730.52"))
  }
}

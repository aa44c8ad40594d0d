import Foundation
import Ledger
import Storage
import StrictJSON
import Testing

@testable import LedgerFiles

@Suite struct CreationTests {
  static let files = MoneyFiles(today: { GoldenFile.today })

  private static func choices(sample: Bool = false, currency: String = "EUR") -> NewLedger {
    NewLedger(baseCurrency: currency, day: GoldenFile.today, uniqueID: "u-1", hasSample: sample)
  }

  @Test func aNewFileHasTheSchemaAndSeedRowsOfItsVersion() async throws {
    let scratch = try Scratch()
    let path = scratch.path("new.mmb")
    let session = try await Self.files.create(path: path, choices: Self.choices())
    var suite = VectorSuite("created-file")
    let schema = try FixtureFiles.json("schema_v21")
    let seeds = try FixtureFiles.json("seed_rows_v21")
    let database = try ForeignDatabase.open(at: path, forWriting: false)
    let made = try await database.read { try $0.schema() }
    suite.check(made, schema["ddl"]?.array?.compactMap(\.string).sorted() ?? [], "statements")
    for statement in Schema.statements {
      suite.check(schema["ddl"]?.array?.contains(.string(statement)), true, statement)
    }
    for table in schema["tables"]?.members ?? [] {
      let columns = try await database.read { connection in
        try connection.query("SELECT name FROM pragma_table_info(?)", [.text(table.name)]) { try $0.text(0) }
      }
      let wanted = table.value["columns"]?.array?.compactMap { $0["name"]?.string } ?? []
      suite.check(columns, wanted, "columns of \(table.name)")
    }
    for table in seeds.members ?? [] {
      for row in table.value.array ?? [] {
        let members = row.members ?? []
        let key = try #require(members.first)
        let stored = try await database.read { connection in
          try connection.first(
            "SELECT \(members.map(\.name).joined(separator: ", ")) FROM \(table.name) WHERE \(key.name) = ?",
            [.integer(key.value.integer ?? 0)]
          ) { row in try members.indices.map { try StoredValue(row, $0).text } }
        }
        suite.check(stored, members.map { $0.value.string ?? $0.value.integer.map(String.init) }, table.name)
      }
    }
    suite.check(try await session.count(of: Currency.self), 168, "currencies")
    suite.check(try await session.count(of: Ledger.Category.self), 67, "categories")
    suite.report()
    #expect(try await database.read { try $0.integer("PRAGMA user_version") } == 21)
    let info = try await session.rows(of: InfoEntry.self).map { "\($0.name)=\($0.value)" }
    #expect(
      info == [
        "DATAVERSION=3", "CREATEDATE=2024-02-10", "BASECURRENCYID=2", "CATEG_DELIMITER=:",
        "DATEFORMAT=%Y-%m-%d", "UID=u-1",
      ])
    #expect(try await session.damage().isEmpty)
    #expect(try await session.diagnosis().findings.isEmpty)
    await database.close()
    await session.close()
    #expect(try scratch.names() == ["new.mmb"])
  }

  @Test func aFileThatHasTheNameIsNeverReplaced() async throws {
    let scratch = try Scratch()
    let path = scratch.path("new.mmb")
    try scratch.write([7], to: "new.mmb")
    await #expect(throws: LedgerError.alreadyExists) {
      try await Self.files.create(path: path, choices: Self.choices())
    }
    #expect(try scratch.contents() == ["new.mmb": [7]])
    await #expect(throws: LedgerError.missing) {
      try await Self.files.create(path: scratch.path("no/new.mmb"), choices: Self.choices())
    }
    await #expect(throws: LedgerError.unknownCurrency("ABC")) {
      try await Self.files.create(path: scratch.path("b.mmb"), choices: Self.choices(currency: "ABC"))
    }
    #expect(try scratch.names() == ["new.mmb"])
  }

  @Test func theSampleSetIsWholeAndTheSameEachTime() async throws {
    let scratch = try Scratch()
    var books: [Book] = []
    for name in ["a.mmb", "b.mmb"] {
      let session = try await Self.files.create(
        path: scratch.path(name), choices: Self.choices(sample: true, currency: "eur"))
      let book = try await session.book()
      #expect(book.accounts.count == 3 && book.transactions.count > 60 && book.schedules.count == 1)
      #expect(try await session.diagnosis().findings.isEmpty)
      #expect(book.transactions.allSatisfy { $0.entry.date.isOnOrBefore(GoldenFile.today) })
      let sheet = try await session.balances(upTo: nil)
      #expect(book.accounts.allSatisfy { !(sheet.balance(of: $0.id)?.total.decimal.isNegative ?? true) })
      books.append(book)
      await session.close()
    }
    #expect(books[0] == books[1])
  }

  @Test func aBackupEqualsTheFileAndIsNotMadeTwice() async throws {
    let scratch = try Scratch()
    let path = try GoldenFile.write(to: scratch)
    let backup = try await Self.files.backUp(path: path)
    #expect(backup == path + "_backup_2024-02-10.bak")
    #expect(try await Self.files.backUp(path: path) == backup)
    #expect(try scratch.bytes("golden.mmb_backup_2024-02-10.bak") == scratch.bytes("golden.mmb"))
    let own = scratch.path("own.bak")
    #expect(try await Self.files.backUp(path: path, to: own) == own)
    await #expect(throws: LedgerError.alreadyExists) { try await Self.files.backUp(path: path, to: own) }
    await #expect(throws: LedgerError.missing) { try await Self.files.backUp(path: scratch.path("x")) }
    #expect(try scratch.names().count == 3)
  }
}

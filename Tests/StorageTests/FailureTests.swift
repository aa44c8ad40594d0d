import Storage
import Testing

/// Failures of the surroundings: they come as typed errors, and the store works on when they are over.
@Suite struct FailureTests {
  let scratch: Scratch
  let database: Database

  init() throws {
    scratch = try Scratch()
    let options = DatabaseOptions(busyTimeoutMilliseconds: 1)
    database = try Database.open(at: scratch.path("a.db"), migrations: noteSteps, options: options)
  }

  @Test func aFullDiskIsToldAndNothingOfTheTransactionIsKept() async throws {
    try await limitPages(to: 40)
    do {
      try await fill()
      Issue.record("the pages were not limited")
    } catch StorageError.full(let failure) {
      #expect(failure.code == 13)
    }
    #expect(try await count() == 0)
    try await limitPages(to: 100_000)
    try await fill()
    #expect(try await count() == 200)
  }

  @Test func aFullDiskThatTheClosureHidesIsNotCommitted() async throws {
    try await limitPages(to: 40)
    await #expect(throws: StorageError.transactionLost) {
      try await database.write { connection in
        do { try fillRows(connection) } catch StorageError.full {}
      }
    }
    #expect(try await count() == 0)
  }

  @Test func aFileHeldByAnotherIsBusyAndFreeAgainAfterwards() async throws {
    let other = try Database.open(at: scratch.path("a.db"), migrations: noteSteps)
    let database = database
    let outcome = try await other.write { connection in
      try addNote("theirs", connection)
      return connection.changedRows
    }
    #expect(outcome == 1)
    let gate = Gate()
    let (started, signal) = AsyncStream<Void>.makeStream()
    let holding = Task {
      try await other.write { connection in
        try addNote("held", connection)
        signal.finish()
        gate.wait()
      }
    }
    for await _ in started {}
    do {
      try await database.write { try addNote("ours", $0) }
      Issue.record("two writers at once")
    } catch StorageError.busy(let failure) {
      #expect(failure.code == 5)
    }
    #expect(try await count() == 1)
    gate.open()
    try await holding.value
    try await database.write { try addNote("ours", $0) }
    #expect(try await count() == 3)
    await other.close()
    await database.close()
  }

  private func limitPages(to pages: Int) async throws {
    try await database.write { _ = try $0.integer("PRAGMA max_page_count = \(pages)") }
  }

  private func fill() async throws {
    try await database.write { try fillRows($0) }
  }

  private func count() async throws -> Int64? {
    try await database.read { try $0.integer("SELECT count(*) FROM note") }
  }
}

private func fillRows(_ connection: Connection) throws {
  for number in 0..<200 { try addNote("\(number) " + String(repeating: "x", count: 1_000), connection) }
}

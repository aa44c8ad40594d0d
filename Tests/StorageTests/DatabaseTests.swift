import Dispatch
import Storage
import Testing

let noteSteps = [
  Migration(to: 1, script: "CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE)")
]

func addNote(_ text: String, _ connection: Connection) throws {
  try connection.run("INSERT INTO note (text) VALUES (?)", [.text(text)])
}

func noteTexts(_ connection: Connection) throws -> [String] {
  try connection.query("SELECT text FROM note ORDER BY id") { row in try row.text(0) }
}

struct OurError: Error, Equatable {
  var number: Int
}

@Suite struct DatabaseTests {
  let scratch: Scratch
  let database: Database

  init() throws {
    scratch = try Scratch()
    database = try Database.open(at: scratch.path("a.db"), migrations: noteSteps)
  }

  @Test func everyKindOfValueComesBackAsItWas() async throws {
    try await database.write { try $0.script("CREATE TABLE any (a, b, c, d, e, f, g)") }
    let hostile = "a\u{0}b\u{202E}\u{200B}'\";--\u{FFFD}👩‍👩‍👧" + String(repeating: "\u{301}", count: 500)
    let values: [SQLValue] = [
      .null, .integer(.min), .real(-0.1), .text(hostile), .text(""), .blob([0, 255, 0]), .blob([]),
    ]
    try await database.write { try $0.run("INSERT INTO any VALUES (?, ?, ?, ?, ?, ?, ?)", values) }
    let read = try await database.read { connection in
      try connection.first("SELECT * FROM any") { row in
        var all: [SQLValue] = []
        for column in 0..<row.columnCount { all.append(try row.value(column)) }
        return all
      }
    }
    #expect(read == values)
  }

  @Test func theClosuresOwnErrorRollsBackAndComesThrough() async throws {
    try await database.write { try addNote("kept", $0) }
    await #expect(throws: OurError(number: 7)) {
      try await database.write { connection in
        try addNote("gone", connection)
        throw OurError(number: 7)
      }
    }
    let texts = try await database.read { try noteTexts($0) }
    #expect(texts == ["kept"])
  }

  @Test func aNestedPartIsUndoneAlone() async throws {
    let texts = try await database.write { connection in
      try addNote("outer", connection)
      do {
        try connection.savepoint {
          try addNote("inner", connection)
          try connection.savepoint { try addNote("innermost", connection) }
          throw OurError(number: 1)
        }
      } catch is OurError {}
      try connection.savepoint { try addNote("second", connection) }
      return try noteTexts(connection)
    }
    #expect(texts == ["outer", "second"])
    let kept = try await database.read { try noteTexts($0) }
    #expect(kept == texts)
  }

  @Test func anErrorThrownThroughNestedPartsRollsEverythingBack() async throws {
    await #expect(throws: OurError(number: 2)) {
      try await database.write { connection in
        try addNote("outer", connection)
        try connection.savepoint {
          try addNote("inner", connection)
          throw OurError(number: 2)
        }
      }
    }
    let count = try await database.read { try $0.integer("SELECT count(*) FROM note") }
    #expect(count == 0)
  }

  @Test func aBrokenRuleIsAConstraintErrorWithoutTheValue() async throws {
    try await database.write { try addNote("secret text", $0) }
    do {
      try await database.write { try addNote("secret text", $0) }
      Issue.record("the second insert was accepted")
    } catch StorageError.constraint(let failure) {
      #expect(failure.code == 19)
      #expect(failure.extendedCode == 2067)
      #expect(failure.statement == "INSERT INTO note (text) VALUES (?)")
      #expect(!"\(failure)".contains("secret"))
      #expect(!"\(StorageError.constraint(failure))".contains("secret"))
    }
  }

  @Test func mistakesInStatementsAreTypedErrors() async throws {
    await #expect(throws: StorageError.parameterCount(statement: "SELECT ?", expected: 1, given: 2)) {
      try await database.read { try $0.run("SELECT ?", [.null, .null]) }
    }
    await #expect(throws: StorageError.column(0, expected: .integer, found: .text)) {
      try await database.read { try $0.integer("SELECT 'x'") }
    }
    await #expect(throws: StorageError.column(3, expected: .text, found: .null)) {
      try await database.read { try $0.first("SELECT 1") { row in try row.text(3) } }
    }
    for text in ["", "SELEC 1", "SELECT 1; SELECT 2", "SELECT \"no such column\""] {
      do {
        try await database.read { _ = try $0.run(text) }
        Issue.record("accepted \(text)")
      } catch StorageError.sql {
      }
    }
  }

  @Test func readersCannotWrite() async throws {
    do {
      try await database.read { try addNote("x", $0) }
      Issue.record("a reader wrote")
    } catch StorageError.readOnly {
    }
  }

  @Test func aReadSeesOneSnapshotWhileTheWriterGoesOn() async throws {
    let database = database
    try await database.write { try addNote("before", $0) }
    let (started, startedSignal) = AsyncStream<Void>.makeStream()
    let gate = Gate()
    let reading = Task {
      try await database.read { connection in
        let first = try noteTexts(connection)
        startedSignal.finish()
        gate.wait()
        return (first, try noteTexts(connection))
      }
    }
    for await _ in started {}
    try await database.write { try addNote("after", $0) }
    gate.open()
    let (first, second) = try await reading.value
    #expect(first == ["before"])
    #expect(second == ["before"])
    let now = try await database.read { try noteTexts($0) }
    #expect(now == ["before", "after"])
  }

  @Test func manyReadsAndWritesSideBySideLoseNothing() async throws {
    let database = database
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<60 {
        group.addTask { try await database.write { try addNote("note \(number)", $0) } }
        group.addTask { _ = try await database.read { try noteTexts($0) } }
      }
      try await group.waitForAll()
    }
    let count = try await database.read { try $0.integer("SELECT count(*) FROM note") }
    #expect(count == 60)
  }

  @Test func theSameStatementMayRunInsideItself() async throws {
    try await database.write { connection in
      for text in ["a", "b", "c"] { try addNote(text, connection) }
    }
    let pairs = try await database.read { connection in
      try connection.query("SELECT text FROM note ORDER BY id") { row in
        try row.text(0) + (try noteTexts(connection)).joined()
      }
    }
    #expect(pairs == ["aabc", "babc", "cabc"])
  }

  @Test func moreStatementsThanAreKeptStillRun() async throws {
    let sum = try await database.read { connection in
      var sum: Int64 = 0
      for round in 0..<2 {
        for number in 0..<400 { sum += try connection.integer("SELECT \(number) + \(round)") ?? 0 }
      }
      return sum
    }
    #expect(sum == 2 * 79_800 + 400)
  }

  @Test func aTransactionEndedBehindOurBackIsTold() async throws {
    await #expect(throws: StorageError.transactionLost) {
      try await database.write { connection in
        try addNote("lost", connection)
        try connection.run("ROLLBACK")
      }
    }
    try await database.write { try addNote("next", $0) }
    let texts = try await database.read { try noteTexts($0) }
    #expect(texts == ["next"])
  }

  @Test func closingLeavesOneFileAndRefusesLaterCalls() async throws {
    try await database.write { try addNote("x", $0) }
    await database.close()
    await database.close()
    #expect(try scratch.names() == ["a.db"])
    await #expect(throws: StorageError.closed) { try await database.write { try addNote("y", $0) } }
    await #expect(throws: StorageError.closed) { try await database.read { try noteTexts($0) } }
  }
}

/// Lets a synchronous closure wait for the test.
final class Gate: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  func open() { semaphore.signal() }
  func wait() { semaphore.wait() }
}

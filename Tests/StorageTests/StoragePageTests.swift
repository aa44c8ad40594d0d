import Storage
import Testing

@Suite struct StoragePageTests {
  @Test func theExampleOfThePageWorks() async throws {
    let scratch = try Scratch()
    let path = scratch.path("notes.db")
    let steps = [Migration(to: 1, script: "CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT NOT NULL)")]
    let database = try Database.open(at: path, migrations: steps)
    try await database.write { connection in
      try connection.run("INSERT INTO note (text) VALUES (?)", [.text("first")])
      try connection.run("INSERT INTO note (text) VALUES (?)", [.text("second")])
    }
    let texts = try await database.read { connection in
      try connection.query("SELECT text FROM note ORDER BY id LIMIT 50") { row in try row.text(0) }
    }
    await database.close()
    #expect(texts == ["first", "second"])
  }
}

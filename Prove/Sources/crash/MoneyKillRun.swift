import Foundation
import Ledger
import LedgerFiles
import Storage

/// Kills a process that upgrades or creates a money file, at any time from its start to just after its end,
/// and looks what is left: the old file or the new one, nothing between, and a backup that equals the old.
struct MoneyKillRun {
  private let options: Options
  private var random: SeededGenerator
  private var figures = Figures()
  /// Wide enough for the whole of a child's life, which is measured first.
  private var lifeMicroseconds: UInt32 = 0

  private static let today = CalendarDate("2024-02-10") ?? .first
  private static let files = MoneyFiles(today: { today })
  private static let rows = 6_000

  init(_ options: Options) {
    self.options = options
    random = SeededGenerator(seed: options.seed)
  }

  func run() async throws -> Figures {
    var run = self
    let template = "\(options.folder)/template-\(options.seed).mmb"
    try Self.writeOldFile(to: template)
    let old = try Data(contentsOf: URL(filePath: template))
    let expected = try await Self.balances(template)
    try run.measure(old)
    for kill in 0..<options.count {
      let folder = "\(options.folder)/\(options.part)-\(options.seed)-\(kill)"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      let isDone = try run.killed(
        in: folder, old, after: UInt32.random(in: 0...run.lifeMicroseconds, using: &run.random))
      run.figures.add(1, "kills")
      run.figures.add(isDone ? 1 : 0, "after-its-end")
      if options.part == "create" {
        try await run.lookAtNewFile(folder, isDone: isDone)
      } else {
        try await run.lookAtUpgrade(folder, old, expected, isDone: isDone)
      }
      try FileManager.default.removeItem(atPath: folder)
    }
    try FileManager.default.removeItem(atPath: template)
    return run.figures
  }

  /// How long a child lives when nobody kills it.
  private mutating func measure(_ old: Data) throws {
    let folder = "\(options.folder)/\(options.part)-\(options.seed)-measure"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let start = ContinuousClock.now
    guard try killed(in: folder, old, after: nil) else { throw Loss(words: "the child did not finish") }
    // A quarter more: some kills come after its end.
    let life = (ContinuousClock.now - start) * 5 / 4
    lifeMicroseconds = UInt32(
      clamping: life.components.seconds * 1_000_000 + life.components.attoseconds / 1_000_000_000_000)
    try FileManager.default.removeItem(atPath: folder)
  }

  /// Starts a child, kills it after a while (never, without one), and says whether it had finished its work.
  private func killed(in folder: String, _ old: Data, after microseconds: UInt32?) throws -> Bool {
    if options.part == "upgrade" { try old.write(to: URL(filePath: "\(folder)/a.mmb")) }
    let child = Process()
    let output = Pipe()
    child.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    child.arguments =
      ["money-child", "--folder", folder, "--task", options.part] + (options.isPlanted ? ["--planted"] : [])
    child.standardOutput = output
    try child.run()
    if let microseconds {
      // The moment of the kill is the experiment; the seed draws it.
      usleep(microseconds)
      kill(child.processIdentifier, SIGKILL)
    }
    let printed = output.fileHandleForReading.readDataToEndOfFile()
    child.waitUntilExit()
    return String(decoding: printed, as: UTF8.self).contains("done")
  }

  private mutating func lookAtUpgrade(
    _ folder: String, _ old: Data, _ expected: [String], isDone: Bool
  ) async throws {
    let path = "\(folder)/a.mmb"
    let before = try Self.contents(folder)
    // Reading first: it repairs nothing on the disk.
    guard try await Self.balances(path) == expected else { throw Loss(words: "other balances after a kill") }
    guard try Self.contents(folder) == before else { throw Loss(words: "reading changed the folder") }
    if before.keys.contains("a.mmb-journal") { figures.add(1, "with-journal") }
    // Now as a program that writes: it rolls back what was begun.
    let database = try ForeignDatabase.open(at: path, forWriting: true)
    let version = try await database.write { try $0.integer("PRAGMA user_version") }
    await database.close()
    guard version == 0 || version == 21 else { throw Loss(words: "version \(version ?? -1) was left") }
    if version == 0, try Data(contentsOf: URL(filePath: path)) != old {
      throw Loss(words: "the old file differs")
    }
    if version == 0, isDone { throw Loss(words: "a finished upgrade is gone") }
    if let words = damage(of: path) { throw Loss(words: words) }
    guard try await Self.balances(path) == expected else { throw Loss(words: "other balances") }
    let backups = try Self.contents(folder).filter { $0.key.hasSuffix(".bak") }
    guard backups.values.allSatisfy({ $0 == old }) else {
      throw Loss(words: "a backup differs from the file")
    }
    if version == 21, backups.isEmpty { throw Loss(words: "there is no backup") }
    figures.add(version == 21 ? 1 : 0, "new")
    figures.add(version == 0 ? 1 : 0, "old")
  }

  private mutating func lookAtNewFile(_ folder: String, isDone: Bool) async throws {
    let path = "\(folder)/a.mmb"
    guard FileManager.default.fileExists(atPath: path) else {
      if isDone { throw Loss(words: "a finished file is gone") }
      figures.add(1, "none")
      return
    }
    if let words = damage(of: path) { throw Loss(words: words) }
    // What is under its name has to open; an empty file is damage that SQLite does not see.
    let session: any LedgerSessioning
    do { session = try await Self.files.open(path: path) } catch { throw Loss(words: "\(error)") }
    let book = try await session.book()
    await session.close()
    guard book.categories.count == 67, book.currencies.count == 168, book.transactions.count > 60 else {
      throw Loss(words: "a new file is not whole")
    }
    figures.add(1, "new")
  }

  private static func balances(_ path: String) async throws -> [String] {
    let session = try await files.open(path: path)
    let sheet = try await session.balances(upTo: nil)
    let lines = try await session.rows(of: Account.self).map { account in
      "\(account.name) \(sheet.balance(of: account.id)?.total.description ?? "")"
    }
    await session.close()
    return lines
  }

  private static func contents(_ folder: String) throws -> [String: Data] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    return Dictionary(
      uniqueKeysWithValues: try names.map { ($0, try Data(contentsOf: URL(filePath: "\(folder)/\($0)"))) })
  }
}

extension MoneyKillRun {
  /// The process that is killed.
  static func child(_ options: Options) async throws {
    let path = "\(options.folder)/a.mmb"
    if options.task == "create" {
      let choices = NewLedger(baseCurrency: "EUR", day: today, uniqueID: "u", hasSample: true)
      // The planted fault: under its name before it is whole, and so for long enough that a kill meets it.
      if options.isPlanted { try Data(repeating: 0, count: 4_096).write(to: URL(filePath: path)) }
      if options.isPlanted { usleep(20_000) }
      if options.isPlanted { unlink(path) }
      await (try files.create(path: path, choices: choices)).close()
    } else if options.isPlanted {
      try await upgradeWithoutJournal(path)
    } else {
      _ = try await files.upgrade(path: path)
    }
    say("done")
  }

  /// The planted fault: nothing that could undo a half.
  private static func upgradeWithoutJournal(_ path: String) async throws {
    let database = try ForeignDatabase.open(at: path, forWriting: true)
    try await database.look { connection in
      try connection.run("PRAGMA journal_mode = OFF")
      try connection.run("PRAGMA cache_size = 1")
      try connection.run("BEGIN IMMEDIATE")
      for _ in 0..<20 { try connection.run("UPDATE CHECKINGACCOUNT_V1 SET TRANSAMOUNT = TRANSAMOUNT + 1") }
      try connection.run("COMMIT")
    }
    await database.close()
  }

  /// A file of version 0 with rows enough to be hit in the middle.
  private static func writeOldFile(to path: String) throws {
    let url = URL(filePath: "Tests/LedgerFilesTests/Fixtures/old_v0.sql")
    let statements = try String(contentsOf: url, encoding: .utf8).split(separator: "\n").map(String.init)
    if FileManager.default.fileExists(atPath: path) { try FileManager.default.removeItem(atPath: path) }
    try ForeignDatabase.create(at: path) { connection in
      for statement in statements { try connection.run(statement) }
      try connection.run(
        """
        WITH RECURSIVE n(i) AS (SELECT 100 UNION ALL SELECT i + 1 FROM n WHERE i < ?) \
        INSERT INTO CHECKINGACCOUNT_V1 \
        SELECT i, 1 + i % 2, -1, 1, 'Deposit', i / 100.0, '', '', 'note', 1, 1, \
        '2018-04-26', -1, i / 100.0 FROM n
        """, [.integer(Int64(rows))])
    }
  }
}

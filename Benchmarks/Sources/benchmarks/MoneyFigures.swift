import Foundation

/// `tern money` beside the sqlite3 shell, ledger and hledger, each a new process, on generated accounts.
///
/// The others sum binary numbers or parse a journal; ours are exact decimals. Results go to a file. Times are
/// from start to end; ratios compare processor time, so that a busy machine changes little. Source: money 9.
enum MoneyFigures {
  /// One thing that is asked of every program.
  struct Task {
    let name: String
    let ours: [String]
    /// The same for the sqlite3 shell; nil where there is nothing to compare with.
    var sql: String?
    var ledger: [String]?
    var hledger: [String]?
    /// The most seconds wanted, by rows.
    var goals: [Int: Double] = [:]
  }

  static let sizes = [10_000, 100_000, 1_000_000]
  private static let runs = 3
  /// From this size on journals are not written: reading one takes other programs many minutes.
  private static let journalRowsMax = 100_000
  private static let folder = ".build/bench"

  /// Every task at every size, or at one.
  static func all(_ program: URL, sizes: [Int] = sizes) throws -> [Figure] {
    var figures: [Figure] = []
    for rows in sizes {
      let file = try generated(rows)
      for task in tasks { figures += try measured(task, rows, file: file, program) }
    }
    return figures
  }

  private static func measured(
    _ task: Task, _ rows: Int, file: String, _ program: URL
  ) throws -> [Figure] {
    let size = try FileManager.default.attributesOfItem(atPath: file)[.size] as? NSNumber
    let memoryGoal = 60 + (size?.doubleValue ?? 0) / 10 / 1_048_576
    let journal = folder + "/money-\(rows).journal"
    let hasJournal = rows <= journalRowsMax
    let name = "\(task.name), \(rows) rows"
    let words = [program.path, "money"] + task.ours.map { $0 == "FILE" ? file : $0 }
    var (times, sizes): ([Double], [Double]) = ([], [])
    var ratios: [String: [Double]] = [:]
    for run in 0...runs {
      let ours = try MeasuredProcess(words)
      // The first run warms the file cache and is not counted.
      guard run > 0 else { continue }
      times.append(ours.seconds * 1_000)
      sizes.append(ours.mebibytes)
      func compare(_ peer: String, _ words: [String]?) throws {
        guard let words else { return }
        let theirs = try MeasuredProcess(words).processorSeconds
        ratios[peer, default: []].append(theirs / ours.processorSeconds)
      }
      try compare("sqlite3", task.sql.map { ["sqlite3", "-readonly", file, $0] })
      if hasJournal { try compare("ledger", task.ledger.map { ["ledger", "-f", journal] + $0 }) }
      // One run: it takes most of a minute, and its figure needs no second digit.
      if hasJournal, run == 1 {
        try compare("hledger", task.hledger.map { ["hledger", "-f", journal] + $0 })
      }
    }
    var figures = [
      Figure(name: name, unit: "ms", values: times, goal: (task.goals[rows] ?? .infinity) * 1_000),
      Figure(name: name + ", largest RSS", unit: "MiB", values: sizes, goal: memoryGoal),
    ]
    if let values = ratios["sqlite3"] {
      figures.append(
        Figure(
          name: name + ", times the sqlite3 shell's work", unit: "×", values: values.map { 1 / $0 },
          goal: rows < 100_000 ? .infinity : 1.5))
    }
    for (peer, goal) in [("ledger", 10.0), ("hledger", 100)] {
      guard let values = ratios[peer] else { continue }
      figures.append(
        Figure(
          name: name + ", less work than " + peer, unit: "×", values: values, goal: rows < 100_000 ? 0 : goal,
          isFloor: true))
    }
    return figures
  }

  /// Generates a file of so many rows, and the journal beside it, unless they are there.
  static func generated(_ rows: Int) throws -> String {
    let file = folder + "/money-\(rows).mmb"
    let journal = folder + "/money-\(rows).journal"
    let wantsJournal = rows <= journalRowsMax
    let files = FileManager.default
    if files.fileExists(atPath: file), !wantsJournal || files.fileExists(atPath: journal) { return file }
    try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let fixtures = "Tests/LedgerTests/Fixtures"
    let new = folder + "/new.mmb"
    _ = try MeasuredProcess(
      [
        "python3", "Tests/Money/make_mmb.py", new, "--n", "\(rows)", "--schema",
        fixtures + "/schema_v21.json", "--seeds", fixtures + "/seed_rows_v21.json",
      ] + (wantsJournal ? ["--hledger", journal] : []))
    try? files.removeItem(atPath: file)
    try files.moveItem(atPath: new, toPath: file)
    return file
  }

  private static let counts = "STATUS <> 'V' AND coalesce(DELETEDTIME, '') = ''"

  private static let tasks = [
    Task(
      name: "T1 balances", ours: ["balance", "FILE", "--json"],
      sql: """
        WITH flows(id, amount) AS (
          SELECT ACCOUNTID, CASE TRANSCODE WHEN 'Deposit' THEN TRANSAMOUNT ELSE -TRANSAMOUNT END
          FROM CHECKINGACCOUNT_V1 WHERE \(counts)
          UNION ALL SELECT TOACCOUNTID, TOTRANSAMOUNT
          FROM CHECKINGACCOUNT_V1 WHERE TRANSCODE = 'Transfer' AND \(counts)),
        sums(id, amount) AS (SELECT id, sum(amount) FROM flows GROUP BY id)
        SELECT a.ACCOUNTID, a.ACCOUNTNAME, a.INITIALBAL + coalesce(s.amount, 0)
        FROM ACCOUNTLIST_V1 a LEFT JOIN sums s ON s.id = a.ACCOUNTID
        """,
      ledger: ["balance", "assets"], hledger: ["balance", "-N", "assets"],
      goals: [100_000: 0.2, 1_000_000: 1.5]),
    Task(
      name: "T2 categories by month", ours: ["report", "FILE", "months", "--json"],
      sql: """
        SELECT substr(t.TRANSDATE, 1, 7), coalesce(s.CATEGID, t.CATEGID), a.CURRENCYID,
          sum(coalesce(s.SPLITTRANSAMOUNT, t.TRANSAMOUNT)
            * CASE t.TRANSCODE WHEN 'Deposit' THEN 1 ELSE -1 END)
        FROM CHECKINGACCOUNT_V1 t JOIN ACCOUNTLIST_V1 a ON a.ACCOUNTID = t.ACCOUNTID
        LEFT JOIN SPLITTRANSACTIONS_V1 s ON s.TRANSID = t.TRANSID
        WHERE t.TRANSCODE <> 'Transfer' AND t.\(counts) GROUP BY 1, 2, 3
        """,
      ledger: ["-M", "register", "income", "expenses"],
      hledger: ["balance", "-M", "-N", "income", "expenses"],
      goals: [100_000: 0.5, 1_000_000: 4]),
    Task(
      name: "T3 search, every row", ours: ["search", "FILE", "bakery", "--all", "--json"], sql: search,
      ledger: ["register", "@bakery"], hledger: ["register", "payee:bakery"]),
    Task(
      name: "T3 search, first 50 rows", ours: ["search", "FILE", "bakery", "--json"],
      goals: [100_000: 0.1, 1_000_000: 0.8]),
    Task(
      name: "T4 overview", ours: ["report", "FILE", "overview", "--in", "2025-12", "--json"],
      goals: [100_000: 0.5]),
  ]

  /// What a search of people looks through, as far as one statement can.
  private static let search = """
    SELECT t.TRANSID, t.TRANSDATE, t.TRANSCODE, t.STATUS, a.ACCOUNTNAME, p.PAYEENAME, c.CATEGNAME,
      t.TRANSAMOUNT, t.TRANSACTIONNUMBER, t.NOTES
    FROM CHECKINGACCOUNT_V1 t LEFT JOIN ACCOUNTLIST_V1 a ON a.ACCOUNTID = t.ACCOUNTID
    LEFT JOIN PAYEE_V1 p ON p.PAYEEID = t.PAYEEID LEFT JOIN CATEGORY_V1 c ON c.CATEGID = t.CATEGID
    WHERE coalesce(t.DELETEDTIME, '') = '' AND (p.PAYEENAME LIKE '%bakery%' OR t.NOTES LIKE '%bakery%'
      OR t.TRANSACTIONNUMBER LIKE '%bakery%' OR a.ACCOUNTNAME LIKE '%bakery%' OR c.CATEGNAME LIKE '%bakery%')
    ORDER BY t.TRANSDATE DESC, t.TRANSID DESC
    """
}

/// One run of a program to its end, its result in a file.
struct MeasuredProcess {
  /// From the start of the process to its end.
  let seconds: Double
  /// What it took of the processors, in its own code and the system's.
  let processorSeconds: Double
  /// The most memory it occupied.
  let mebibytes: Double

  /// Runs a program, found as a shell finds it; throws unless it ends with 0.
  init(_ words: [String]) throws {
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { arguments.forEach { free($0) } }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    let result = FileManager.default.temporaryDirectory.appending(path: "tern-bench-\(getpid()).out").path
    defer { unlink(result) }
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, result, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    var child: pid_t = 0
    let start = ContinuousClock.now
    guard posix_spawnp(&child, words[0], &actions, nil, &arguments, environ) == 0 else {
      throw BenchmarkError.unreadable(words[0])
    }
    var (status, usage): (Int32, rusage) = (0, rusage())
    guard wait4(child, &status, 0, &usage) == child, status == 0 else {
      throw BenchmarkError.unreadable("the end of " + words.joined(separator: " "))
    }
    let elapsed = start.duration(to: .now).components
    seconds = Double(elapsed.seconds) + Double(elapsed.attoseconds) / 1e18
    processorSeconds = [usage.ru_utime, usage.ru_stime].reduce(0) {
      $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6
    }
    mebibytes = Double(usage.ru_maxrss) / 1024
  }
}

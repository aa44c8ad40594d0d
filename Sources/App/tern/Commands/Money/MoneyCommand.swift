import Ledger

/// `tern money`: works on a file of accounts, without a running node.
enum MoneyCommand {
  /// Runs one command; answers whether everything is well (`check` finds that something is not).
  static func run(_ request: MoneyRequest, isJSON: Bool) async throws -> Bool {
    let output = try ResultWriter.output(of: request)
    do {
      let result = try await perform(request, isJSON: isJSON, output)
      try output.finish()
      return result
    } catch {
      output.discard()
      if let error = error as? LedgerError { throw explained(error, request) }
      throw error
    }
  }

  /// The words of a refusal, with the file it is about.
  private static func explained(_ error: LedgerError, _ request: MoneyRequest) -> CommandRefusal {
    if request.action == .create, error == .missing {
      return CommandRefusal("\(request.path): There is no such folder; make it first.")
    }
    let isAboutOutput = request.action == .backup && error == .alreadyExists
    return CommandRefusal("\(isAboutOutput ? request.output ?? request.path : request.path): \(error)")
  }

  private static func perform(
    _ request: MoneyRequest, isJSON: Bool, _ output: ResultWriter
  ) async throws -> Bool {
    let files = MoneyFileCommands(request: request, isJSON: isJSON, output: output)
    switch request.action {
    case .create: try await files.create()
    case .upgrade: try await files.upgrade()
    case .backup: try await files.backup()
    case .info, .check, .accounts, .balance, .journal, .search, .networth, .report, .scheduled, .budget,
      .export:
      let session = try await MoneyFileCommands.door.open(path: request.path)
      let reading = MoneyReading(request: request, isJSON: isJSON, session: session, output: output)
      let result = try await reading.perform()
      await session.close()
      return result
    }
    return true
  }
}

/// One command that reads a file.
struct MoneyReading {
  let request: MoneyRequest
  let isJSON: Bool
  let session: any LedgerSessioning
  let output: ResultWriter

  /// Prints the result; false when `check` found something.
  func perform() async throws -> Bool {
    switch request.action {
    case .create, .upgrade, .backup: break
    case .info: try await info()
    case .check: return try await check()
    case .accounts: try await accounts()
    case .balance: try await balance()
    case .journal, .search: try await journal()
    case .networth: try await netWorth()
    case .report: try await report()
    case .scheduled: try await scheduled()
    case .budget: try await budget()
    case .export: try await export()
    }
    return true
  }

  /// Prints a table, or `empty` when it has no rows.
  func print(_ columns: [TextTable.Column], _ rows: [[String]], empty: String) throws {
    guard !rows.isEmpty else { return try output.line(empty) }
    for line in TextTable.lines(columns, rows) { try output.line(line) }
  }
}

/// The words and options of `tern money`, sorted out of a command line.
struct MoneyRequestParser {
  var words: ArraySlice<String>
  var values: [String: String]
  var flags: Set<String>

  static let flagNames: Set<String> = [
    "--full", "--closed", "--inactive", "--deleted", "--attachment", "--sample",
  ]
  static let valueNames: Set<String> = [
    "--on", "--from", "--to", "--in", "--account", "--payee", "--category", "--tag", "--type", "--status",
    "--min", "--max", "--format", "--output", "--currency",
  ]
  /// Which options a command takes.
  static func options(of action: MoneyRequest.Action) -> Set<String> {
    let rows = valueNames.subtracting(["--format", "--output", "--currency"])
      .union(["--deleted", "--attachment", "--limit", "--all", "--json"])
    return switch action {
    case .create: ["--currency", "--sample", "--json"]
    case .info, .check, .upgrade: ["--json"]
    case .backup: ["--output", "--json"]
    case .accounts: ["--on", "--closed", "--json"]
    case .balance, .networth: ["--on", "--json"]
    case .journal, .search: rows
    case .report: ["--on", "--from", "--to", "--in", "--json"]
    case .scheduled: ["--on", "--to", "--json"]
    case .budget: ["--on", "--in", "--inactive", "--json"]
    case .export: ["--format", "--full", "--output"]
    }
  }

  /// Reads the words after `money`: the command, the file, and what belongs to the command.
  mutating func request() throws(UsageProblem) -> MoneyRequest {
    guard let word = words.popFirst() else {
      throw UsageProblem(description: "What with the accounts? See: tern money --help")
    }
    guard let action = MoneyRequest.Action(rawValue: word) else {
      throw UsageProblem(description: "There is no command “money \(word)”. See: tern money --help")
    }
    let given = flags.union(values.keys).sorted()
    for option in given where option != "--profile" && !Self.options(of: action).contains(option) {
      throw UsageProblem(
        description: "The command money \(word) takes no option \(option). See: tern money --help")
    }
    guard let path = words.popFirst(), !path.isEmpty else {
      throw UsageProblem(description: "Which file? Usage: tern money \(word) FILE")
    }
    var request = MoneyRequest(action: action, path: path)
    request.days = MoneyRequest.Days(
      on: values["--on"], from: values["--from"], to: values["--to"], within: values["--in"])
    request.rows = try rows()
    (request.output, request.currency) = (values["--output"], values["--currency"])
    (request.keepsEverything, request.showsClosed) = (flags.contains("--full"), flags.contains("--closed"))
    request.hasSample = flags.contains("--sample")
    request.showsInactive = flags.contains("--inactive")
    try takeWords(&request)
    try check(request)
    return request
  }

  /// What stands after the file.
  private mutating func takeWords(_ request: inout MoneyRequest) throws(UsageProblem) {
    switch request.action {
    case .balance:
      request.accounts = Array(words)
      words = []
    case .search:
      guard !words.isEmpty else {
        throw UsageProblem(description: "What shall be found? Usage: tern money search FILE TEXT")
      }
      request.rows.text = words.joined(separator: " ")
      words = []
    case .report:
      guard let word = words.popFirst() else { break }
      request.report = try Self.choice(word, "report")
    case .export:
      if let word = values["--format"] { request.format = try Self.choice(word, "format") }
    case .create, .info, .check, .upgrade, .backup, .accounts, .journal, .networth, .scheduled, .budget: break
    }
    if let word = words.first {
      throw UsageProblem(
        description: "The command money \(request.action) takes no “\(word)”. See: tern money --help")
    }
  }

  private func rows() throws(UsageProblem) -> MoneyRequest.Rows {
    var rows = MoneyRequest.Rows()
    (rows.account, rows.payee) = (values["--account"], values["--payee"])
    (rows.category, rows.tag) = (values["--category"], values["--tag"])
    (rows.type, rows.status) = (values["--type"], values["--status"])
    (rows.least, rows.most) = (values["--min"], values["--max"])
    rows.showsDeleted = flags.contains("--deleted")
    rows.needsAttachment = flags.contains("--attachment")
    if flags.contains("--all") { rows.limit = nil }
    if let text = values["--limit"] {
      guard rows.limit != nil else {
        throw UsageProblem(description: "Give either --all or --limit, not both.")
      }
      guard let limit = Int(text), limit > 0 else {
        throw UsageProblem(description: "The limit \(text) is not a number from 1 on.")
      }
      rows.limit = limit
    }
    return rows
  }

  private func check(_ request: MoneyRequest) throws(UsageProblem) {
    let days = request.days
    if days.within != nil, days.from != nil || days.to != nil {
      throw UsageProblem(description: "Give either --in, or --from and --to.")
    }
    switch request.action {
    case .journal, .search, .report:
      if days.on != nil, days.within != nil || days.from != nil || days.to != nil {
        throw UsageProblem(description: "Give either --on for one day, or --in, or --from and --to.")
      }
    // To these --on says what day it is taken to be, and goes with the others.
    case .scheduled, .budget: break
    case .create, .info, .check, .upgrade, .backup, .accounts, .balance, .networth, .export: break
    }
    if request.action == .create, request.currency == nil {
      throw UsageProblem(
        description: "In which currency are totals shown? Usage: tern money create FILE --currency EUR")
    }
  }

  private static func choice<Choice: RawRepresentable & CaseIterable>(
    _ word: String, _ what: String
  ) throws(UsageProblem) -> Choice where Choice.RawValue == String {
    if let choice = Choice(rawValue: word.lowercased()) { return choice }
    let all = Choice.allCases.map(\.rawValue).joined(separator: ", ")
    throw UsageProblem(description: "There is no \(what) “\(word)”. There are: \(all).")
  }
}

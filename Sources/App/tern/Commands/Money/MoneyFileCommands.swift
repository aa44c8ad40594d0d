import Bytes
import Ledger
import LedgerFiles
import StrictJSON
import Terminal

/// The commands that make or change a file.
struct MoneyFileCommands {
  let request: MoneyRequest
  let isJSON: Bool
  let output: ResultWriter

  /// Where files are opened; what day it is, the machine says.
  static let door = MoneyFiles(today: { MoneyDays.today() })

  /// `tern money create`: a seeded file, with a made-up set of accounts if wanted.
  func create() async throws {
    let choices = NewLedger(
      baseCurrency: request.currency ?? "", day: MoneyDays.today(),
      uniqueID: "tern_" + SystemEntropy.bytes(8).hexadecimal,
      hasSample: request.hasSample)
    let session = try await Self.door.create(path: request.path, choices: choices)
    let ledger = try await OpenedLedger(session)
    await session.close()
    let (accounts, currency) = (ledger.book.accounts.count, ledger.base?.symbol ?? choices.baseCurrency)
    if isJSON {
      let json = JSONValue.row([
        "path": .string(request.path), "currency": .string(currency),
        "version": .integer(LedgerFileFacts.currentVersion), "accounts": .integer(Int64(accounts)),
      ])
      return try output.line(json.serialized())
    }
    try output.line("Made \(request.path), totals in \(currency), \(accounts) accounts.")
  }

  /// `tern money upgrade`: backup first, then the newest version.
  func upgrade() async throws {
    let report = try await Self.door.upgrade(path: request.path)
    if isJSON {
      let json = JSONValue.row([
        "path": .string(request.path), "from": .integer(report.from), "to": .integer(report.to),
        "backup": .string(report.backupPath), "dropped": .array(report.dropped.map(JSONValue.string)),
      ])
      return try output.line(json.serialized())
    }
    guard report.from != report.to else {
      return try output.line("\(request.path) has the newest version, \(report.to). Nothing was changed.")
    }
    try output.line("Upgraded \(request.path) from version \(report.from) to \(report.to).")
    try output.line("As it was before: \(report.backupPath)")
    for line in report.dropped { try output.line("Dropped by the upgrade: \(line)") }
  }

  /// `tern money backup`: a copy that was compared with the file.
  func backup() async throws {
    let path = try await Self.door.backUp(path: request.path, to: request.output)
    if isJSON {
      let json = JSONValue.row(["path": .string(request.path), "backup": .string(path)])
      return try output.line(json.serialized())
    }
    try output.line("Copied \(request.path) to \(path).")
  }
}

extension MoneyReading {
  /// `tern money info`: what file it is, how it is set, and how much is in it.
  func info() async throws {
    let ledger = try await OpenedLedger(session)
    let (file, settings) = (await session.file, ledger.settings)
    let counts: [(String, Int)] = [
      ("accounts", ledger.book.accounts.count),
      ("transactions", try await session.count(of: Transaction.self)),
      ("scheduled", try await session.count(of: Schedule.self)),
      ("payees", try await session.count(of: Payee.self)),
      ("categories", try await session.count(of: Category.self)),
      ("currencies", ledger.book.currencies.count),
      ("rates", try await session.count(of: CurrencyRate.self)),
      ("tags", try await session.count(of: Tag.self)),
      ("budgets", try await session.count(of: BudgetEntry.self)),
      ("stocks", try await session.count(of: Stock.self)),
      ("assets", try await session.count(of: Asset.self)),
      ("attachments", try await session.count(of: Attachment.self)),
      ("reports", try await session.count(of: SavedReport.self)),
    ]
    if isJSON {
      let json = JSONValue.row([
        "path": .string(file.path), "version": .integer(file.version),
        "needsUpgrade": .bool(file.isUpgradedCopy), "currency": .text(ledger.base?.symbol),
        "user": .string(settings.userName), "dates": .string(settings.dateMask.mask),
        "counts": .object(counts.map { JSONMember(name: $0.0, value: .integer(Int64($0.1))) }),
      ])
      return try output.line(json.serialized())
    }
    var rows = [
      ["File", file.path],
      ["Version", file.isUpgradedCopy ? "\(file.version), shown as if upgraded" : "\(file.version)"],
      ["Totals in", ledger.base.map { "\($0.symbol) (\($0.name))" } ?? "no currency chosen yet"],
      ["Days written as", settings.dateMask.text(ledger.days.today)],
    ]
    if !settings.userName.isEmpty { rows.append(["Belongs to", settings.userName]) }
    rows += counts.map { [$0.0.prefix(1).uppercased() + $0.0.dropFirst(), "\($0.1)"] }
    for line in TextTable.lines([.init(title: ""), .init(title: "", columnsMax: 200)], rows).dropFirst() {
      try output.line(line)
    }
    if file.isUpgradedCopy {
      Console.say("To upgrade the file itself, after a backup: tern money upgrade \(request.path)")
    }
  }

  /// `tern money check`: what is broken; false when something is.
  func check() async throws -> Bool {
    let damage = try await session.damage()
    let diagnosis = try await session.diagnosis()
    let isSound = damage.isEmpty && diagnosis.findings.isEmpty
    if isJSON {
      let damaged = damage.map { JSONValue.row(["kind": .string("damage"), "text": .string($0)]) }
      try output.array(
        damaged
          + diagnosis.findings.map { finding in
            .row([
              "kind": .string(finding.kind.rawValue), "table": .string(finding.table),
              "id": .integer(finding.id), "column": .string(finding.column),
            ])
          })
      return isSound
    }
    for line in damage { try output.line("Damaged: \(LineText(line).text)") }
    if isSound { try output.line("Nothing is broken in \(request.path).") }
    for (kind, count) in diagnosis.counts {
      try output.line("\(count) × \(kind.words)")
      let found = diagnosis.findings.filter { $0.kind == kind }
      for finding in found.prefix(Self.shownMax) {
        let column = finding.column.isEmpty ? "" : ", \(finding.column)"
        try output.line("    \(finding.table) \(finding.id)\(column)")
      }
      if found.count > Self.shownMax {
        try output.line("    and \(found.count - Self.shownMax) more (all of them: --json)")
      }
    }
    return isSound
  }

  /// The most findings of one kind that are listed for people.
  private static let shownMax = 5
}

extension Diagnosis.Kind {
  /// What it means, for people.
  var words: String {
    switch self {
    case .missingAccount: "an account that is not there; the row is in no total"
    case .missingCategory: "a category that is not there"
    case .missingPayee: "a payee that is not there"
    case .missingCurrency: "a currency that is not there; counted one to one"
    case .orphanSplit: "a part of a row that is not there"
    case .orphanTagLink: "a tag on something that is not there, or a tag that is not there"
    case .orphanCustomValue: "a value of a field or record that is not there"
    case .orphanAttachment: "an attachment of a record that is not there"
    case .categoryLoop: "a category below itself"
    case .categoryTooDeep: "a category below too many others: its full name leaves some out"
    case .amountAbsent: "an amount that is empty; counted as 0"
    case .amountIsText: "an amount that is text; counted as the database reads it"
    case .amountOutOfRange: "an amount that is too large to count"
    case .rateUnusable: "a rate of 0, or none; counted as 1"
    case .dateUnreadable: "a day that cannot be read"
    case .unknownWord: "a word that is not known"
    case .scheduleUnreadable: "a schedule whose numbers cannot be read; counted as once, by hand"
    case .splitSumDiffers: "parts that do not add up to their row"
    }
  }
}

import AirportData
import Glibc
import StrictJSON
import Terminal

/// The commands that make or change a database.
struct AirportsFiles {
  let request: AirportsRequest
  let isJSON: Bool
  let places: AirportPlaces
  let output: ResultWriter

  private var importing: AirportImport { AirportImport(into: places) }

  /// Builds the first database where there is none and set-up brought tables.
  func buildIfNeeded() async throws {
    guard places.chosenDatabase == nil, access(places.database, F_OK) != 0,
      access(places.bundledDatabase, F_OK) != 0, let tables = BundledTables(folder: places.bundledFolder),
      tables.hasAirports
    else { return }
    Console.say("Building the first database of airports, once.")
    let line = ProgressLine()
    _ = try await importing.build(try tables.sources(), at: AirportsClock.moment()) { line.show($0) }
    line.end()
  }

  /// `tern airports build`: from named tables, from fetched ones, else from those of set-up.
  func build() async throws {
    let line = ProgressLine()
    let sources = try await sources(line)
    let moment = AirportsClock.moment(after: await importing.standingVersion())
    defer { line.end() }
    let report = try await importing.build(sources, at: moment, smaller: request.files.isSmaller) {
      line.show($0)
    }
    line.end()
    try tell(report, "Built")
  }

  /// `tern airports import`: whatever was named, in the order database, border, companions.
  func takeOver() async throws {
    let files = request.files
    guard files.airports == nil || files.database == nil else {
      throw UsageProblem(description: "Give either --airports or --database, not both.")
    }
    if files.airports != nil {
      try await build()
    } else if !files.runways.isEmpty {
      throw UsageProblem(description: "Runways need their airports: give --airports FILE too.")
    }
    if let path = files.database {
      let moment = AirportsClock.moment(after: await importing.standingVersion())
      let description = try await importing.takeDatabase(path, at: moment)
      try tell(Self.report(description), "Took over \(path)")
    }
    if files.airports == nil, let path = files.border {
      let table = try Self.table(path)
      try await buildIfNeeded()
      let moment = AirportsClock.moment(after: await importing.standingVersion())
      try tell(try await importing.takeBorder(table, at: moment), "Took border crossing points over")
    }
    for (companion, path) in companions { try await take(companion, path) }
  }

  private var companions: [(AirportImport.Companion, String)] {
    let files = request.files
    return [(.notices, files.notices), (.personas, files.personas), (.rules, files.rules)]
      .compactMap { companion, path in path.map { (companion, $0) } }
  }

  private func take(_ companion: AirportImport.Companion, _ path: String) async throws {
    let count = try await importing.takeCompanion(companion, path)
    let (kind, words) =
      switch companion {
      case .notices: ("notices", "customs notices of \(count) airports")
      case .personas: ("personas", "figures of \(count) airports")
      case .rules: ("rules", "rules of \(count) countries")
      }
    if isJSON {
      try output.line(
        JSONValue.row(["kind": .string(kind), "count": .whole(count)]).serialized())
    } else {
      try output.line("Took over \(words).")
    }
  }

  private func sources(_ line: ProgressLine) async throws -> AirportSources {
    let files = request.files
    if files.isDownloaded {
      let download = AirportDownload(folder: files.origin, authorities: files.authority)
      var sources = try await download.sources(line)
      sources.border = try files.border.map(Self.table)
      sources.day = try day() ?? sources.day
      return sources
    }
    guard let path = files.airports else {
      guard files.runways.isEmpty else {
        throw UsageProblem(description: "Runways need their airports: give --airports FILE too.")
      }
      guard let tables = BundledTables(folder: places.bundledFolder), tables.hasAirports else {
        throw AirportDataError.noTables(folder: places.bundledFolder)
      }
      var sources = try tables.sources()
      sources.border = try files.border.map(Self.table)
      sources.day = try day() ?? sources.day
      return sources
    }
    return AirportSources(
      airports: try Self.table(path), runways: try files.runways.map(Self.table),
      border: try files.border.map(Self.table), day: try day() ?? AirportSources.Table.dayOfChange(path))
  }

  private func day() throws(UsageProblem) -> String? {
    guard let text = request.files.day else { return nil }
    guard AirportsClock.age(ofDay: text) != nil else {
      throw UsageProblem(description: "“\(text)” is not a past day. Days are written as 2026-08-22.")
    }
    return text
  }

  private static func table(_ path: String) throws -> AirportSources.Table {
    try AirportSources.Table(path: path)
  }

  private static func report(_ description: DatabaseDescription) -> BuildReport {
    var report = BuildReport()
    (report.counts, report.sourceDay) = (description.counts, description.sourceDay)
    report.version = description.version?.description ?? ""
    return report
  }

  private func tell(_ report: BuildReport, _ done: String) throws {
    let counts = report.counts
    if isJSON { return try output.line(json(report).serialized()) }
    try output.line(
      LineText(
        "\(done): \(counts.airports) airports, \(counts.runways) runways, \(counts.procedures) procedures, "
          + "\(counts.aipEntries) AIP texts, \(counts.borderCrossingPoints) border crossing points.",
        columnsMax: 400
      ).text)
    try output.line(
      "Version \(report.version.isEmpty ? "unknown" : report.version)"
        + (report.sourceDay.map { ", data of \($0)" } ?? ", data of an unknown day") + ".")
    for note in report.notes {
      let example = note.example.isEmpty ? "" : ": " + note.example
      let words =
        "\(note.isLeftOut ? "Left out" : "Noticed"): \(note.count) \(note.reason.words) "
        + "(first in \(note.file), line \(note.firstLine)\(example))"
      try output.line(LineText(words, columnsMax: 300).text)
    }
  }

  private func json(_ report: BuildReport) -> JSONValue {
    let counts = report.counts
    return .row([
      "path": .string(places.database), "version": .string(report.version), "date": .text(report.sourceDay),
      "airports": .whole(counts.airports), "runways": .whole(counts.runways),
      "procedures": .whole(counts.procedures), "aipEntries": .whole(counts.aipEntries),
      "borderCrossings": .whole(counts.borderCrossingPoints),
      "notes": .array(
        report.notes.map { note in
          .row([
            "reason": .string(note.reason.rawValue), "leftOut": .bool(note.isLeftOut),
            "count": .whole(note.count), "file": .string(note.file),
            "firstLine": .whole(note.firstLine), "example": .string(note.example),
          ])
        }),
    ])
  }
}

/// One line on standard error that tells how far a build is; on a terminal it is written over.
///
/// Called from one thread at a time, the one that fetches or builds.
final class ProgressLine: Sendable {
  private let isTerminal = isatty(STDERR_FILENO) == 1

  func show(_ progress: BuildProgress) {
    show("\(progress.phase.words) \(Int(progress.fraction * 100)) %")
  }

  func show(_ words: String) {
    if isTerminal { write("\r\(words)\u{1B}[K") }
  }

  /// Takes the line away.
  func end() { if isTerminal { write("\r\u{1B}[K") } }

  private func write(_ text: String) {
    let bytes = Array(text.utf8)
    _ = Glibc.write(STDERR_FILENO, bytes, bytes.count)
  }
}

extension BuildProgress.Phase {
  var words: String {
    switch self {
    case .airports: "Airports"
    case .runways: "Runways"
    case .border: "Border crossing points"
    case .indexes: "Indexes"
    case .checking: "Checking"
    }
  }
}

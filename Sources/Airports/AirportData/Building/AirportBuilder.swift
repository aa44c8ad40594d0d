import Locks
import Storage

/// Builds a database of airports from tables of comma-separated values (airports 19).
///
/// Kept are airports with an identifier of four characters and a position, but no heliports and no closed
/// ones; of runways those of kept airports. Everything else is counted with its reason. The file appears
/// whole under its name or not at all.
public struct AirportBuilder: Sendable {
  private let sources: AirportSources
  private let moment: BuildMoment
  private let progress: @Sendable (BuildProgress) -> Void

  /// A builder for these tables. `progress` is called some hundred times, on the thread that builds.
  public init(
    _ sources: AirportSources, at moment: BuildMoment,
    progress: @escaping @Sendable (BuildProgress) -> Void = { _ in }
  ) {
    self.sources = sources
    self.moment = moment
    self.progress = progress
  }

  /// Builds the file at `path`, where none may stand, on the calling thread; needs some three times the size
  /// of the tables in memory meanwhile. Ends early with `cancelled` when its task is cancelled.
  public func build(at path: String) throws(AirportDataError) -> BuildReport {
    do {
      let (sources, moment, progress) = (sources, moment, progress)
      let written = Mutex(BuildReport())
      try ForeignDatabase.create(at: path) { connection in
        var writing = AirportWriting(connection: connection, moment: moment, progress: progress)
        try writing.write(sources)
        let report = writing.report
        written.withLock { $0 = report }
      }
      return written.withLock { $0 }
    } catch let error as AirportDataError {
      throw error
    } catch let error as StorageError {
      throw .storage(path: path, error)
    } catch {
      throw .unreadable(path: path, reason: "\(error)")
    }
  }
}

/// One build: what was seen so far, and the connection it is written to.
struct AirportWriting {
  let connection: Connection
  let moment: BuildMoment
  let progress: @Sendable (BuildProgress) -> Void
  var report = BuildReport()
  /// The countries of the airports that were kept, by identifier.
  var countries: [String: String] = [:]

  /// Writes all tables and what is known about them.
  mutating func write(_ sources: AirportSources) throws {
    try connection.script(AirportSchema.tables)
    try writeAirports(sources)
    guard report.counts.airports > 0 else { throw AirportDataError.noAirports(path: sources.airports.name) }
    var airportsWithRunways: Set<String> = []
    for table in sources.runways {
      airportsWithRunways.formUnion(
        try writeRunways(table, exceptOf: airportsWithRunways))
    }
    if let border = sources.border { try writeBorder(border) }
    step(.indexes, 0, rows: 0)
    try connection.script(AirportSchema.indexes)
    let order = BuildNote.Reason.allCases
    report.notes.sort {
      (order.firstIndex(of: $0.reason) ?? 0, $0.file) < (order.firstIndex(of: $1.reason) ?? 0, $1.file)
    }
    report.version = moment.version.description
    report.sourceDay = sources.day
    try writeMetadata(sources)
    step(.indexes, 1, rows: 0)
  }

  /// Calls `body` with every regular row of a table; notes the others.
  mutating func forEachRow(
    of table: AirportSources.Table, phase: BuildProgress.Phase, require columns: [String],
    _ body: (inout AirportWriting, CSVRow, CSVReader) throws -> Void
  ) throws {
    do {
      var reader = try CSVReader(table.bytes)
      try reader.require(columns)
      var rows = 0
      step(phase, 0, rows: 0)
      while let row = try reader.next() {
        rows += 1
        if rows.isMultiple(of: Self.rowsBetweenLooks) {
          if Task.isCancelled { throw AirportDataError.cancelled }
          step(phase, reader.progress, rows: rows)
        }
        guard row.isRegular else {
          report.note(.irregularLine, file: table.name, line: row.line, example: row.text(0))
          continue
        }
        try body(&self, row, reader)
        if !reader.isEnded { report.note(.lastLineOpen, file: table.name, line: row.line) }
      }
      step(phase, 1, rows: rows)
    } catch let error as CSVError {
      throw AirportDataError.table(path: table.name, error)
    }
  }

  private func step(_ phase: BuildProgress.Phase, _ fraction: Double, rows: Int) {
    progress(BuildProgress(phase: phase, fraction: fraction, rows: rows))
  }

  private mutating func writeMetadata(_ sources: AirportSources) throws {
    let counts = report.counts
    let statistics =
      "{\"total_airports\": \(counts.airports), \"total_runways\": \(counts.runways), "
      + "\"total_procedures\": \(counts.procedures), \"total_aip_entries\": \(counts.aipEntries), "
      + "\"total_border_crossing_points\": \(counts.borderCrossingPoints), "
      + "\"sources_used\": [\"\(sources.name)\"]}"
    var entries = [
      ("schema_version", "\(AirportSchema.version)"), ("db_version", report.version),
      (MetadataKey.description, "airports with runways; no procedures and no AIP texts"),
      ("statistics", statistics),
    ]
    if let day = sources.day { entries.append((MetadataKey.sourceDay, day)) }
    for (key, value) in entries {
      try connection.run(
        "INSERT INTO model_metadata (key, value, updated_at) VALUES (?, ?, ?)",
        [.text(key), .text(value), .text(moment.text)])
    }
    try connection.run(
      "INSERT INTO sources (name, last_updated, record_count) VALUES (?, ?, ?)",
      [.text(sources.name), .optional(sources.day), .integer(Int64(counts.airports))])
  }

  private static let rowsBetweenLooks = 1_024
}

/// Names of entries of `model_metadata` beside those of the format.
enum MetadataKey {
  /// What the database covers, in words.
  static let description = "description"
  /// The day the data were true.
  static let sourceDay = "source_date"
}

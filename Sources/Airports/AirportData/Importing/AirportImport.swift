import Aviation
import Locks
import Storage

/// Puts a database in the place of the one that is used (airports 12.3): made or copied beside it, validated,
/// the standing one kept as a backup, then renamed over it. Whatever fails, the standing one stays.
///
/// The largest database is never lost: a build that has far fewer airports than the standing one is refused
/// unless it is wanted so, and a backup with more airports than both the standing and the new database stays
/// the backup.
///
/// Used by one task at a time; two at once end with one of the two files whole.
public struct AirportImport: Sendable {
  private let places: AirportPlaces

  /// Takes over into the data folder of `places`.
  public init(into places: AirportPlaces) { self.places = places }

  /// The version of the database that is used; nil where there is none, or it names none.
  public func standingVersion() async -> DatabaseVersion? {
    guard AirportFiles.exists(places.database) else { return nil }
    return try? await AirportDatabase.describe(places.database).version
  }

  /// Builds a database from tables and puts it in place; one with less than four fifths of the airports of
  /// the database in use is refused (`fewerAirports`) unless it is to be `smaller`.
  public func build(
    _ sources: AirportSources, at moment: BuildMoment, smaller: Bool = false,
    progress: @escaping @Sendable (BuildProgress) -> Void = { _ in }
  ) async throws(AirportDataError) -> BuildReport {
    let part = try makePart()
    do throws(AirportDataError) {
      let report = try AirportBuilder(sources, at: moment, progress: progress).build(at: part)
      let built = report.counts.airports
      let isOwn = AirportFiles.exists(places.database)
      let standing = await count(isOwn ? places.database : places.bundledDatabase) ?? 0
      guard smaller || built * 5 >= standing * 4 else {
        throw .fewerAirports(built: built, standing: standing)
      }
      progress(BuildProgress(phase: .checking, fraction: 0, rows: built))
      try await finish(part)
      progress(BuildProgress(phase: .checking, fraction: 1, rows: built))
      return report
    } catch {
      AirportFiles.remove(part)
      throw error
    }
  }

  /// Takes a whole database over, such as one that euro_aip made. Its own bytes stay as they are.
  public func takeDatabase(
    _ path: String, at moment: BuildMoment
  ) async throws(AirportDataError) -> DatabaseDescription {
    // Before the copy: what is wrong is said of the file that was given.
    try await AirportDatabase.validate(path)
    return try await takeCopy(of: path) { connection in
      try Self.nameVersion(connection, moment)
    }
  }

  /// Puts a border list into the database that is used, in place of the points it has.
  public func takeBorder(
    _ table: AirportSources.Table, at moment: BuildMoment
  ) async throws(AirportDataError) -> BuildReport {
    guard AirportFiles.exists(places.database) else { throw .noDatabase(path: places.database) }
    let written = Mutex(BuildReport())
    let description = try await takeCopy(of: places.database) { connection in
      var writing = AirportWriting(connection: connection, moment: moment, progress: { _ in })
      try writing.readCountries()
      try connection.run("DELETE FROM border_crossing_points")
      try writing.writeBorder(table)
      try Self.nameVersion(connection, moment, always: true)
      let report = writing.report
      written.withLock { $0 = report }
    }
    var report = written.withLock { $0 }
    report.counts = description.counts
    report.version = description.version?.description ?? ""
    report.sourceDay = description.sourceDay
    return report
  }

  /// Puts a file that stands beside the database in place, once it could be read; answers for how many
  /// airports, or in how many countries, it knows something.
  public func takeCompanion(_ companion: Companion, _ path: String) async throws(AirportDataError) -> Int {
    let (target, count): (String, Int)
    switch companion {
    case .notices: (target, count) = (places.notices, try await CompanionReading.notices(path).count)
    case .personas:
      (target, count) = (places.personas, try await CompanionReading.friendliness(path).friendliness.count)
    case .rules: (target, count) = (places.rules, try CompanionReading.rules(path).countries.count)
    }
    guard count > 0 else { throw .unreadable(path: path, reason: "Nothing in it can be used.") }
    try AirportFiles.makeFolder(places.dataFolder)
    guard companion != .rules else {
      try AirportFiles.write(try AirportFiles.read(path, bytesMax: CountryRules.bytesMax), to: target)
      return count
    }
    let part = AirportFiles.temporaryName(target)
    do {
      try ForeignDatabase.create(at: part, copying: path)
    } catch {
      AirportFiles.remove(part)
      throw (error as? StorageError).map { .reading($0, path: path) }
        ?? .unreadable(path: path, reason: "\(error)")
    }
    try AirportFiles.rename(part, to: target)
    return count
  }

  /// What can stand beside the database.
  public enum Companion: Sendable {
    /// Customs notices (airports 2.3).
    case notices
    /// Figures of friendliness (airports 2.4).
    case personas
    /// Country rules (airports 2.5).
    case rules
  }

  /// Copies a database, changes the copy and puts it in place.
  private func takeCopy(
    of path: String, _ change: @Sendable (Connection) throws -> Void
  ) async throws(AirportDataError) -> DatabaseDescription {
    let part = try makePart()
    do {
      try ForeignDatabase.create(at: part, copying: path, change)
      try await finish(part)
      return try await AirportDatabase.describe(places.database)
    } catch {
      AirportFiles.remove(part)
      switch error {
      case let error as AirportDataError: throw error
      case let error as StorageError: throw .reading(error, path: path)
      case let error as CSVError: throw .table(path: path, error)
      default: throw .unreadable(path: path, reason: "\(error)")
      }
    }
  }

  private func makePart() throws(AirportDataError) -> String {
    try AirportFiles.makeFolder(places.dataFolder)
    return AirportFiles.temporaryName(places.database)
  }

  /// Validates what was made, keeps what stands, and renames.
  private func finish(_ part: String) async throws(AirportDataError) {
    try await AirportDatabase.validate(part)
    if Task.isCancelled { throw .cancelled }
    if AirportFiles.exists(places.database) {
      let kept = await count(places.backup) ?? 0
      let others = max(await count(places.database) ?? 0, await count(part) ?? 0)
      if kept <= others { try AirportFiles.keep(places.database, as: places.backup) }
    }
    try AirportFiles.rename(part, to: places.database)
  }

  /// How many airports a database has; nil where there is none, or none that can be read.
  private func count(_ path: String) async -> Int? {
    guard AirportFiles.exists(path) else { return nil }
    return try? await AirportDatabase.describe(path).counts.airports
  }

  /// Gives a database a version: where it names none, or `always`.
  private static func nameVersion(
    _ connection: Connection, _ moment: BuildMoment, always: Bool = false
  ) throws {
    let metadata = try DatabaseDescription.metadata(connection)
    guard always || metadata["db_version"].flatMap({ DatabaseVersion($0) }) == nil else { return }
    try connection.script(
      "CREATE TABLE IF NOT EXISTS model_metadata (key TEXT PRIMARY KEY, value TEXT, updated_at TEXT)")
    try connection.run("DELETE FROM model_metadata WHERE key = 'db_version'")
    try connection.run(
      "INSERT INTO model_metadata (key, value, updated_at) VALUES ('db_version', ?, ?)",
      [.text(moment.version.description), .text(moment.text)])
  }
}

extension AirportWriting {
  /// Learns the airports of a database that stands.
  mutating func readCountries() throws {
    let columns = try TableColumns(of: "airports", wanted: ["icao_code", "iso_country"], on: connection)
    guard let statement = columns.statement else { return }
    var countries: [String: String] = [:]
    try connection.forEach(statement + " LIMIT \(AirportReading.airportsMax)") { row in
      if let icao = Cell.text(row, 0) { countries[icao.uppercased()] = Cell.text(row, 1) ?? "" }
    }
    self.countries = countries
  }
}

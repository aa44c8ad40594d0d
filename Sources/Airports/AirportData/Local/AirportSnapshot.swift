import Aviation

/// One loaded database and what is kept beside it: a value that never changes and may be shared.
public struct AirportSnapshot: Sendable {
  /// The airports, and every question about them.
  public let known: KnownAirports
  /// What the database holds.
  public let facts: DatabaseFacts
  /// What was passed over while it was read.
  public let passedOver: PassedOver
  /// What is known beside the database that filters ask for.
  public let filterData: FilterData
  /// Its file as it stood.
  let mark: FileMark?

  /// Reads a database and the companions that stand in the data folder. A companion that cannot be read
  /// counts as absent.
  static func load(
    _ path: String, places: AirportPlaces, selection: AirportSelection
  ) async throws(AirportDataError) -> AirportSnapshot {
    let mark = FileMark(path)
    let loaded = try await AirportDatabase.load(path, selection: selection)
    let companions = await Companions.load(places)
    return AirportSnapshot(loaded, companions: companions, mark: mark)
  }

  init(_ loaded: LoadedAirports, companions: Companions, mark: FileMark?) {
    known = KnownAirports(
      airports: loaded.airports, borderCrossings: loaded.borderCrossings, waypoints: loaded.waypoints)
    passedOver = loaded.passedOver
    filterData = companions.filterData
    self.mark = mark
    let about = loaded.description
    var facts = DatabaseFacts(
      path: about.path, version: about.version?.description ?? "", schema: about.schema,
      source: about.sources.joined(separator: ", "), date: about.sourceDay ?? "",
      coverage: about.covers ?? "", waypoints: loaded.waypoints.count)
    facts.airports = loaded.airports.count
    facts.borderCrossings = loaded.borderCrossings.count
    for airport in loaded.airports {
      facts.runways += airport.runways.count
      facts.procedures += airport.procedures.count
      facts.entries += airport.entries.count
      facts.airportsWithProcedures += airport.procedures.isEmpty ? 0 : 1
      facts.airportsWithEntries += airport.entries.isEmpty ? 0 : 1
    }
    self.facts = facts
  }
}

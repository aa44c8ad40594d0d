import Aviation

/// One loaded database and what is kept beside it: a value that never changes and may be shared.
public struct AirportSnapshot: Sendable {
  /// The airports, and every question about them.
  public let known: KnownAirports
  /// What the database holds.
  public let facts: DatabaseFacts
  /// What was passed over while it was read.
  public let passedOver: PassedOver
  /// What is known beside the database.
  public let companions: Companions
  /// What of it filters ask for.
  public let filterData: FilterData
  /// Its file and those beside it as they stood.
  let marks: [FileMark?]

  /// Reads a database and the companions that stand in the data folder. A companion that cannot be read
  /// counts as absent.
  static func load(
    _ path: String, places: AirportPlaces, selection: AirportSelection, marks: [FileMark?]
  ) async throws(AirportDataError) -> AirportSnapshot {
    let loaded = try await AirportDatabase.load(path, selection: selection)
    let companions = await Companions.load(places)
    return AirportSnapshot(loaded, companions: companions, marks: marks)
  }

  init(_ loaded: LoadedAirports, companions: Companions, marks: [FileMark?]) {
    known = KnownAirports(
      airports: loaded.airports, borderCrossings: loaded.borderCrossings, waypoints: loaded.waypoints)
    passedOver = loaded.passedOver
    self.companions = companions
    filterData = Self.filterData(companions, loaded.airports)
    self.marks = marks
    let about = loaded.description
    var facts = DatabaseFacts(
      path: about.path, version: about.version?.description ?? "", schema: about.schema,
      source: Self.sources(about, loaded.airports).joined(separator: ", "), date: about.sourceDay ?? "",
      coverage: Self.coverage(about, loaded.passedOver), waypoints: loaded.waypoints.count)
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

  /// What filters ask for, with the notices that can be read out of the airports' own AIP texts.
  private static func filterData(_ companions: Companions, _ airports: [Airport]) -> FilterData {
    var data = companions.filterData
    for airport in airports where !airport.entries.isEmpty && companions.notices[airport.icao] == nil {
      if let hours = companions.notice(of: airport)?.maxNoticeHours { data.noticeHours[airport.icao] = hours }
    }
    return data
  }

  /// Who made the data: what the database names, else what its airports name, the most frequent first.
  private static func sources(_ about: DatabaseDescription, _ airports: [Airport]) -> [String] {
    guard about.sources.isEmpty else { return about.sources }
    var counts: [String: Int] = [:]
    for airport in airports {
      for source in airport.sources { counts[source, default: 0] += 1 }
    }
    return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(sourcesMax).map(\.key)
  }

  private static let sourcesMax = 8

  /// What the database covers in its own words, and what of it was left out here.
  private static func coverage(_ about: DatabaseDescription, _ passedOver: PassedOver) -> String {
    var parts = about.covers.map { [$0] } ?? []
    if passedOver.notSelected > 0 { parts.append("\(passedOver.notSelected) airports are not loaded") }
    if passedOver.withoutPosition > 0 { parts.append("\(passedOver.withoutPosition) have no position") }
    if passedOver.withoutIdentifier > 0 {
      parts.append("\(passedOver.withoutIdentifier) have no identifier that can be used")
    }
    return parts.joined(separator: "; ")
  }
}

import AppState
import Aviation
import Geography
import Locks
import Timebase

/// A few airports, or many, behind the protocols of the domain; answers can be held back and made to fail.
final class SampleAirports: AirportRepository, AirportKeeping, AirportSurroundings {
  private struct State {
    var failure: AirportError?
    var opened = 0
    var isHeld = false
    var waiting: [CheckedContinuation<Void, Never>] = []
    var favourites: [String] = []
    var notes: [String: String] = [:]
    var texts: [AirportKeptText: String] = [:]
  }

  let known: KnownAirports
  let facts: DatabaseFacts
  private let state = Mutex(State())

  init(_ airports: [Airport], borders: [String] = []) {
    known = KnownAirports(
      airports: airports,
      borderCrossings: borders.map {
        BorderCrossing(icao: $0, country: "FR", name: $0, isAirport: true, source: "list")
      })
    facts = DatabaseFacts(
      path: "/airports.db", source: "OurAirports", date: "2022-10-11", airports: airports.count,
      runways: airports.reduce(0) { $0 + $1.runways.count },
      procedures: airports.reduce(0) { $0 + $1.procedures.count },
      entries: airports.reduce(0) { $0 + $1.entries.count }, borderCrossings: borders.count)
  }

  func fail(_ error: AirportError?) { state.withLock { $0.failure = error } }
  var openedCount: Int { state.withLock { $0.opened } }

  /// From now on boxes wait until `release`.
  func hold() { state.withLock { $0.isHeld = true } }
  var waitingCount: Int { state.withLock { $0.waiting.count } }
  func release() {
    let waiting = state.withLock { state in
      state.isHeld = false
      defer { state.waiting = [] }
      return state.waiting
    }
    for one in waiting { one.resume() }
  }

  // MARK: Repository

  func airports(in box: GeoBox, filter: FilterConfig, limit: Int) async throws(AirportError) -> AirportList {
    await withCheckedContinuation { continuation in
      let isHeld = state.withLock { state in
        if state.isHeld { state.waiting.append(continuation) }
        return state.isHeld
      }
      if !isHeld { continuation.resume() }
    }
    return known.airports(in: box, filter: filter, limit: limit)
  }

  func search(_ query: String, filter: FilterConfig, limit: Int) async throws(AirportError) -> AirportList {
    known.rankedSearch(query, limit: limit, filter: filter)
  }

  func airport(_ icao: String) async throws(AirportError) -> Airport? { known.airport(icao) }

  func airports(
    near place: Coordinate, radiusNM: Double, filter: FilterConfig
  ) async throws(AirportError) -> [AirportDistance] {
    known.airports(near: place, radiusNM: radiusNM, filter: filter)
  }

  func nearest(
    to place: Coordinate, count: Int, filter: FilterConfig
  ) async throws(AirportError) -> [AirportDistance] {
    known.nearest(to: place, count: count, filter: filter)
  }

  func route(
    _ idents: [String], corridorNM: Double, filter: FilterConfig
  ) async throws(AirportError) -> RouteAnswer {
    known.route(idents, corridorNM: corridorNM, filter: filter)
  }

  func airports(passing filter: FilterConfig, limit: Int) async throws(AirportError) -> AirportList {
    let all = known.airports(passing: filter)
    return AirportList(airports: Array(all.prefix(limit)), total: all.count)
  }

  func countries() async throws(AirportError) -> [String] { known.countries }

  func borderCrossingIdents() async throws(AirportError) -> [String] { known.borderCrossingIdents }

  func about() async throws(AirportError) -> DatabaseFacts {
    let failure = state.withLock { state in
      state.opened += 1
      return state.failure
    }
    if let failure { throw failure }
    return facts
  }

  // MARK: Keeping and surroundings

  func favourites() async throws -> [String] { state.withLock { $0.favourites } }

  func setFavourite(_ isFavourite: Bool, icao: String) async throws {
    state.withLock { state in
      state.favourites.removeAll { $0 == icao }
      if isFavourite { state.favourites.insert(icao, at: 0) }
    }
  }

  func note(icao: String) async throws -> String? { state.withLock { $0.notes[icao] } }

  func setNote(_ text: String, icao: String) async throws {
    state.withLock { $0.notes[icao] = text.isEmpty ? nil : text }
  }

  func text(_ name: AirportKeptText) async -> String? { state.withLock { $0.texts[name] } }

  func keep(_ text: String, as name: AirportKeptText) async { state.withLock { $0.texts[name] = text } }

  func now() -> Timestamp { Timestamp(milliseconds: 1_790_000_000_000) }

  func civil(_ moment: Timestamp) -> CivilTime {
    let minutes = Int(moment.milliseconds / 60_000)
    return CivilTime(
      year: 2026, month: 9, day: 21, weekday: 1, hour: minutes / 60 % 24, minute: minutes % 60, second: 0,
      dayNumber: minutes / 1_440)
  }

  func countryName(_ code: String) -> String {
    ["FR": "France", "BE": "Belgium", "DE": "Germany"][code] ?? code
  }
}

extension SampleAirports {
  /// LFAT with everything, EBKT, EDLE, and one that has nothing; `name` and `text` stand in all of them.
  static func few(name: String = "Le Touquet", text: String = "PN 24 HR") -> SampleAirports {
    SampleAirports(
      [
        airport("LFAT", name, "FR", 50.514, 1.622, feet: 6_070, low: "13", heading: 133, text: text),
        airport("EBKT", name, "BE", 50.817, 3.205, feet: 6_234, low: "06", heading: 64),
        airport("EDLE", name, "DE", 51.402, 6.937, feet: 4_921, low: "06", heading: 65),
        Airport(icao: "LFXX", name: name, country: "FR", position: place(50.3, 2.1)),
      ], borders: ["LFAT", "EBKT"])
  }

  /// So many in a grid over Europe, runways of 1,000 ft and more.
  static func many(_ count: Int) -> SampleAirports {
    SampleAirports(
      (0..<count).map { index in
        let letters = [index / 676 % 26, index / 26 % 26, index % 26].map {
          String(UnicodeScalar(UInt8(65 + $0)))
        }
        return airport(
          "L" + letters.joined(), "Field \(index)", "FR", 43 + Double(index / 40) * 0.15,
          Double(index % 40) * 0.2, feet: 1_000 + index, low: "09", heading: 90,
          isHard: index.isMultiple(of: 2))
      })
  }

  static func place(_ latitude: Double, _ longitude: Double) -> Coordinate {
    Coordinate(latitude: latitude, longitude: longitude) ?? GeoBox.world.centre
  }

  private static func airport(
    _ icao: String, _ name: String, _ country: String, _ latitude: Double, _ longitude: Double, feet: Int,
    low: String, heading: Double, isHard: Bool = true, text: String? = nil
  ) -> Airport {
    let position = place(latitude, longitude)
    let number = Int(low) ?? 0
    let runway = Runway(
      lengthFeet: feet, widthFeet: 131, surface: isHard ? "ASP" : "GRS", isLighted: isHard,
      low: RunwayEnd(ident: low, position: position, headingTrue: heading),
      high: RunwayEnd(ident: "\(number + 18)", position: place(latitude + 0.01, longitude + 0.01)))
    let entries = text.map { text in
      [
        AIPEntry(
          ident: icao, section: .operational, field: "Customs", value: text,
          standardField: StandardField(id: 302),
          source: "AIP")
      ]
    }
    let procedures =
      text == nil
      ? []
      : [
        Procedure(name: "ILS 13", kind: .approach, approach: .ils, runwayNumber: low),
        Procedure(name: "RNP 31", kind: .approach, approach: .rnp, runwayNumber: "31"),
        Procedure(name: "D1", kind: .departure), Procedure(name: "A1", kind: .arrival),
      ]
    return Airport(
      icao: icao, name: name, city: name, country: country, kind: .medium, position: position,
      elevationFeet: 36,
      runways: [runway], procedures: procedures, entries: entries ?? [])
  }
}

extension AppState {
  /// The state of one node with these airports.
  static func with(_ sample: SampleAirports) async -> AppState {
    let app = AppState(profileName: "default", talk: TalkDomain())
    app.airports.connect(
      repository: sample, references: NoAirportReferences(), keeping: sample, surroundings: sample)
    await app.airportSettings.connect(sample)
    await app.airportNavigation.connect(sample, restores: app.airportSettings.settings.restoresSession)
    return app
  }

  /// The same with the database read.
  static func opened(_ sample: SampleAirports) async -> AppState {
    let app = await with(sample)
    app.openAirports()
    await app.airports.opened()
    return app
  }
}

import Aviation
import Cryptography
import Geography
import Testing

@testable import AirportData

@Suite struct LocalAirportsTests {
  @Test func nothingIsReadBeforeTheFirstQuestion() async throws {
    let scratch = try Scratch()
    let airports = source(scratch)
    #expect(airports.state == .idle)
    await #expect(throws: AirportError.self) { try await airports.about() }
    guard case .failed = airports.state else {
      Issue.record("the state does not say that there is nothing")
      return
    }
    _ = try await AirportImport(into: SampleTables.places(scratch)).build(
      SampleTables.sources, at: SampleTables.moment)
    #expect(try await airports.about().airports == 3)
    #expect(airports.state == .ready)
  }

  @Test func theFirstDatabaseIsBuiltFromWhatSetUpBrought() async throws {
    let scratch = try Scratch()
    try bundle(SampleTables.airports, in: scratch)
    let airports = source(scratch)
    async let first = airports.about()
    async let second = airports.countries()
    #expect(try await first.date == "2022-10-11")
    #expect(try await second == ["FR", "GB", "KE"])
    #expect(try FolderNames.of(scratch, "data") == ["airports.db"])
  }

  @Test func bytesThatSetUpDidNotFetchAreRefused() async throws {
    let scratch = try Scratch()
    try bundle(SampleTables.airports, in: scratch)
    try scratch.write(Array(SampleTables.airports.utf8) + [0x0A], to: "bundled/airports.csv")
    await #expect(throws: AirportError.self) { try await source(scratch).about() }
    #expect(try scratch.names() == ["bundled"])
  }

  @Test func aReplacedDatabaseIsLoadedAtTheNextQuestion() async throws {
    let scratch = try Scratch()
    let importing = AirportImport(into: SampleTables.places(scratch))
    _ = try await importing.build(SampleTables.sources, at: SampleTables.moment)
    let airports = source(scratch)
    var updates = await airports.updates().makeAsyncIterator()
    #expect(try await airports.airport("egtf")?.name == "Fairoaks Airport")
    #expect(await updates.next()?.airports == 3)
    let line =
      "9,\"LFPB\",\"large_airport\",\"Le Bourget\",48.97,2.44,218,\"EU\",\"FR\",\"FR-IDF\",\"Paris\",\"yes\","
      + ",,,,,\n"
    _ = try await importing.build(
      AirportSources(airports: SampleTables.table(SampleTables.airports + line)), at: SampleTables.moment)
    #expect(try await airports.airport("LFPB")?.name == "Le Bourget")
    #expect(await updates.next()?.airports == 4)
  }

  @Test func aDatabaseThatTurnsBadLeavesTheSnapshot() async throws {
    let scratch = try Scratch()
    _ = try await AirportImport(into: SampleTables.places(scratch)).build(
      SampleTables.sources, at: SampleTables.moment)
    let airports = source(scratch)
    #expect(try await airports.about().airports == 3)
    try scratch.write(Array("no database".utf8), to: "data/airports.db")
    #expect(try await airports.about().airports == 3)
    #expect(
      try await airports.nearest(
        to: try #require(Coordinate(latitude: 51, longitude: 0)), count: 1, filter: .none
      ).first?.airport.icao == "EGTF")
  }

  @Test func filtersApplyBeforeTheAnswerIsCut() async throws {
    let scratch = try Scratch()
    _ = try await AirportImport(into: SampleTables.places(scratch)).build(
      SampleTables.sources, at: SampleTables.moment)
    let airports = source(scratch)
    var filter = FilterConfig()
    filter.country = "gb"
    let list = try await airports.airports(in: .world, filter: filter, limit: 1)
    #expect(list.airports.map(\.icao) == ["EGTF"])
    #expect(list.total == 1)
    filter = FilterConfig()
    filter.pointOfEntry = true
    #expect(try await airports.airports(passing: filter, limit: 10).airports.map(\.icao) == ["LFAT"])
    #expect(try await airports.borderCrossingIdents() == ["LFAT"])
    let route = try await airports.route(["EGTF", "ZZZZ", "LFAT"], corridorNM: 10, filter: .none)
    #expect(route.unknownIdents == ["ZZZZ"])
    #expect(route.rows.map(\.airport.icao) == ["EGTF", "LFAT"])
  }

  private func source(_ scratch: Scratch) -> LocalAirports {
    LocalAirports(places: SampleTables.places(scratch), moment: { SampleTables.moment })
  }

  private func bundle(_ airports: String, in scratch: Scratch) throws {
    let hash = SHA256.hash(Array(airports.utf8)).map { byte in
      let digits = String(byte, radix: 16)
      return digits.count == 1 ? "0" + digits : digits
    }.joined()
    try scratch.makeFolder("bundled")
    try scratch.write(Array(airports.utf8), to: "bundled/airports.csv")
    try scratch.write(
      Array(
        """
        {"version": 1, "name": "ourairports", "day": "2022-10-11",
         "files": [{"path": "airports.csv", "sha256": "\(hash)"}]}
        """.utf8), to: "bundled/source.json")
  }
}

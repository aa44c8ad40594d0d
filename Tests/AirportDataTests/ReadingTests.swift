import Aviation
import Storage
import Testing

@testable import AirportData

@Suite struct ReadingTests {
  private static let head = "CREATE TABLE airports (icao_code TEXT, latitude_deg REAL, longitude_deg REAL"

  @Test func missingTablesAndColumnsMakeTheAnswerSmaller() async throws {
    let loaded = try await load(
      Self.head + "); INSERT INTO airports VALUES ('EGTF', 51.3, -0.5);")
    #expect(loaded.airports.map(\.icao) == ["EGTF"])
    #expect(loaded.airports[0].name == "EGTF")
    #expect(loaded.airports[0].country == "")
    #expect(loaded.airports[0].kind == .other)
    #expect(loaded.airports[0].runways.isEmpty)
    #expect(loaded.waypoints.isEmpty && loaded.borderCrossings.isEmpty)
    #expect(loaded.description.version == nil && loaded.description.schema == nil)
  }

  @Test func columnsStandInAnyOrderAndCase() async throws {
    let loaded = try await load(
      """
      CREATE TABLE Airports (LONGITUDE_DEG REAL, name TEXT, Latitude_Deg REAL, extra BLOB, ICAO_CODE TEXT);
      INSERT INTO Airports VALUES (-0.5, 'Fairoaks', 51.3, x'00', 'EGTF');
      """)
    #expect(loaded.airports.first?.name == "Fairoaks")
    #expect(loaded.airports.first?.position.latitude == 51.3)
  }

  @Test func identifiersThatCannotBeSeenAreLeftOutAndCounted() async throws {
    let loaded = try await load(
      Self.head + """
        );
        INSERT INTO airports VALUES ('AAAA', 51, -1);
        INSERT INTO airports VALUES ('A' || char(27) || '[A', 51, -1);
        INSERT INTO airports VALUES ('AA' || char(10) || 'B', 51, -1);
        INSERT INTO airports VALUES ('AB' || char(8206) || 'C', 51, -1);
        """)
    #expect(loaded.airports.map(\.icao) == ["AAAA"])
    #expect(loaded.passedOver.withoutIdentifier == 3)
  }

  @Test func rowsThatCannotBeShownAreCounted() async throws {
    let loaded = try await load(
      Self.head + """
        , iso_country TEXT, elevation_ft);
        INSERT INTO airports VALUES ('AAAA', 51, -1, 'GB', 80.9);
        INSERT INTO airports VALUES ('AAAB', NULL, -1, 'GB', 0);
        INSERT INTO airports VALUES ('AAAC', 91, -1, 'GB', 0);
        INSERT INTO airports VALUES ('AAAD', 'north', 'west', 'GB', 0);
        INSERT INTO airports VALUES ('AAAE', 9e999, 1, 'GB', 0);
        INSERT INTO airports VALUES ('AAAF', '52.5', '1.5', 'GB', 9e999);
        INSERT INTO airports VALUES (NULL, 51, -1, 'GB', 0);
        INSERT INTO airports VALUES (x'41414141', 51, -1, 'GB', 0);
        INSERT INTO airports VALUES ('AAAA', 1, 1, 'GB', 0);
        INSERT INTO airports VALUES ('GB-01', 51, -1, 'GB', 0);
        INSERT INTO airports VALUES ('UUEE', 55, 37, 'RU', 0);
        CREATE TABLE runways (airport_icao TEXT, length_ft, le_heading_degT);
        INSERT INTO runways VALUES ('AAAA', 'long', 400);
        INSERT INTO runways VALUES ('AAAA', 1e300, 90);
        INSERT INTO runways VALUES ('ZZZZ', 1, 90);
        CREATE TABLE procedures (airport_icao TEXT, procedure_type TEXT, approach_type TEXT);
        INSERT INTO procedures VALUES ('AAAA', 'approach', 'ils');
        INSERT INTO procedures VALUES ('AAAA', 'teleport', 'ILS');
        """)
    #expect(loaded.airports.map(\.icao) == ["AAAA", "AAAF"])
    #expect(loaded.airports[0].elevationFeet == 80)
    #expect(loaded.airports[1].position.longitude == 1.5)
    #expect(loaded.airports[1].elevationFeet == nil, "unknown is not the height of the sea")
    #expect(loaded.airports[0].runways.map(\.lengthFeet) == [nil, nil])
    #expect(loaded.airports[0].runways.map(\.low.headingTrue) == [nil, 90])
    #expect(loaded.airports[0].procedures.map(\.approach) == [.ils])
    #expect(loaded.passedOver.withoutPosition == 4)
    #expect(loaded.passedOver.withoutIdentifier == 3)
    #expect(loaded.passedOver.notSelected == 2)
    #expect(loaded.passedOver.ofNoAirport == 1)
    #expect(loaded.passedOver.unusable == 1)
  }

  @Test func theSelectionIsTheCallersChoice() async throws {
    let scratch = try Scratch()
    let path = scratch.path("x.db")
    try SampleTables.database(
      at: path,
      Self.head + """
        , iso_country TEXT);
        INSERT INTO airports VALUES ('GB-01', 51, -1, 'GB'), ('UUEE', 55, 37, 'RU');
        """)
    await #expect(throws: AirportDataError.noAirports(path: path)) { try await AirportDatabase.load(path) }
    #expect(try await AirportDatabase.load(path, selection: .everything).airports.count == 2)
  }

  @Test func otherVersionsAndOtherDatabasesAreRefused() async throws {
    let scratch = try Scratch()
    let cases: [(String, (String) -> AirportDataError)] = [
      (
        Self.head
          + "); INSERT INTO airports VALUES ('EGTF', 51, 0); CREATE TABLE model_metadata (key, value);"
          + "INSERT INTO model_metadata VALUES ('schema_version', '5');",
        { .otherVersion(path: $0, found: 5, known: 1...4) }
      ),
      ("CREATE TABLE accounts (id)", { .notAirports(path: $0, missingTables: ["airports"]) }),
      (
        "CREATE TABLE airports (icao_code TEXT, lat REAL)",
        { .missingColumns(path: $0, table: "airports", columns: ["latitude_deg", "longitude_deg"]) }
      ),
      (Self.head + ")", { .noAirports(path: $0) }),
      (
        "CREATE VIEW airports AS SELECT 'EGTF' AS icao_code, 1 AS latitude_deg, 1 AS longitude_deg",
        { .notAirports(path: $0, missingTables: ["airports"]) }
      ),
    ]
    for (index, (script, error)) in cases.enumerated() {
      let path = scratch.path("\(index).db")
      try SampleTables.database(at: path, script)
      await #expect(throws: error(path)) { try await AirportDatabase.load(path) }
    }
  }

  @Test func versionsThatOnlyAddColumnsAreRead() async throws {
    let scratch = try Scratch()
    for version in ["1", "1.2", "2", "3", "4"] {
      let path = scratch.path("\(version).db")
      try SampleTables.database(
        at: path,
        Self.head
          + ", added_later TEXT); INSERT INTO airports VALUES ('EGTF', 51, 0, 'new');"
          + "CREATE TABLE model_metadata (key, value);"
          + "INSERT INTO model_metadata VALUES ('schema_version', '\(version)');")
      let loaded = try await AirportDatabase.load(path)
      #expect(loaded.airports.map(\.icao) == ["EGTF"])
      #expect(loaded.description.schema == Int(version.prefix(1)))
    }
  }

  @Test func damagedFilesAreRefusedAndNothingIsLeftBesideThem() async throws {
    let scratch = try Scratch()
    let places = SampleTables.places(scratch)
    let importing = AirportImport(into: places)
    _ = try await importing.build(SampleTables.sources, at: SampleTables.moment)
    let whole = try scratch.bytes("data/airports.db")
    var flipped = whole
    for index in stride(from: 4_096, to: flipped.count, by: 7) { flipped[index] ^= 0x5A }
    let damages: [(String, [UInt8])] = [
      ("cut.db", Array(whole.prefix(whole.count / 2))), ("text.db", Array("icao,name\n".utf8)),
      ("empty.db", []), ("flipped.db", flipped), ("head.db", Array(whole.prefix(100))),
    ]
    for (name, bytes) in damages {
      try scratch.write(bytes, to: name)
      await #expect(throws: AirportDataError.self, "\(name)") {
        try await AirportDatabase.load(scratch.path(name))
      }
      await #expect(throws: AirportDataError.self, "\(name)") {
        try await importing.takeDatabase(scratch.path(name), at: SampleTables.moment)
      }
    }
    #expect(try scratch.bytes("data/airports.db") == whole)
    #expect(try scratch.names() == ["cut.db", "data", "empty.db", "flipped.db", "head.db", "text.db"])
    await #expect(throws: AirportDataError.self) { try await AirportDatabase.load(scratch.path("none.db")) }
    await #expect(throws: AirportDataError.self) { try await AirportDatabase.load(scratch.folder.path) }
  }

  @Test func flippedBytesNeverTrap() async throws {
    let scratch = try Scratch()
    let places = SampleTables.places(scratch)
    _ = try await AirportImport(into: places).build(SampleTables.sources, at: SampleTables.moment)
    let whole = try scratch.bytes("data/airports.db")
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15
    func next(_ below: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(below))
    }
    var outcomes: Set<Bool> = []
    for _ in 0..<200 {
      var bytes = whole
      for _ in 0...next(8) { bytes[next(bytes.count)] = UInt8(next(256)) }
      try scratch.write(bytes, to: "flipped.db")
      do {
        _ = try await AirportDatabase.load(scratch.path("flipped.db"))
        outcomes.insert(true)
      } catch {
        outcomes.insert(false)
      }
    }
    #expect(outcomes == [true, false])
  }

  private func load(_ script: String) async throws -> LoadedAirports {
    let scratch = try Scratch()
    try SampleTables.database(at: scratch.path("x.db"), script)
    let loaded = try await AirportDatabase.load(scratch.path("x.db"))
    #expect(try scratch.names() == ["x.db"])
    return loaded
  }
}

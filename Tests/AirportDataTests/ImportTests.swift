import Aviation
import Storage
import Testing

@testable import AirportData

@Suite struct ImportTests {
  @Test func aBorderListTakesThePlaceOfTheOneThatStood() async throws {
    let scratch = try Scratch()
    let places = SampleTables.places(scratch)
    let importing = AirportImport(into: places)
    var sources = SampleTables.sources
    sources.border = nil
    _ = try await importing.build(sources, at: SampleTables.moment)
    let before = try scratch.bytes("data/airports.db")
    let version = DatabaseVersion.next(after: await importing.standingVersion(), day: 20_261_130)
    let report = try await importing.takeBorder(
      SampleTables.table(SampleTables.border, "border.csv"),
      at: BuildMoment(text: SampleTables.moment.text, version: version))
    #expect(report.counts.airports == 4)
    #expect(report.counts.borderCrossingPoints == 2)
    #expect(report.version == "20261130.2")
    #expect(try scratch.bytes("data/airports.db.backup") == before)
    let other = "icao;country_iso\nXMAR;KE\n"
    _ = try await importing.takeBorder(SampleTables.table(other), at: SampleTables.moment)
    let loaded = try await AirportDatabase.load(places.database)
    #expect(loaded.borderCrossings.map(\.icao) == ["XMAR"])
    #expect(loaded.borderCrossings.map(\.matchedAirport) == ["XMAR"])
  }

  @Test func aListThatCannotBeUsedLeavesEverythingAsItWas() async throws {
    let scratch = try Scratch()
    let places = SampleTables.places(scratch)
    let importing = AirportImport(into: places)
    await #expect(throws: AirportDataError.noDatabase(path: places.database)) {
      try await importing.takeBorder(SampleTables.table(SampleTables.border), at: SampleTables.moment)
    }
    _ = try await importing.build(SampleTables.sources, at: SampleTables.moment)
    let before = try scratch.bytes("data/airports.db")
    await #expect(throws: AirportDataError.table(path: "b.csv", .missingColumns(["ICAO"]))) {
      try await importing.takeBorder(SampleTables.table("a,b\n1,2\n", "b.csv"), at: SampleTables.moment)
    }
    #expect(try scratch.bytes("data/airports.db") == before)
    #expect(try FolderNames.of(scratch, "data") == ["airports.db"])
  }

  @Test func aDatabaseOfAnotherProgramIsTakenWholeWithItsLog() async throws {
    let scratch = try Scratch()
    let places = SampleTables.places(scratch)
    let importing = AirportImport(into: places)
    _ = try await importing.build(SampleTables.sources, at: SampleTables.moment)
    let other = scratch.path("other.db")
    try SampleTables.database(at: other, AirportSchema.tables)
    let writer = try ForeignDatabase.open(at: other, forWriting: true)
    try await writer.look { connection in
      try connection.run("PRAGMA journal_mode = WAL")
      try connection.run(
        "INSERT INTO airports (icao_code, latitude_deg, longitude_deg) VALUES ('LFPB', 49, 2)")
    }
    let description = try await importing.takeDatabase(other, at: SampleTables.moment)
    #expect(description.counts.airports == 1)
    #expect(description.version?.description == "20261130.1")
    await writer.close()
    #expect(try await AirportDatabase.load(places.database).airports.map(\.icao) == ["LFPB"])
    #expect(try FolderNames.of(scratch, "data") == ["airports.db", "airports.db.backup"])
  }

  @Test func versionsAreOrderedByDayThenNumber() {
    let texts = ["20260101.1", "20260101.2", "20260101.10", "20260102.1"]
    let versions = texts.compactMap { DatabaseVersion($0) }
    #expect(versions.map(\.description) == texts)
    #expect(versions.sorted() == versions)
    for text in ["", "2026.1", "20260101", "20260101.", "20260101.x", "20260101.1.1", "-0260101.1"] {
      #expect(DatabaseVersion(text) == nil, "\(text)")
    }
    #expect(DatabaseVersion.next(after: versions[3], day: 20_250_101).description == "20260102.2")
  }

  @Test func companionsAreReadBeforeTheyAreTaken() async throws {
    let scratch = try Scratch()
    let places = SampleTables.places(scratch)
    let importing = AirportImport(into: places)
    let notices = scratch.path("notices.db")
    try SampleTables.database(
      at: notices,
      """
      CREATE TABLE ga_notification_requirements
        (icao, rule_type, notification_type, hours_notice, confidence);
      INSERT INTO ga_notification_requirements VALUES
        ('LFAT', 'ppr', 'hours', 48, 0.9), ('lfat', 'customs', 'hours', 24, 0.8),
        ('LFAT', 'immigration', 'h24', NULL, 0.9), ('EGTF', 'customs', 'hours', 2, 0.5);
      """)
    #expect(try await importing.takeCompanion(.notices, notices) == 1)
    let personas = scratch.path("personas.db")
    try SampleTables.database(
      at: personas,
      """
      CREATE TABLE ga_airfield_stats (icao, fee_band_750_1199kg, aip_hotel_info, review_cost_score);
      INSERT INTO ga_airfield_stats VALUES ('LFAT', 12.5, 2, 0.7), ('EGTF', -1, 'no', NULL);
      """)
    #expect(try await importing.takeCompanion(.personas, personas) == 2)
    try scratch.write(Array("[]".utf8), to: "rules.json")
    await #expect(throws: AirportDataError.self) {
      try await importing.takeCompanion(.rules, scratch.path("rules.json"))
    }
    await #expect(throws: AirportDataError.self) { try await importing.takeCompanion(.notices, personas) }
    let companions = await Companions.load(places)
    #expect(companions.notices["LFAT"]?.hoursNotice == 24)
    #expect(companions.notices["EGTF"] == nil)
    #expect(companions.filterData.noticeHours == ["LFAT": 24])
    #expect(companions.filterData.landingFee == ["LFAT": 12.5])
    #expect(companions.filterData.hotel == ["LFAT": .atAirport])
    #expect(companions.friendliness["LFAT"]?.features[.reviewCost] == 0.7)
    #expect(companions.problems.isEmpty)
  }
}

import Aviation
import Locks
import Testing

@testable import AirportData

@Suite struct BuilderTests {
  @Test func whatIsLeftOutIsCountedWithItsReason() async throws {
    let scratch = try Scratch()
    let report = try await AirportImport(into: SampleTables.places(scratch)).build(
      SampleTables.sources, at: SampleTables.moment)
    #expect(report.counts.airports == 4)
    #expect(report.counts.runways == 3)
    #expect(report.counts.borderCrossingPoints == 2)
    let counts = Dictionary(report.notes.map { ($0.reason, $0.count) }) { $0 + $1 }
    #expect(
      counts == [
        .otherIdentifier: 1, .heliport: 1, .closed: 1, .noPosition: 1, .sameIdentifier: 1, .unknownType: 1,
        .unusableNumber: 2, .runwayOfNoAirport: 1, .borderWithoutIdentifier: 1, .borderWithoutCountry: 1,
        .sameBorderPoint: 1, .borderOfNoAirport: 1,
      ])
    #expect(report.notes.first { $0.reason == .closed }?.firstLine == 6)
    #expect(report.version == "20261130.1")
    #expect(report.sourceDay == "2022-10-11")
  }

  @Test func whatWasBuiltIsReadBack() async throws {
    let scratch = try Scratch()
    let places = SampleTables.places(scratch)
    _ = try await AirportImport(into: places).build(SampleTables.sources, at: SampleTables.moment)
    let loaded = try await AirportDatabase.load(places.database)
    #expect(loaded.airports.map(\.icao) == ["EGTF", "LFAT", "XMAR"])
    #expect(loaded.passedOver.notSelected == 1)
    let touquet = try #require(loaded.airports.first { $0.icao == "LFAT" })
    #expect(touquet.name == "Le Touquet-Côte d'Opale")
    #expect(touquet.iataCode == "LTQ")
    #expect(touquet.kind == .medium)
    #expect(touquet.hasScheduledService == true)
    #expect(touquet.runways.map(\.ident) == ["13/31", "N/S"])
    #expect(touquet.runways[0].low.headingTrue == nil)
    #expect(touquet.runways[0].high.headingTrue == 313)
    #expect(touquet.runways[1].lengthFeet == nil)
    #expect(touquet.runways[1].isClosed)
    let fairoaks = try #require(loaded.airports.first { $0.icao == "EGTF" })
    #expect(fairoaks.keywords == "Chobham, \"the\" field")
    #expect(fairoaks.elevationFeet == 80)
    #expect(loaded.borderCrossings.map(\.icao) == ["LFAT", "EGKB"])
    #expect(loaded.borderCrossings.map(\.country) == ["FR", "GB"])
    #expect(loaded.description.sources == ["ourairports"])
    #expect(loaded.description.builtDay == "2026-11-30")
    #expect(try scratch.names() == ["data"])
  }

  @Test func anOlderTableOfRunwaysServesOnlyAirportsWithoutNewerOnes() async throws {
    let scratch = try Scratch()
    var sources = SampleTables.sources
    let older =
      SampleTables.runways.replacing("\"06\"", with: "\"05\"")
      + "9,8,\"XMAR\",1000,50,\"GRS\",0,0,\"09\",,,,,,\"27\",,,,,\n"
    sources.runways.append(SampleTables.table(older, "older.csv"))
    let places = SampleTables.places(scratch)
    let report = try await AirportImport(into: places).build(sources, at: SampleTables.moment)
    #expect(report.notes.first { $0.reason == .olderRunway }?.count == 3)
    let loaded = try await AirportDatabase.load(places.database)
    #expect(loaded.airports.map { $0.runways.map(\.ident) } == [["06/24"], ["13/31", "N/S"], ["09/27"]])
  }

  @Test func aTableThatCannotBeUsedLeavesTheStandingDatabase() async throws {
    let scratch = try Scratch()
    let places = SampleTables.places(scratch)
    let importing = AirportImport(into: places)
    _ = try await importing.build(SampleTables.sources, at: SampleTables.moment)
    let before = try scratch.bytes("data/airports.db")
    let needed = ["ident", "type", "name", "latitude_deg", "longitude_deg", "iso_country"]
    let tables = [
      ("a,b\n", CSVError.missingColumns(needed)),
      (String(SampleTables.airports.dropLast(40)), .cutOff(line: 10)),
      ("<html>", .notATable(.webPage)), ("", .empty),
    ]
    for (text, error) in tables {
      await #expect(throws: AirportDataError.table(path: "airports.csv", error)) {
        try await importing.build(
          AirportSources(airports: SampleTables.table(text)), at: SampleTables.moment)
      }
    }
    let heading = String(SampleTables.airports.prefix { $0 != "\n" }) + "\n"
    await #expect(throws: AirportDataError.noAirports(path: "airports.csv")) {
      try await importing.build(
        AirportSources(airports: SampleTables.table(heading)), at: SampleTables.moment)
    }
    #expect(try scratch.bytes("data/airports.db") == before)
    #expect(try FolderNames.of(scratch, "data") == ["airports.db"])
  }

  @Test func aSecondBuildKeepsTheFirstAsBackupAndCountsItsVersion() async throws {
    let scratch = try Scratch()
    let places = SampleTables.places(scratch)
    let importing = AirportImport(into: places)
    _ = try await importing.build(SampleTables.sources, at: SampleTables.moment)
    let first = try scratch.bytes("data/airports.db")
    let version = DatabaseVersion.next(after: await importing.standingVersion(), day: 20_261_130)
    #expect(version.description == "20261130.2")
    _ = try await importing.build(
      SampleTables.sources, at: BuildMoment(text: SampleTables.moment.text, version: version))
    #expect(try scratch.bytes("data/airports.db.backup") == first)
    #expect(try FolderNames.of(scratch, "data") == ["airports.db", "airports.db.backup"])
    #expect(await importing.standingVersion() == version)
  }

  @Test func progressIsToldAndACancelledBuildLeavesNothing() async throws {
    let scratch = try Scratch()
    let places = SampleTables.places(scratch)
    let phases = Mutex<[BuildProgress.Phase]>([])
    _ = try await AirportImport(into: places).build(SampleTables.sources, at: SampleTables.moment) {
      progress in phases.withLock { if $0.last != progress.phase { $0.append(progress.phase) } }
    }
    #expect(phases.withLock { $0 } == [.airports, .runways, .border, .indexes, .checking])
    let other = try Scratch()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await AirportImport(into: SampleTables.places(other)).build(
        SampleTables.sources, at: SampleTables.moment)
    }
    await #expect(throws: AirportDataError.cancelled) { try await task.value }
    #expect(try FolderNames.of(other, "data") == [])
  }
}

enum FolderNames {
  static func of(_ scratch: Scratch, _ folder: String) throws -> [String] {
    try Scratch.names(in: scratch.path(folder))
  }
}

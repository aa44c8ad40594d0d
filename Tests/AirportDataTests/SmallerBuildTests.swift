import Testing

@testable import AirportData

/// A table that was cut off makes a database as whole as any other: only its size tells.
@Suite struct SmallerBuildTests {
  @Test func aBuildWithFarFewerAirportsIsRefusedAndNothingIsWritten() async throws {
    let scratch = try Scratch()
    let importing = AirportImport(into: SampleTables.places(scratch))
    _ = try await importing.build(Self.sources(10), at: SampleTables.moment)
    let before = try scratch.bytes("data/airports.db")
    await #expect(throws: AirportDataError.fewerAirports(built: 7, standing: 10)) {
      try await importing.build(Self.sources(7), at: SampleTables.moment)
    }
    #expect(try scratch.bytes("data/airports.db") == before)
    #expect(try FolderNames.of(scratch, "data") == ["airports.db"])
    #expect(try await importing.build(Self.sources(8), at: SampleTables.moment).counts.airports == 8)
  }

  @Test func theLargestDatabaseStaysTheBackup() async throws {
    let scratch = try Scratch()
    let places = SampleTables.places(scratch)
    let importing = AirportImport(into: places)
    func build(_ count: Int) async throws -> [Int] {
      _ = try await importing.build(Self.sources(count), at: SampleTables.moment, smaller: true)
      var counts: [Int] = []
      for path in [places.database, places.backup] where AirportFiles.exists(path) {
        counts.append(try await AirportDatabase.describe(path).counts.airports)
      }
      return counts
    }
    #expect(try await build(10) == [10])
    #expect(try await build(3) == [3, 10])
    #expect(try await build(3) == [3, 10], "the second small one does not push the large one out")
    #expect(try await build(9) == [9, 10])
    #expect(try await build(12) == [12, 9])
    #expect(try await build(12) == [12, 12])
  }

  @Test func withoutTablesItIsSaidWhereTheyAreLookedFor() async throws {
    let scratch = try Scratch()
    let airports = LocalAirports(places: SampleTables.places(scratch), moment: { SampleTables.moment })
    let error = await #expect(throws: (any Error).self) { try await airports.snapshot() }
    let words = "\(try #require(error))"
    for part in ["checkout", "--assets DIR", "build --download", scratch.path("bundled")] {
      #expect(words.contains(part), "\(words)")
    }
  }

  private static func sources(_ count: Int) -> AirportSources {
    let rows = (0..<count).map { "EG\($0 / 10)\($0 % 10),small_airport,Field,51,-1,GB\n" }
    let head = "ident,type,name,latitude_deg,longitude_deg,iso_country\n"
    return AirportSources(airports: SampleTables.table(head + rows.joined()))
  }
}

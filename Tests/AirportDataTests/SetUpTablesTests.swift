import AirportData
import Aviation
import Foundation
import Geography
import Locks
import Testing

/// The tables that set-up fetches, as they are.
@Suite struct SetUpTablesTests {
  private static let folder = SampleAirports.root.appending(path: ".build/assets/airports").path

  private static var arePresent: Bool {
    FileManager.default.fileExists(atPath: folder + "/source.json")
  }

  @Test(.enabled(if: arePresent, "set-up has not fetched the tables here"))
  func theWorldIsBuiltWithProgressAndAReport() async throws {
    let scratch = try Scratch()
    let places = AirportPlaces(
      dataFolder: scratch.path("data"), bundledFolder: Self.folder, cacheFolder: scratch.path("cache"))
    let tables = try #require(BundledTables(folder: Self.folder))
    let steps = Mutex<[BuildProgress]>([])
    let report = try await AirportImport(into: places).build(
      try tables.sources(), at: SampleTables.moment
    ) { step in steps.withLock { $0.append(step) } }
    #expect(report.counts.airports == 29_530)
    #expect(report.counts.runways == 29_815)
    #expect(report.sourceDay == tables.day)
    let counts = Dictionary(report.notes.map { ($0.reason, $0.count) }) { $0 + $1 }
    #expect(
      counts == [
        .otherIdentifier: 32_339, .heliport: 8_326, .closed: 3_428, .runwayOfNoAirport: 14_136,
        .unusableNumber: 15,
      ])
    let seen = steps.withLock { $0 }
    #expect(seen.filter { $0.phase == .airports }.count > 50)
    #expect(seen.allSatisfy { (0...1).contains($0.fraction) })
    for phase in BuildProgress.Phase.allCases where phase != .border {
      let fractions = seen.filter { $0.phase == phase }.map(\.fraction)
      #expect(fractions == fractions.sorted() && fractions.last == 1, "\(phase)")
    }
    try await mapWorksAtOnce(places)
  }

  private func mapWorksAtOnce(_ places: AirportPlaces) async throws {
    let airports = LocalAirports(places: places, moment: { SampleTables.moment })
    let box = try #require(GeoBox(south: 46, west: 0, north: 52, east: 8))
    let list = try await airports.airports(in: box, filter: .none, limit: 500)
    #expect(list.total > 350)
    let facts = try await airports.about()
    #expect(facts.airports == 29_077)
    #expect(facts.coverage.contains("453 airports are not loaded"))
    #expect(try await airports.snapshot().companions.magneticModel?.name == "WMM-2025")
  }
}

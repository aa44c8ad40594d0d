import AirportData
import Testing

@Suite struct AirportDataPageTests {
  @Test func theExampleOfThePageHolds() async throws {
    let scratch = try Scratch()
    let (places, moment) = (SampleTables.places(scratch), SampleTables.moment)
    let table = SampleTables.table(SampleTables.airports)
    let importing = AirportImport(into: places)
    let report = try await importing.build(AirportSources(airports: table), at: moment)
    for note in report.notes { print(note.count, note.reason.words) }

    let airports = LocalAirports(places: places, moment: { moment })
    let facts = try await airports.about()
    let found = try await airports.search("biggin", filter: .none, limit: 20)
    print(facts.airports, facts.date, found.airports.map(\.icao))
    #expect(facts.airports == 3)
  }
}

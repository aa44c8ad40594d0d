import Aviation
import Geography
import StrictJSON
import Testing

/// The cases of legend and procedure_lines on the sample database.
@Suite(.enabled(if: SampleAirports.arePresent, SampleAirports.absence))
struct MapCaseTests {
  @Test func everyCaseOfLegendHolds() async throws {
    let known = try await SampleAirports.known("airports_sample.db")
    var suite = CaseSuite("legend")
    for item in try SampleAirports.cases("legend") {
      suite.begin()
      let icao = item.text("icao")
      let airport = try #require(known.airport(icao))
      let facts = LegendFacts(airport, isPointOfEntry: known.isPointOfEntry(icao))
      suite.check(facts.isPointOfEntry, item["border_crossing"]?.bool ?? false, "border \(icao)")
      suite.check(facts.procedureCount, item.count("procedures"), "procedures \(icao)")
      suite.check(facts.longestRunwayFeet ?? 0, item.count("longest_ft"), "longest \(icao)")
      let modes: [(LegendMode, String)] = [
        (.airportType, "airport_type"), (.runwayLength, "runway_length"), (.procedures, "ifr_procedures"),
      ]
      for (mode, key) in modes {
        let mark = Legend.mark(facts, in: mode)
        let wanted = try #require(item[key])
        suite.check(mark.colour.lowercased(), wanted.text("color"), "\(key) colour \(icao)")
        suite.check(mark.size, wanted.count("size"), "\(key) size \(icao)")
        if let dot = wanted["ifr_dot"]?.bool { suite.check(mark.sign == .dot, dot, "dot \(icao)") }
      }
    }
    suite.report()
  }

  @Test func everyCaseOfProcedureLinesHolds() async throws {
    let known = try await SampleAirports.known("airports_sample.db")
    var suite = CaseSuite("procedure_lines")
    for item in try SampleAirports.cases("procedure_lines") {
      suite.begin()
      let icao = item.text("airport_ident")
      let wanted = try #require(item["procedure_lines"]?.array)
      let length = wanted.first?["distance_nm"]?.double ?? ProcedureLine.lengthNM
      let lines = try #require(known.procedureLines(icao, lengthNM: length))
      suite.check(lines.count, wanted.count, "lines of \(icao)")
      for (line, expected) in zip(lines.map(\.json), wanted) {
        for key in ["runway_end", "approach_type", "procedure_name", "precision_category"] {
          suite.check(line.text(key), expected.text(key), "\(icao) \(key)")
        }
        for key in ["start_lat", "start_lon", "end_lat", "end_lon", "distance_nm"] {
          suite.check(line.real(key), expected[key]?.double, within: 1e-6, "\(icao) \(key)")
        }
      }
    }
    suite.report()
  }
}

import Aviation
import Foundation
import StrictJSON
import Testing

/// The cases of filters and search on the sample databases.
@Suite(.enabled(if: SampleAirports.arePresent, SampleAirports.absence))
struct FilterCaseTests {
  @Test func everyCaseOfFiltersHolds() async throws {
    var suite = CaseSuite("filters")
    for item in try SampleAirports.cases("filters") {
      suite.begin()
      let known = try await SampleAirports.known(item.text("db"))
      let text = try #require(item["filter"]?.serialized())
      var filter = try JSONDecoder().decode(FilterConfig.self, from: Data(text.utf8))
      let name = item.text("name")
      let icaos = known.airports(passing: filter).map(\.icao)
      let expected = item.texts("icaos")
      suite.check(filter.activeFilterCount, item.count("active_count"), "active of \(name)")
      suite.check(filter.hasActiveFilters, item.count("active_count") > 0, "activity of \(name)")
      suite.check(icaos.count, item.count("count"), "count of \(name)")
      suite.check(Array(icaos.prefix(expected.count)), expected, "airports of \(name)")
      if item["icaos_complete"]?.bool == true { suite.check(icaos, expected, "all of \(name)") }
      filter.openOnly = true
      suite.check(
        known.airports(passing: filter).count, item.count("count_open_runways_only"), "open of \(name)")
    }
    suite.report()
  }

  @Test func everyCaseOfSearchHolds() async throws {
    var suite = CaseSuite("search")
    for item in try SampleAirports.cases("search") {
      suite.begin()
      let known = try await SampleAirports.known(item.text("db"))
      let query = item.text("query")
      suite.check(RouteQuery(query) != nil, item["is_route"]?.bool ?? false, "route \(query)")
      suite.check(
        known.rankedSearch(query).airports.map(\.icao), item.texts("ranked_product"), "search \(query)")
    }
    suite.report()
  }
}

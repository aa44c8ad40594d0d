import Aviation
import Geography
import StrictJSON
import Testing

/// The cases of bbox, nearest and route on the sample databases.
@Suite(.enabled(if: SampleAirports.arePresent, SampleAirports.absence))
struct QueryCaseTests {
  @Test func everyCaseOfBboxHolds() async throws {
    var suite = CaseSuite("bbox")
    for item in try SampleAirports.cases("bbox") {
      suite.begin()
      let known = try await SampleAirports.known(item.text("db"))
      let box = try #require(
        GeoBox(
          south: item.real("south"), west: item.real("west"), north: item.real("north"),
          east: item.real("east")))
      let found = known.airports(in: box, limit: item.count("limit"))
      let icaos = found.airports.map(\.icao)
      let (first, last) = (item.texts("first"), item.texts("last"))
      suite.check(found.total, item.count("total"), "total of \(item.text("name"))")
      suite.check(icaos.count, item.count("returned"), "returned of \(item.text("name"))")
      suite.check(Array(icaos.prefix(first.count)), first, "first of \(item.text("name"))")
      suite.check(Array(icaos.suffix(last.count)), last, "last of \(item.text("name"))")
    }
    suite.report()
  }

  @Test func everyCaseOfNearestHolds() async throws {
    var suite = CaseSuite("nearest")
    for item in try SampleAirports.cases("nearest") {
      suite.begin()
      let known = try await SampleAirports.known(item.text("db"))
      let place = try #require(Coordinate(latitude: item.real("lat"), longitude: item.real("lon")))
      let found = known.nearest(
        to: place, count: item.count("count"), needle: item["needle"]?.string ?? "")
      let expected = try #require(item["result"]?.array)
      suite.check(found.map(\.airport.icao), expected.map { $0.text("icao") }, item.text("name"))
      for (row, wanted) in zip(found, expected) {
        suite.check(
          row.distance, wanted["distance_nm"]?.double, within: 0.001,
          "\(item.text("name")) \(row.airport.icao)")
      }
    }
    suite.report()
  }

  @Test func everyCaseOfRouteHolds() async throws {
    var suite = CaseSuite("route")
    for item in try SampleAirports.cases("route") {
      suite.begin()
      let known = try await SampleAirports.known(item.text("db"))
      let found = known.route(item.texts("route"), corridorNM: item.real("corridor_nm"))
      let expected = try #require(item["airports"]?.array)
      let name = item.text("name")
      suite.check(found.rows.count, item.count("count"), "count of \(name)")
      suite.check(found.totalNM, item["total_nm"]?.double, within: 0.02, "length of \(name)")
      suite.check(
        found.rows.prefix(expected.count).map(\.airport.icao), expected.map { $0.text("icao") },
        "order of \(name)")
      for (row, wanted) in zip(found.rows, expected) {
        check(row, found, wanted, name, &suite)
      }
      let along = found.rowsAlongTrack.map(\.alongTrack)
      suite.check(along, along.sorted(), "along the route of \(name)")
    }
    suite.report()
  }

  private func check(
    _ row: RouteRow, _ answer: RouteAnswer, _ wanted: JSONValue, _ name: String,
    _ suite: inout CaseSuite
  ) {
    let what = "\(name) \(row.airport.icao)"
    let figures = [
      ("segment_distance_nm", row.segmentDistance), ("enroute_distance_nm", row.enrouteDistance),
      ("along_track_nm", row.alongTrack),
    ]
    for (key, figure) in figures {
      suite.check(figure, wanted[key]?.double, within: 0.02, "\(what) \(key)")
    }
    let ends = [row.legIndex, min(row.legIndex + 1, answer.points.count - 1)]
    suite.check(ends.map { answer.points[$0].ident }, wanted.texts("closest_segment"), "\(what) leg")
  }
}

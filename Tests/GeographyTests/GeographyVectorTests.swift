import Geography
import StrictJSON
import Testing

@Suite struct GeographyVectorTests {
  @Test func everyCaseOfGeoHolds() throws {
    let json = try FixtureFiles.json("geo")
    var suite = VectorSuite("geo")
    for pair in json["pairs"]?.array ?? [] { try check(pair: pair, &suite) }
    for item in json["destinations"]?.array ?? [] { try check(destination: item, &suite) }
    for item in json["segments"]?.array ?? [] { try check(segment: item, &suite) }
    suite.begin()
    let detour = try #require(json["detour"]?[0])
    suite.check(
      Sphere.detour(
        by: try place(named: "LFAT", json), from: try place(named: "EGTF", json),
        to: try place(named: "LFMD", json)),
      detour["extra_nm"]?.double ?? -1, within: 1e-6, "detour")
    suite.report()
  }

  private func check(pair: JSONValue, _ suite: inout VectorSuite) throws {
    suite.begin()
    let name = pair["name"]?.string ?? "?"
    let (from, to) = (try place(pair["from_"]), try place(pair["to"]))
    suite.check(
      Sphere.distance(from, to), pair["distance_nm"]?.double ?? -1, within: 1e-6, "distance \(name)")
    let bearings = [
      ("initial_bearing_deg", Sphere.initialBearing(from: from, to: to)),
      ("reverse_bearing_deg", Sphere.initialBearing(from: to, to: from)),
    ]
    for (key, found) in bearings {
      // The poles' far side: 360 less nothing is 0.
      let expected = pair[key]?.double ?? -1
      suite.check(Degrees.difference(found, expected), 0, within: 1e-6, "\(key) \(name)")
    }
  }

  private func check(destination item: JSONValue, _ suite: inout VectorSuite) throws {
    suite.begin()
    let found = Sphere.destination(
      from: try place(item["from_"]), bearing: item["bearing_deg"]?.double ?? -1,
      distance: item["distance_nm"]?.double ?? -1)
    let expected = try place(item["to"])
    suite.check(found.latitude, expected.latitude, within: 1e-9, "destination latitude")
    suite.check(found.longitude, expected.longitude, within: 1e-9, "destination longitude")
  }

  private func check(segment item: JSONValue, _ suite: inout VectorSuite) throws {
    suite.begin()
    let leg = Sphere.leg(
      of: try place(item["point"]), from: try place(item["seg_start"]), to: try place(item["seg_end"]))
    suite.check(
      leg.distance, item["distance_nm"]?.double ?? -1, within: 1e-6,
      "segment \(item["name"]?.string ?? "?")")
  }

  private func place(_ pair: JSONValue?) throws -> Coordinate {
    try #require(
      Coordinate(latitude: pair?[0]?.double ?? 91, longitude: pair?[1]?.double ?? 181))
  }

  /// The detour names its places; the segments hold them.
  private func place(named name: String, _ json: JSONValue) throws -> Coordinate {
    let segment = json["segments"]?.array?.first { $0["name"]?.string == name }
    return try place(segment?["point"])
  }
}

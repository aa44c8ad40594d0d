import Geography
import Testing

@Suite struct SphereTests {
  @Test func northIsOneHeadingHoweverItIsWritten() {
    #expect(Heading(360) == Heading(0))
    #expect(Heading(-10).degrees == 350)
    #expect(Heading(rounding: 359.7) == Heading(0))
    #expect(Heading(rounding: .nan) == nil)
    #expect(Heading(0).text == "360")
    #expect(Heading(7).text == "007")
    #expect(Heading(70).text == "070")
    #expect(Heading(0).runwayText == "36")
    #expect(Heading(4).runwayText == "36")
    #expect(Heading(5).runwayText == "01")
    #expect(Heading(355).runwayText == "36")
    #expect(Heading(94).runwayText == "09")
    #expect(Heading(10).opposing == Heading(190))
    #expect(Heading(350).difference(to: Heading(20)) == 30)
  }

  @Test func aDestinationStaysInRangeEverywhere() throws {
    let east = Sphere.destination(from: try place(0, 179.9), bearing: 90, distance: 60)
    #expect(east.longitude < -179)
    let over = Sphere.destination(from: try place(89, 0), bearing: 0, distance: 120.0809214652375)
    #expect(abs(over.latitude - 89) < 1e-9)
    #expect(abs(abs(over.longitude) - 180) < 1e-9)
    // From the pole itself every way leads south along the meridian of its bearing.
    let away = Sphere.destination(from: try place(90, 0), bearing: 90, distance: 600)
    #expect(abs(Sphere.distance(away, try place(90, 0)) - 600) < 1e-9)
    #expect(abs(away.longitude - 90) < 1e-9)
    #expect(Sphere.destination(from: away, bearing: .nan, distance: 1) == away)
  }

  @Test func thereAndBackIsTheSamePlace() throws {
    for latitude in stride(from: -89.0, through: 89, by: 8.9) {
      for bearing in stride(from: 0.0, to: 360, by: 37) {
        let start = try place(latitude, latitude * 2)
        let end = Sphere.destination(from: start, bearing: bearing, distance: 777)
        #expect(abs(Sphere.distance(start, end) - 777) < 1e-6)
        let back = Sphere.destination(
          from: end, bearing: Sphere.initialBearing(from: end, to: start), distance: 777)
        #expect(Sphere.distance(start, back) < 1e-6)
      }
    }
  }

  @Test func leftAndRightOfALegHaveSigns() throws {
    let (start, end) = (try place(0, 0), try place(0, 10))
    #expect(Sphere.leg(of: try place(-1, 5), from: start, to: end).crossTrack > 60)
    #expect(Sphere.leg(of: try place(1, 5), from: start, to: end).crossTrack < -60)
    #expect(Sphere.leg(of: try place(1, 5), from: start, to: start).crossTrack == 0)
  }

  @Test func behindALegHalfRoundTheEarthTheNearerEndCounts() throws {
    let leg = Sphere.leg(of: try place(0, -175), from: try place(0, 0), to: try place(0, 170))
    #expect(abs(leg.distance - 15 * 60.04046073261873) < 1e-6)
  }

  private func place(_ latitude: Double, _ longitude: Double) throws -> Coordinate {
    try #require(Coordinate(latitude: latitude, longitude: longitude))
  }
}

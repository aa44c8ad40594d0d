import Geography
import Testing

@Suite struct GeoBoxTests {
  @Test func numbersOutOfRangeAreNoPlaceAndNoBox() {
    for (latitude, longitude) in [(91, 0), (-90.1, 0), (0, 180.1), (.nan, 0), (0, .infinity)] {
      #expect(Coordinate(latitude: latitude, longitude: longitude) == nil)
    }
    #expect(GeoBox(south: 10, west: 0, north: 5, east: 1) == nil)
    #expect(GeoBox(south: .nan, west: 0, north: 5, east: 1) == nil)
    #expect(GeoBox(south: 0, west: -181, north: 5, east: 1) == nil)
  }

  @Test func cornersMayBeGivenInAnyOrder() throws {
    let one = try #require(Coordinate(latitude: 10, longitude: 20))
    let other = try #require(Coordinate(latitude: -5, longitude: 3))
    let box = GeoBox(corner: one, corner: other)
    #expect(box == GeoBox(corner: other, corner: one))
    #expect(box == GeoBox(south: -5, west: 3, north: 10, east: 20))
  }

  @Test func aBoxAcrossTheAntimeridianHoldsBothSides() throws {
    let box = try #require(GeoBox(south: -20, west: 177, north: -15, east: -178))
    #expect(box.longitudeSpan == 5)
    #expect(box.contains(latitude: -16, longitude: 179))
    #expect(box.contains(latitude: -16, longitude: -179))
    #expect(box.contains(latitude: -16, longitude: 180))
    #expect(!box.contains(latitude: -16, longitude: 0))
    #expect(box.centre.longitude == 179.5)
  }

  @Test func theEdgeAt180IsBothMeridians() throws {
    let box = try #require(GeoBox(south: 0, west: 170, north: 1, east: 180))
    #expect(box.contains(latitude: 0, longitude: -180))
    #expect(!box.contains(latitude: 0, longitude: -179.9))
  }

  @Test func aPoleLiesOnEveryMeridian() throws {
    let box = try #require(GeoBox(south: 80, west: 0, north: 90, east: 10))
    #expect(box.contains(latitude: 90, longitude: -120))
    #expect(!box.contains(latitude: 89.9, longitude: -120))
  }

  @Test func paddingTurnsRoundAndIsCutAtThePoles() throws {
    let box = try #require(GeoBox(south: 70, west: 170, north: 85, east: 178))
    let padded = box.padded(by: 2)
    #expect(padded == GeoBox(south: 62.5, west: 166, north: 90, east: -178))
    #expect(padded.contains(box))
    #expect(!box.contains(padded))
    let around = try #require(GeoBox(south: 0, west: -170, north: 1, east: 170)).padded(by: 1.3)
    #expect(around.longitudeSpan == 360)
    let europe = GeoBox(centre: try place(50, 10), latitudeSpan: 30, longitudeSpan: 40).padded(by: 1.3)
    #expect(europe == GeoBox(south: 30.5, west: -16, north: 69.5, east: 36))
  }

  @Test func aSpanOfARoundOrMoreIsTheRound() throws {
    #expect(
      GeoBox(centre: try place(0, 100), latitudeSpan: 400, longitudeSpan: 360)
        == GeoBox(south: -90, west: -180, north: 90, east: 180))
    #expect(GeoBox(centre: try place(0, 179), latitudeSpan: 2, longitudeSpan: 4).crossesAntimeridian)
  }

  private func place(_ latitude: Double, _ longitude: Double) throws -> Coordinate {
    try #require(Coordinate(latitude: latitude, longitude: longitude))
  }
}

import Aviation
import Geography
import Testing

@Suite struct AviationPageTests {
  @Test func theExampleOfThePageHolds() {
    let place = Coordinate(latitude: 51.348099, longitude: -0.558889) ?? GeoBox.world.centre
    let runway = Runway(
      lengthFeet: 2667, surface: "ASP", low: RunwayEnd(ident: "06"), high: RunwayEnd(ident: "24"))
    let fairoaks = Airport(
      icao: "EGTF", name: "Fairoaks Airport", city: "Chobham", country: "GB", position: place,
      runways: [runway])
    let known = KnownAirports(airports: [fairoaks])
    var filter = FilterConfig()
    filter.hasHardRunway = true
    let nearest = known.nearest(to: place, count: 10, filter: filter)  // Fairoaks, 0 NM
    let found = known.rankedSearch("fairo").airports  // Fairoaks
    #expect(nearest.map(\.distance) == [0])
    #expect(found == [fairoaks])
  }
}

import Geography
import Testing

@Suite struct GeographyPageTests {
  @Test func theExampleOfThePageHolds() {
    let fairoaks = Coordinate(latitude: 51.348099, longitude: -0.558889) ?? GeoBox.world.centre
    let cannes = Coordinate(latitude: 43.547998, longitude: 6.955176) ?? GeoBox.world.centre
    let distance = Sphere.distance(fairoaks, cannes)  // 558.28 NM
    let bearing = Sphere.initialBearing(from: fairoaks, to: cannes)  // 144.08 degrees true
    let middle = Sphere.destination(from: fairoaks, bearing: bearing, distance: distance / 2)
    let abeam = Sphere.leg(of: middle, from: fairoaks, to: cannes)
    let isOnTrack = abeam.distance < 0.001  // true
    let fiji = GeoBox(south: -20, west: 177, north: -15, east: -178)  // across 180°
    let north = Heading(360).text  // "360", equal to Heading(0)
    #expect(abs(distance - 558.281314890592) < 1e-6)
    #expect(isOnTrack)
    #expect(fiji?.crossesAntimeridian == true)
    #expect(north == "360")
  }
}

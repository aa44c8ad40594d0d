import Aviation
import StrictJSON
import Testing

@Suite struct SurfaceTests {
  @Test func everyCaseOfSurfacesHolds() throws {
    var suite = VectorSuite("surfaces")
    for item in try FixtureFiles.json("surfaces")["cases"]?.array ?? [] {
      suite.begin()
      let text = try #require(item["surface"]?.string)
      suite.check(SurfaceClass(of: text)?.rawValue, item["cls"]?.string, "surface \(text)")
    }
    suite.report()
  }

  @Test func unpavedIsNoHardSurface() {
    #expect(SurfaceClass(of: "unpaved") == nil)
    #expect(SurfaceClass(of: " Paved ") == .hard)
    #expect(SurfaceClass(of: "ASP") == .hard)
    #expect(SurfaceClass(of: "Water") == .water)
    #expect(SurfaceClass(of: "snow/ice") == .snow)
    #expect(SurfaceClass(of: "") == nil)
  }
}

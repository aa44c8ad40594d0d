import Aviation
import Geography
import Testing

@Suite struct LegendTests {
  @Test func theClassesOfAModeDifferInShapeOrSign() {
    for mode in LegendMode.allCases {
      let looks = Legend.classes(of: mode).map { "\($0.shape) \($0.sign)" }
      #expect(Set(looks).count == looks.count, "\(mode)")
    }
  }

  @Test func aCountryKeepsItsColourForEver() {
    #expect(Legend.country("FR").colour == "brown")
    #expect(Legend.country("fr") == Legend.country("FR"))
    #expect(Legend.country("GB").colour == "blue")
    #expect(Legend.country("DE").colour == "teal")
    #expect(Legend.country("").colour == "green")
  }

  @Test func runwayLengthsAreCutAtTheirLimits() {
    func mark(_ feet: Int?) -> LegendMark {
      Legend.mark(facts(runways: feet.map { [$0] } ?? []), in: .runwayLength)
    }
    #expect(mark(8001).shape == .circle)
    #expect(mark(8000).shape == .diamond)
    #expect(mark(4001).sign == .shortBar)
    #expect(mark(4000).shape == .triangle)
    #expect(mark(nil).shape == .ring)
    #expect(mark(nil).size == 10)
  }

  @Test func noticeIsClassedByEasiness() {
    func mark(_ easiness: Int?) -> (String, Int) {
      let mark = Legend.mark(facts(easiness: easiness), in: .notification)
      return (mark.colour, mark.size)
    }
    #expect(mark(100) == ("green", 16))
    #expect(mark(79) == ("blue", 14))
    #expect(mark(59) == ("orange", 12))
    #expect(mark(39) == ("red", 10))
    #expect(mark(nil) == ("gray", 8))
  }

  @Test func relevanceIsTheQuarterOfTheScores() {
    let quarters = RelevanceQuarters(scores: [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8])
    #expect(quarters.quarter(of: 0.1) == 1)
    #expect(quarters.quarter(of: 0.3) == 2)
    #expect(quarters.quarter(of: 0.5) == 3)
    #expect(quarters.quarter(of: 0.7) == 4)
    #expect(quarters.quarter(of: nil) == nil)
    #expect(RelevanceQuarters(scores: [1, 2, 3]).quarter(of: 2) == nil)
    #expect(RelevanceQuarters(scores: [.nan, 1, 2, 3]).quarter(of: 2) == nil)
  }

  @Test func proceduresAreSizedByCountAndColouredByTheBest() {
    func mark(_ kinds: [ApproachKind?]) -> LegendMark {
      let procedures = kinds.map { Procedure(name: "", kind: .approach, approach: $0) }
      return Legend.mark(
        LegendFacts(
          Airport(icao: "X", position: GeoBox.world.centre, procedures: procedures),
          isPointOfEntry: false), in: .procedures)
    }
    #expect(mark([]).size == 8)
    #expect(mark([nil]).colour == "orange")
    #expect(mark([.vor, .rnp]).colour == "#0080FF")
    #expect(mark([.rnp, .ils]).shape == .circle)
    #expect(mark(Array(repeating: .vor, count: 5)).size == 16)
    #expect(mark(Array(repeating: .vor, count: 10)).size == 20)
  }

  @Test func aFilterSaysWhatItDoes() {
    var filter = FilterConfig()
    #expect(filter.description == "No filters")
    #expect(!filter.hasActiveFilters)
    filter.hasILS = false
    filter.openOnly = true
    #expect(filter.activeFilterCount == 0)
    filter.country = "fr"
    filter.minRunwayLengthFt = 4000
    filter.hasAvgas = true
    #expect(filter.description == "Country: FR, Runway ≥ 4000 ft, AVGAS")
    #expect(filter.activeFilterCount == 3)
    filter.reset()
    #expect(filter == .none)
  }

  private func facts(runways: [Int] = [], easiness: Int? = nil) -> LegendFacts {
    let end = RunwayEnd(ident: "")
    return LegendFacts(
      Airport(
        icao: "X", position: GeoBox.world.centre,
        runways: runways.map { Runway(lengthFeet: $0, low: end, high: end) }),
      isPointOfEntry: false, easiness: easiness)
  }
}

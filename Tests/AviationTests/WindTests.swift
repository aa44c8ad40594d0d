import Aviation
import Testing

@Suite struct WindTests {
  @Test func directionsGoRoundTheCircle() {
    let wind = WindComponents(windFrom: 360, runwayHeading: -90, speedKnots: 8)
    #expect(wind.windFrom == 0 && wind.runwayHeading == 270 && wind.offset == 90)
    #expect(wind.across == .left)
    #expect(WindComponents(windFrom: .max, runwayHeading: .min, speedKnots: .max).speedKnots == 999)
    #expect(WindComponents(windFrom: 10, runwayHeading: 20, speedKnots: -5).crosswindKnots == 0)
  }

  /// 5 kt at 30° are 2.5 kt: binary fractions alone would make 2.
  @Test func halvesRoundAwayFromZeroWhereTheyAreExact() {
    #expect(WindComponents(windFrom: 30, runwayHeading: 0, speedKnots: 5).crosswindKnots == 3)
    #expect(WindComponents(windFrom: 300, runwayHeading: 0, speedKnots: 5).headwindKnots == 3)
  }

  /// The plain formulas, for every pair of directions: signs, shares and sides agree.
  @Test func everyPairOfDirectionsAgreesWithItself() {
    var failures: [String] = []
    for from in stride(from: 0, to: 360, by: 5) {
      for heading in stride(from: 0, to: 360, by: 5) {
        let wind = WindComponents(windFrom: from, runwayHeading: heading, speedKnots: 20)
        let square = wind.crosswindShare * wind.crosswindShare + wind.headwindShare * wind.headwindShare
        let fromRight = wind.signedCrosswindKnots > 0
        let fromLeft = wind.signedCrosswindKnots < 0
        let isSound =
          abs(square - 1) < 1e-12 && abs(abs(wind.signedCrosswindKnots) - 20 * wind.crosswindShare) < 1e-9
          && abs(abs(wind.signedHeadwindKnots) - 20 * wind.headwindShare) < 1e-9
          && (wind.across == .left) == fromRight && (wind.across == .right) == fromLeft
          && (wind.along == .ahead) == (wind.signedHeadwindKnots > 0)
          && (wind.along == .behind) == (wind.signedHeadwindKnots < 0)
        if !isSound { failures.append("\(from) on \(heading)") }
      }
    }
    #expect(failures.isEmpty, "\(failures.prefix(5))")
  }

  @Test func theWorstCrosswindFollowsWhatTheReportLeavesOpen() {
    let variable = ReportedWind(direction: .variable, speedKnots: 6, gustKnots: 15)
    #expect(variable.components(runwayHeading: 240) == nil)
    #expect(variable.worstCrosswindKnots(runwayHeading: 240) == 6)
    #expect(variable.worstGustCrosswindKnots(runwayHeading: 240) == 15)
    let fixed = ReportedWind(direction: .from(270), speedKnots: 10)
    #expect(fixed.worstCrosswindKnots(runwayHeading: 240) == 5)
    #expect(fixed.worstGustCrosswindKnots(runwayHeading: 240) == nil)
    var range = ReportedWind(direction: .from(280), speedKnots: 10, variableFrom: 250, variableTo: 340)
    #expect(range.worstCrosswindKnots(runwayHeading: 240) == 10, "330 lies within")
    range.variableTo = 300
    #expect(range.worstCrosswindKnots(runwayHeading: 240) == 9, "300 is the larger end")
    let north = ReportedWind(direction: .from(30), speedKnots: 10, variableFrom: 340, variableTo: 60)
    #expect(north.worstCrosswindKnots(runwayHeading: 90) == 10, "0 lies within a range through north")
    #expect(north.worstCrosswindKnots(runwayHeading: 30) == 8)
  }

  @Test func closedRunwaysAndUnknownDirectionsAreNeverTheBest() {
    let closed = SampleRunways.runway("09", 90, "27", 270, isClosed: true)
    let open = SampleRunways.runway("03", 30, "21", 210)
    let unknown = SampleRunways.runway("HEL", nil, "", nil)
    #expect(BestRunway(of: [closed, unknown, open], windFrom: 90)?.end == "03")
    #expect(BestRunway(of: [closed, unknown], windFrom: 90) == nil)
    #expect(BestRunway(of: [], windFrom: 90) == nil)
    #expect(BestRunway(of: [open], windFrom: 300) == nil, "square to both ends: none is into the wind")
    let numbered = SampleRunways.runway("18R", nil, "36L", nil)
    #expect(BestRunway(of: [numbered], windFrom: 350)?.end == "36L")
  }

  @Test func theBestRunwayIsToldByTheCompass() throws {
    let best = try #require(
      BestRunway(of: [SampleRunways.runway("01", 5, "19", 185)], windFrom: 10, speedKnots: 12))
    #expect(best.magneticHeading(declination: 10) == 355)
    #expect(best.magneticHeading(declination: -3.4) == 8)
    #expect(best.magneticHeading(declination: .nan) == nil)
    #expect(best.wind.headwindKnots == 12)
  }

  @Test func aWindSetByHandKeepsWithinItsRanges() {
    var setting = WindSetting()
    #expect(setting.windFrom == 190 && setting.runwayHeading == 240 && setting.speedKnots == 10)
    setting.speedKnots = 200
    setting.windFrom = 370
    #expect(setting.speedKnots == 75 && setting.windFrom == 10)
    setting.speedKnots = -4
    #expect(setting.speedKnots == 0)
    let spoken = WindSetting(gustKnots: 18)
    #expect(spoken.spoken == "Wind: 1 9 0 at 1 0, Gust 1 8")
    #expect(spoken.spokenClearance == "Runway 2 4, Wind: 1 9 0 at 1 0, Gust 1 8")
  }

  @Test func windsReadAsPilotsWriteThem() {
    #expect(
      ReportedWind(direction: .from(30), speedKnots: 10, gustKnots: 20, variableFrom: 360, variableTo: 60)
        .description
        == "030° 10 kt, gusts 20 kt, between 360° and 060°")
    #expect(ReportedWind(direction: .from(0), speedKnots: 0).description == "calm")
    #expect(ReportedWind(direction: .variable, speedKnots: 3).description == "variable 3 kt")
  }
}

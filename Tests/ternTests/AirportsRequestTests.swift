import Aviation
import StrictJSON
import Testing

@testable import tern

@Suite struct AirportsRequestTests {
  private func request(_ words: String...) throws -> AirportsRequest {
    guard case .airports(let request) = try InvocationParser.parse(["airports"] + words).command else {
      throw UsageProblem(description: "not about airports")
    }
    return request
  }

  @Test func degreesSouthAndWestAreNoOptions() throws {
    #expect(try request("near", "-33.9,18.4").words == ["-33.9,18.4"])
    #expect(try request("near", "-.5", "-.25", "--count", "3").words == ["-.5", "-.25"])
    #expect(throws: UsageProblem.self) { try request("near", "-x") }
  }

  @Test func aTextInWhichNothingIsSeenIsRefused() throws {
    for text in ["", " ", "\u{200E}", "\u{200B}\u{FEFF}\n"] {
      for command in ["search", "notify"] {
        let problem = #expect(throws: UsageProblem.self) { try request(command, text) }
        #expect(problem?.description.hasPrefix("There is nothing to search for") == true)
      }
    }
    #expect(try request("search", "\u{200E}EDDF").action == .search)
    #expect(try request("build", "--smaller").files.isSmaller)
  }

  @Test func anIdentifierIsOneAlsoWithMarksAround() {
    #expect(AirportsWeather.noticeText(["\u{200E}EDDF\u{200E}"]) == nil)
    #expect(AirportsWeather.noticeText(["O/R"]) == nil)
    #expect(AirportsWeather.noticeText(["PPR 24 HR"]) == "PPR 24 HR")
  }

  @Test func whatWasNotUnderstoodHasNoEasiness() {
    let unknown = AirportsWeather.json(AirportNotice(icao: "", fieldText: "zzz"))
    #expect(unknown["easiness"] == .null)
    let known = AirportsWeather.json(AirportNotice(icao: "", fieldText: "H24"))
    #expect(known["easiness"]?.double == 100)
  }

  @Test func countsAndLimitsHaveTheirDefaults() throws {
    #expect(try request("near", "LFPB").limit == 10)
    #expect(try request("near", "LFPB", "--count", "3").limit == 3)
    #expect(try request("search", "paris").limit == 50)
    #expect(try request("search", "paris", "--all").limit == nil)
    #expect(try request("export").limit == nil)
    #expect(try request("export", "--limit", "7").limit == 7)
    #expect(throws: UsageProblem.self) { try request("near", "LFPB", "--count", "3", "--all") }
    #expect(throws: UsageProblem.self) { try request("search", "x", "--limit", "0") }
  }

  @Test func filtersBecomeAConfiguration() throws {
    let filter = try request(
      "filter", "--country", "fr", "--hard", "--entry", "--min-runway", "4000", "--hotel", "at-airport",
      "--aip-field", "Customs", "--aip-text", "H24", "--max-notice", "24"
    ).filter
    var wanted = FilterConfig()
    wanted.country = "FR"
    wanted.hasHardRunway = true
    wanted.pointOfEntry = true
    wanted.minRunwayLengthFt = 4_000
    wanted.hotel = .atAirport
    (wanted.aipField, wanted.aipOperator, wanted.aipValue) = ("Customs", .contains, "H24")
    wanted.maxHoursNotice = 24
    #expect(filter == wanted)
    #expect(try !request("filter").filter.hasActiveFilters)
    #expect(throws: UsageProblem.self) { try request("filter", "--aip-text", "H24") }
    #expect(throws: UsageProblem.self) { try request("filter", "--min-runway", "long") }
    #expect(throws: UsageProblem.self) { try request("filter", "--hotel", "far") }
  }

  @Test func filesMayBeNamedSeveralTimesWhereThatMeansSomething() throws {
    let build = try request("build", "--airports", "a.csv", "--runways", "r.csv", "--runways=o.csv")
    #expect(build.files.runways == ["r.csv", "o.csv"] && build.files.airports == "a.csv")
    #expect(try request("import", "--database", "x.db").files.database == "x.db")
    #expect(try request("import", "--border", "b.csv").action == .takeOver)
    #expect(throws: UsageProblem.self) { try request("import") }
  }

  @Test func optionsOfOtherCommandsAndMissingWordsAreRefused() throws {
    for words in [
      ["show"], ["show", "A", "B"], ["search"], ["near"], ["box"], ["route"], ["metar"], ["notify"],
      ["wind", "EGTF"], ["wind", "EGTF", "--wind", "1/2", "--metar", "x"], ["filter", "x"], ["fly"],
      ["show", "EGTF", "--hard"], ["build", "--hard"], ["metar", "x", "--db", "y"],
      ["search", "x", "--runways", "r.csv"], ["search", "x", "--peer", "a:1"], [],
    ] {
      #expect(throws: UsageProblem.self, "\(words)") {
        try InvocationParser.parse(["airports"] + words)
      }
    }
    #expect(throws: UsageProblem.self) { try InvocationParser.parse(["money", "info", "a", "--hard"]) }
  }

  @Test func winds() throws {
    for (text, degrees, knots, gusts) in [
      ("240/15", 240, 15, nil), ("240/15G25", 240, 15, 25), ("40/5", 40, 5, nil),
      ("24015G25KT", 240, 15, 25), ("360/7g9", 360, 7, 9),
    ] as [(String, Int, Int, Int?)] {
      let wind = try AirportsWeather.wind(text)
      #expect(wind.degrees == degrees && wind.speedKnots == knots && wind.gustKnots == gusts, "\(text)")
    }
    #expect(try AirportsWeather.wind("VRB/3").degrees == nil)
    for text in ["", "x", "400/10", "240/", "/10", "240/15G", "240-15", "240/9999"] {
      #expect(throws: UsageProblem.self, "\(text)") { try AirportsWeather.wind(text) }
    }
  }

  @Test func aTextIsToldFromAnIdentifier() {
    #expect(AirportsWeather.noticeText(["LFAT"]) == nil)
    #expect(AirportsWeather.noticeText(["H24"]) == "H24")
    #expect(AirportsWeather.noticeText(["PPR", "24", "HR"]) == "PPR 24 HR")
    #expect(AirportsWeather.noticeText(["-"]) == "-")
  }

  @Test func numbersAndIdentifiersStandBetweenCommasOrBlanks() {
    #expect(AirportsReading.numbers(["46,0,52,8"]) == [46, 0, 52, 8])
    #expect(AirportsReading.numbers(["46", "-0.5"]) == [46, -0.5])
    #expect(AirportsReading.numbers(["46,x"]) == [])
    #expect(AirportsReading.idents(["egtf,lfat", "LFMD-LFPB"]) == ["EGTF", "LFAT", "LFMD", "LFPB"])
  }
}

import Aviation
import StrictJSON
import Testing
import Timebase

/// Reports with missing, cut and hostile groups: a smaller answer, never a wrong one.
@Suite struct METARTests {
  @Test func whatAReportLeavesOutIsNil() throws {
    let report = try METAR(reading: "LFMD 231500Z AUTO /////KT //// // ////// ///// Q//// ")
    #expect(report.station == "LFMD")
    #expect(report.isAutomatic)
    #expect(report.wind == nil)
    #expect(report.visibility == nil)
    #expect(report.temperature == nil && report.dewPoint == nil && report.pressure == nil)
    #expect(report.ceilingFeet == nil && !report.knowsCeiling)
    #expect(report.flightCategory == nil)
    let some = try METAR(reading: "LFMD 231500Z ///05KT 9999 BKN/// 05/// Q1015")
    #expect(some.wind == ReportedWind(direction: .missing, speedKnots: 5))
    #expect(some.temperature == 5 && some.dewPoint == nil)
    #expect(some.clouds == [CloudLayer(amount: .broken, baseFeet: nil)])
    #expect(some.flightCategory == nil, "a ceiling of unknown height")
  }

  @Test func theCategoryNeedsBothOrTheWorst() throws {
    let categories: [(String, FlightCategory?)] = [
      ("24010KT 9999 Q1015", nil), ("24010KT 9999 NSC Q1015", .vfr), ("24010KT BKN002 Q1015", .lifr),
      ("24010KT BKN020 Q1015", nil), ("24010KT 0500 Q1015", .lifr), ("24010KT 3000 Q1015", nil),
      ("24010KT CAVOK Q1015", .vfr), ("24010KT 9999 FEW002 SCT005 Q1015", .vfr),
      ("24010KT 9999 OVC010 Q1015", .mvfr), ("24010KT 9999 OVC009 Q1015", .ifr),
      ("24010KT 9999 BKN005 Q1015", .ifr), ("24010KT 9999 BKN030 Q1015", .mvfr),
      ("24010KT 9999 BKN031 Q1015", .vfr), ("24010KT 6000 NSC Q1015", .mvfr),
      ("24010KT 1/2SM OVC040", .lifr), ("24010KT 1 1/2SM OVC040", .ifr), ("24010KT 3SM SKC", .mvfr),
      ("24010KT M1/4SM SKC", .lifr), ("24010KT P6SM SKC", .vfr), ("24010KT 9999 VV/// Q1015", nil),
      ("24010KT 9999 ////// Q1015", nil),
    ]
    for (text, expected) in categories {
      #expect(try METAR(reading: "EGTF 010000Z " + text).flightCategory == expected, "\(text)")
    }
  }

  @Test func trendsAndRemarksAreNotTheWeather() throws {
    let report = try METAR(
      reading: "METAR EGLL 010650Z 24010KT 9999 SCT030 10/08 Q1015 TEMPO 0400 FG BKN001 RMK SLP123 A2992")
    #expect(report.visibility?.metres == 10_000)
    #expect(report.ceilingFeet == nil)
    #expect(report.flightCategory == .vfr)
    #expect(report.pressure == .hectopascals(1015))
    #expect(report.unread.isEmpty)
  }

  @Test func moreThanAFigureIsNotThatFigure() throws {
    let wind = try #require(try METAR(reading: "EDDF 010000Z 240P99GP99KT 9999 NSC").wind)
    #expect(wind.isAbove && wind.isGustAbove)
    #expect(wind.description == "240° more than 99 kt, gusts more than 99 kt")
    let metric = try #require(try METAR(reading: "EDDF 010000Z 240P49MPS 9999 NSC").wind)
    #expect(metric.description == "240° more than 95 kt")
    let usual = try #require(try METAR(reading: "EDDF 010000Z 24099KT 9999 NSC").wind)
    #expect(!usual.isAbove && usual.description == "240° 99 kt")
  }

  @Test func aDewPointAboveTheTemperatureIsNoFact() throws {
    #expect(try METAR(reading: "EDDF 010000Z 24010KT 10/25").isDewPointAbove)
    #expect(try METAR(reading: "EDDF 010000Z 24010KT M05/M04").isDewPointAbove)
    #expect(try !METAR(reading: "EDDF 010000Z 24010KT 10/10").isDewPointAbove)
    #expect(try !METAR(reading: "EDDF 010000Z 24010KT 10///").isDewPointAbove)
  }

  @Test func aReportThatOnlySaysThatTheWindIsMissingIsAReport() throws {
    let report = try METAR(reading: "EDDF 010650Z /////KT")
    #expect(report.saysWindIsMissing && report.wind == nil && report.unread.isEmpty)
    #expect(report.station == "EDDF" && report.time?.hour == 6)
    #expect(try !METAR(reading: "EDDF 010650Z 9999").saysWindIsMissing)
  }

  @Test func aSecondReportIsToldAndFillsNothing() throws {
    let texts = [
      "METAR EGLL 010650Z 9999 NSC Q1015\nMETAR EGKB 010650Z 36040KT",
      "EGLL 010650Z 9999 NSC Q1015=\nEGKB 010650Z 36040KT=",
      "EGLL 010650Z 9999 NSC Q1015 EGKB 010650Z 36040KT",
    ]
    for text in texts {
      let report = try METAR(reading: text)
      #expect(report.station == "EGLL" && report.wind == nil && report.hasMoreReports, "\(text)")
    }
    #expect(try !METAR(reading: "METAR EGLL 010650Z 24010KT 9999 NSC Q1015=").hasMoreReports)
  }

  @Test func ofTwoReportsTheFirstIsRead() throws {
    let report = try METAR(
      reading:
        "METAR COR EGLL 010650Z 24010KT 9999 NSC Q1015=\nMETAR EGKB 010650Z 36040KT 0100 FG VV001 Q0990=")
    #expect(report.station == "EGLL")
    #expect(report.wind?.speedKnots == 10)
    #expect(report.flightCategory == .vfr)
  }

  @Test func otherUnitsBecomeKnots() throws {
    #expect(try METAR(reading: "UUEE 010000Z 24010MPS 9999 NSC").wind?.speedKnots == 19)
    #expect(try METAR(reading: "UUEE 010000Z 24010G15MPS 9999 NSC").wind?.gustKnots == 29)
    #expect(try METAR(reading: "EDDF 010000Z 24036KMH 9999 NSC").wind?.speedKnots == 19)
    #expect(try METAR(reading: "EDDF 010000Z 240P99KT 9999 NSC").wind?.speedKnots == 99)
  }

  @Test func illegibleGroupsAreKeptAndNotGuessed() throws {
    let report = try METAR(
      reading: "EGLL 012599Z 99910KT 24010G05KT 4000X BKN0A0 M0/09 Q9999 A9999 1/0SM ÄÖÜ１２３４ 400KT 18/09")
    #expect(report.station == "EGLL")
    #expect(report.time == nil && report.wind == nil && report.visibility == nil && report.pressure == nil)
    #expect(report.unread.count == 11)
  }

  @Test func whatIsNoReportIsSaidSo() {
    func error(_ text: String) -> METARError? {
      do throws(METARError) { _ = try METAR(reading: text) } catch { return error }
      return nil
    }
    #expect(error("") == .empty)
    #expect(error(" \n\t ") == .empty)
    #expect(error("METAR") == .notAReport)
    #expect(error("EGLL") == .notAReport)
    #expect(error("EGLL 010650Z") == .notAReport)
    #expect(error("hello out there") == .notAReport)
    #expect(error("METAR EGLL 010650Z NIL=") == .noReport)
    #expect(error("TAF EGLL 010650Z 0106/0212 24010KT 9999 NSC") == .forecast)
    #expect(error(String(repeating: "A", count: 5_000)) == .tooLong(bytes: 5_000, maximum: METAR.bytesMax))
    for error in [METARError.empty, .forecast, .noReport, .notAReport, .tooLong(bytes: 9, maximum: 1)] {
      #expect(error.description.count > 10)
    }
  }

  @Test func manyGroupsAreCapped() throws {
    let report = try METAR(reading: "EGLL 24010KT " + String(repeating: "ZZ9 ", count: 500))
    #expect(report.unread.count == METAR.unreadMax)
    let clouds = try METAR(reading: "EGLL 24010KT " + String(repeating: "FEW010 ", count: 200))
    #expect(clouds.clouds.count == 8)
  }

  @Test func theTimeIsTheLastOneThatIsNotAhead() throws {
    let time = try #require(ReportTime(day: 30, hour: 23, minute: 50))
    func at(_ day: String, _ hour: Int) throws -> Timestamp {
      let start = try #require(UTCDay(day)).startSeconds
      return Timestamp(milliseconds: UInt64(start + Int64(hour) * 3600) * 1000)
    }
    let october = try #require(UTCDay("2026-10-30")).startSeconds + 23 * 3600 + 50 * 60
    #expect(time.seconds(now: try at("2026-11-01", 0)) == october)
    #expect(time.seconds(now: try at("2026-11-29", 12)) == october)
    let november = try #require(UTCDay("2026-11-30")).startSeconds + 23 * 3600 + 50 * 60
    #expect(time.seconds(now: try at("2026-11-30", 23)) == november, "fifty minutes ahead: a clock is wrong")
    #expect(time.ageMinutes(now: try at("2026-12-01", 0)) == 10)
    #expect(time.ageMinutes(now: try at("2026-12-01", 1)) == nil)
    let first = try #require(ReportTime(day: 1, hour: 0, minute: 10))
    let december = try #require(UTCDay("2026-12-01")).startSeconds + 600
    #expect(first.seconds(now: try at("2026-11-30", 24)) == december)
    #expect(ReportTime(day: 0, hour: 1, minute: 1) == nil)
    #expect(ReportTime(day: 1, hour: 24, minute: 1) == nil)
    #expect(time.seconds(now: Timestamp(milliseconds: .max)) == nil)
  }

  @Test func aGustIsReadUnderEitherName() throws {
    for name in ["wind_gust", "gust_speed"] {
      let text = #"{"wind_direction":{"value":240},"wind_speed":{"value":15},"\#(name)":{"value":25}}"#
      let report = try METAR(json: Array(text.utf8))
      #expect(report.wind == ReportedWind(direction: .from(240), speedKnots: 15, gustKnots: 25), "\(name)")
    }
    let null = #"{"wind_direction":null,"wind_speed":{"value":3},"wind_gust":null}"#
    #expect(
      try METAR(json: Array(null.utf8)).wind == ReportedWind(direction: .variable, speedKnots: 3))
  }

  @Test func jsonIsReadWithItsUnitsAndRefusedWithoutFigures() throws {
    let text = """
      {"station":"EGLL","time":{"dt":"2026-11-30T06:50:00Z"},"units":{"wind_speed":"m/s","visibility":"sm"},
       "wind_direction":{"value":240},"wind_speed":{"value":10.0},"visibility":{"value":2},
       "clouds":[{"type":"BKN","altitude":8}],"temperature":{"value":-2},"altimeter":{"value":29.92}}
      """
    let value = try JSONValue(parsing: Array(text.utf8))
    let report = try METAR(value)
    #expect(report.wind?.speedKnots == 19)
    #expect(report.flightCategory == .ifr)
    #expect(report.pressure?.hectopascals == 1013)
    #expect(METAR.observedSeconds(value) == (try #require(UTCDay("2026-11-30"))).startSeconds + 24_600)
    for bad in ["[]", "{}", "3", "{", #"{"wind_speed":{"value":-5}}"#, #"{"wind_speed":{"value":1e300}}"#] {
      #expect(throws: METARError.self, "\(bad)") { try METAR(json: Array(bad.utf8)) }
    }
    for zone in ["2026-11-30T06:50:00+02:00", "2026-11-30", "x", "2026-13-30T06:50:00Z"] {
      let value = JSONValue.object([
        JSONMember(name: "time", value: .object([JSONMember(name: "dt", value: .string(zone))]))
      ])
      #expect(METAR.observedSeconds(value) == nil, "\(zone)")
    }
  }

  /// Groups of real reports cut, joined and filled with junk: whatever is read lies in the ranges of what
  /// is told.
  @Test func damagedReportsGiveNoImpossibleFigures() throws {
    let groups = [
      "METAR", "EGLL", "010650Z", "24015G25KT", "VRB03KT", "/////KT", "250V320", "9999", "0400", "CAVOK",
      "P6SM",
      "1", "1/2SM", "R24/1200", "BKN028CB", "OVC///", "VV001", "//////", "M02/M04", "18/", "Q1015", "A2992",
      "TEMPO",
      "RMK", "=", "é", "\u{0}", "99999999999999999999", "-", "+", "SM", "KT", "G", "V",
    ]
    var random = SeededNumbers(seed: 9)
    var read = 0
    var failures: [String] = []
    for _ in 0..<20_000 {
      var text = (0..<Int.random(in: 1...9, using: &random)).map { _ in
        groups.randomElement(using: &random) ?? ""
      }.joined(separator: Bool.random(using: &random) ? " " : "")
      if Bool.random(using: &random), let cut = text.indices.randomElement(using: &random) {
        text.remove(at: cut)
      }
      guard let report = try? METAR(reading: text) else { continue }
      read += 1
      let isSound =
        (report.wind?.degrees).map { (0...360).contains($0) } ?? true
        && (0...999).contains(report.wind?.speedKnots ?? 0)
        && (report.wind?.gustKnots ?? 999) >= (report.wind?.speedKnots ?? 0)
        && (0...100_000).contains(report.visibility?.metres ?? 0)
        && (report.ceilingFeet ?? 0) <= 99_900 && (850...1101).contains(report.pressure?.hectopascals ?? 1000)
        && abs(report.temperature ?? 0) <= 99
      if !isSound { failures.append(text) }
    }
    #expect(failures.isEmpty, "\(failures.prefix(3))")
    #expect(read > 5_000)
  }
}

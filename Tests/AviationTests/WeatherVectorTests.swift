import Aviation
import Foundation
import Geography
import StrictJSON
import Testing

/// Wind, best runway, declination and reports against the shared vectors.
@Suite struct WeatherVectorTests {
  @Test func windComponentsAreThoseOfTheVectors() throws {
    var suite = VectorSuite("wind")
    for test in try FixtureFiles.cases("wind") {
      suite.begin()
      let wind = WindComponents(
        windFrom: test.int("wind_dir") ?? -1, runwayHeading: test.int("runway_heading") ?? -1,
        speedKnots: test.int("speed") ?? -1)
      let name = "\(wind.windFrom) on \(wind.runwayHeading)"
      suite.check(wind.offset, test.int("offset") ?? -1, "\(name) offset")
      suite.check(percent(wind.crosswindShare), test.int("crosswind_percent") ?? -1, "\(name) across")
      suite.check(percent(wind.headwindShare), test.int("headwind_percent") ?? -1, "\(name) along")
      suite.check(wind.crosswindKnots, test.int("crosswind_speed_rounded") ?? -1, "\(name) kt across")
      suite.check(wind.headwindKnots, test.int("headwind_speed_rounded") ?? -1, "\(name) kt along")
      suite.check(wind.along.rawValue, test.string("direct_direction") ?? "", "\(name) direct")
      suite.check(wind.across.rawValue, test.string("cross_direction") ?? "", "\(name) cross")
      suite.check(
        wind.signedHeadwindKnots, test.double("signed_headwind") ?? .nan, within: 0.0001, "\(name) signed")
      suite.check(
        wind.signedCrosswindKnots, test.double("signed_crosswind_from_right_positive") ?? .nan,
        within: 0.0001,
        "\(name) signed across")
      let reported = ReportedWind(
        direction: .from(wind.windFrom), speedKnots: wind.speedKnots, gustKnots: test.int("gust"))
      let gust = reported.gustComponents(runwayHeading: wind.runwayHeading)
      suite.check(gust == nil, test.int("gust") == nil, "\(name) gust")
      if let gust {
        suite.check(
          gust.signedHeadwindKnots, test.double("signed_gust_headwind") ?? .nan, within: 0.0001,
          "\(name) gust")
        suite.check(
          gust.signedCrosswindKnots, test.double("signed_gust_crosswind") ?? .nan, within: 0.0001,
          "\(name) gust")
      }
    }
    suite.report()
  }

  @Test func bestRunwaysAreThoseOfTheVectors() throws {
    var suite = VectorSuite("best_runway")
    for test in try FixtureFiles.cases("best_runway") {
      suite.begin()
      let icao = test.string("icao") ?? ""
      let runways = try #require(SampleRunways.all[icao])
      let wind = try #require(test.int("wind_true"))
      let best = BestRunway(of: runways, windFrom: wind)
      suite.check(best?.trueHeading, test["best"]?.int("true_heading"), "\(icao) in \(wind)")
      suite.check(best?.runway, test["best"]?.string("runway"), "\(icao) in \(wind)")
      // The reference leaves out what has no heading of its own, and does not leave out what is closed.
      let open = runways.filter { $0.low.headingTrue != nil }.map { runway in
        var runway = runway
        runway.isClosed = false
        return runway
      }
      let legacy = BestRunway(of: open, windFrom: wind)
      suite.check(
        legacy?.trueHeading, test["legacy_best_including_closed"]?.int("true_heading"),
        "\(icao) in \(wind), all")
      suite.check(
        legacy?.runway, test["legacy_best_including_closed"]?.string("runway"), "\(icao) in \(wind), all")
    }
    suite.report()
  }

  @Test func declinationsAreThoseOfTheVectors() throws {
    var suite = VectorSuite("magnetic")
    let model = try MagneticModel(parsing: FixtureFiles.magneticModel())
    for test in try FixtureFiles.cases("magnetic") {
      suite.begin()
      let place = try #require(
        Coordinate(latitude: test.double("lat") ?? .nan, longitude: test.double("lon") ?? .nan))
      let found = model.declination(
        at: place, altitudeKm: (test.double("elevation_ft") ?? 0) * 0.0003048,
        decimalYear: test.double("decimal_year") ?? 0)
      // The vectors allow 0.02°; both reckon the same sums, so that a tenth of it would be a mistake.
      suite.check(
        found ?? .nan, test.double("declination_deg_east") ?? .nan, within: 0.002, test.string("icao") ?? "")
    }
    suite.report()
  }

  @Test func reportsReadAsInTheVectors() throws {
    var suite = VectorSuite("metar")
    for test in try FixtureFiles.cases("metar") {
      suite.begin()
      let raw = test.string("raw") ?? ""
      let report = try METAR(reading: raw)
      suite.check(report.station, test.string("icao"), "\(raw): station")
      suite.check(report.wind?.degrees, test.int("wind_direction"), "\(raw): direction")
      suite.check(report.wind?.speedKnots, test.int("wind_speed"), "\(raw): speed")
      suite.check(report.wind?.gustKnots, test.int("wind_gust"), "\(raw): gust")
      suite.check(report.wind?.variableFrom, test.int("wind_variable_from"), "\(raw): from")
      suite.check(report.wind?.variableTo, test.int("wind_variable_to"), "\(raw): to")
      suite.check(report.visibility?.metres, test.int("visibility_meters"), "\(raw): metres")
      // The library of the vectors multiplies by 0.000621371.
      suite.check(
        report.visibility?.statuteMiles ?? .nan, test.double("visibility_sm") ?? .nan, within: 0.00001,
        "\(raw): miles")
      suite.check(report.isCAVOK, test["cavok"]?.bool ?? false, "\(raw): CAVOK")
      suite.check(report.ceilingFeet, test.int("ceiling_ft"), "\(raw): ceiling")
      suite.check(report.temperature, test.int("temperature"), "\(raw): temperature")
      suite.check(report.dewPoint, test.int("dewpoint"), "\(raw): dew point")
      suite.check(report.pressure?.hectopascals, test.int("altimeter"), "\(raw): pressure")
      suite.check(report.flightCategory?.rawValue, test.string("flight_category"), "\(raw): category")
      suite.check(report.unread, [], "\(raw): unread")
    }
    suite.report()
  }

  private func percent(_ share: Double) -> Int { Int((share * 100).rounded()) }
}

/// Runways of eight airports as the database of the vectors has them (OurAirports, public domain).
enum SampleRunways {
  static let all: [String: [Runway]] = [
    "EGKB": [runway("03", 26, "21", 206), runway("11", 105, "29", 285, isClosed: true)],
    "EGLL": [runway("09L", 89.6, "27R", 269.6), runway("09R", 90, "27L", 270)],
    "LFMD": [runway("04", 44, "22", 224), runway("17", 173, "35", 353), runway("17L", 173, "35R", 353)],
    "LFAT": [runway("06", nil, "24", nil, isClosed: true), runway("13", 133, "31", 313)],
    "EGTF": [runway("06", 59, "24", 239)],
    "EGBJ": [
      runway("04", 35, "22", 215), runway("09", 85, "27", 265), runway("18", 174, "36", 354, isClosed: true),
    ],
    "LSGS": [
      runway("07", 73, "25", 253), runway("07G", 73, "25G", 253), runway("HEL", nil, "", nil, isClosed: true),
    ],
    "EBOS": [runway("08", 75, "26", 256), runway("14", 137, "32", 317, isClosed: true)],
  ]

  static func runway(
    _ low: String, _ lowHeading: Double?, _ high: String, _ highHeading: Double?, isClosed: Bool = false
  ) -> Runway {
    Runway(
      isClosed: isClosed, low: RunwayEnd(ident: low, headingTrue: lowHeading),
      high: RunwayEnd(ident: high, headingTrue: highHeading))
  }
}

extension FixtureFiles {
  /// The list `cases` of a vector file.
  static func cases(_ name: String) throws -> [JSONValue] { try list(name, "cases") }

  static func list(_ name: String, _ key: String) throws -> [JSONValue] {
    try #require(try json(name)[key]?.array)
  }

  /// The World Magnetic Model of 2025 as NOAA published it (public domain).
  static func magneticModel() throws -> [UInt8] {
    let url = try #require(Bundle.module.url(forResource: "Fixtures/WMM_2025", withExtension: "COF"))
    return Array(try Data(contentsOf: url))
  }
}

extension JSONValue {
  func int(_ name: String) -> Int? { self[name]?.double.map { Int($0) } }
  func double(_ name: String) -> Double? { self[name]?.double }
  func string(_ name: String) -> String? { self[name]?.string }
  func flag(_ name: String) -> Bool? { self[name]?.bool }
}

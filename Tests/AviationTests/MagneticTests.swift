import Aviation
import Geography
import Testing

@Suite struct MagneticTests {
  /// Poles, both sides of 180°, heights and years, computed by pygeomag 1.1.0 from the same coefficients:
  /// latitude, longitude, kilometres, year, declination, horizontal field in nanotesla.
  private static let computed: [(Double, Double, Double, Double, Double, Double)] = [
    (89.9, 10, 0, 2025.0, 23.4774, 1837.3),
    (-89.9, -170, 0, 2029.9, 137.5879, 16796.3),
    (90, 0, 0, 2026.0, 16.1089, 1791.4),
    (-90, 45, 10, 2027.5, -76.9671, 16713.5),
    (0, 180, 0, 2025.5, 9.9621, 33933.5),
    (0, -180, 0, 2025.5, 9.9621, 33933.5),
    (60, 179.9, 5, 2028.0, 0.2627, 17869.9),
    (60, -179.9, 5, 2028.0, 0.3574, 17864.4),
    (0, 0, 0, 2025.0, -4.0162, 27521.5),
    (80, 0, 28, 2025.0, 1.1606, 6435.5),
    (0, 120, 28, 2025.0, -0.1546, 39107.3),
    (-80, -120, 28, 2025.0, 68.6171, 16615.6),
    (80, 0, 48, 2027.5, 2.3852, 6358.1),
    (-80, -120, 0, 2029.5, 68.2550, 16916.8),
    (-29.948, -125.694, 7.81, 2025.35, 16.7623, 26247.2),
    (6.1, -48.352, 0.7, 2027.49, -18.5287, 28217.8),
    (-78.626, -23.888, 0.84, 2025.44, -4.6714, 19267.5),
    (-12.832, 117.667, 1.49, 2026.09, 1.0106, 36063.8),
    (21.664, 161.175, 6.93, 2026.94, 2.8622, 31387.3),
    (80.963, -163.23, 10.3, 2026.42, -0.7986, 3422.0),
    (-60.477, -137.595, 3.7, 2029.0, 42.7542, 18744.4),
    (-54.277, 29.376, 7.67, 2026.82, -42.2085, 16552.6),
    (8.117, -157.396, 0.72, 2026.01, 8.8628, 30416.1),
    (30.668, -26.067, 3.77, 2027.87, -6.8058, 29723.7),
    (-7.959, -72.084, 9.53, 2028.43, -8.9514, 24651.5),
    (-43.504, 26.793, 6.3, 2029.29, -38.7071, 13860.2),
    (39.006, -76.342, 11.76, 2025.58, -11.0617, 21321.4),
    (-13.919, 92.571, 1.82, 2027.4, -3.2405, 33903.5),
    (-78.335, 60.558, 9.17, 2027.81, -76.6990, 17970.2),
    (63.831, -67.051, 8.34, 2027.91, -23.8111, 9839.5),
    (13.582, -15.766, 10.08, 2029.63, -4.8875, 32291.5),
    (-4.403, 59.095, 0.73, 2028.44, -5.4263, 34141.0),
    (25.012, 177.515, 9.86, 2026.39, 6.6392, 28179.7),
    (-19.415, 60.715, 0.27, 2027.26, -16.9037, 25010.4),
    (-56.432, -137.846, 0.71, 2028.76, 37.4683, 19780.4),
    (-63.012, -90.859, 4.69, 2029.27, 29.9134, 21176.3),
    (-71.301, -18.293, 6.59, 2029.33, -8.6766, 18620.4),
    (54.278, 131.034, 3.34, 2027.03, -14.1044, 19407.6),
    (-24.009, 138.309, 11.49, 2025.74, 5.6958, 29893.7),
    (-55.043, -96.496, 2.8, 2027.38, 28.5068, 21696.3),
  ]

  @Test func theFieldIsThatOfAnotherProgramEverywhere() throws {
    let model = try MagneticModel(parsing: FixtureFiles.magneticModel())
    var suite = VectorSuite("magnetic-world")
    for (latitude, longitude, altitude, year, declination, horizontal) in Self.computed {
      suite.begin()
      let place = try #require(Coordinate(latitude: latitude, longitude: longitude))
      let field = try #require(model.field(at: place, altitudeKm: altitude, decimalYear: year))
      let name = "\(latitude) \(longitude) \(year)"
      suite.check(field.horizontal, horizontal, within: 0.2, "\(name): horizontal")
      let found = model.declination(at: place, altitudeKm: altitude, decimalYear: year)
      if horizontal < MagneticModel.horizontalMin {
        suite.check(found, nil, "\(name): no compass")
      } else {
        suite.check(found ?? .nan, declination, within: 0.001, name)
      }
    }
    suite.report()
  }

  @Test func outsideItsYearsTheModelSaysNothing() throws {
    let model = try MagneticModel(parsing: FixtureFiles.magneticModel())
    #expect(model.name == "WMM-2025" && model.epoch == 2025)
    let place = try #require(Coordinate(latitude: 51, longitude: 0))
    #expect(model.declination(at: place, decimalYear: 2024.99) == nil)
    #expect(model.declination(at: place, decimalYear: 2030) == nil)
    #expect(model.declination(at: place, decimalYear: .nan) == nil)
    #expect(model.declination(at: place, altitudeKm: .infinity, decimalYear: 2026) == nil)
    #expect(model.declination(at: place, decimalYear: 2029.99) != nil)
  }

  @Test func damagedCoefficientsAreRefusedWithTheirPlace() throws {
    let bytes = try FixtureFiles.magneticModel()
    let text = String(decoding: bytes, as: UTF8.self)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    func error(_ lines: [String]) -> MagneticModelError? {
      do throws(MagneticModelError) {
        _ = try MagneticModel(parsing: Array(lines.joined(separator: "\n").utf8))
      } catch { return error }
      return nil
    }
    #expect(error(lines) == nil)
    #expect(error([]) == .noHeading)
    #expect(error(["nan WMM-2025"]) == .noHeading)
    #expect(error(Array(lines.prefix(50))) == .incomplete(found: 49, expected: 90))
    #expect(error([lines[0], lines[1], lines[1]]) == .duplicate(degree: 1, order: 0))
    #expect(error([lines[0], "  1  0  -29351.8       0.0       12.0"]) == .badLine(2))
    #expect(error([lines[0], "  13  0  1 1 1 1"]) == .badLine(2))
    #expect(error([lines[0], "  1  2  1 1 1 1"]) == .badLine(2))
    #expect(error([lines[0], "  1  0  inf 1 1 1"]) == .badLine(2))
    #expect(error([String(repeating: "1", count: 70_000)]) == .tooLarge(bytes: 70_000, maximum: 65_536))
    let carriage = lines.joined(separator: "\r\n")
    #expect(try MagneticModel(parsing: Array(carriage.utf8)) == MagneticModel(parsing: bytes))
  }

  /// Every form of field 205 that the sample database has, and a few more.
  @Test func printedVariationsAreReadWhenTheySayOneThing() {
    let readable: [(String, Double, Double?, Double?)] = [
      ("0.59°E 2022 0.19°E", 0.59, 2022, 0.19), ("0.22°W 2022 0.20°E", -0.22, 2022, 0.20),
      ("1.5208°E", 1.5208, nil, nil), ("0.79°E ( 2022 ) / 0.19°E", 0.79, 2022, 0.19),
      ("1°E (2020).", 1, 2020, nil), ("7.5'E.", 0.125, nil, nil), ("1° E (2020)/9'E", 1, 2020, 0.15),
      ("1°E (2020) / INFO not AVBL", 1, 2020, nil), ("2° E (2016.5) / 0°10’ eastwards", 2, 2016.5, 1.0 / 6),
      ("4°E (2019) / 0.15° increasing", 4, 2019, 0.15), ("4o E (2020) / + 10 MIN", 4, 2020, 1.0 / 6),
      ("3° W (2020) / 12' decreasing", -3, 2020, 0.2), ("VAR 2°30' W 2021", -2.5, 2021, nil),
    ]
    for (text, east, year, change) in readable {
      guard let found = PublishedVariation(reading: text) else {
        Issue.record("\(text) was not read")
        continue
      }
      #expect(abs(found.degreesEast - east) < 1e-9 && found.year == year, "\(text): \(found)")
      #expect(
        found.yearlyChange == nil ? change == nil : abs((found.yearlyChange ?? 0) - (change ?? 9)) < 1e-9,
        "\(text)")
    }
    for text in [
      "", "nan", "Increasing: 12", "1.20°E 0.39°E 2027 2022 0.17°E 0.20°E", "7°", "°E", "2°E 2020 2021",
      "999°E",
      "not AVBL", "12345678901234567890°E", String(repeating: "1°E ", count: 500),
    ] {
      #expect(PublishedVariation(reading: text) == nil, "\(text.prefix(40))")
    }
    let known = PublishedVariation(reading: "2°E (2020) / 0.2°E")
    #expect(abs((known?.degreesEast(in: 2025) ?? 0) - 3) < 1e-9)
    #expect(known?.degreesEast(in: 2050) == 2, "a change of thirty years is not reckoned on")
  }

  @Test func theBestSourceIsTakenAndNamed() throws {
    let model = try MagneticModel(parsing: FixtureFiles.magneticModel())
    let place = try #require(Coordinate(latitude: 51.4706, longitude: -0.461941))
    let far = try #require(Coordinate(latitude: 40, longitude: -0.5))
    let near = try #require(Coordinate(latitude: 51.3, longitude: 0))
    let navaids = [("FAR", far, 5.0), ("BIG", near, 1.5)].compactMap {
      NavaidVariation(ident: $0, position: $1, degreesEast: $2)
    }
    let inside = try #require(UTCDay("2026-01-01"))
    let outside = try #require(UTCDay("2031-01-01"))
    let first = Declination.best(
      at: place, elevationFeet: 83, day: inside, model: model, published: "9°E", navaids: navaids)
    #expect(first?.description == "1.0° E (WMM-2025)")
    let second = Declination.best(
      at: place, elevationFeet: 83, day: outside, model: model, published: "2°W (2021)", navaids: navaids)
    #expect(second?.description == "2.0° W (AIP, 2021)")
    let third = Declination.best(
      at: place, elevationFeet: 83, day: outside, model: model, published: "nan", navaids: navaids)
    #expect(third?.source == .navaid(ident: "BIG", distanceNM: Sphere.distance(place, near)))
    #expect(
      Declination.best(at: place, elevationFeet: 0, day: outside, model: nil, navaids: [navaids[0]]) == nil)
    #expect(NavaidVariation(ident: "X", position: near, degreesEast: .nan) == nil)
    #expect(first?.magnetic(of: 269.6)?.degrees == 269)
  }
}

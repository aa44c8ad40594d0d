import Aviation
import Geography
import Testing

@Suite struct SunTests {
  /// Sunrise, sunset, begin and end of civil twilight in seconds since 1970, computed by astral 3.2; nil
  /// where the sun does not come to that height.
  private static let computed: [(String, Double, Double, String, Int64?, Int64?, Int64?, Int64?)] = [
    ("EGLL", 51.4706, -0.461941, "2026-01-01", 1767254860, 1767283401, 1767252420, 1767285841),
    ("EGLL", 51.4706, -0.461941, "2026-03-20", 1773986699, 1774030474, 1773984667, 1774032512),
    ("EGLL", 51.4706, -0.461941, "2026-06-21", 1782013500, 1782073340, 1782010582, 1782076257),
    ("EGLL", 51.4706, -0.461941, "2026-09-23", 1790142583, 1790186265, 1790140545, 1790188296),
    ("EGLL", 51.4706, -0.461941, "2026-11-30", 1796024631, 1796054207, 1796022252, 1796056585),
    ("LFMD", 43.548, 6.955176, "2026-01-01", 1767251139, 1767283558, 1767249146, 1767285551),
    ("LFMD", 43.548, 6.955176, "2026-03-20", 1773984954, 1774028645, 1773983209, 1774030394),
    ("LFMD", 43.548, 6.955176, "2026-06-21", 1782013880, 1782069398, 1782011683, 1782071596),
    ("LFMD", 43.548, 6.955176, "2026-09-23", 1790140837, 1790184466, 1790139089, 1790186210),
    ("LFMD", 43.548, 6.955176, "2026-11-30", 1796021063, 1796054218, 1796019104, 1796056176),
    ("ENTC", 69.683, 18.919, "2026-01-01", nil, nil, 1767255989, 1767272975),
    ("ENTC", 69.683, 18.919, "2026-03-20", 1773981870, 1774026072, 1773978188, 1774029783),
    ("ENTC", 69.683, 18.919, "2026-06-21", nil, nil, nil, nil),
    ("ENTC", 69.683, 18.919, "2026-09-23", 1790137708, 1790181769, 1790134001, 1790185448),
    ("ENTC", 69.683, 18.919, "2026-11-30", nil, nil, 1796024746, 1796044767),
    ("YSSY", -33.946, 151.177, "2026-01-01", 1767206860, 1767258569, 1767205083, 1767260344),
    ("YSSY", -33.946, 151.177, "2026-03-20", 1773950297, 1773994011, 1773948771, 1773995535),
    ("YSSY", -33.946, 151.177, "2026-06-21", 1781989231, 1782024811, 1781987533, 1782026508),
    ("YSSY", -33.946, 151.177, "2026-09-23", 1790106258, 1790149912, 1790104734, 1790151438),
    ("YSSY", -33.946, 151.177, "2026-11-30", 1795977462, 1796028611, 1795975720, 1796030357),
    ("SCEL", -33.393, -70.786, "2026-01-01", 1767260245, 1767311760, 1767258486, 1767313517),
    ("SCEL", -33.393, -70.786, "2026-03-20", 1774003598, 1774047231, 1774002082, 1774048745),
    ("SCEL", -33.393, -70.786, "2026-06-21", 1782042426, 1782078175, 1782040741, 1782079860),
    ("SCEL", -33.393, -70.786, "2026-09-23", 1790159479, 1790203207, 1790157965, 1790204723),
    ("SCEL", -33.393, -70.786, "2026-11-30", 1796030807, 1796081834, 1796029079, 1796083566),
    ("NZAA", -37.008, 174.792, "2026-01-01", 1767200681, 1767253408, 1767198803, 1767255283),
    ("NZAA", -37.008, 174.792, "2026-03-20", 1773944611, 1773988361, 1773943025, 1773989944),
    ("NZAA", -37.008, 174.792, "2026-06-21", 1781984055, 1782018650, 1781982278, 1782020427),
    ("NZAA", -37.008, 174.792, "2026-09-23", 1790100589, 1790144253, 1790099006, 1790145838),
    ("NZAA", -37.008, 174.792, "2026-11-30", 1795971326, 1796023412, 1795969490, 1796025252),
    ("PHNL", 21.319, -157.922, "2026-01-01", 1767287381, 1767326478, 1767285903, 1767327956),
    ("PHNL", 21.319, -157.922, "2026-03-20", 1774024537, 1774068159, 1774023181, 1774069517),
    ("PHNL", 21.319, -157.922, "2026-06-21", 1782057049, 1782105382, 1782055529, 1782106903),
    ("PHNL", 21.319, -157.922, "2026-09-23", 1790180461, 1790223990, 1790179104, 1790225346),
    ("PHNL", 21.319, -157.922, "2026-11-30", 1796057550, 1796096902, 1796056086, 1796098366),
    ("FAOR", -26.139, 28.246, "2026-01-01", 1767237503, 1767286955, 1767235911, 1767288545),
    ("FAOR", -26.139, 28.246, "2026-03-20", 1773979841, 1774023471, 1773978432, 1774024878),
    ("FAOR", -26.139, 28.246, "2026-06-21", 1782017639, 1782055419, 1782016092, 1782056966),
    ("FAOR", -26.139, 28.246, "2026-09-23", 1790135753, 1790179401, 1790134345, 1790180811),
    ("FAOR", -26.139, 28.246, "2026-11-30", 1796008007, 1796057081, 1796006439, 1796058652),
    ("SKBO", 4.702, -74.147, "2026-01-01", 1767265481, 1767308149, 1767264105, 1767309525),
    ("SKBO", 4.702, -74.147, "2026-03-20", 1774004453, 1774048025, 1774003185, 1774049293),
    ("SKBO", 4.702, -74.147, "2026-06-21", 1782038806, 1782083408, 1782037419, 1782084795),
    ("SKBO", 4.702, -74.147, "2026-09-23", 1790160352, 1790203911, 1790159085, 1790205179),
    ("SKBO", 4.702, -74.147, "2026-11-30", 1796035758, 1796078477, 1796034395, 1796079841),
  ]

  @Test func sunriseAndSunsetAreThoseOfAnotherProgram() throws {
    var suite = VectorSuite("sun")
    for (name, latitude, longitude, text, rise, set, dawn, dusk) in Self.computed {
      suite.begin()
      let place = try #require(Coordinate(latitude: latitude, longitude: longitude))
      let sun = SunDay(at: place, on: try #require(UTCDay(text)))
      Self.check(sun.daylight, rise, set, "\(name) \(text): sun", &suite)
      Self.check(sun.civil, dawn, dusk, "\(name) \(text): twilight", &suite)
    }
    suite.report()
  }

  private static func check(
    _ span: SunDay.Span, _ begin: Int64?, _ end: Int64?, _ name: String, _ suite: inout VectorSuite
  ) {
    guard let begin, let end else {
      if case .between = span { suite.check(true, false, "\(name): no rise is expected") }
      return
    }
    guard case .between(let first, let last) = span else {
      return suite.check(false, true, "\(name): \(span)")
    }
    suite.check(Double(first), Double(begin), within: 90, "\(name) begins")
    suite.check(Double(last), Double(end), within: 90, "\(name) ends")
  }

  @Test func daysWithoutSunriseAreToldAsSuch() throws {
    let tromso = try #require(Coordinate(latitude: 69.683, longitude: 18.919))
    let winter = SunDay(at: tromso, on: try #require(UTCDay("2026-12-21")))
    #expect(winter.daylight == .never)
    guard case .between = winter.civil else {
      Issue.record("there is a twilight at noon")
      return
    }
    let summer = SunDay(at: tromso, on: try #require(UTCDay("2026-06-21")))
    #expect(summer.daylight == .always && summer.civil == .always)
  }

  @Test func polesAndEdgesOfTheCalendarGiveAnAnswer() throws {
    for latitude in [90.0, -90, 89.99, 0] {
      for day in ["0001-01-01", "9999-12-31", "2026-03-20", "2024-02-29"] {
        for longitude in [-180.0, 0, 180] {
          let place = try #require(Coordinate(latitude: latitude, longitude: longitude))
          let sun = SunDay(at: place, on: try #require(UTCDay(day)))
          if case .between(let begin, let end) = sun.daylight { #expect(begin < sun.noon && sun.noon < end) }
        }
      }
    }
    let pole = try #require(Coordinate(latitude: 90, longitude: 0))
    #expect(SunDay(at: pole, on: try #require(UTCDay("2026-06-21"))).daylight == .always)
    #expect(SunDay(at: pole, on: try #require(UTCDay("2026-12-21"))).daylight == .never)
  }

  @Test func daysAreReadWrittenAndCounted() throws {
    #expect(UTCDay("2026-02-29") == nil && UTCDay("2026-2-01") == nil && UTCDay("0000-01-01") == nil)
    #expect(UTCDay(seconds: .max) == nil && UTCDay(seconds: .min) == nil)
    #expect(UTCDay(seconds: -1)?.description == "1969-12-31")
    let day = try #require(UTCDay("2026-11-30"))
    #expect(day.weekday == 0 && day.dayOfYear == 333)
    #expect(abs(day.decimalYear - 2026.9123) < 0.0001)
    let wrong = stride(from: -719_162, through: 2_932_896, by: 997).filter { number in
      guard let day = UTCDay(number: number) else { return true }
      return UTCDay(day.description) != day || UTCDay(year: day.year, month: day.month, day: day.day) != day
    }
    #expect(wrong.isEmpty, "\(wrong.prefix(3))")
  }
}

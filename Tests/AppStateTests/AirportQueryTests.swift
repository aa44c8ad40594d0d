import AppState
import Aviation
import Testing

/// Addresses of the pages of Airports: what cannot be read is left out, and nothing traps.
@Suite struct AirportQueryTests {
  private static let names = [
    "q", "route", "from", "via", "to", "corridor", "near", "radius", "legend", "at", "airport", "tab", "f",
    "country", "entry", "procedures", "hard", "lighted", "ils", "rnav", "precision", "avgas", "jet", "open",
    "aip",
    "small", "min", "max", "field", "notice", "fee", "hotel", "restaurant", "other",
  ]
  private static let values = [
    "", "0", "1", "-1", "9223372036854775808", "1e400", "nan", "50.5,1.6,7.5", "91,181,3", "50,10",
    "50,10,1e9",
    "a,b,c", "EDLE LFAT", "edle,ebkt lfat", "type", "ifr", "aip", "at_airport", "FR", "fr", "FRA", "\u{0}",
    "\u{202E}<script>", String(repeating: "é", count: 5_000), String(repeating: "EDLE ", count: 500), "*/(",
    "💶",
    "4000", "12.5", "LFAT", "-0",
  ]

  @Test func everyPairOfFieldsIsReadWithoutTrapAndReadsBackTheSame() {
    var failures: [String] = []
    for first in Self.names {
      for value in Self.values {
        for second in Self.names {
          let items = [
            (name: first, value: value),
            (name: second, value: Self.values[value.utf8.count % Self.values.count]),
            (name: "f", value: "1"),
          ]
          let query = AirportQuery(items: items)
          if AirportQuery(items: query.items) != query {
            failures.append("\(first)=\(value.prefix(20)) \(second)")
          }
          if query.route.count > AirportQuery.routePointsMax { failures.append("long route") }
        }
      }
    }
    #expect(failures.isEmpty, "\(failures.prefix(5))")
  }

  @Test func severalCodesAreARouteWithAllItsPoints() {
    #expect(AirportQuery.routePoints(in: "edle ebkt lfat") == ["EDLE", "EBKT", "LFAT"])
    for text in ["EDLE", "EDLE LF", "LE TOUQUET", "ED1E LFAT", ""] {
      #expect(AirportQuery.routePoints(in: text) == nil, "\(text)")
    }
    let asked = AirportQuery(items: [("from", "EDLE"), ("via", "EBKT"), ("via", "EBOS"), ("to", "LFAT")])
    #expect(asked.route == ["EDLE", "EBKT", "EBOS", "LFAT"])
  }

  @Test func filtersAreThoseChosenLastUnlessTheAddressMeansThem() {
    #expect(AirportQuery(items: [("hard", "1")]).filters == nil)
    #expect(AirportQuery(items: [("f", "1")]).filters == FilterConfig())
    #expect(
      AirportQuery(items: [("f", "1"), ("hard", "1"), ("min", "4000")]).filters?.minRunwayLengthFt == 4_000)
  }

  @Test func settingsReadBackTheSame() {
    for distance in AviationUnits.Distance.allCases {
      for length in AviationUnits.Length.allCases {
        for legend in LegendMode.allCases {
          var settings = AirportSettings()
          settings.units = AviationUnits(distance: distance, altitude: length, runway: length)
          settings.legend = legend
          settings.onlyProcedures = length == .feet
          settings.country = "FR"
          #expect(AirportSettings(items: settings.items) == settings)
        }
      }
    }
  }
}

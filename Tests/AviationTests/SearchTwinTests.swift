import Aviation
import Foundation
import Geography
import Testing

/// Search against a twin that splits strings, and what it must find.
@Suite struct SearchTwinTests {
  @Test func tenThousandSearchesEqualTheSlowTwin() {
    let failures = compare(searches: 10_000, seed: 0x5EA4C4) { $0.split { !($0.isLetter || $0.isNumber) } }
    #expect(failures.isEmpty, "\(failures.prefix(5).joined(separator: "\n"))")
  }

  @Test func aTwinThatSplitsAtBlanksOnlyIsFoundOut() {
    #expect(compare(searches: 2000, seed: 1) { $0.split(separator: " ") }.count > 20)
  }

  @Test func accentsAndCaseDoNotMatter() throws {
    let place = try #require(Coordinate(latitude: 1, longitude: 1))
    let names = ["Châteauroux", "Tromsø", "Łódź", "Zürich", "Málaga", "Ærø", "İzmir"]
    let airports = names.enumerated().map { Airport(icao: "AA0\($0)", name: $1, position: place) }
    let known = KnownAirports(airports: airports)
    let texts = ["chateauroux", "TROMSO", "lodz", "zurich", "MALAGA", "aero", "izmir"]
    for (text, name) in zip(texts, names) {
      #expect(known.rankedSearch(text).airports.map(\.name) == [name], "\(text)")
    }
    #expect(known.rankedSearch("  ").airports.isEmpty)
    #expect(known.rankedSearch("\u{0}").airports.isEmpty)
  }

  @Test func invisibleCharactersAroundACodeDoNotMatter() throws {
    let place = try #require(Coordinate(latitude: 1, longitude: 1))
    let known = KnownAirports(airports: [Airport(icao: "EDDF", name: "Frankfurt", position: place)])
    let texts = ["\u{200E}EDDF\u{200E}", "\u{FEFF}eddf\u{200B}", "\u{1B}\u{2066}EDDF\n", "\u{AD}Frank"]
    for text in texts {
      #expect(known.rankedSearch(text).airports.map(\.icao) == ["EDDF"], "\(text.debugDescription)")
    }
    #expect(known.airport("\u{202A}eddf\u{202C} ")?.icao == "EDDF")
    #expect(known.rankedSearch("\u{200B}").airports.isEmpty)
  }

  @Test func aListThatIsCutSaysHowMuch() throws {
    let place = try #require(Coordinate(latitude: 1, longitude: 1))
    let airports = (0..<60).map { Airport(icao: "E\(100 + $0)", position: place) }
    let found = KnownAirports(airports: airports).rankedSearch("e1", limit: 50)
    #expect(found.airports.count == 50)
    #expect(found.total == 60)
    #expect(found.hiddenCount == 10)
  }

  @Test func aRouteKeepsItsMiddlePoints() {
    #expect(RouteQuery("egtf  lflx\tLFMD")?.idents == ["EGTF", "LFLX", "LFMD"])
    for text in ["EGTF", "", "EGTF LFM", "EGTF LFMDX", "EGTF L1MD", "EGTF LFMÉ", "EGTF, LFMD"] {
      #expect(RouteQuery(text) == nil, "\(text)")
    }
  }

  private func compare(
    searches: Int, seed: UInt64, words: (String) -> [Substring]
  ) -> [String] {
    var random = SeededNumbers(seed: seed)
    let airports = RandomWorld.airports(20, &random).sorted(by: Self.isShownEarlier)
    let known = KnownAirports(airports: airports)
    let keyed = airports.map { airport in
      (airport, [airport.icao, airport.iataCode ?? "", airport.name, airport.city].map(Self.key))
    }
    let texts = keyed.flatMap { $0.1 }.filter { !$0.isEmpty }
    let splits = Dictionary(texts.map { ($0, words($0)) }) { first, _ in first }
    var failures: [String] = []
    for number in 0..<searches {
      let text = random.pick(texts)
      let start = random.whole(0...(text.count - 1))
      let needle = Self.key(
        String(text.dropFirst(random.chance(50) ? 0 : start).prefix(random.whole(1...5))))
      var tiers = [[String]](repeating: [], count: 8)
      for (airport, keys) in keyed {
        if let tier = Self.tier(keys, needle, splits) { tiers[tier].append(airport.icao) }
      }
      let expected = Array(tiers.joined())
      let found = known.rankedSearch(needle.uppercased(), limit: 100).airports.map(\.icao)
      if found != (needle.isEmpty ? [] : expected) {
        failures.append("search \(number) of seed \(seed), \(needle): \(found) for \(expected)")
      }
    }
    return failures
  }

  private static func tier(_ keys: [String], _ needle: String, _ splits: [String: [Substring]]) -> Int? {
    let (icao, iata, name, city) = (keys[0], keys[1], keys[2], keys[3])
    func begins(_ text: String) -> Bool {
      text.hasPrefix(needle) || (splits[text] ?? []).contains { $0.hasPrefix(needle) }
    }
    if icao == needle { return 0 }
    if iata == needle { return 1 }
    if icao.hasPrefix(needle) { return 2 }
    if begins(name) { return 3 }
    if begins(city) { return 4 }
    if icao.contains(needle) { return 5 }
    if name.contains(needle) { return 6 }
    return city.contains(needle) ? 7 : nil
  }

  private static func isShownEarlier(_ one: Airport, _ other: Airport) -> Bool {
    let lengths = (one.longestRunwayFeet() ?? 0, other.longestRunwayFeet() ?? 0)
    return lengths.0 == lengths.1
      ? one.icao.utf8.lexicographicallyPrecedes(other.icao.utf8) : lengths.0 > lengths.1
  }

  /// Foundation's own folding, with the two letters of the world that it leaves.
  private static func key(_ text: String) -> String {
    text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
      .replacingOccurrences(of: "ł", with: "l").replacingOccurrences(of: "ø", with: "o")
      .trimmingCharacters(in: .whitespaces)
  }
}

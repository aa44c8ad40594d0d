import Aviation
import Geography
import StrictJSON
import Testing

@Suite struct ExchangeTests {
  @Test func anUnknownElevationLeavesAsUnknown() throws {
    let place = try #require(Coordinate(latitude: 51, longitude: -1))
    let row = try #require(ExportRow(Airport(icao: "AAAA", position: place)))
    let export = AirportExport(title: "", source: "", rows: [row])
    #expect(AirportTable.text([row]).contains(",51,-1,,"))
    #expect(!GPXFile.text(export).contains("<ele>"))
    let json = GeoJSONFile.text(export)
    #expect(json.contains("\"elevation_ft\":null"))
    #expect(try GeoJSONFile.export(of: Array(json.utf8)).rows == [row])
    #expect(Airport(icao: "AAAA", position: place).json["elevation_ft"] == .null)
  }

  @Test func everyFormReadsBackAsItWasWritten() throws {
    var random = SeededNumbers(seed: 5)
    for _ in 0..<200 {
      let rows = (0..<random.whole(0...12)).compactMap { row($0, &random) }
      let idents = rows.map(\.ident)
      let route = idents.isEmpty || random.chance(50) ? [] : (0..<3).map { _ in random.pick(idents) }
      let export = AirportExport(title: text(&random), source: text(&random), rows: rows, route: route)
      #expect(try GPXFile.export(of: Array(GPXFile.text(export).utf8)) == export)
      #expect(try GeoJSONFile.export(of: Array(GeoJSONFile.text(export).utf8)) == export)
      #expect(try AirportTable.rows(of: Array(AirportTable.text(rows).utf8)) == rows)
    }
  }

  private func row(_ number: Int, _ random: inout SeededNumbers) -> ExportRow? {
    let position = Coordinate(
      latitude: random.chance(20) ? 0.00001 : random.real(-90...90),
      longitude: random.chance(20) ? -180 : random.real(-180...180))
    guard let position else { return nil }
    return ExportRow(
      ident: "K\(number)", name: text(&random), city: text(&random), country: random.chance(50) ? "FR" : "",
      position: position, elevationFeet: random.chance(80) ? random.whole(-1_300...15_000) : nil,
      kind: random.chance(50) ? "small_airport" : "", longestRunwayFeet: random.chance(50) ? 2667 : nil,
      distanceNM: random.chance(50) ? random.real(0...500) : nil, note: text(&random) + "\n" + text(&random))
  }

  private func text(_ random: inout SeededNumbers) -> String {
    let parts = [
      "a", "é", ",", ";", "\"", "'", "<b>", "&amp;", "]]>", "\n", "\r", "\t", " ", "🛩", "\u{0}", "=", "{",
      "\\",
    ]
    return (0..<random.whole(0...8)).map { _ in random.pick(parts) }.joined()
  }

  @Test func aPointThatAFilterPassesOverStaysInItsRoute() throws {
    let idents = ["AAAA", "BBBB", "CCCC", "DDDD"]
    let airports = try idents.enumerated().map { index, ident in
      let position = try #require(Coordinate(latitude: 50, longitude: Double(index)))
      return Airport(icao: ident, country: index == 1 ? "FR" : "DE", position: position)
    }
    let known = KnownAirports(airports: airports)
    var french = FilterConfig()
    french.country = "FR"
    let answer = known.route(["AAAA", "CCCC", "DDDD", "CCCC"], corridorNM: 20, filter: french)
    #expect(answer.rows.map(\.airport.icao) == ["BBBB"])
    let rows = AirportExport.rows(along: answer, kept: answer.rowsAlongTrack, points: airports)
    #expect(rows.map(\.ident) == idents)
    #expect(rows.map { $0.distanceNM ?? -1 } == rows.map { $0.distanceNM ?? -1 }.sorted())
    let route = answer.points.map(\.ident)
    let export = AirportExport(title: "t", source: "s", rows: rows, route: route)
    #expect(export.route == route)
    #expect(try GPXFile.export(of: Array(GPXFile.text(export).utf8)) == export)
    #expect(AirportExport.rows(along: answer, kept: [], points: []).isEmpty)
  }

  /// Found by the fuzzer: a quote and a combining mark are one character.
  @Test func quotesUnderCombiningMarksAreQuotes() throws {
    let place = try #require(Coordinate(latitude: 50.5, longitude: 1.6))
    let row = try #require(
      ExportRow(ident: "LFAT", name: "(\"q\"\u{319}\"q\"", position: place, note: "<\u{338}b>"))
    #expect(try AirportTable.rows(of: Array(AirportTable.text([row]).utf8)) == [row])
    let export = AirportExport(title: "\"\u{319}", source: "&\u{319}", rows: [row])
    #expect(try GPXFile.export(of: Array(GPXFile.text(export).utf8)) == export)
    #expect(try GeoJSONFile.export(of: Array(GeoJSONFile.text(export).utf8)) == export)
    let shown = AnswerMarkup.escapedHTML([.text("<\u{338}script>\"\u{319}")])
    #expect(!shown.unicodeScalars.contains("<") && !shown.unicodeScalars.contains("\""))
  }

  /// Found by the fuzzer: a mark whose letter was dropped is dropped too, before it is written.
  @Test func marksWithoutALetterDoNotLeave() throws {
    let place = try #require(Coordinate(latitude: 50.5, longitude: 1.6))
    for ident in [
      "\u{11} \u{11}\u{319}\"\u{11}", "\u{319}\u{319} \u{319}a", " \u{200D}\u{319} \u{319}b \u{319}c",
    ] {
      let row = try #require(ExportRow(ident: ident, position: place, note: ident))
      #expect(try AirportTable.rows(of: Array(AirportTable.text([row]).utf8)) == [row])
      #expect(ExportRow(ident: row.ident, position: place, note: row.note) == row)
    }
  }

  @Test func aRowWithoutIdentifierOrWithWildFiguresIsMadeSmaller() throws {
    let place = try #require(Coordinate(latitude: 1, longitude: 2))
    #expect(ExportRow(ident: " \u{0}", position: place) == nil)
    let row = try #require(
      ExportRow(
        ident: "EGTF", name: String(repeating: "x", count: 9_000), position: place, elevationFeet: .max,
        longestRunwayFeet: -5, distanceNM: .nan))
    #expect(row.name.utf8.count == ExportRow.textBytesMax)
    #expect(row.elevationFeet == nil && row.longestRunwayFeet == nil && row.distanceNM == nil)
    let export = AirportExport(title: "", source: "", rows: [row], route: ["EGTF", "XXXX"])
    #expect(export.route == ["EGTF"])
  }

  @Test func exportsSayThatTheyAreNotForNavigation() throws {
    let export = AirportExport(title: "T", source: "OurAirports of 2026-08-22", rows: [])
    for text in [GPXFile.text(export), GeoJSONFile.text(export)] {
      #expect(text.contains("not for navigation") && text.contains("OurAirports of 2026-08-22"))
    }
  }

  @Test func foreignAndBrokenFilesAreRefusedOrGiveWhatTheyHave() throws {
    let other = """
      <?xml version="1.0"?><!-- c --><gpx xmlns="x"><wpt lat="1.5" lon='2'>
      <name><![CDATA[A&B]]></name><ele>10.5</ele>
      <unknown><deep/></unknown></wpt></gpx>
      """
    let read = try GPXFile.export(of: Array(other.utf8))
    #expect(read.rows.first?.ident == "A&B" && read.rows.first?.elevationFeet == 34)
    for bad in [
      "", "x", "<gpx>", "<gpx></gpy>", "<gpx/>x", "<gpx a=1/>", "<gpx a='1' a='2'/>", "<!DOCTYPE gpx><gpx/>",
      "<gpx>&bogus;</gpx>", "<gpx>&#0;</gpx>", "<gpx><wpt lat='91' lon='0'><name>A</name></wpt></gpx>",
      "<gpx><wpt lat='1' lon='0'></wpt></gpx>", "<kml/>", String(repeating: "<a>", count: 1_000), "<gpx><",
      "<![CDATA[", "<gpx><![CDATA[", "<?", "<!--", "</", "&", "<gpx a='", "<gpx>\u{FFFD}</gpx",
    ] {
      #expect(throws: ExchangeError.self, "\(bad.prefix(40))") { try GPXFile.export(of: Array(bad.utf8)) }
    }
    #expect(throws: ExchangeError.self) {
      try GPXFile.export(of: Array("<gpx>".utf8) + [0xFF] + Array("</gpx>".utf8))
    }
    for bad in ["", "{}", "[]", #"{"type":"FeatureCollection","features":[{}]}"#] {
      #expect(throws: ExchangeError.self, "\(bad)") { try GeoJSONFile.export(of: Array(bad.utf8)) }
    }
    for bad in [
      "", "a,b\n1,2", "ident,latitude,longitude\n\"A,1,2", "ident,latitude,longitude\nA,1",
      "ident,latitude,longitude\n\"A\"x,1,2", "ident,latitude,longitude\n,1,2",
      "ident,latitude,longitude\nA,nan,2",
    ] {
      #expect(throws: ExchangeError.self, "\(bad)") { try AirportTable.rows(of: Array(bad.utf8)) }
    }
    let table = "\u{FEFF}longitude,ident,more,latitude\n2,A,x,1\n\n3,B,y,1"
    #expect(try AirportTable.rows(of: Array(table.utf8)).map(\.ident) == ["A", "B"])
  }
}

@Suite struct AviationUnitsTests {
  /// Every setting of a unit changes its figures, and only those.
  @Test func everyUnitHasItsFigures() {
    let usual = AviationUnits()
    #expect(usual.text(distanceNM: 12.34) == "12.3 NM")
    #expect(usual.text(altitudeFeet: 1582) == "1582 ft" && usual.text(runwayFeet: 6070) == "6070 ft")
    #expect(AviationUnits(distance: .kilometres).text(distanceNM: 10) == "18.5 km")
    #expect(AviationUnits(distance: .statuteMiles).text(distanceNM: 10) == "11.5 mi")
    #expect(AviationUnits(altitude: .metres).text(altitudeFeet: 1582) == "482 m")
    #expect(AviationUnits(altitude: .metres).text(runwayFeet: 1582) == "1582 ft")
    #expect(AviationUnits(runway: .metres).text(runwayFeet: 6070) == "1850 m")
    #expect(AviationUnits.metres(ofFeet: -11) == -3 && AviationUnits.metres(ofFeet: .max) == 3_048_000)
    #expect(usual.text(distanceNM: .nan) == "? NM" && usual.text(distanceNM: -0.04) == "0.0 NM")
    #expect(AviationUnits.Distance(rawValue: "km") == .kilometres)
    #expect(AviationUnits.Length(rawValue: "meters") == .metres)
  }

  @Test func numbersAreWrittenWithoutExponents() {
    for (value, text) in [
      (1.0, "1"), (0.00001, "0.00001"), (-1.5e-7, "-0.00000015"), (1e20, "100000000000000000000"),
      (123.456, "123.456"),
      (0, "0"), (-0.25, "-0.25"), (.nan, "0"),
    ] {
      #expect(Decimals.exact(value) == text)
    }
    var random = SeededNumbers(seed: 1)
    let values = (0..<5_000).map { _ in random.real(-180...180) * (random.chance(30) ? 1e-6 : 1) }
    let lossy = values.filter { Double(Decimals.exact($0)) != $0 || Decimals.exact($0).contains("e") }
    #expect(lossy.isEmpty, "\(lossy.prefix(3))")
    #expect(Decimals.fixed(2.25, places: 1) == "2.3" && Decimals.fixed(-2.25, places: 1) == "-2.3")
    #expect(Decimals.fixed(1e300, places: 1) == "?" && Decimals.fixed(3.7, places: 0) == "4")
  }

  @Test func placesAndTimesReadAsPilotsWriteThem() {
    #expect(AviationFormat.position(latitude: 51.4706, longitude: -0.461941) == "51.4706°N 0.4619°W")
    #expect(AviationFormat.position(latitude: -0.00001, longitude: 180) == "0.0000°N 180.0000°E")
    #expect(AviationFormat.clock(1_795_910_400 + 5 * 3600 + 12 * 60 + 59) == "0512 UTC")
    #expect(AviationFormat.clock(-60) == "2359 UTC")
  }
}

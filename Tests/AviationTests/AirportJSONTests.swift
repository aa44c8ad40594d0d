import Aviation
import Geography
import StrictJSON
import Testing
import Timebase

@Suite struct AirportJSONTests {
  @Test func anAirportIsReadBackAsWritten() throws {
    let airport = try wholeAirport()
    let text = airport.json.serialized()
    let back = Airport(json: try JSONValue(parsing: Array(text.utf8)))
    #expect(back == airport)
  }

  @Test func keysOfDatabasesAndServicesAreTakenToo() throws {
    let text = """
      {"ident":"EGTF","name":"","municipality":"Chobham","iso_country":"GB","latitude_deg":51.3,
       "longitude_deg":-0.5,"elevation_ft":80.9,"type":"spaceport","continent":"XX",
       "runways":[{"length_ft":2667.0,"lighted":1,"closed":0,"le_ident":"06","he_ident":"24"}],
       "procedures":[{"name":"A","procedure_type":"hover"}],
       "aip_entries":[{"section":"cellar","field":"Remarks","std_field_id":999}]}
      """
    let airport = try #require(Airport(json: try JSONValue(parsing: Array(text.utf8))))
    #expect(airport.icao == "EGTF")
    #expect(airport.name == "EGTF")
    #expect(airport.city == "Chobham")
    #expect(airport.country == "GB")
    #expect(airport.elevationFeet == 80)
    #expect(airport.kind == .other)
    #expect(airport.continent == .unknown)
    #expect(airport.runways.first?.lengthFeet == 2667)
    #expect(airport.runways.first?.isLighted == true)
    #expect(airport.procedures.isEmpty)
    #expect(airport.entries.first?.section == .operational)
    #expect(airport.entries.first?.standardField == nil)
    #expect(airport.entries.first?.ident == "EGTF")
  }

  @Test func whatHasNoPlaceIsNoAirport() throws {
    for text in [
      #"{"icao":"EGTF"}"#, #"{"latitude":1,"longitude":2}"#, "[]", "null",
      #"{"icao":"EGTF","latitude":91,"longitude":2}"#,
    ] {
      #expect(Airport(json: try JSONValue(parsing: Array(text.utf8))) == nil, "\(text)")
    }
  }

  @Test func timesWithoutZoneAndWithMicrosecondsAreRead() {
    let whole = AirportTime.timestamp("2026-11-29T00:00:00")
    #expect(whole?.milliseconds == 1_795_910_400_000)
    #expect(whole.map(AirportTime.text) == "2026-11-29T00:00:00Z")
    let micro = AirportTime.timestamp("2025-11-02T23:38:24.006552")
    #expect(micro.map(AirportTime.text) == "2025-11-02T23:38:24.006Z")
    #expect(
      AirportTime.timestamp("2025-11-02 23:38:24+01:30") == AirportTime.timestamp("2025-11-02T22:08:24Z"))
    #expect(AirportTime.timestamp("2024-02-29T23:59:59").map(AirportTime.text) == "2024-02-29T23:59:59Z")
    for bad in [
      "", "2025-11-02", "2025-02-29T00:00:00", "2025-13-01T00:00:00", "2025-11-02T24:00:00",
      "2025-11-02T00:00:00.", "2025-11-02T00:00:00X", "1969-12-31T23:59:59",
    ] {
      #expect(AirportTime.timestamp(bad) == nil, "\(bad)")
    }
  }

  private func wholeAirport() throws -> Airport {
    let place = try #require(Coordinate(latitude: 51.25, longitude: -0.5))
    return Airport(
      icao: "EGTF", name: "Fairoaks", city: "Chobham", country: "GB", isoRegion: "GB-ENG", kind: .small,
      continent: .europe, position: place, elevationFeet: 80, hasScheduledService: false,
      gpsCode: "EGTF", iataCode: "FRK", localCode: "L", homeLink: "http://a", wikipediaLink: "http://b",
      keywords: "k", sources: ["ourairports", "uk"], createdAt: Timestamp(milliseconds: 1_700_000_000_001),
      updatedAt: Timestamp(milliseconds: 1_700_000_000_000),
      runways: [
        Runway(
          lengthFeet: 2667, widthFeet: 89, surface: "ASP", isLighted: true, isClosed: false,
          low: RunwayEnd(
            ident: "06", position: place, elevationFeet: 80.5, headingTrue: 57.25,
            displacedThresholdFeet: 10), high: RunwayEnd(ident: "24"))
      ],
      procedures: [
        Procedure(
          name: "RNP RWY 24", kind: .approach, approach: .rnp, runwayNumber: "24", runwayLetter: nil,
          runwayIdent: "24", source: "s", authority: "EGC", rawName: "RNP RWY 24 (A)")
      ],
      entries: [
        AIPEntry(
          ident: "EGTF", section: .handling, field: "Fuel", value: "AVGAS",
          standardField: StandardField(id: 402), mappingScore: 0.5, altField: "Carburant",
          altValue: "100LL", source: "uk")
      ])
  }
}

import Aviation
import Geography
import Testing

@Suite struct ModelTests {
  @Test func theSideLetterIsNeverDoubled() {
    func runway(_ number: String?, _ letter: String?, _ ident: String?) -> String? {
      Procedure(
        name: "", kind: .approach, runwayNumber: number, runwayLetter: letter, runwayIdent: ident
      ).fullRunway
    }
    #expect(runway("09L", "L", "09L") == "09L")
    #expect(runway("09", "L", nil) == "09L")
    #expect(runway("09", nil, "27") == "09")
    #expect(runway(nil, "L", "27R") == "27R")
    #expect(runway("", nil, "") == nil)
  }

  @Test func standardFieldsAreToldByNumber() throws {
    #expect(StandardField.all.count == 34)
    #expect(StandardField(id: 206)?.name == "AD Administration")
    #expect(StandardField(id: 301)?.name == "AD Administration")
    #expect(StandardField(id: 206) != StandardField(id: 301))
    #expect(StandardField(id: 312)?.section == .operational)
    #expect(StandardField(name: "Remarks", section: .passenger)?.id == 507)
    #expect(StandardField(id: 402)?.name == "Fuel and oil types")
    #expect(StandardField(id: 313) == nil)
    #expect(StandardField(id: -1) == nil)
  }

  @Test func aMissingHeadingIsNotNorth() throws {
    let (south, north) = (try place(50, 5), try place(50.02, 5))
    let stored = Runway(low: RunwayEnd(ident: "09", headingTrue: 93.5), high: RunwayEnd(ident: "27"))
    #expect(stored.heading(of: .low) == RunwayHeading(93.5, from: .stored))
    #expect(stored.heading(of: .high) == RunwayHeading(273.5, from: .stored))
    let ends = Runway(
      low: RunwayEnd(ident: "18", position: north), high: RunwayEnd(ident: "36", position: south))
    #expect(ends.heading(of: .low) == RunwayHeading(180, from: .ends))
    let painted = Runway(low: RunwayEnd(ident: "04L"), high: RunwayEnd(ident: ""))
    #expect(painted.heading(of: .low) == RunwayHeading(40, from: .number))
    #expect(painted.heading(of: .high) == RunwayHeading(220, from: .number))
    for odd in ["N", "", "H1", "37", "00", "123", "9LL", "-1"] {
      #expect(Runway(low: RunwayEnd(ident: odd), high: RunwayEnd(ident: "")).heading(of: .low) == nil)
    }
    #expect(RunwayEnd(ident: "09", headingTrue: .nan).headingTrue == nil)
    let same = Runway(
      low: RunwayEnd(ident: "N", position: south), high: RunwayEnd(ident: "S", position: south))
    #expect(same.heading(of: .low) == nil)
  }

  @Test func oneOrderOfPrecisionRanksApproaches() {
    #expect(ApproachKind.allCases.map(\.precisionRank) == Array(1...8))
    #expect(Procedure(name: "", kind: .approach).precisionRank == 999)
    let airport = airport(procedures: [
      Procedure(name: "A", kind: .approach, approach: .loc, runwayNumber: "09"),
      Procedure(name: "B", kind: .approach, approach: .vor, runwayNumber: "09"),
      Procedure(name: "C", kind: .approach, approach: .vor, runwayNumber: "09"),
      Procedure(name: "D", kind: .departure, approach: .ils, runwayNumber: "09"),
      Procedure(name: "E", kind: .approach, approach: .ils, runwayNumber: "27"),
      Procedure(name: "F", kind: .approach, runwayNumber: "09"),
    ])
    #expect(airport.mostExactApproach(to: "09")?.name == "B")
    #expect(airport.mostExactApproach(to: "18") == nil)
  }

  @Test func bothNamesOfTheCategoryAreTaken() {
    #expect(ApproachPrecision(text: "rnp") == .rnav)
    #expect(ApproachPrecision(text: "RNAV") == .rnav)
    #expect(ApproachPrecision(text: "non-precision") == .nonPrecision)
    #expect(ApproachPrecision(text: "?") == nil)
  }

  @Test func fuelIsReadFromItsOwnFieldAlone() {
    func entry(_ id: Int, _ value: String, alt: String? = nil) -> AIPEntry {
      AIPEntry(
        ident: "X", section: .handling, field: "f", value: value, standardField: StandardField(id: id),
        altValue: alt)
    }
    let remark = FuelAvailability(of: [entry(407, "JET A1, AVGAS: ask")])
    #expect(remark.avgas == nil && remark.jetA == nil)
    let first = FuelAvailability(of: [entry(402, "100LL"), entry(402, "JET A1")])
    #expect(first.avgas == true && first.jetA == false)
    let second = FuelAvailability(of: [entry(402, "Carburant", alt: "AVTUR, 100/LL")])
    #expect(second.avgas == true && second.jetA == true)
    for none in ["NIL", "nil.", "N/A", " Not available "] {
      #expect(FuelAvailability(text: none).avgas == false)
    }
    #expect(FuelAvailability(text: "Jetsam").jetA == false)
    #expect(FuelAvailability(text: " ").jetA == nil)
  }

  @Test func unknownWordsFallBackInsteadOfFailing() {
    #expect(AirportKind(text: "heliport") == .other)
    #expect(AirportKind(text: nil) == .other)
    #expect(Continent(text: "EU") == .europe)
    #expect(Continent(text: "eu?") == .unknown)
    #expect(AIPSection(text: "cellar") == .operational)
    #expect(ApproachKind(text: "ils") == .ils)
    #expect(ApproachKind(text: "GLS") == nil)
    #expect(ProcedureKind(text: nil) == nil)
  }

  @Test func identifiersAreFoundInAnyCase() throws {
    let lower = airport(icao: "cgv5")
    let known = KnownAirports(airports: [
      lower, airport(icao: "EGTF"), airport(icao: "CARK"), airport(icao: "Cark"),
    ])
    #expect(known.airport(" egtf\n")?.icao == "EGTF")
    #expect(known.airport("CGV5")?.icao == "cgv5")
    #expect(known.airport("Cark")?.icao == "Cark")
    #expect(known.airport("cARK")?.icao == "CARK")
    #expect(known.airport("") == nil)
    #expect(known.all.map(\.icao) == ["CARK", "Cark", "EGTF", "cgv5"])
  }

  @Test func aCrossingIsKnownByItsOwnAndItsMatchedIdentifier() {
    let known = KnownAirports(
      airports: [airport(icao: "EGTF"), airport(icao: "LFMD"), airport(icao: "LFPG")],
      borderCrossings: [
        BorderCrossing(icao: "LFMD", country: "FR"),
        BorderCrossing(icao: "ZZZZ", country: "GB", matchedAirport: "EGTF"),
      ])
    #expect(known.borderCrossingIdents == ["EGTF", "LFMD"])
    #expect(known.isPointOfEntry("lfmd"))
    #expect(!known.isPointOfEntry("LFPG"))
    #expect(!known.isPointOfEntry("ZZZZ"))
  }

  @Test func aRouteNamesWhatItDoesNotKnow() throws {
    let known = KnownAirports(airports: [airport(icao: "EGTF"), airport(icao: "LFMD")])
    let half = known.route(["EGTF", "xxxx"], corridorNM: 10)
    #expect(half.unknownIdents == ["XXXX"])
    #expect(!half.isLineKnown)
    #expect(half.rows.count == 2)
    #expect(known.route(["xxxx"], corridorNM: 10).rows.isEmpty)
    #expect(known.route([], corridorNM: 10).rows.isEmpty)
    #expect(known.route(["EGTF", "xxxx", "LFMD"], corridorNM: 10).isLineKnown == true)
    #expect(known.route(["EGTF"], corridorNM: .nan).rows.isEmpty)
  }

  private func airport(icao: String = "EGTF", procedures: [Procedure] = []) -> Airport {
    Airport(icao: icao, position: GeoBox.world.centre, procedures: procedures)
  }

  private func place(_ latitude: Double, _ longitude: Double) throws -> Coordinate {
    try #require(Coordinate(latitude: latitude, longitude: longitude))
  }
}

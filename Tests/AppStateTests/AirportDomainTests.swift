import AppState
import Aviation
import Geography
import Testing
import Timebase

/// The domains of Airports over a stand-in database.
@MainActor @Suite struct AirportDomainTests {
  // MARK: The database

  @Test func theDatabaseIsReadOnceAndOnlyWhenTheAreaIsOpened() async {
    let sample = SampleAirports.few()
    let app = await AppState.with(sample)
    #expect(sample.openedCount == 0 && !app.airports.isSettled)
    for _ in 0..<3 { app.openAirports() }
    await app.airports.opened()
    app.openAirports()
    #expect(sample.openedCount == 1 && app.airports.isSettled)
    #expect(app.airports.countries == ["BE", "DE", "FR"])
  }

  @Test func aDatabaseThatCannotBeReadIsSaidAndTriedAgain() async {
    let sample = SampleAirports.few()
    sample.fail(.databaseCorrupted(reason: "page 3"))
    let app = await AppState.opened(sample)
    guard case .failed(let why, let remedy) = await app.airportsScreen(AirportPage(.map)).database else {
      Issue.record("not failed")
      return
    }
    #expect(why.contains("page 3") && remedy?.contains("tern airports build") == true)
    sample.fail(nil)
    app.openAirports()
    await app.airports.opened()
    let screen = await app.airportsScreen(AirportPage(.map))
    guard case .ready(let source) = screen.database else {
      Issue.record("not ready")
      return
    }
    #expect(source.words == "OurAirports of 11 Oct 2022" && source.coverage.contains("4 airports"))
  }

  // MARK: Lists

  @Test func aRegionHoldsAtMost500AndSaysHowManyAreHidden() async throws {
    let app = await AppState.opened(SampleAirports.many(1_200))
    let list = try #require(await app.airportsScreen(AirportPage(.map), in: .world).list.value)
    #expect(list.rows.count == 500 && list.hidden == 700)
    #expect(list.rows.first?.longest == "2,199")
    #expect(list.notices.first?.contains("700 more are hidden") == true)
    var query = AirportQuery()
    query.filters = FilterConfig()
    query.filters?.hasHardRunway = true
    let filtered = try #require(await app.airportsScreen(AirportPage(.map, query), in: .world).list.value)
    // The filter applies before the cut: all 600 with hard runways are counted.
    #expect(filtered.rows.count == 500 && filtered.hidden == 100)
    #expect(filtered.filters.map(\.title) == ["Hard runway"])
  }

  @Test func anOlderQuestionOfAPageIsNotAnswered() async {
    let sample = SampleAirports.few()
    let app = await AppState.opened(sample)
    sample.hold()
    let older = Task { await app.airportRegion(AirportPage(.map), in: .world, of: 7) }
    while sample.waitingCount < 1 { await Task.yield() }
    let newer = Task { await app.airportRegion(AirportPage(.map), in: .world, of: 7) }
    while sample.waitingCount < 2 { await Task.yield() }
    let other = Task { await app.airportRegion(AirportPage(.map), in: .world, of: 8) }
    while sample.waitingCount < 3 { await Task.yield() }
    sample.release()
    #expect(await older.value == nil)
    #expect(await newer.value?.list.value?.rows.count == 4)
    #expect(await other.value?.list.value?.rows.count == 4)
  }

  @Test func pagesWithQuestionsAreCapped() async {
    let sample = SampleAirports.few()
    let app = await AppState.opened(sample)
    for page in 0..<200 { #expect(await app.airportRegion(AirportPage(.map), in: .world, of: page) != nil) }
  }

  @Test func aRouteHasItsAirportsInFlyingOrder() async throws {
    let app = await AppState.opened(SampleAirports.few())
    var query = AirportQuery()
    query.route = ["EDLE", "LFAT", "XXXX"]
    let list = try #require(await app.airportsScreen(AirportPage(.route, query)).list.value)
    #expect(list.kind == .route && list.rows.map(\.icao) == ["EDLE", "EBKT", "LFXX", "LFAT"])
    #expect(list.notices == ["Not in this database: XXXX. The other points are used."])
    #expect(list.route?.line.isEmpty == true, "an end is not known, so no line is drawn")
    query.route = ["EDLE", "LFAT"]
    let known = try #require(await app.airportsScreen(AirportPage(.route, query)).list.value)
    #expect((known.route?.line.count ?? 0) > 2 && known.route?.countries == ["DE", "FR"])
    #expect(known.rows.first?.offTrack == "on route" && known.rows.last?.ribbon?.along == 1)
    query = AirportQuery()
    query.text = "edle ebkt lfat"
    #expect(await app.airportsScreen(AirportPage(.map, query)).list.value?.route?.points.count == 3)
  }

  @Test func nearestAreByDistanceAndReachOutWhereNoneIsNear() async throws {
    let app = await AppState.opened(SampleAirports.few())
    var query = AirportQuery()
    (query.near, query.radiusNM) = ("LFAT", 5)
    let own = try #require(await app.airportsScreen(AirportPage(.near, query)).list.value)
    #expect(own.rows.map(\.icao) == ["LFAT"] && own.rows.first?.distance == "0.0")
    (query.near, query.radiusNM) = ("45, 0", 5)
    let far = try #require(await app.airportsScreen(AirportPage(.near, query)).list.value)
    #expect(far.rows.count == 4 && far.notices.first?.contains("None within 5") == true)
  }

  @Test func everyLegendMarksEveryAirport() async throws {
    let app = await AppState.opened(SampleAirports.few())
    for mode in LegendMode.allCases {
      var query = AirportQuery()
      query.legend = mode
      let list = try #require(await app.airportsScreen(AirportPage(.map, query), in: .world).list.value)
      #expect(list.legend.entries.reduce(0) { $0 + $1.count } == 4, "\(mode)")
      #expect(list.legend.title == mode.title)
      #expect((mode == .procedures) == list.rows.contains { !$0.lines.isEmpty }, "\(mode)")
    }
  }

  // MARK: Detail

  @Test func theDetailSaysWhatTheDatabaseHasAndHasNot() async throws {
    let app = await AppState.opened(SampleAirports.few())
    var query = AirportQuery()
    query.airport = "LFAT"
    let detail = try #require(await app.airportDetail(AirportPage(.map, query)).detail?.value)
    #expect(detail.elevation == "36\u{A0}ft" && detail.runways.first?.size == "6,070 × 131\u{A0}ft")
    #expect(detail.procedures.map(\.word) == ["13 ILS", "31 RNP", "1 departure", "1 arrival"])
    #expect(detail.notice?.title == "24 hours notice for customs" && detail.notice?.doubt != nil)
    #expect(detail.facts.first { $0.name == "Declination" }?.value == nil)
    query.airport = "LFXX"
    let bare = try #require(await app.airportDetail(AirportPage(.map, query)).detail?.value)
    #expect(bare.runways.isEmpty && bare.procedures.isEmpty && bare.notice == nil && bare.sections.isEmpty)
    #expect(bare.elevation == "elevation not in this database")
    query.airport = "ZZZZ"
    guard case .failed(let why)? = await app.airportDetail(AirportPage(.map, query)).detail else {
      Issue.record("not failed")
      return
    }
    #expect(why == "ZZZZ is not in this database.")
  }

  @Test func aWindIsToldForEachEndAndWhereItIsFrom() async throws {
    let app = await AppState.opened(SampleAirports.few())
    var query = AirportQuery()
    query.airport = "LFAT"
    func wind() async throws -> WindScreen {
      try #require(await app.airportDetail(AirportPage(.map, query)).detail?.value).wind
    }
    #expect(try await wind().source == nil)
    app.airports.setWind(.wind(ReportedWind(direction: .from(240), speedKnots: 9)), icao: "LFAT")
    let set = try await wind()
    #expect(set.source?.hasPrefix("Wind, set by you at ") == true && set.words == "240° 9\u{A0}kt")
    #expect(set.ends.map(\.ident) == ["31", "13"] && set.ends.map(\.isBest) == [true, false])
    #expect(set.ends.first?.words == "headwind 3\u{A0}kt, from left 9\u{A0}kt")
    #expect(set.ends.last?.words.hasPrefix("tailwind 3\u{A0}kt") == true)
    app.airports.setWind(.report("METAR LFAC 211350Z 31010G22KT 9999 BKN010 12/08 Q1013"), icao: "LFAT")
    let report = try await wind()
    #expect(report.source?.contains("LFAC 1350Z") == true && report.source?.contains("Borrowed") == true)
    #expect(report.ends.first?.ident == "31" && report.report.contains("Ceiling 1,000\u{A0}ft"))
    app.airports.setWind(.report("hello"), icao: "LFAT")
    #expect(try await wind().problem != nil)
    app.airports.clearWind(icao: "LFAT")
    #expect(try await wind().source == nil)
  }

  // MARK: The person's own

  @Test func favouritesNotesAndWhatWasLookedAtAreKept() async throws {
    let sample = SampleAirports.few()
    let app = await AppState.opened(sample)
    try await app.airports.setFavourite(true, icao: "EBKT")
    try await app.airports.setNote("  ring the bell \n", icao: "EBKT")
    var query = AirportQuery(items: [("f", "1"), ("entry", "1"), ("at", "50.5,1.6,7.5"), ("legend", "ifr")])
    query.airport = "EBKT"
    await app.airportNavigation.remember(query)
    let again = await AppState.opened(sample)
    #expect(again.airports.favourites == ["EBKT"])
    let resumed = again.airportNavigation.resumed(AirportQuery())
    #expect(resumed.airport == "EBKT")
    let screen = await again.airportsScreen(AirportPage(.map, resumed))
    #expect(screen.page.query.filters?.pointOfEntry == true && screen.page.query.legend == .procedures)
    #expect(screen.page.query.view?.zoom == 7.5)
    #expect(screen.detail?.value?.note == "ring the bell" && screen.detail?.value?.isFavourite == true)
    let own = await again.airportsScreen(AirportPage(.favourites)).list.value
    #expect(own?.rows.map(\.icao) == ["EBKT"])
  }

  @Test func withoutRestoringTheAreaOpensAsTheSettingsSay() async {
    let sample = SampleAirports.few()
    let app = await AppState.opened(sample)
    await app.airportNavigation.remember(AirportQuery(items: [("at", "10,10,9")]))
    var settings = AirportSettings()
    (settings.restoresSession, settings.onlyBorderCrossings, settings.legend) = (false, true, .country)
    await app.airportSettings.change(to: settings)
    let again = await AppState.opened(sample)
    let query = await again.airportsScreen(AirportPage(.map)).page.query
    #expect(query.filters?.pointOfEntry == true && query.legend == .country && query.view?.zoom == 5)
  }

  @Test func eachUnitIsShownAsChosen() async throws {
    let app = await AppState.opened(SampleAirports.few())
    var query = AirportQuery()
    (query.near, query.radiusNM) = ("LFAT", 100)
    for (units, runway, altitude, distance) in [
      (AviationUnits(), "6,234", "36\u{A0}ft", "62.9"),
      (
        AviationUnits(distance: .kilometres, altitude: .metres, runway: .metres), "1,900", "10\u{A0}m",
        "116.5"
      ),
      (AviationUnits(distance: .statuteMiles), "6,234", "36\u{A0}ft", "72.4"),
    ] {
      var settings = AirportSettings()
      settings.units = units
      await app.airportSettings.change(to: settings)
      let list = try #require(await app.airportsScreen(AirportPage(.near, query)).list.value)
      let row = try #require(list.rows.first { $0.icao == "EBKT" })
      #expect(row.longest == runway && row.distance == distance, "\(row.distance)")
      var one = AirportQuery()
      one.airport = "EBKT"
      #expect(await app.airportDetail(AirportPage(.map, one)).detail?.value?.elevation == altitude)
    }
  }

  @Test func exportsHoldWhatThePageLists() async throws {
    let app = await AppState.opened(SampleAirports.few())
    var query = AirportQuery()
    query.route = ["EDLE", "LFAT"]
    let (name, export) = try #require(await app.airportExport(AirportPage(.route, query)))
    #expect(name == "EDLE-LFAT" && export.rows.count == 4 && export.route == ["EDLE", "LFAT"])
    #expect(export.source == "OurAirports of 11 Oct 2022")
    query.filters = FilterConfig()
    query.filters?.country = "FR"
    let french = try #require(await app.airportExport(AirportPage(.route, query))).export
    #expect(french.rows.map(\.ident).first == "EDLE" && french.route == ["EDLE", "LFAT"])
    #expect(french.rows.dropFirst().allSatisfy { $0.country == "FR" })
  }

  @Test func windsAreCapped() async {
    let app = await AppState.opened(SampleAirports.few())
    for number in 0..<500 {
      app.airports.setWind(.wind(ReportedWind(direction: .from(10), speedKnots: 5)), icao: "L\(number)")
    }
    #expect(app.airports.windCount == AirportDomain.windsMax)
  }
}

import AppState
import Aviation
import Geography
import Markup
import Networking

/// What requests of Airports do.
extension PageService {
  /// What a page of Airports shows, loaded; nil for other pages. A database that is still being read is
  /// waited for as long as patience lasts; the page then says so and is loaded anew by its socket.
  @MainActor func airports(_ page: Page) async -> AirportsScreen? {
    switch page {
    case .airports(let page):
      await openAirports()
      return await app.airportsScreen(AirportPage(page.place, app.airportNavigation.resumed(page.query)))
    case .settings(.airports):
      await openAirports()
      return await app.airportDetail(AirportPage(.map))
    case .talk, .conversation, .people, .links, .details, .verify, .search, .found, .settings, .money,
      .journal, .accounts:
      return nil
    }
  }

  @MainActor private func openAirports() async {
    let airports = app.airports
    app.openAirports()
    guard !airports.isSettled else { return }
    let patience = patience
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await airports.opened() }
      // The end of patience, not a wait for a result; cancelled it only ends earlier, as it should.
      group.addTask { try? await Task.sleep(for: patience) }
      await group.next()
      group.cancelAll()
    }
  }

  /// The list beside the map, which the map is drawn from; nothing where the page asked something newer
  /// since.
  @MainActor func region(
    _ page: AirportPage, _ asked: Route.RegionAsked, _ context: PageContext
  ) async -> HTTPResponse {
    await openAirports()
    guard let screen = await app.airportRegion(page, in: asked.box, of: asked.page) else {
      return Answers.nothing()
    }
    return Answers.page(AirportAnswer.html(screen))
  }

  @MainActor func detail(_ page: AirportPage, _ context: PageContext) async -> HTTPResponse {
    await openAirports()
    return Answers.page(AirportDetailView.place(await app.airportDetail(page), context))
  }

  // MARK: What changes something

  @MainActor func act(
    on action: Route.AirportAction, _ form: FormBody, _ request: HTTPRequest
  ) async -> HTTPResponse {
    let icao = String((form["icao"] ?? "").uppercased().prefix(AirportQuery.identCharactersMax))
    let place = PagePath.target(.airports(AirportPage(.map, Self.back(form, icao))))
    do {
      switch action {
      case .view:
        let items = FormBody.items(Array((form["state"] ?? "").utf8))
        await app.airportNavigation.remember(AirportQuery(items: items))
        return Answers.nothing()
      case .favourite:
        try await app.airports.setFavourite(form["keep"] == "1", icao: icao)
      case .note:
        try await app.airports.setNote(form["note"] ?? "", icao: icao)
      case .wind: takeWind(form, icao)
      case .retry:
        app.openAirports()
        return Answers.seeOther("/airports")
      case .settings:
        await app.airportSettings.change(to: AirportSettings(items: FormBody.items(request.body)))
        return Answers.seeOther(LinkTarget.path("settings", "airports").query("saved", "1"))
      }
    } catch {
      return Answers.text("It could not be kept: \(error). What you wrote is still here.", status: 422)
    }
    return request.header("hx-request") == "true" ? Answers.nothing() : Answers.seeOther(place)
  }

  @MainActor private func takeWind(_ form: FormBody, _ icao: String) {
    if form["clear"] == "1" { return app.airports.clearWind(icao: icao) }
    if let report = form["metar"], !report.isEmpty {
      return app.airports.setWind(.report(String(report.prefix(2_000))), icao: icao)
    }
    guard let speed = form["speed"].flatMap({ Int($0) }), (0...199).contains(speed) else { return }
    let from = form["from"].flatMap { Int($0) }.flatMap { (0...360).contains($0) ? $0 : nil }
    let gust = form["gust"].flatMap { Int($0) }.flatMap { (speed...299).contains($0) ? $0 : nil }
    app.airports.setWind(
      .wind(
        ReportedWind(direction: from.map { .from($0) } ?? .variable, speedKnots: speed, gustKnots: gust)),
      icao: icao)
  }

  /// Where a form without script leads back to.
  private static func back(_ form: FormBody, _ icao: String) -> AirportQuery {
    var query = AirportQuery()
    query.airport = icao
    query.tab = form["tab"].flatMap(AirportTab.init(rawValue:))
    return query
  }
}

extension Route.RegionAsked {
  /// Reads `box=south,west,north,east` and `page`; a box that goes round more than once is the whole world.
  init(_ items: [(name: String, value: String)]) {
    let edges = items.first { $0.name == "box" }?.value.split(separator: ",").compactMap { Double($0) } ?? []
    page = items.first { $0.name == "page" }.flatMap { Int($0.value) } ?? 0
    guard edges.count == 4, edges.allSatisfy(\.isFinite), edges[0] <= edges[2], edges[1] <= edges[3] else {
      box = nil
      return
    }
    let (south, north) = (min(max(edges[0], -90), 90), min(max(edges[2], -90), 90))
    box =
      edges[3] - edges[1] >= 360
      ? GeoBox(south: south, west: -180, north: north, east: 180)
      : GeoBox(
        south: south, west: Degrees.longitude(edges[1]), north: north, east: Degrees.longitude(edges[3]))
  }
}

// MARK: Files

extension PageService {
  /// What a page lists as a file to be kept.
  @MainActor func export(_ page: AirportPage, _ format: Route.ExportFormat) async -> HTTPResponse {
    app.openAirports()
    await app.airports.opened()
    guard let (name, export) = await app.airportExport(page) else { return Answers.notFound(.system) }
    return Answers.file(
      Self.text(export, format), name: "\(Self.plain(name)).\(format.rawValue)", type: Self.type(format))
  }

  private static func text(_ export: AirportExport, _ format: Route.ExportFormat) -> String {
    switch format {
    case .gpx: GPXFile.text(export)
    case .geojson: GeoJSONFile.text(export)
    case .csv: AirportTable.text(export.rows)
    }
  }

  private static func type(_ format: Route.ExportFormat) -> String {
    switch format {
    case .gpx: "application/gpx+xml; charset=utf-8"
    case .geojson: "application/geo+json"
    case .csv: "text/csv; charset=utf-8"
    }
  }

  /// Letters, digits and hyphens only: it stands in a header and becomes a file's name.
  private static func plain(_ name: String) -> String {
    String(
      name.unicodeScalars.filter {
        ("a"..."z").contains($0) || ("A"..."Z").contains($0) || ("0"..."9").contains($0) || $0 == "-"
      }.map(Character.init))
  }
}

import AppState
import Aviation
import Geography
import Testing
import Timebase

@testable import Networking
@testable import WebInterface

/// The pages of Airports from request to answer, without a network.
@MainActor @Suite(.timeLimit(.minutes(Patience.factor))) struct AirportServiceTests {
  private static let host = "127.0.0.1:4321"
  private static let pages = [
    "/airports", "/airports?q=touquet", "/airports?q=zzzz", "/airports?q=edle%20ebkt%20lfat",
    "/airports?airport=LFAT",
    "/airports?airport=LFAT&tab=aip", "/airports?airport=LFAT&tab=notes", "/airports?airport=LFXX",
    "/airports?airport=ZZZZ", "/airports?legend=country", "/airports?legend=ifr&f=1&hard=1&min=4000",
    "/airports/route", "/airports/route?route=EDLE%20EBKT%20LFAT&corridor=30", "/airports/route?route=XXXX",
    "/airports/near", "/airports/near?near=LFAT&radius=200", "/airports/near?near=nowhere",
    "/airports/favourites",
    "/airports/sheet?airport=LFAT", "/airports/sheet", "/settings/airports",
  ]

  @Test(arguments: ["Le Touquet", "<img src=x onerror=\"alert(1)\"> & \u{202E}gnp.exe"])
  func pagesAreSoundWhateverStandsInTheDatabase(_ words: String) async throws {
    let service = await service(.few(name: words, text: "PN 24 HR " + words))
    let (cookie, token) = try await launch(service)
    _ = await post(service, "/airports/note", "icao=LFAT&note=%3Cb%3Enote&token=\(token)", cookie)
    _ = await post(service, "/airports/favourite", "icao=LFAT&keep=1&token=\(token)", cookie)
    var failures: [String] = []
    for path in Self.pages {
      let answer = await get(service, path, cookie)
      let html = String(decoding: answer.body, as: UTF8.self)
      if answer.status != 200 { failures.append("\(path): \(answer.status)") }
      let scanner = PageScanner(html)
      failures += scanner.problems.map { "\(path): \($0)" }
      if html.contains("<img") || html.contains("\u{202E}") {
        failures.append("\(path): words became markup")
      }
      if html.contains("style=") || html.contains("onerror=\"") {
        failures.append("\(path): refused content")
      }
      if !html.contains("Not for navigation") { failures.append("\(path): no safety text") }
      let ids = scanner.elements.compactMap { $0.attributes["id"] }
      if Set(ids).count != ids.count { failures.append("\(path): an id twice") }
    }
    #expect(failures.isEmpty, "\(failures.prefix(8))")
  }

  @Test func theRegionIsThePieceTheMapIsDrawnFrom() async throws {
    let service = await service(.many(1_200))
    let (cookie, _) = try await launch(service)
    let piece = await text(service, "/airports/region?box=-90,-180,90,180&page=1", cookie)
    #expect(piece.hasPrefix("<div id=\"map-answer\"") && !piece.contains("<html"))
    #expect(piece.ranges(of: "data-icao=").count == 500 && piece.contains("data-hidden=\"700\""))
    #expect(PageScanner(piece).problems.isEmpty)
    for box in [
      "", "1", "a,b,c,d", "1,2,3", "nan,0,1,1", "90,0,-90,1", "-1e300,-1e300,1e300,1e300", "50,170,51,190",
    ] {
      #expect(await get(service, "/airports/region?box=\(box)&page=1", cookie).status == 200, "\(box)")
    }
  }

  @Test func aDatabaseThatIsNotThereSaysWhatToDo() async throws {
    let sample = SampleAirports.few()
    sample.fail(.databaseOpenFailed(path: "/airports.db", reason: "no such file"))
    let service = await service(sample)
    let (cookie, _) = try await launch(service)
    let page = await text(service, "/airports", cookie)
    #expect(page.contains("tern airports build") && page.contains("import --database"))
    #expect(PageScanner(page).problems.isEmpty)
    sample.fail(nil)
    #expect(await text(service, "/airports", cookie).contains("data-icao=\"LFAT\""))
  }

  @Test func everyChangeNeedsASessionItsTokenAndOurOwnPage() async throws {
    let service = await service(.few())
    let (cookie, token) = try await launch(service)
    for action in ["view", "favourite", "note", "wind"] {
      let path = "/airports/" + action
      let body = "icao=LFAT&keep=1&note=x&speed=9&state=at%3D50,1,7&token=\(token)"
      #expect(await post(service, path, body).status == 401, "\(path)")
      #expect(await post(service, path, "icao=LFAT", cookie).status == 403, "\(path)")
      #expect(await post(service, path, body, cookie, origin: "http://evil.example").status == 403, "\(path)")
      #expect(await get(service, path, cookie).status == 405, "\(path)")
      #expect([204, 303].contains(await post(service, path, body, cookie).status), "\(path)")
    }
    for path in Self.pages + ["/airports/region", "/airports/detail", "/airports/export/near.gpx"] {
      #expect(await get(service, path, []).status == 401, "\(path)")
    }
    #expect(service.app.airports.favourites == ["LFAT"])
  }

  @Test func whatIsKeptIsShown() async throws {
    let service = await service(.few())
    let (cookie, token) = try await launch(service)
    _ = await post(service, "/airports/note", "icao=lfat&note=ring%20the%20bell&token=\(token)", cookie)
    #expect(await text(service, "/airports/detail?airport=LFAT&tab=notes", cookie).contains("ring the bell"))
    #expect(await text(service, "/airports/sheet?airport=LFAT", cookie).contains("ring the bell"))
    _ = await post(service, "/airports/wind", "icao=LFAT&from=240&speed=9&token=\(token)", cookie)
    #expect(await text(service, "/airports/detail?airport=LFAT", cookie).contains("headwind 3"))
    _ = await post(service, "/airports/wind", "icao=LFAT&speed=9999&token=\(token)", cookie)
    #expect(await text(service, "/airports/detail?airport=LFAT", cookie).contains("headwind 3"))
    _ = await post(service, "/airports/view", "token=\(token)&state=airport%3DEBKT%26at%3D50.1,3.2,8", cookie)
    let back = await text(service, "/airports", cookie)
    #expect(back.contains("id=\"detail\"") && back.contains("data-centre=\"50.1,3.2\""))
    let kept = await post(
      service, "/settings/airports", "token=\(token)&distance=km&altitude=meters&runway=meters", cookie)
    #expect(kept.status == 303)
    #expect(await text(service, "/airports/near?near=LFAT&radius=200", cookie).contains("Distance, km"))
  }

  @Test func exportsAreFilesThatReadBackTheSame() async throws {
    let service = await service(.few())
    let (cookie, _) = try await launch(service)
    let asked = "route.FORMAT?route=EDLE%20EBKT%20LFAT&corridor=50"
    var idents: [[String]] = []
    for format in ["gpx", "csv", "geojson"] {
      let answer = await get(service, "/airports/export/" + asked.replacing("FORMAT", with: format), cookie)
      let name = answer.headers.first { $0.name == "content-disposition" }?.value
      #expect(name == "attachment; filename=\"EDLE-LFAT.\(format)\"")
      switch format {
      case "gpx": idents.append(try GPXFile.export(of: answer.body).rows.map(\.ident))
      case "csv": idents.append(try AirportTable.rows(of: answer.body).map(\.ident))
      default: idents.append(try GeoJSONFile.export(of: answer.body).rows.map(\.ident))
      }
    }
    #expect(
      idents[0] == ["EDLE", "EBKT", "LFXX", "LFAT"] && idents[1] == idents[0] && idents[2] == idents[0])
    #expect(await get(service, "/airports/export/route.exe", cookie).status == 404)
    #expect(await get(service, "/airports/export/nothing.gpx", cookie).status == 404)
  }

  @Test func everyAddressLeadsBackToItsPage() throws {
    for path in Self.pages where path.hasPrefix("/airports") {
      let page = try #require(PagePath.page(path.replacing("%20", with: "+")), "\(path)")
      #expect(PagePath.page(PagePath.text(page)) == page, "\(path)")
    }
    for path in ["/airports/map", "/airports/none", "/airports/route/x"] {
      #expect(PagePath.page(path) == nil)
    }
  }

  // MARK: Parts

  private func service(_ sample: SampleAirports) async -> PageService {
    let app = await AppState.with(sample)
    let service = PageService(
      app: app, assets: AssetStore(contents: [:]),
      now: { Now(monotonic: Instant(nanoseconds: 1), unix: SampleScreens.now) }, patience: .seconds(30))
    service.serve(addresses: ["127.0.0.1"], port: 4321)
    return service
  }

  private func launch(_ service: PageService) async throws -> (cookie: [HTTPHeader], token: String) {
    let answer = await post(service, "/launch", "code=\(service.makeCode())")
    let set = try #require(answer.headers.first { $0.name == "set-cookie" })
    let cookie = [HTTPHeader("cookie", String(set.value.prefix { $0 != ";" }))]
    let html = await text(service, "/talk", cookie)
    let start = try #require(html.firstRange(of: #"name="request-token" content=""#)?.upperBound)
    return (cookie, String(html[start...].prefix { $0 != "\"" }))
  }

  private func get(_ service: PageService, _ target: String, _ cookie: [HTTPHeader]) async -> HTTPResponse {
    let parts = target.split(separator: "?", maxSplits: 1)
    let items = FormBody.items(Array((parts.count == 2 ? String(parts[1]) : "").utf8))
    return await service.respond(
      to: HTTPRequest(
        id: 1, method: "GET", path: String(parts[0]),
        query: items.map { HTTPQueryItem(name: $0.name, value: $0.value) },
        headers: cookie + [HTTPHeader("host", Self.host)]))
  }

  private func text(_ service: PageService, _ target: String, _ cookie: [HTTPHeader]) async -> String {
    String(decoding: await get(service, target, cookie).body, as: UTF8.self)
  }

  private func post(
    _ service: PageService, _ path: String, _ body: String, _ cookie: [HTTPHeader] = [],
    origin: String = "http://" + host
  ) async -> HTTPResponse {
    await service.respond(
      to: HTTPRequest(
        id: 1, method: "POST", path: path,
        headers: cookie + [
          HTTPHeader("host", Self.host), HTTPHeader("origin", origin),
          HTTPHeader("content-type", "application/x-www-form-urlencoded"),
        ], body: Array(body.utf8)))
  }
}

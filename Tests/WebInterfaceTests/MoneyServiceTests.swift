import AppState
import Ledger
import Testing
import Timebase

@testable import Networking
@testable import WebInterface

/// The pages of Money from request to answer, and what an open page's socket brings, without a network.
@MainActor @Suite(.timeLimit(.minutes(Patience.factor))) struct MoneyServiceTests {
  private static let host = "127.0.0.1:4321"

  // MARK: Guards

  @Test func everyChangeNeedsASessionItsTokenAndOurOwnPage() async throws {
    let (service, _) = await service()
    let (cookie, token) = try await launch(service)
    for action in ["open", "create", "cancel", "close", "notice/away"] {
      let path = "/money/" + action
      let body = "path=/x.mmb&token=\(token)"
      #expect(await post(service, path, body).status == 401, "\(path)")
      #expect(await post(service, path, "path=/x.mmb", cookie).status == 403, "\(path)")
      #expect(await post(service, path, body, cookie, origin: "http://evil.example").status == 403, "\(path)")
      #expect(await get(service, path, cookie).status == 405, "\(path)")
      let answer = await post(service, path, body, cookie)
      if action == "notice/away" {
        #expect(answer.status == 204)
      } else {
        #expect(answer.status == 303 && answer.headers.contains(HTTPHeader("location", "/money")), "\(path)")
      }
    }
    for path in ["/money", "/money/journal", "/money/accounts", "/money/journal/earlier"] {
      #expect(await get(service, path, []).status == 401, "\(path)")
      #expect(await post(service, path, "token=\(token)", cookie).status == 405 || path.hasSuffix("earlier"))
    }
    #expect(await get(service, "/money/journal/earlier", cookie).status == 404)
  }

  @Test func aFileThatCannotBeOpenedIsSaidOnThePage() async throws {
    let (service, _) = await service()
    let (cookie, token) = try await launch(service)
    _ = await post(service, "/money/open", "path=%2Fnone.mmb&token=\(token)", cookie)
    await service.app.money.settled(.accounts)
    let page = await text(service, "/money", cookie)
    #expect(page.contains(LedgerError.missing.description) && page.contains("/none.mmb"))
  }

  // MARK: Slow, failed, gone

  @Test func aSlowPageIsDrawnAsReadingAndItsSocketBringsTheRows() async throws {
    let session = ScriptedSession(SampleBook.book())
    let (service, money) = await service(session)
    let (cookie, _) = try await launch(service)
    session.hold(.journal)
    let page = await text(service, "/money/journal?period=all", cookie)
    #expect(page.contains("Reading the journal") && !page.contains("12.50"))
    #expect(service.live.visits.waitingCount == 1)
    let visit = try #require(
      service.live.visits.take(
        lastVisit(page), .journal(JournalQuery(period: PeriodChoice(.all))), money))
    #expect(service.live.visits.waitingCount == 0)
    await session.waits(at: .journal)
    session.release(.journal)
    await money.settled(visit.model)
    let screen = service.live.screen(service.app, visit.page, visit.model)
    let rows = PageDrawing.regions(screen, SampleScreens.context(visit.page)).map(\.html.string).joined()
    #expect(rows.contains("Bakery"))
    // Nothing was loaded twice for it.
    #expect(session.asked(.journal) == 1)
    visit.end()
  }

  @Test func theSocketOfAPageThatIsLeftEndsItsLoad() async throws {
    let session = ScriptedSession(SampleBook.book())
    let (service, _) = await service(session)
    session.hold(.journal)
    let socket = WebSocketConnection(
      id: 1, mailbox: HTTPMailbox(), limits: HTTPServerConfiguration.Limits())
    let context = SampleScreens.context(.journal(JournalQuery(period: PeriodChoice(.all))))
    let live = LiveSocket(
      socket: socket, app: service.app, state: service.live, context: context,
      sessionEnd: Instant(nanoseconds: 1_000_000_000_000_000), now: service.now)
    let running = Task { await live.run() }
    _ = socket.inbox.put(.text("token"))
    await session.waits(at: .journal)
    socket.end()
    await running.value
    await session.isCancelled(at: .journal)
    #expect(service.live.visits.waitingCount == 0)
  }

  @Test func emptyAndFailedAreDrawnDifferentlyOnBothPages() async throws {
    let session = ScriptedSession(SampleBook.book([]))
    let (service, _) = await service(session, patience: .seconds(30))
    let (cookie, _) = try await launch(service)
    let paths = ["/money?period=all", "/money/journal?period=all"]
    for path in paths {
      let page = await text(service, path, cookie)
      #expect(!page.contains("could not be read"), "\(path)")
    }
    session.fail(.journal, .damaged(reason: "page 3"))
    for path in paths {
      let page = await text(service, path + "&account=all", cookie)
      #expect(page.contains("could not be read") && page.contains("page 3"), "\(path)")
      #expect(page.contains("Try again"), "\(path)")
    }
    session.mend()
    for path in paths { #expect(!(await text(service, path + "&account=all", cookie)).contains("page 3")) }
  }

  @Test func pagesNobodyLooksAtAreCapped() async throws {
    let session = ScriptedSession(SampleBook.book())
    let (service, money) = await service(session)
    session.hold(.journal)
    for number in 0..<(Visits.waitingMax * 3) {
      var query = JournalQuery(account: .all, period: PeriodChoice(.all))
      query.text = "\(number)"
      _ = service.live.visits.begin(.journal(query), money)
      let same = service.live.visits.begin(.journal(query), money)
      #expect(same?.number == number + 1)
      #expect(service.live.visits.waitingCount == min(number + 1, Visits.waitingMax))
    }
  }

  @Test func earlierRowsAreAPieceOfAPageAndAnotherStateLoadsItAnew() async throws {
    let rows = (0..<60).map { (ago: $0, payee: Int64(1), cents: Int64(-100)) }
    let session = ScriptedSession(SampleBook.book(rows))
    let (service, _) = await service(session, patience: .seconds(30))
    let (cookie, _) = try await launch(service)
    let page = await text(service, "/money/journal?period=all", cookie)
    let start = try #require(page.firstRange(of: "/money/journal/earlier?"))
    let target = String(page[start.lowerBound...].prefix { $0 != "\"" }).replacing("&amp;", with: "&")
    let piece = await text(service, target, cookie)
    #expect(piece.contains("Bakery") && !piece.contains("<html") && !piece.contains("data-v="))
    #expect(piece.ranges(of: "-€1.00").count > 9)
    session.change { $0.transactions.removeFirst() }
    let old = await get(service, target, cookie)
    #expect(old.status == 204 && old.headers.contains(HTTPHeader("hx-refresh", "true")))
  }

  @Test func aPageIsLoadedAnewWhenAnotherFileTakesThePlaceOfItsOwn() async throws {
    let first = ScriptedSession(SampleBook.book())
    let second = ScriptedSession(SampleBook.book([]), number: 2, path: "/people/ada/other.mmb")
    let (service, money) = await service(first, second)
    let visit = try #require(service.live.visits.begin(.accounts, money))
    let context = SampleScreens.context(.accounts)
    func regions() -> [Region] {
      PageDrawing.regions(service.live.screen(service.app, .accounts, visit.model), context)
    }
    let held = PageHoldings(regions())
    money.open(second.path)
    await money.settled(.accounts)
    let swaps = PageDifference.messages(from: held, to: regions()).map(\.string)
    #expect(swaps.contains { $0.contains("kind-accounts-2") })
    #expect(!swaps.contains { $0.contains("Giro") })
    #expect(first.isClosed)
    visit.end()
  }

  @Test func whatAPageIsAboutIsKeptOnceSomebodyLooksAtIt() async throws {
    let (service, money) = await service(ScriptedSession(SampleBook.book()))
    let page = Page.money(OverviewQuery(account: .one(SampleBook.giro), period: PeriodChoice(.year)))
    let visit = try #require(service.live.visits.begin(page, money))
    await money.settled(visit.model)
    // Asking for a page changes nothing.
    #expect(money.account == .all)
    await visit.remember()
    #expect(money.account == .one(SampleBook.giro) && money.period == PeriodChoice(.year))
    visit.end()
  }

  // MARK: Parts

  private func service(
    _ sessions: ScriptedSession..., patience: Duration = .zero
  ) async -> (PageService, MoneyDomain) {
    let money = MoneyDomain()
    await money.connect(
      door: ScriptedDoor(sessions), surroundings: StillSurroundings(), store: KeptPreferences())
    if let session = sessions.first {
      money.open(session.path)
      await money.settled(.accounts)
    }
    let app = AppState(profileName: "default", talk: TalkDomain(), money: money)
    let now: @Sendable () -> Now = { Now(monotonic: Instant(nanoseconds: 1), unix: SampleScreens.now) }
    let service = PageService(app: app, assets: AssetStore(contents: [:]), now: now, patience: patience)
    service.serve(addresses: ["127.0.0.1"], port: 4321)
    return (service, money)
  }

  private func launch(_ service: PageService) async throws -> (cookie: [HTTPHeader], token: String) {
    let answer = await post(service, "/launch", "code=\(service.makeCode())")
    let set = try #require(answer.headers.first { $0.name == "set-cookie" })
    let cookie = [HTTPHeader("cookie", String(set.value.prefix { $0 != ";" }))]
    let html = await text(service, "/talk", cookie)
    let start = try #require(html.firstRange(of: #"name="request-token" content=""#)?.upperBound)
    return (cookie, String(html[start...].prefix { $0 != "\"" }))
  }

  private func lastVisit(_ page: String) -> Int? {
    guard let start = page.firstRange(of: "visit=")?.upperBound else { return nil }
    return Int(page[start...].prefix { $0.isNumber })
  }

  /// `target` with its query, as a browser asks.
  private func get(_ service: PageService, _ target: String, _ headers: [HTTPHeader]) async -> HTTPResponse {
    let parts = target.split(separator: "?", maxSplits: 1)
    let query = parts.count == 2 ? FormBody.items(Array(parts[1].utf8)) : []
    return await service.respond(
      to: HTTPRequest(
        id: 1, method: "GET", path: String(parts[0]),
        query: query.map { HTTPQueryItem(name: $0.name, value: $0.value) },
        headers: headers + [HTTPHeader("host", Self.host)]))
  }

  private func text(_ service: PageService, _ target: String, _ headers: [HTTPHeader]) async -> String {
    String(decoding: await get(service, target, headers).body, as: UTF8.self)
  }

  private func post(
    _ service: PageService, _ path: String, _ body: String, _ headers: [HTTPHeader] = [],
    origin: String = "http://" + Self.host
  ) async -> HTTPResponse {
    await service.respond(
      to: HTTPRequest(
        id: 1, method: "POST", path: path,
        headers: headers + [
          HTTPHeader("host", Self.host), HTTPHeader("origin", origin),
          HTTPHeader("content-type", "application/x-www-form-urlencoded"),
        ], body: Array(body.utf8)))
  }
}

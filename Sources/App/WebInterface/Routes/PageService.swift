import AppState
import ConversationModel
import Locks
import Markup
import Networking
import Timebase
import TransportPorts

/// Answers requests: guards first, then the route.
final class PageService: HTTPService {
  let app: AppState
  let assets: AssetStore
  let cookies: Cookies
  let now: @Sendable () -> Now
  let live: LiveState
  /// How long a page waits for what it shows before it is drawn without.
  let patience: Duration
  private let sessions = Mutex(Sessions())
  /// Unknown until the server has bound its port; everything is refused until then.
  private let guards = Mutex(RequestGuards(addresses: [], port: 0))

  @MainActor init(
    app: AppState, assets: AssetStore, now: @escaping @Sendable () -> Now,
    patience: Duration = Visits.patience
  ) {
    self.app = app
    self.assets = assets
    self.now = now
    cookies = Cookies(profile: app.profileName)
    live = LiveState()
    self.patience = patience
  }

  /// From now on requests to these addresses are answered.
  func serve(addresses: [String], port: UInt16) {
    guards.withLock { $0 = RequestGuards(addresses: addresses, port: port) }
  }

  /// A new launch code.
  func makeCode() -> String {
    // Boxed: the thread sanitizer reads the address of what is passed inout, and an empty value has none.
    var generator: any RandomNumberGenerator = SystemRandomNumberGenerator()
    let moment = now().monotonic
    return sessions.withLock { $0.makeCode(now: moment, using: &generator) }
  }

  func respond(to request: HTTPRequest) async -> HTTPResponse {
    let theme = cookies.theme(of: request)
    let session = session(of: request)
    if let refusal = guards.withLock({ $0 }).refusal(of: request, session: session) {
      return Answers.refusal(refusal, theme: theme)
    }
    switch Route.match(method: request.method, path: request.path, query: request.items) {
    case .nothing: return Answers.notFound(theme)
    case .otherMethod: return Answers.refusal(.otherMethod, theme: theme)
    case .found(.entrance): return Answers.page(AlonePages.bootstrap)
    case .found(.launch): return launch(request)
    case .found(.asset(let path)):
      guard let file = assets.file(path) else { return Answers.notFound(theme) }
      return Answers.asset(file, unless: request.header("if-none-match"))
    case .found(let route):
      guard let session else { return Answers.refusal(.noSession, theme: theme) }
      return await respond(to: request, route, session)
    }
  }

  func acceptsWebSocket(_ request: HTTPRequest) -> WebSocketDecision {
    let session = session(of: request)
    if let refusal = guards.withLock({ $0 }).refusalOfWebSocket(request, session: session) {
      return .refuse(Answers.refusal(refusal, theme: .system))
    }
    guard request.path == "/live", request.queryValue("page").flatMap(PagePath.page) != nil else {
      return .refuse(Answers.notFound(.system))
    }
    return .accept
  }

  func run(_ socket: WebSocketConnection, request: HTTPRequest) async {
    guard let session = session(of: request), let page = request.queryValue("page").flatMap(PagePath.page)
    else {
      socket.close(code: 1008, reason: "No session")
      return
    }
    var context = context(page, request, session)
    context.visit = request.queryValue("visit").flatMap { Int($0) }
    await LiveSocket(
      socket: socket, app: app, state: live, context: context, sessionEnd: session.end, now: now
    ).run()
  }

  private func session(of request: HTTPRequest) -> Sessions.Session? {
    let moment = now().monotonic
    return sessions.withLock { $0.session(cookie: cookies.session(of: request), now: moment) }
  }

  private func launch(_ request: HTTPRequest) -> HTTPResponse {
    // Boxed: the thread sanitizer reads the address of what is passed inout, and an empty value has none.
    var generator: any RandomNumberGenerator = SystemRandomNumberGenerator()
    let moment = now().monotonic
    let code = FormBody(request.body)["code"] ?? ""
    guard let session = sessions.withLock({ $0.exchange(code: code, now: moment, using: &generator) }) else {
      return Answers.text("This link was used already, or belongs to an earlier start.", status: 403)
    }
    return Answers.nothing(headers: [cookies.setSession(session.cookie)])
  }

  private func context(_ page: Page, _ request: HTTPRequest, _ session: Sessions.Session) -> PageContext {
    PageContext(
      page: page, theme: cookies.theme(of: request), requestToken: session.requestToken,
      times: TimeWords(now: now().unix))
  }

  // MARK: Routes with a session

  private func respond(
    to request: HTTPRequest, _ route: Route, _ session: Sessions.Session
  ) async -> HTTPResponse {
    let form = RequestGuards.isPicture(request.path) ? FormBody([]) : FormBody(request.body)
    switch route {
    case .page(let page):
      return await show(
        context(page, request, session), saved: request.queryValue("saved") == "1",
        broughtCode: request.queryValue("code"))
    case .send(let key):
      return await submit(form["text"] ?? "", in: key)
    case .suggest(let text):
      return Answers.page(SuggestionList.html(await app.talk.suggestions(textToCursor: text)))
    case .keepDraft(let key):
      await app.talk.keepDraft(form["text"] ?? "", in: key)
      return Answers.nothing()
    case .sendAgain(let key):
      let id = MessageID(form["id"] ?? "")
      return await act { try await self.app.talk.sendAgain(id, in: key) }
    case .showOlder(let key):
      return await act { await self.app.talk.loadOlder(key) }
    case .ask(let peer):
      guard let question = form["ask"].flatMap(WayQuestion.init(rawValue:)) else {
        return Answers.text("That cannot be asked; nothing was done.", status: 422)
      }
      return await ask(question, about: peer, context(.details(peer), request, session), request)
    case .judge(let peer): return await judge(form, peer)
    case .verify(let key): return await verify(form["code"] ?? "", in: key)
    case .verifyPicture(let key, let picture): return await verify(picture, request.body, in: key)
    case .makeCode(let key): return await makeCode(in: key)
    case .setNickname:
      let saved = LinkTarget.path("settings", "you").query("saved", "1")
      return await act(Answers.goTo(saved)) { try await self.app.talk.setNickname(form["nickname"] ?? "") }
    case .chooseRetention: return await chooseRetention(form)
    case .exportConversation(let key, let fileForm): return await export(key, as: fileForm)
    case .setTheme:
      let theme = form["theme"].flatMap(Theme.init(rawValue:)) ?? .system
      return Answers.goTo("/settings/appearance", headers: [cookies.setTheme(theme)])
    case .setNotices: return await setNotices(form)
    case .putNoticeAway:
      return await act { self.app.talk.putNoticeAway() }
    case .earlier(let query):
      return await earlier(query, context(.journal(query.query), request, session))
    case .money(let action):
      return await act(on: action, form)
    case .airportRegion(let page, let asked):
      return await region(page, asked, context(.airports(page), request, session))
    case .airportDetail(let page):
      return await detail(page, context(.airports(page), request, session))
    case .airportExport(let page, let format):
      return await export(page, format)
    case .airports(let action):
      return await act(on: action, form, request)
    case .entrance, .launch, .asset:
      return Answers.notFound(.system)
    }
  }

  @MainActor private func judge(_ form: FormBody, _ peer: PeerAddress) async -> HTTPResponse {
    guard let judgement = form["judgement"].flatMap(Judgement.init(rawValue:)) else {
      return Answers.text("That cannot be decided; nothing was done.", status: 422)
    }
    let isCompared = form["back"] == VerifyPart.compare.rawValue
    let next: Page = isCompared ? .verify(.direct(peer), .compare) : .details(peer)
    return await act(Answers.goTo(PagePath.target(next))) {
      try await self.app.talk.judge(judgement, peer)
    }
  }

  @MainActor private func setNotices(_ form: FormBody) async -> HTTPResponse {
    var wanted = NoticePreferences()
    wanted.isOnDesktop = form["desktop"] == "1"
    wanted.isInBrowser = form["browser"] == "1"
    wanted.showsPreviews = form["previews"] == "1"
    return await act(Answers.goTo(PagePath.target(.settings(.notifications)))) { [wanted] in
      try await self.app.notices.choose(wanted)
    }
  }

  /// Looks at the state on the main actor, and draws where the caller is.
  private func show(
    _ context: PageContext, saved: Bool = false, answer: HTML = HTML(), broughtCode: String? = nil
  ) async -> HTTPResponse {
    var (screen, context) = await look(context)
    screen.broughtCode = String((broughtCode ?? "").prefix(TernLink.bytesMax))
    let page = PageDrawing.html(screen, context, saved: saved, answer: answer)
    if case .verify(_, .read) = context.page { return Answers.cameraPage(page) }
    return Answers.page(page)
  }

  @MainActor private func look(_ context: PageContext) async -> (TalkScreen, PageContext) {
    let key = context.page.conversation
    if let key { await app.talk.open(key) }
    if case .links = context.page { await app.topology.look() }
    if case .settings(.notifications) = context.page { await app.notices.look() }
    let visit = live.visits.begin(context.page, app.money)
    if let visit { await visit.settle(within: patience) }
    var context = context
    context.visit = visit?.number
    var screen = live.screen(app, context.page, visit?.model)
    if let airports = await airports(context.page) { screen.airports = airports }
    if let key { screen.draft = app.talk.drafts[key] }
    switch context.page {
    case .search(let asked): screen.search = await app.history.search(asked)
    case .found(let key, let id):
      screen.title = app.talk.title(of: key)
      do {
        screen.excerpt = try await app.history.excerpt(around: id, in: key)
      } catch {
        app.talk.show(problem: storeProblem(error))
      }
      screen.timeline = screen.excerpt?.timeline
    case .verify(_, .mine): screen.ownCode = await app.talk.ownCode()
    case .talk, .conversation, .people, .links, .details, .verify, .settings, .money, .journal, .accounts,
      .airports:
      break
    }
    if let key { await app.talk.leave(key) }
    return (screen, context)
  }

  /// Looks at the way to somebody. The page's own library puts the answer in its place; without it the whole
  /// page comes again, with the answer in it.
  private func ask(
    _ question: WayQuestion, about peer: PeerAddress, _ context: PageContext, _ request: HTTPRequest
  ) async -> HTTPResponse {
    let answer = await answer(to: question, about: peer).html(about: name(of: peer))
    return request.queryValue("part") == "answer"
      ? Answers.page(answer) : await show(context, answer: answer)
  }

  @MainActor private func name(of peer: PeerAddress) -> DisplayName { app.talk.directory.name(of: peer) }

  @MainActor private func answer(to question: WayQuestion, about peer: PeerAddress) async -> WayAnswer {
    do {
      switch question {
      case .ping: return .ping(try await app.talk.ping(peer), hasLinks: app.talk.status.links > 0)
      case .trace: return .trace(try await app.talk.trace(peer)?.map(app.talk.directory.name(of:)))
      }
    } catch {
      return .refused("\(error)")
    }
  }

  /// Takes what was typed. Where a command opens a conversation, the page goes there.
  @MainActor private func submit(_ typed: String, in key: ConversationKey) async -> HTTPResponse {
    do {
      let done = try await app.talk.submit(typed, in: key)
      guard let opens = done.opens, opens != key else { return Answers.nothing() }
      return Answers.goTo(PagePath.target(.conversation(opens)))
    } catch {
      return Answers.text("\(error)", status: 422)
    }
  }

  /// Does something and answers: nothing where the page hears of it over its socket, or the reason in words
  /// where it was not done.
  @MainActor private func act(
    _ success: HTTPResponse = Answers.nothing(), _ work: @MainActor () async throws -> Void
  ) async -> HTTPResponse {
    do {
      try await work()
      return success
    } catch {
      return Answers.text("\(error)", status: 422)
    }
  }
}

extension HTTPRequest {
  /// The arguments of the query, in their order.
  fileprivate var items: [(name: String, value: String)] { query.map { ($0.name, $0.value) } }
}

import AppState
import ConversationModel
import Geography
import TransportPorts

/// What a request asks for: the table of all routes.
enum Route: Sendable, Equatable {
  /// The bootstrap page.
  case entrance
  /// Exchanging a launch code.
  case launch
  /// A file of the pages.
  case asset(String)
  /// A page.
  case page(Page)
  /// Sending a message.
  case send(ConversationKey)
  /// What fits to a text that is being written.
  case suggest(textToCursor: String)
  /// Keeping a text that was not sent.
  case keepDraft(ConversationKey)
  /// Sending a failed message again.
  case sendAgain(ConversationKey)
  /// Showing older messages.
  case showOlder(ConversationKey)
  /// Trying the way to somebody.
  case ask(PeerAddress)
  /// Deciding about somebody.
  case judge(PeerAddress)
  /// Verifying whose code was pasted.
  case verify(ConversationKey)
  /// Verifying whose code is in a picture.
  case verifyPicture(ConversationKey, PictureSent)
  /// Making another code of our own.
  case makeCode(ConversationKey)
  /// Taking another name.
  case setNickname
  /// Choosing how long messages are kept.
  case chooseRetention
  /// A conversation as a file.
  case exportConversation(ConversationKey, ConversationExport.Form)
  /// Choosing a theme.
  case setTheme
  /// Choosing what is told outside of the window.
  case setNotices
  /// Putting the notice away.
  case putNoticeAway
  /// The rows of the journal before those of a page.
  case earlier(EarlierQuery)
  /// Something that is done with the money file.
  case money(MoneyAction)
  /// The airports of the part of the map that is looked at.
  case airportRegion(AirportPage, RegionAsked)
  /// The detail of an airport.
  case airportDetail(AirportPage)
  /// A file of what a page of Airports lists.
  case airportExport(AirportPage, format: ExportFormat)
  /// Something that is done with the person's own airports.
  case airports(AirportAction)

  /// What a map asks for.
  struct RegionAsked: Sendable, Equatable {
    /// The part of the map.
    var box: GeoBox?
    /// A number of the page's own: its newer question ends the older.
    var page: Int
  }

  /// The files a list can become.
  enum ExportFormat: String, Sendable {
    case gpx, csv, geojson
  }

  /// What can be done with the person's own airports.
  enum AirportAction: String, Sendable {
    case view = "/airports/view"
    case favourite = "/airports/favourite"
    case note = "/airports/note"
    case wind = "/airports/wind"
    case retry = "/airports/retry"
    case settings = "/settings/airports"
  }

  /// What can be done with the money file.
  enum MoneyAction: String, Sendable {
    case open = "/money/open"
    case create = "/money/create"
    case cancel = "/money/cancel"
    case close = "/money/close"
    case putNoticeAway = "/money/notice/away"
  }

  /// What was found at a path.
  enum Match: Sendable, Equatable {
    case found(Route)
    /// The path exists, but not with this method.
    case otherMethod
    /// There is nothing.
    case nothing
  }

  /// Finds the route. HEAD is GET without a body. GET never changes anything.
  static func match(method: String, path: String, query: [(name: String, value: String)] = []) -> Match {
    let reads = method == "GET" || method == "HEAD"
    let found = (reading(path, query), changing(path, query))
    switch (reads, found) {
    case (true, (let route?, _)): return .found(route)
    case (false, (_, let route?)): return .found(route)
    case (_, (nil, nil)): return .nothing
    case (true, (nil, .some)), (false, (.some, nil)): return .otherMethod
    }
  }

  private static func reading(_ path: String, _ query: [(name: String, value: String)]) -> Route? {
    if path == "/" { return .entrance }
    if path.hasPrefix("/assets/") { return .asset(String(path.dropFirst("/assets/".count))) }
    if path == "/money/journal/earlier" { return EarlierQuery(items: query).map(Route.earlier) }
    if path.hasPrefix("/talk/"), path.hasSuffix("/suggestions") { return suggestions(path, query) }
    if path.hasPrefix("/talk/"), let route = exportedConversation(path) { return route }
    if path.hasPrefix("/airports/"), let route = airports(path, query) { return route }
    return PagePath.page(path, query: query).map(Route.page)
  }

  private static func suggestions(_ path: String, _ query: [(name: String, value: String)]) -> Route? {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 4, ConversationKey(parts[2]) != nil else { return nil }
    let text = query.first { $0.name == "text" }?.value ?? ""
    return .suggest(textToCursor: String(text.prefix(SuggestionList.charactersMax)))
  }

  private static func exportedConversation(_ path: String) -> Route? {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 4, let key = ConversationKey(parts[2]) else { return nil }
    switch parts[3] {
    case "conversation.txt": return .exportConversation(key, .text)
    case "conversation.json": return .exportConversation(key, .json)
    default: return nil
    }
  }

  private static func airports(_ path: String, _ query: [(name: String, value: String)]) -> Route? {
    let page = AirportPage(.map, AirportQuery(items: query))
    switch path {
    case "/airports/region": return .airportRegion(page, RegionAsked(query))
    case "/airports/detail": return .airportDetail(page)
    default: break
    }
    let parts = path.dropFirst("/airports/export/".count).split(separator: ".", maxSplits: 1)
    guard path.hasPrefix("/airports/export/"), parts.count == 2,
      let place = AirportPlace(rawValue: String(parts[0])),
      let format = ExportFormat(rawValue: String(parts[1]))
    else { return nil }
    return .airportExport(AirportPage(place, page.query), format: format)
  }

  private static func changing(_ path: String, _ query: [(name: String, value: String)]) -> Route? {
    switch path {
    case "/launch": return .launch
    case "/settings/you": return .setNickname
    case "/settings/appearance": return .setTheme
    case "/settings/notifications": return .setNotices
    case "/settings/history": return .chooseRetention
    case "/notice/away": return .putNoticeAway
    default: break
    }
    if let action = MoneyAction(rawValue: path) { return .money(action) }
    if let action = AirportAction(rawValue: path) { return .airports(action) }
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard (4...5).contains(parts.count), parts[0].isEmpty, parts[1] == "talk",
      let key = ConversationKey(parts[2])
    else { return nil }
    switch parts[3...].joined(separator: "/") {
    case "verify": return .verify(key)
    case "verify/picture": return .verifyPicture(key, PictureSent(query))
    case "verify/new": return .makeCode(key)
    case "messages": return .send(key)
    case "again": return .sendAgain(key)
    case "draft": return .keepDraft(key)
    case "older": return .showOlder(key)
    case "details": return key.peer.map(Route.ask)
    case "trust": return key.peer.map(Route.judge)
    default: return nil
    }
  }
}

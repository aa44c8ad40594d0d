import AppState
import ConversationModel
import Markup
import TransportPorts

/// The address of each page; the only place that knows both directions.
enum PagePath {
  /// `/talk/mesh`, `/money/journal?q=bakery`.
  static func text(_ page: Page) -> String { target(page).text }

  /// The same as a link.
  static func target(_ page: Page) -> LinkTarget {
    switch page {
    case .talk: .path("talk")
    case .conversation(let key): .path("talk", key.text)
    case .people: .path("talk", "mesh", "people")
    case .links(nil): .path("talk", "mesh", "links")
    case .links(let address?): .path("talk", "mesh", "links", address.text)
    case .details(let address): .path("talk", address.text, "details")
    case .verify(let key, .mine): .path("talk", key.text, "verify")
    case .verify(let key, let part): .path("talk", key.text, "verify").query("part", part.rawValue)
    case .search(let asked): .path("talk", "search").query(asked.items)
    case .found(let key, let id): .path("talk", key.text, "found").query("m", id.text)
    case .settings(nil): .path("settings")
    case .settings(let section?): .path("settings", section.rawValue)
    case .money(let query): .path("money").query(query.items)
    case .journal(let query): .path("money", "journal").query(query.items)
    case .accounts: .path("money", "accounts")
    case .airports(let page): target(page)
    }
  }

  /// `/airports?at=50,10,5`, `/airports/route?route=EDLE%20LFAT`.
  static func target(_ page: AirportPage) -> LinkTarget {
    let path: LinkTarget =
      page.place == .map ? .path("airports") : .path("airports", page.place.rawValue)
    return path.query(page.query.items)
  }

  /// A piece of a page of Airports, or a file of what it lists.
  static func target(_ piece: String, _ query: AirportQuery, of place: AirportPlace) -> LinkTarget {
    .path("airports", "export", "\(place.rawValue).\(piece)").query(query.items)
  }

  /// The rows before those of a page of the journal: a piece of a page, asked for by the page's library.
  static func target(_ earlier: EarlierQuery) -> LinkTarget {
    .path("money", "journal", "earlier").query(earlier.items)
  }

  /// The page of an address with its query; nil where there is none.
  static func page(_ text: String) -> Page? {
    let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let query = parts.count == 2 ? FormBody.items(Array(parts[1].utf8)) : []
    return page(String(parts.first ?? ""), query: query)
  }

  /// The page at a path, with the fields of its query; nil where there is none. Only searches and pages
  /// of Money and Airports look at them, and none of these is refused for them.
  static func page(_ path: String, query: [(name: String, value: String)]) -> Page? {
    let parts = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard path.hasPrefix("/") else { return nil }
    switch (parts.first, parts.count) {
    case ("talk", 1): return .talk
    case ("talk", 2) where parts[1] == "search": return .search(SearchAsked(items: query))
    case ("talk", 3) where parts[2] == "found":
      guard let key = ConversationKey(parts[1]), let id = query.first(where: { $0.name == "m" })?.value,
        (1...255).contains(id.utf8.count)
      else { return nil }
      return .found(key, MessageID(id))
    case ("talk", 2): return ConversationKey(parts[1]).map(Page.conversation)
    case ("talk", 3) where parts[1] == "mesh" && parts[2] == "people": return .people
    case ("talk", 3) where parts[1] == "mesh" && parts[2] == "links": return .links(nil)
    case ("talk", 4) where parts[1] == "mesh" && parts[2] == "links":
      return PeerAddress(parts[3]).map { .links($0) }
    case ("talk", 3) where parts[2] == "details": return PeerAddress(parts[1]).map(Page.details)
    case ("talk", 3) where parts[2] == "verify":
      return ConversationKey(parts[1]).map { .verify($0, part(query, of: $0)) }
    case ("settings", 1): return .settings(nil)
    case ("settings", 2): return SettingsSection(rawValue: parts[1]).map { .settings($0) }
    case ("money", 1): return .money(OverviewQuery(items: query))
    case ("money", 2) where parts[1] == "journal": return .journal(JournalQuery(items: query))
    case ("money", 2) where parts[1] == "accounts": return .accounts
    case ("airports", 1): return .airports(AirportPage(.map, AirportQuery(items: query)))
    case ("airports", 2) where parts[1] != AirportPlace.map.rawValue:
      return AirportPlace(rawValue: parts[1]).map { .airports(AirportPage($0, AirportQuery(items: query))) }
    default: return nil
    }
  }

  /// What a sheet of verifying shows; anything unknown, and comparing with nobody, is our own code.
  private static func part(
    _ query: [(name: String, value: String)], of key: ConversationKey
  ) -> VerifyPart {
    let part = query.first { $0.name == "part" }.flatMap { VerifyPart(rawValue: $0.value) } ?? .mine
    return part == .compare && !key.isPrivate ? .mine : part
  }

  /// Where the socket of a page listens: it goes on with what the page began to load.
  static func live(_ context: PageContext) -> LinkTarget {
    let target = LinkTarget.path("live").query("page", text(context.page))
    return context.visit.map { target.query("visit", String($0)) } ?? target
  }
}

extension PagePath {
  /// The page where a link from outside leads.
  static func target(of link: TernLink) -> LinkTarget {
    switch link {
    case .talk: target(.talk)
    case .people: target(.people)
    case .person(let address): target(.links(address))
    case .verify(let code): target(.verify(.mesh, .read)).query("code", code)
    case .airports: .path("airports")
    case .airport(let code): .path("airports").query("airport", code)
    case .money: .path("money")
    case .settings: target(.settings(nil))
    }
  }
}

extension LinkTarget {
  /// The address with these query arguments, percent-encoded.
  func query(_ items: [(name: String, value: String)]) -> LinkTarget {
    items.reduce(self) { $0.query($1.name, $1.value) }
  }
}

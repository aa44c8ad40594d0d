import AppState
import ConversationModel
import Timebase
import TransportPorts

/// Which page is open; each has an address, and Back always works.
enum Page: Sendable, Hashable {
  /// The list of conversations; beside it, where there is room, everybody nearby.
  case talk
  /// One conversation.
  case conversation(ConversationKey)
  /// Everybody nearby, with the list of people as a sheet where there is no room beside it.
  case people
  /// Who is next to whom; with somebody chosen, the way to them.
  case links(PeerAddress?)
  /// A private conversation with the details of the other person.
  case details(PeerAddress)
  /// The sheet for being sure of somebody: over a private conversation of that person, over the open channel
  /// of whoever's code is read.
  case verify(ConversationKey, VerifyPart)
  /// Messages that hold words.
  case search(SearchAsked)
  /// The messages around one that was found; they are not read by being looked at here.
  case found(ConversationKey, MessageID)
  /// Settings: the list alone, or one of its sections.
  case settings(SettingsSection?)
  /// The overview of accounts; first use where no file is open.
  case money(OverviewQuery)
  /// The journal of accounts; first use where no file is open.
  case journal(JournalQuery)
  /// The list of accounts as a page of its own, where there is no room beside another; first use likewise.
  case accounts
  /// A page of Airports.
  case airports(AirportPage)

  /// Which conversation is on screen.
  var conversation: ConversationKey? {
    switch self {
    case .talk, .people: .mesh
    case .conversation(let key), .verify(let key, _): key
    case .details(let address): .direct(address)
    case .links, .search, .found, .settings, .money, .journal, .accounts, .airports: nil
    }
  }

  /// Which conversation the list marks.
  var listed: ConversationKey? {
    switch self {
    case .talk, .conversation, .people, .details, .verify: conversation
    case .links: .mesh
    case .found(let key, _): key
    case .search, .settings, .money, .journal, .accounts, .airports: nil
    }
  }

  /// Whether it is a page of Talk.
  var isTalk: Bool {
    switch self {
    case .links, .search, .found: true
    case .talk, .conversation, .people, .details, .verify, .settings, .money, .journal, .accounts, .airports:
      conversation != nil
    }
  }
}

/// The sections of Settings.
enum SettingsSection: String, Sendable, Hashable, CaseIterable {
  case you, appearance, notifications, history, airports, reach
}

/// Light, dark, or as the system has it.
enum Theme: String, Sendable, Hashable, CaseIterable {
  case system, light, dark
}

extension Page {
  /// What a page of Money loads by itself; nil for other pages.
  @MainActor func moneyModel() -> MoneyPageModel? {
    switch self {
    case .money(let query): .overview(OverviewModel(query))
    case .journal(let query): .journal(JournalModel(query))
    case .accounts: .accounts
    case .talk, .conversation, .people, .links, .details, .verify, .search, .found, .settings, .airports: nil
    }
  }
}

/// What one page shows, as a value: taken from the domains on the main actor, drawn anywhere.
struct TalkScreen: Sendable {
  /// Who we are.
  struct Own: Sendable, Hashable {
    var nickname: String
    var address: PeerAddress?
    var fingerprint: String
  }

  /// Whether everybody in sight is made up.
  var isSimulated = false
  var own = Own(nickname: "", address: nil, fingerprint: "")
  var directory = PeopleDirectory(peers: [], remembered: [:], ownNickname: "")
  var status = TransportStatus(condition: .starting, links: 0)
  var conversations: [ConversationRow] = []
  var timeline: OpenTimeline?
  var title = DisplayName(name: "Nearby")
  /// What was typed in this conversation and not sent.
  var draft = ""
  /// What a search found, for its page.
  var search = SearchScreen.nothingAsked
  /// The messages around one, for the page that shows them; nil where it is gone.
  var excerpt: Excerpt?
  /// Who is next to whom, for the page that shows it.
  var map: MeshMap?
  var problem: String?
  var notice: String?
  /// Whether it is good news.
  var isNoticeGood = false
  /// What was told last, for a browser that shows it; nil where none does.
  var told: ShownNotice?
  /// What the person chose about that, and whether a desktop shows it.
  var notices = NoticePreferences()
  var desktop = NoticesDomain.Desktop.none
  var relations = PeopleRelations()
  /// How long messages are kept.
  var retention: Retention?
  var trust: [PeerAddress: TrustLevel] = [:]
  /// A code of somebody else that a link brought, for the field where it is checked.
  var broughtCode = ""
  /// Our own code; read for the sheet that shows it alone.
  var ownCode: VerificationCode?
  /// How far comparing keys by code is, by person.
  var comparisons = KeyComparisons()
  var colours = PersonColours()
  /// What a page of Money shows; nothing of it is read for others.
  var money = MoneyScreen()
  /// What a page of Airports shows, and its units in Settings; nothing of it is read for others.
  var airports = AirportsScreen()

  /// People to whom messages can be expected to get, directly or through others.
  var peopleNear: [Person] {
    directory.people.filter { $0.peer.isConnected || $0.peer.isReachable }
  }

  var unreadTotal: Int {
    conversations.reduce(0) { $0 + $1.unreadCount }
  }
}

/// What belongs to one request rather than to the state.
struct PageContext: Sendable {
  var page: Page
  var theme = Theme.system
  /// Goes into every form and into the first frame of the page's WebSocket.
  var requestToken = ""
  var times: TimeWords
  /// Which visit of a page of Money it is; nil for other pages.
  var visit: Int?
}

extension TalkScreen {
  /// Reads the domain.
  @MainActor init(_ app: AppState, page: Page, colours: PersonColours) {
    let talk = app.talk
    isSimulated = app.isSimulated
    if case .links = page { map = app.topology.map }
    if let profile = talk.profile {
      own = Own(
        nickname: profile.nickname, address: profile.address, fingerprint: profile.fingerprint)
    }
    directory = talk.directory
    status = talk.status
    conversations = talk.conversations
    problem = talk.problem
    notice = talk.notice
    isNoticeGood = talk.isNoticeGood
    told = app.notices.latest
    notices = app.notices.preferences
    desktop = app.notices.desktop
    relations = talk.relations
    if case .settings = page { retention = app.history.retention }
    trust = talk.trust
    comparisons = talk.comparisons
    self.colours = colours
    self.colours.update(talk.directory.people)
    if let key = page.conversation {
      timeline = talk.timelines[key]
      title = talk.title(of: key)
    }
  }
}

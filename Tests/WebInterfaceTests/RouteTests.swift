import AppState
import ConversationModel
import Ledger
import Networking
import Testing
import Timebase
import TransportPorts

@testable import WebInterface

/// Every path with every method, and the way back from a page to its path.
@Suite struct RouteTests {
  @Test func theTableOfRoutesIsAsWritten() throws {
    let peer = try #require(PeerAddress("0011223344556677"))
    let key = ConversationKey.direct(peer)
    let table: [(String, String, Route.Match)] = [
      ("GET", "/", .found(.entrance)), ("HEAD", "/", .found(.entrance)), ("POST", "/", .otherMethod),
      ("POST", "/launch", .found(.launch)), ("GET", "/launch", .otherMethod),
      ("GET", "/assets/a/b.css", .found(.asset("a/b.css"))), ("POST", "/assets/a.css", .otherMethod),
      ("GET", "/talk", .found(.page(.talk))), ("GET", "/talk/mesh", .found(.page(.conversation(.mesh)))),
      ("GET", "/talk/mesh/people", .found(.page(.people))),
      ("GET", "/talk/mesh/links", .found(.page(.links(nil)))), ("POST", "/talk/mesh/links", .otherMethod),
      ("GET", "/talk/mesh/links/0011223344556677", .found(.page(.links(peer)))),
      ("GET", "/talk/mesh/links/nobody", .nothing), ("GET", "/talk/0011223344556677/links", .nothing),
      ("GET", "/talk/0011223344556677", .found(.page(.conversation(key)))),
      ("GET", "/talk/0011223344556677/details", .found(.page(.details(peer)))),
      ("POST", "/talk/0011223344556677/details", .found(.ask(peer))),
      ("POST", "/talk/mesh/details", .nothing), ("GET", "/talk/mesh/details", .nothing),
      ("GET", "/talk/0011223344556677/people", .nothing),
      ("POST", "/talk/mesh/messages", .found(.send(.mesh))), ("GET", "/talk/mesh/messages", .otherMethod),
      ("POST", "/talk/0011223344556677/messages", .found(.send(key))),
      ("POST", "/talk/mesh/again", .found(.sendAgain(.mesh))),
      ("POST", "/talk/mesh/draft", .found(.keepDraft(.mesh))), ("GET", "/talk/mesh/draft", .otherMethod),
      ("GET", "/talk/mesh/suggestions", .found(.suggest(textToCursor: ""))),
      ("POST", "/talk/mesh/suggestions", .otherMethod), ("GET", "/talk/nobody/suggestions", .nothing),
      ("GET", "/talk/search", .found(.page(.search(SearchAsked(text: ""))))),
      ("POST", "/talk/search", .otherMethod), ("GET", "/talk/mesh/found", .nothing),
      ("POST", "/talk/mesh/older", .found(.showOlder(.mesh))),
      ("POST", "/talk/nobody/messages", .nothing), ("POST", "/talk/mesh", .otherMethod),
      ("GET", "/settings", .found(.page(.settings(nil)))),
      ("GET", "/settings/you", .found(.page(.settings(.you)))),
      ("POST", "/settings/you", .found(.setNickname)), ("POST", "/settings/appearance", .found(.setTheme)),
      ("POST", "/settings/history", .found(.chooseRetention)),
      ("POST", "/settings/notifications", .found(.setNotices)),
      ("GET", "/settings/notifications", .found(.page(.settings(.notifications)))),
      ("GET", "/settings/history", .found(.page(.settings(.history)))),
      ("GET", "/talk/mesh/conversation.json", .found(.exportConversation(.mesh, .json))),
      ("GET", "/talk/0011223344556677/conversation.txt", .found(.exportConversation(key, .text))),
      ("POST", "/talk/mesh/conversation.txt", .otherMethod), ("GET", "/talk/mesh/conversation.exe", .nothing),
      ("GET", "/talk/nobody/conversation.txt", .nothing),
      ("POST", "/notice/away", .found(.putNoticeAway)), ("GET", "/notice/away", .otherMethod),
      ("POST", "/settings/reach", .otherMethod), ("GET", "/settings/other", .nothing),
      ("GET", "/money", .found(.page(.money(OverviewQuery())))),
      ("GET", "/money/journal", .found(.page(.journal(JournalQuery())))), ("POST", "/money", .otherMethod),
      ("POST", "/money/open", .found(.money(.open))), ("GET", "/money/open", .otherMethod),
      ("POST", "/money/create", .found(.money(.create))), ("POST", "/money/close", .found(.money(.close))),
      ("POST", "/money/cancel", .found(.money(.cancel))),
      ("POST", "/money/notice/away", .found(.money(.putNoticeAway))),
      ("GET", "/money/journal/earlier", .nothing), ("GET", "/money/other", .nothing),
      ("GET", "/talk/", .nothing), ("GET", "//talk", .nothing),
      ("GET", "/talk/mesh/", .nothing), ("GET", "/TALK", .nothing), ("GET", "", .nothing),
      ("GET", "/live", .nothing),
      ("GET", "/talk/../settings", .nothing), ("DELETE", "/talk/mesh/messages", .found(.send(.mesh))),
    ]
    for (method, path, wanted) in table {
      #expect(Route.match(method: method, path: path) == wanted, "\(method) \(path)")
    }
  }

  @Test func everyPageHasAPathThatLeadsBackToIt() throws {
    let peer = try #require(PeerAddress("0011223344556677"))
    let pages: [Page] =
      [
        .talk, .conversation(.mesh), .people, .conversation(.direct(peer)), .details(peer), .links(nil),
        .links(peer), .found(.direct(peer), MessageID("a b#c&d")), .search(SearchAsked(text: "")),
        .search(
          SearchAsked(
            text: "wind & \"rain\"", conversation: .mesh,
            position: SearchPosition(
              sentAt: Timestamp(milliseconds: .max), id: MessageID("ü%"), conversation: .direct(peer)))),
        .settings(nil),
      ]
      + SettingsSection.allCases.map { .settings($0) } + moneyPages
    for page in pages {
      #expect(PagePath.page(PagePath.text(page)) == page)
      #expect(PagePath.target(page).text == PagePath.text(page))
    }
  }

  /// Every field at least once, and text that an address has to encode.
  private var moneyPages: [Page] {
    let day = CalendarDate(dayNumber: 20_000) ?? .first
    var journal = JournalQuery(account: .one(RecordID(3)), period: PeriodChoice(.custom(day...day)))
    journal.kind = .future
    (journal.types, journal.statuses) = ([.deposit, .transfer], [.none, .followUp])
    (journal.category, journal.isOnlyThisCategory) = (RecordID(7), true)
    (journal.payee, journal.tag) = (RecordID(8), RecordID(9))
    (journal.minimum, journal.maximum) = ("1,50", "2 000")
    (journal.needsAttachment, journal.showsDeleted, journal.text) = (true, true, "a&b=c+d #é%2F?")
    let overview = OverviewQuery(
      account: .all, period: PeriodChoice(.last(days: 30), on: day), type: .deposit)
    return [.money(OverviewQuery()), .money(overview), .journal(JournalQuery()), .journal(journal)]
  }

  @Test func formBodiesAreDecodedAndTheFirstValueCounts() {
    let form = FormBody(Array("text=a+b%26%C3%A9%0A&token=x&text=second&bare&=&bad=%zz%4".utf8))
    #expect(form["text"] == "a b&é\n")
    #expect(form["token"] == "x")
    #expect(form["bare"] == "")
    #expect(form["bad"] == "%zz%4")
    #expect(form["missing"] == nil)
    #expect(FormBody(Array("a=%FF".utf8))["a"] == "\u{FFFD}")
    let many = (0..<100).map { "f\($0)=\($0)" }.joined(separator: "&")
    #expect(FormBody(Array(many.utf8))["f31"] == "31")
    #expect(FormBody(Array(many.utf8))["f32"] == nil)
  }
}

import AppState
import ConversationModel
import Locks
import Testing
import Timebase
import TransportPorts

@MainActor @Suite struct NoticesDomainTests {
  private let outlet = HeldOutlet()
  private let settings = HeldSettings()

  private func domain() async -> NoticesDomain {
    let domain = NoticesDomain()
    await domain.connect(outlet: outlet, settings: settings) { Instant(nanoseconds: 1_000_000_000) }
    return domain
  }

  private let message = Notice.directMessage(from: "bob", text: "the code is 4711", in: .mesh)

  @Test func namesAndTextsAreHiddenUntilTheyAreAskedFor() async throws {
    let domain = await domain()
    domain.tell(message)
    #expect(outlet.shown.map(\.title) == ["New private message"])
    #expect(!outlet.shown[0].body.contains("4711") && domain.latest == nil)
    var wanted = NoticePreferences()
    (wanted.showsPreviews, wanted.isInBrowser) = (true, true)
    try await domain.choose(wanted)
    domain.tell(message)
    #expect(outlet.shown.last?.title == "bob" && outlet.shown.last?.body == "the code is 4711")
    #expect(domain.latest?.title == "bob" && domain.latest?.number == 2)
    #expect(outlet.withdrawals == 0)
    wanted.showsPreviews = false
    try await domain.choose(wanted)
    #expect(outlet.withdrawals == 1 && domain.latest == nil, "what showed a name goes")
    let later = NoticesDomain()
    await later.connect(outlet: outlet, settings: settings) { Instant(nanoseconds: 0) }
    #expect(later.preferences == wanted, "and the choice is kept")
  }

  @Test func aCrowdOfNoticesIsThinnedOut() async {
    let domain = await domain()
    for _ in 0..<100 { domain.tell(message) }
    #expect(outlet.shown.count == 8)
  }

  @Test func switchedOffMeansNothingAndNobodyThereIsSaid() async throws {
    let domain = await domain()
    #expect(domain.desktop == .unasked)
    await domain.look()
    #expect(domain.desktop == .silent)
    outlet.answer("Stand-in")
    await domain.look()
    #expect(domain.desktop == .shows(by: "Stand-in"))
    try await domain.choose(NoticePreferences(text: ""))
    domain.tell(message)
    #expect(outlet.shown.isEmpty && domain.latest == nil)
    let alone = NoticesDomain()
    await alone.connect(outlet: nil, settings: HeldSettings()) { Instant(nanoseconds: 0) }
    await alone.look()
    #expect(alone.desktop == .none)
    alone.tell(message)
  }

  @Test func whatIsKeptReadsBackAndDoubtsShowNothing() {
    for text in ["", "desktop", "browser previews", "desktop browser previews"] {
      #expect(NoticePreferences(text: text).text == text)
    }
    #expect(NoticePreferences(text: "previews! all").showsPreviews == false)
    #expect(NoticePreferences().text == "desktop")
  }
}

private final class HeldOutlet: NoticeOutlet {
  private let held = Mutex<(shown: [ShownNotice], withdrawals: Int, name: String?)>(([], 0, nil))
  var shown: [ShownNotice] { held.withLock { $0.shown } }
  var withdrawals: Int { held.withLock { $0.withdrawals } }
  func answer(_ name: String?) { held.withLock { $0.name = name } }
  func show(_ notice: ShownNotice) { held.withLock { $0.shown.append(notice) } }
  func serviceName() async -> String? { held.withLock { $0.name } }
  func withdrawAll() { held.withLock { $0.withdrawals += 1 } }
}

private actor HeldSettings: SettingsRepository {
  private var values: [SettingName: String] = [:]
  func setting(_ name: SettingName) -> String? { values[name] }
  func set(_ value: String?, for name: SettingName) { values[name] = value }
}

import AppState
import Ledger
import Observation
import Testing
import Timebase

/// The open file, the shared lists, and what is kept from run to run.
@MainActor @Suite(.timeLimit(.minutes(1))) struct MoneyDomainTests {
  private func closed(_ money: MoneyDomain) -> FirstUse? {
    if case .none(let start) = money.screen(.accounts).file { start } else { nil }
  }

  private func open(_ money: MoneyDomain) -> OpenFile? {
    if case .open(let file) = money.screen(.accounts).file { file } else { nil }
  }

  /// Waits until the sums of the shared lists are there.
  private func accounts(_ money: MoneyDomain) async -> AccountList? {
    for await list in Observations({ money.screen(.accounts).accounts }) {
      switch list {
      case .loading: continue
      case .ready(let list): return list
      case .failed: return nil
      }
    }
    return nil
  }

  @Test func anOpenedFileShowsItsAccountsWithBalances() async throws {
    let money = await MoneyDomain.opened(ScriptedSession(SampleBook.book()))
    let list = try #require(await accounts(money))
    #expect(list.groups.map(\.title) == ["Checking"])
    #expect(list.groups.first?.rows.map(\.name) == ["Cash box", "Giro"])
    #expect(list.groups.first?.rows.last?.balance.text == "€87.50")
    #expect(list.total.exact == "87.5")
    #expect(open(money)?.name == "club.mmb")
  }

  @Test func whatCannotBeOpenedSaysWhyAndKeepsWhatWasTyped() async {
    let money = MoneyDomain()
    await money.connect(
      door: ScriptedDoor(), surroundings: StillSurroundings(), store: KeptPreferences())
    for (typed, words) in [
      ("~/none.mmb", LedgerError.missing.description), ("none.mmb", "Write the whole path"), ("", "Write"),
      ("/a\u{0}b", "Write the whole path"), ("/" + String(repeating: "x", count: 5_000), "Write"),
    ] {
      money.open(typed)
      await money.settled(.accounts)
      #expect(closed(money)?.problem?.path == typed)
      #expect(closed(money)?.problem?.words.hasPrefix(words) == true, "\(typed)")
    }
    money.create("/x.mmb", baseCurrency: "ZZZ", hasSample: true)
    await money.settled(.accounts)
    let start = closed(money)
    #expect(start?.problem?.words == LedgerError.unknownCurrency("ZZZ").description)
    #expect(start?.problem?.isCreating == true && start?.newFile.hasSample == true)
  }

  @Test func openingCanBeGivenUp() async {
    let session = ScriptedSession(SampleBook.book())
    session.hold(.rows)
    let money = MoneyDomain()
    await money.connect(
      door: ScriptedDoor([session]), surroundings: StillSurroundings(), store: KeptPreferences())
    money.open("~/club.mmb")
    #expect(money.isOpening)
    money.cancel()
    #expect(closed(money)?.problem == nil && !money.isOpening)
  }

  @Test func closingEndsTheSession() async {
    let session = ScriptedSession(SampleBook.book())
    let money = await MoneyDomain.opened(session)
    await money.close()
    #expect(session.isClosed)
    #expect(closed(money)?.recent.map(\.folder) == ["~"])
    #expect(money.lists.accounts.phase == .idle)
  }

  @Test func accountAndPeriodSurviveARestart() async {
    let (kept, book) = (KeptPreferences(), SampleBook.book())
    let first = await MoneyDomain.opened(ScriptedSession(book), preferences: kept)
    let day = StillSurroundings.today
    await first.remember(.one(SampleBook.box), PeriodChoice(.last(days: 30), on: day))
    let second = await MoneyDomain.opened(ScriptedSession(book, number: 2), preferences: kept)
    #expect(second.account == .one(SampleBook.box))
    // Around today, whenever that is.
    #expect(second.period == PeriodChoice(.last(days: 30)))
  }

  @Test func anAccountThatIsGoneFallsBackToAll() async {
    let session = ScriptedSession(SampleBook.book())
    let money = await MoneyDomain.opened(session)
    await money.remember(.one(SampleBook.box), .usual)
    session.change { $0.accounts.removeAll { $0.id == SampleBook.box } }
    await money.lookForChanges()
    #expect(money.account == .all)
    #expect(
      money.screen(.journal(JournalModel(JournalQuery(account: .one(SampleBook.box))))).journal?.title
        == "All accounts")
  }

  @Test func anotherProgramsChangeLoadsTheListsAnewAndIsSaid() async {
    let session = ScriptedSession(SampleBook.book())
    let money = await MoneyDomain.opened(session)
    // The sums come after the lists; what they ask for is not what is counted below.
    for await isReady in Observations({ money.lists.holdings.phase == .ready }) where isReady { break }
    let before = session.asked(.rows)
    await money.lookForChanges()
    #expect(session.asked(.rows) == before)
    session.change { $0.payees.removeLast() }
    await money.lookForChanges()
    #expect(money.lists.payees.value?.count == 1)
    #expect(open(money)?.notices == [.changedOutside])
    money.putNoticeAway()
    #expect(open(money)?.notices == [])
  }

  @Test func aFileOutOfReachIsSaidAndWhatIsShownStays() async {
    let session = ScriptedSession(SampleBook.book())
    let money = await MoneyDomain.opened(session)
    session.fail(.stamp, .missing)
    await money.lookForChanges()
    #expect(open(money)?.notices == [.unreachable(LedgerError.missing.description)])
    #expect(money.lists.accounts.value?.count == 2)
    session.mend()
    await money.lookForChanges()
    #expect(open(money)?.notices == [])
  }

  @Test func aBrokenTableFailsAndAnEmptyOneIsEmpty() async {
    let session = ScriptedSession(SampleBook.book())
    let money = await MoneyDomain.opened(session)
    #expect(money.lists.scheduled.value?.schedules.isEmpty == true)
    #expect(overview(money)?.scheduled.value?.count == 0)
    session.breakTable(Schedule.table.name)
    session.change { _ in }
    await money.lookForChanges()
    #expect(money.lists.scheduled.phase == .failed)
    guard case .failed(let words)? = overview(money)?.scheduled else {
      Issue.record("shown as \(String(describing: overview(money)?.scheduled))")
      return
    }
    #expect(words.contains(Schedule.table.name))
    #expect(money.book.phase == .ready)
  }

  @Test func aNewVisitTriesAgainWhatFailed() async {
    let session = ScriptedSession(SampleBook.book())
    session.breakTable(Account.table.name)
    let money = await MoneyDomain.opened(session)
    #expect(money.book.phase == .failed)
    await money.lookForChanges()
    #expect(money.book.phase == .failed)
    session.mend()
    await money.lookForChanges(retries: true)
    #expect(money.book.phase == .ready)
  }

  @Test func recentFilesAreCappedAndTheLatestIsFirst() {
    var preferences = MoneyPreferences()
    for number in 0..<25 {
      preferences.opened(
        .init(path: "/\(number)", openedAt: Timestamp(milliseconds: UInt64(number)), account: .all))
    }
    #expect(preferences.recent.count == MoneyPreferences.recentMax)
    #expect(preferences.recent.first?.path == "/24" && preferences.recent.last?.path == "/15")
    preferences.opened(.init(path: "/20", openedAt: Timestamp(milliseconds: 30)))
    #expect(preferences.recent.count == MoneyPreferences.recentMax)
    #expect(preferences.recent.filter { $0.path == "/20" }.map(\.openedAt.milliseconds) == [30])
    #expect(MoneyPreferences(recent: preferences.recent + preferences.recent) == preferences)
  }

  private func overview(_ money: MoneyDomain) -> OverviewScreen? {
    let page = MoneyPageModel.overview(OverviewModel(OverviewQuery()))
    if case .overview(let screen) = money.screen(page).content { return screen }
    return nil
  }
}

extension MoneyScreen {
  /// The choices of a journal.
  fileprivate var journal: JournalChoices? {
    if case .journal(let screen) = content { screen.choices } else { nil }
  }
}

import AppState
import Ledger
import Observation
import Testing

/// Loads of pages: what ends them, whose result is shown, and what they show.
@MainActor @Suite(.timeLimit(.minutes(1))) struct MoneyModelTests {
  private let everything = PeriodChoice(.all)

  private func query(_ text: String = "") -> JournalQuery {
    var query = JournalQuery(account: .all, period: everything)
    query.text = text
    return query
  }

  private func titles(_ rows: JournalRows?) -> [String] {
    rows?.days.flatMap { $0.rows.map(\.title) } ?? []
  }

  /// Loads a page to its end.
  private func load(_ money: MoneyDomain, _ page: MoneyPageModel) async {
    let following = Task { await money.follow(page) }
    await money.settled(page)
    following.cancel()
    await following.value
  }

  private func book(_ money: MoneyDomain) throws -> MoneyBook { try #require(money.book.value) }

  // MARK: Generations

  @Test func aSlowLoadIsNeverShownOnceTheFilterChanged() async throws {
    let session = ScriptedSession(SampleBook.book())
    let money = await MoneyDomain.opened(session)
    let (model, book) = (JournalModel(query("bakery")), try book(money))
    session.hold(.journal)
    let slow = Task { await model.load(book, account: .all, period: everything) }
    await session.waits(at: .journal)
    model.ask(query("club"))
    let next = Task { await model.load(book, account: .all, period: everything) }
    await session.waits(at: .journal, count: 2)
    session.release(.journal)
    await slow.value
    #expect(titles(model.rows.value) != ["Bakery"])
    await next.value
    #expect(titles(model.rows.value) == ["Club"])
  }

  @Test func aSlowLoadIsNeverShownOnceTheFileChanged() async throws {
    let session = ScriptedSession(SampleBook.book())
    let money = await MoneyDomain.opened(session)
    let (model, book) = (JournalModel(query()), try book(money))
    session.hold(.journal)
    let slow = Task { await model.load(book, account: .all, period: everything) }
    await session.waits(at: .journal)
    session.change { $0.transactions.removeLast() }
    let next = Task { await model.load(book, account: .all, period: everything) }
    await session.waits(at: .journal, count: 2)
    session.release(.journal)
    await slow.value
    await next.value
    #expect(titles(model.rows.value) == ["Bakery"])
  }

  @Test func theOverviewsSlowLoadIsNeverShownOnceTheQuestionChanged() async throws {
    let session = ScriptedSession(SampleBook.book())
    let money = await MoneyDomain.opened(session)
    let model = OverviewModel(OverviewQuery(account: .all, period: PeriodChoice(.day)))
    let book = try book(money)
    for question in [ScriptedSession.Question.flows, .trend, .journal] { session.hold(question) }
    let slow = Task { await model.load(book, account: .all, period: PeriodChoice(.day)) }
    await session.waits(at: .trend)
    model.ask(OverviewQuery(account: .all, period: everything))
    let next = Task { await model.load(book, account: .all, period: everything) }
    await session.waits(at: .trend, count: 2)
    for question in [ScriptedSession.Question.flows, .trend, .journal] { session.release(question) }
    await slow.value
    await next.value
    #expect(model.trend.value?.days.count == 2)
    #expect(model.figures.value?.income.amount.exact == "100")
    #expect(model.recent.value?.rows.count == 2)
  }

  // MARK: Leaving

  @Test func leavingAPageCancelsItsLoad() async {
    let session = ScriptedSession(SampleBook.book())
    let money = await MoneyDomain.opened(session)
    let model = JournalModel(query())
    session.hold(.journal)
    let looking = Task { await money.follow(.journal(model)) }
    await session.waits(at: .journal)
    looking.cancel()
    await looking.value
    #expect(session.cancelled(.journal) == 1)
    #expect(model.rows.phase == .loading)
  }

  @Test func closingTheFileEndsTheLoadOfAnOpenPage() async {
    let session = ScriptedSession(SampleBook.book())
    let money = await MoneyDomain.opened(session)
    let model = OverviewModel(OverviewQuery(account: .all, period: everything))
    session.hold(.trend)
    let looking = Task { await money.follow(.overview(model)) }
    await session.waits(at: .trend)
    await money.close()
    await session.isCancelled(at: .trend)
    looking.cancel()
    await looking.value
    #expect(model.trend.value == nil)
  }

  @Test func anOpenPageLoadsTheNewStateOfAChangedFile() async {
    let session = ScriptedSession(SampleBook.book())
    let money = await MoneyDomain.opened(session)
    let model = JournalModel(query())
    let looking = Task { await money.follow(.journal(model)) }
    await money.settled(.journal(model))
    let before = model.rows.value?.state
    session.change { $0.transactions.append(SampleBook.row(9, (0, 2, 500))) }
    await money.lookForChanges()
    for await rows in Observations({ model.rows.value }) where rows?.count == 3 { break }
    #expect(model.rows.value?.state != before)
    looking.cancel()
    await looking.value
  }

  // MARK: Empty and failed

  @Test func emptyAndFailedAreDifferentOnBothPages() async {
    let session = ScriptedSession(SampleBook.book([]))
    let money = await MoneyDomain.opened(session)
    let (journal, overview) = (JournalModel(query()), OverviewModel(OverviewQuery()))
    await load(money, .journal(journal))
    await load(money, .overview(overview))
    #expect(journal.rows.value?.days == [])
    #expect(overview.trend.value?.days == [] && overview.recent.value?.rows == [])
    #expect(overview.figures.value?.isEmpty == true)
    session.fail(.journal, .queryFailed(reason: "no such column"))
    session.fail(.flows, .damaged(reason: "page 3"))
    let (again, below) = (JournalModel(query()), OverviewModel(OverviewQuery()))
    await load(money, .journal(again))
    await load(money, .overview(below))
    #expect(again.rows == .failed(.queryFailed(reason: "no such column")))
    #expect(below.figures.phase == .failed && below.recent.phase == .failed)
    // What can be read is shown.
    #expect(below.trend.phase == .ready)
  }

  @Test func aBrokenTableOfNamesFailsTheRowsAndNotTheFigures() async {
    let session = ScriptedSession(SampleBook.book())
    session.breakTable(Payee.table.name)
    let money = await MoneyDomain.opened(session)
    let (journal, overview) = (JournalModel(query()), OverviewModel(OverviewQuery()))
    await load(money, .journal(journal))
    await load(money, .overview(overview))
    #expect(journal.rows.phase == .failed && overview.recent.phase == .failed)
    #expect(overview.figures.phase == .ready && overview.trend.phase == .ready)
  }

  // MARK: Rows

  @Test func earlierRowsFollowByPlaceWithTheBalanceGoingOn() async throws {
    let rows = (0..<120).map { (ago: $0, payee: Int64(1), cents: Int64(-100)) }
    let money = await MoneyDomain.opened(ScriptedSession(SampleBook.book(rows)))
    let model = JournalModel(JournalQuery(account: .one(SampleBook.giro), period: everything))
    await load(money, .journal(model))
    var page = try #require(model.rows.value)
    var balances: [String] = []
    var counts: [Int] = []
    while true {
      counts.append(page.count)
      balances += page.days.flatMap { $0.rows.compactMap { $0.balance?.exact } }
      guard let earlier = page.earlier else { break }
      // As an address carries it.
      let read = try #require(EarlierQuery(items: earlier.items))
      #expect(read == earlier)
      page = try #require(await money.earlier(read)?.value)
    }
    #expect(counts == [50, 50, 20])
    #expect(balances == (0..<120).map { "\($0 - 120)" })
  }

  @Test func rowsOfAnotherStateOfTheFileAreNotAddedToAPage() async throws {
    let rows = (0..<60).map { (ago: $0, payee: Int64(1), cents: Int64(-100)) }
    let session = ScriptedSession(SampleBook.book(rows))
    let money = await MoneyDomain.opened(session)
    let model = JournalModel(query())
    await load(money, .journal(model))
    let earlier = try #require(model.rows.value?.earlier)
    session.change { $0.transactions.removeFirst() }
    #expect(await money.earlier(earlier) == nil)
  }

  @Test func aDayIsNotCutByAPage() async throws {
    let rows =
      [(ago: 0, payee: Int64(1), cents: Int64(-5))] + Array(repeating: (1, 1, -100), count: 70)
      + [(2, 1, -7)]
    let money = await MoneyDomain.opened(ScriptedSession(SampleBook.book(rows)))
    let model = JournalModel(query())
    await load(money, .journal(model))
    let page = try #require(model.rows.value)
    #expect(page.days.map(\.rows.count) == [1, 70])
    #expect(page.days.map(\.title) == ["Today", "Yesterday"])
    #expect(page.days.map { $0.total?.exact } == ["-0.05", "-70"])
    let earlier = try #require(page.earlier)
    let rest = try #require(await money.earlier(earlier)?.value)
    #expect(rest.days.map(\.rows.count) == [1] && rest.earlier == nil)
  }

  @Test func theFiguresAreThoseOfTheRules() async {
    let money = await MoneyDomain.opened(
      ScriptedSession(SampleBook.book([(0, 1, -1_250), (1, 2, 10_000), (40, 2, 5_000), (41, 1, -1_000)])))
    let model = OverviewModel(OverviewQuery(account: .all, period: PeriodChoice(.month)))
    await load(money, .overview(model))
    let strip = model.figures.value
    #expect(strip?.worth.amount.text == "€127.50")
    #expect(strip?.income.amount.exact == "100" && strip?.income.change?.percent == "100.0 %")
    #expect(strip?.expense.amount.exact == "12.5" && strip?.expense.change?.isBetter == false)
    #expect(strip?.expense.note == "€0.89 a day")
    #expect(strip?.worth.change?.against == "31 May 2026" && strip?.income.change?.against == "May 2026")
    #expect(model.recent.value?.rows.map(\.title) == ["Bakery", "Club"] && model.recent.value?.count == 2)
    #expect(model.trend.value?.days.map(\.title) == ["Yesterday", "Today"])
  }
}

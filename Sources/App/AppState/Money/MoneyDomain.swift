import Ledger
import Observation
import Text
import Timebase

/// The one owner of the open money file, of the lists several pages share, and of what the person chose:
/// account and period, kept across pages and runs. Source: money 0 (A1), 5.0.
///
/// Main actor only; holds no rule and reads no file: that is behind `LedgerOpening`. Pages load what only
/// they need by their own models, from `book`.
@MainActor @Observable public final class MoneyDomain {
  enum State {
    case closed
    case opening(OpeningFile)
    case open(any LedgerSessioning, LedgerFileFacts)
  }

  private(set) var state = State.closed
  private(set) var problem: FirstUse.Problem?
  private(set) var recent: [FirstUse.Recent] = []
  private(set) var newFile = FirstUse.NewFile()
  private(set) var notices: [OpenFile.Notice] = []
  /// The shared lists of the open file.
  public private(set) var lists = MoneyLists()
  /// What page models load from; changes with every state of the file.
  public private(set) var book: LoadState<MoneyBook> = .idle
  /// The account pages are about.
  public private(set) var account = AccountChoice.all
  /// The period pages are about.
  public private(set) var period = PeriodChoice.usual

  /// What stocks in an account are worth today, in its currency.
  private(set) var stockValues: [RecordID<Account>: ExactDecimal] = [:]

  private var preferences = MoneyPreferences()
  private var door: (any LedgerOpening)?
  private var surroundings: (any MoneySurroundings)?
  private var store: (any MoneyPreferencesStoring)?
  /// Opens, creates, or looks for damage; ended by whatever comes next.
  @ObservationIgnored private var work: Task<Void, Never>?
  @ObservationIgnored private var generation = 0
  @ObservationIgnored private var seen: (change: Int, today: CalendarDate)?

  /// An empty state; `connect` gives it something to do.
  public init() {}

  /// Joins the domain to its file access and reads what was kept.
  public func connect(
    door: any LedgerOpening, surroundings: any MoneySurroundings, store: any MoneyPreferencesStoring
  ) async {
    (self.door, self.surroundings, self.store) = (door, surroundings, store)
    preferences = await store.load()
    showRecent()
  }

  /// What day it is.
  public var today: CalendarDate { surroundings?.today() ?? .first }

  /// Whether a file is being opened or created.
  public var isOpening: Bool { if case .opening = state { true } else { false } }

  // MARK: Intents

  /// Opens a file; what is open is closed. `typed` is a path as a person writes it: whole, or from `~/`.
  public func open(_ typed: String) {
    begin(typed, isCreating: false) { (door, path) async throws(LedgerError) in
      try await door.open(path: path)
    }
  }

  /// Creates a file and opens it.
  public func create(_ typed: String, baseCurrency: String, hasSample: Bool) {
    newFile.path = typed
    newFile.baseCurrency = baseCurrency
    newFile.hasSample = hasSample
    let choices = NewLedger(
      baseCurrency: baseCurrency, day: today, uniqueID: surroundings?.makeUniqueID() ?? "",
      hasSample: hasSample)
    begin(typed, isCreating: true) { (door, path) async throws(LedgerError) in
      try await door.create(path: path, choices: choices)
    }
  }

  /// Gives up opening.
  public func cancel() {
    guard isOpening else { return }
    work?.cancel()
    state = .closed
    showRecent()
  }

  /// Closes the file.
  public func close() async {
    work?.cancel()
    let old = state
    forgetFile()
    problem = nil
    showRecent()
    if case .open(let session, _) = old { await session.close() }
  }

  /// The person has read the notice.
  public func putNoticeAway() { notices.removeAll { $0.canBePutAway } }

  /// A page that is looked at shows this account and period: they are kept.
  public func remember(_ account: AccountChoice, _ period: PeriodChoice) async {
    guard account != self.account || period != self.period else { return }
    self.account = account
    self.period = period
    guard case .open(_, let facts) = state else { return }
    var kept = period
    kept.anchor = nil
    preferences.chose(account, kept, in: facts.path)
    await store?.save(preferences)
  }

  /// Looks whether another program changed the file, or the day did; then lists are loaded anew. What failed
  /// is tried again with `retries`. Nothing happens while no file is open.
  public func lookForChanges(retries: Bool = false) async {
    guard case .open(let session, _) = state, seen != nil || retries else { return showRecent() }
    do throws(LedgerError) {
      let change = try await session.changeCounter()
      guard isOpen(session) else { return }
      if notices.contains(where: \.isUnreachable) { notices.removeAll(where: \.isUnreachable) }
      let hasFailed = retries && book.phase == .failed
      guard hasFailed || seen.map({ $0 != (change, today) }) ?? true else { return }
      let isForeign = seen.map { $0.change != change } ?? false
      await load(session)
      if isForeign, isOpen(session), !notices.contains(.changedOutside) { notices.append(.changedOutside) }
    } catch {
      guard isOpen(session), error != .cancelled, error != .locked else { return }
      let notice = OpenFile.Notice.unreachable(error.description)
      if !notices.contains(notice) { notices = [notice] + notices.filter { !$0.isUnreachable } }
    }
  }

  // MARK: Opening

  private func begin(
    _ typed: String, isCreating: Bool,
    _ open: @escaping @Sendable (any LedgerOpening, String) async throws(LedgerError) -> any LedgerSessioning
  ) {
    work?.cancel()
    let old = state
    forgetFile()
    problem = nil
    let path = fullPath(Text.trimmed(typed))
    guard let path, let door else {
      problem = .init(path: typed, isCreating: isCreating, words: Self.pathWords)
      showRecent()
      return endSession(of: old)
    }
    state = .opening(OpeningFile(path: path, name: Self.name(path), isCreating: isCreating))
    work = Task {
      if case .open(let session, _) = old { await session.close() }
      do throws(LedgerError) {
        let session = try await open(door, path)
        let facts = await session.file
        guard !Task.isCancelled else { return await session.close() }
        await opened(session, facts)
      } catch {
        guard !Task.isCancelled else { return }
        state = .closed
        problem = .init(path: typed, isCreating: isCreating, words: error.description)
        showRecent()
      }
    }
  }

  private func endSession(of old: State) {
    guard case .open(let session, _) = old else { return }
    work = Task { await session.close() }
  }

  private func opened(_ session: any LedgerSessioning, _ facts: LedgerFileFacts) async {
    state = .open(session, facts)
    newFile = FirstUse.NewFile()
    notices = facts.isUpgradedCopy ? [.upgradedInMemory(version: facts.version)] : []
    var file = preferences.file(facts.path) ?? .init(path: facts.path, openedAt: Timestamp(milliseconds: 0))
    file.openedAt = surroundings?.now() ?? file.openedAt
    (account, period) = (file.account, file.period)
    preferences.opened(file)
    await store?.save(preferences)
    await load(session)
    guard !Task.isCancelled, isOpen(session), let found = try? await session.damage(), let first = found.first
    else { return }
    if isOpen(session) { notices.insert(.damaged(first), at: 0) }
  }

  /// Loads the shared lists. What is shown stays until the new state is there.
  private func load(_ session: any LedgerSessioning) async {
    generation += 1
    let (current, today) = (generation, today)
    var fresh = MoneyLists()
    do throws(LedgerError) {
      let stamp = try await session.stamp(request: current)
      await fresh.loadNames(session, stamp)
      guard isOpen(session), generation == current, !Task.isCancelled else { return }
      seen = (stamp.change, today)
      // Sums of the state before stay until the new ones are there: they take a moment in a large file.
      (fresh.balances, fresh.holdings) = (lists.balances, lists.holdings)
      lists = fresh
      show(fresh, session, stamp, today)
      (fresh.balances, fresh.holdings) = (.idle, .idle)
      await fresh.loadSums(session, stamp)
      guard isOpen(session), generation == current, !Task.isCancelled else { return }
      let (accounts, holdings) = (fresh.accounts.value ?? [], fresh.holdings.value)
      stockValues = Dictionary(
        accounts.map { ($0.id, holdings?.stockValue(in: $0, on: today) ?? .zero) }
      ) { first, _ in first }
      lists = fresh
    } catch {
      guard isOpen(session), generation == current, !Task.isCancelled else { return }
      seen = nil
      book = .failed(error)
    }
  }

  private func show(
    _ lists: MoneyLists, _ session: any LedgerSessioning, _ stamp: LoadStamp, _ today: CalendarDate
  ) {
    do throws(LedgerError) {
      let fresh = try MoneyBook(lists, session: session, generation: generation, today: today)
      account = fresh.present(account)
      book = .ready(fresh, stamp)
    } catch {
      book = .failed(error)
    }
  }

  private func isOpen(_ session: any LedgerSessioning) -> Bool {
    if case .open(let current, _) = state { current.number == session.number } else { false }
  }

  private func forgetFile() {
    generation += 1
    state = .closed
    (lists, book, notices, seen, stockValues) = (MoneyLists(), .idle, [], nil, [:])
    (account, period) = (.all, .usual)
  }

  // MARK: Words

  private func showRecent() {
    let home = surroundings?.homeFolder
    let files = preferences.recent.map { file in
      FirstUse.Recent(
        path: file.path, name: Self.name(file.path), folder: Self.folder(file.path, home: home),
        openedAt: file.openedAt, isMissing: !(surroundings?.exists(file.path) ?? false))
    }
    if files != recent { recent = files }
  }

  private func fullPath(_ typed: String) -> String? {
    guard typed.utf8.count <= Self.pathBytesMax, !typed.utf8.contains(where: { $0 < 0x20 || $0 == 0x7f })
    else { return nil }
    if typed.hasPrefix("~/"), let home = surroundings?.homeFolder { return home + typed.dropFirst() }
    return typed.hasPrefix("/") && typed.utf8.count > 1 ? typed : nil
  }

  private static func name(_ path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  private static func folder(_ path: String, home: String?) -> String {
    let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
    guard let home, folder == home || folder.hasPrefix(home + "/") else {
      return folder.isEmpty ? "/" : folder
    }
    return "~" + folder.dropFirst(home.count)
  }

  private static let pathWords =
    "Write the whole path of the file, from / or from ~/ (your home folder). Nothing was opened."
  /// The longest path that is tried, as the system has it.
  static let pathBytesMax = 4_095
}

extension OpenFile.Notice {
  fileprivate var isUnreachable: Bool { if case .unreachable = self { true } else { false } }
}

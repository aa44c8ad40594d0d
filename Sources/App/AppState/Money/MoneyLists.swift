import Ledger

/// The lists of the open file that several pages need. The domain is their one owner; each is loaded, or has
/// failed, by itself. Source: money 0 (A1, B3).
public struct MoneyLists: Sendable {
  /// Schedules with their parts and what hangs on them.
  public struct Scheduled: Sendable, Hashable {
    /// The schedules.
    public var schedules: [Schedule]
    /// Their parts.
    public var splits: [Split<Schedule>]
    /// Their tags and attachments, under the schedules' numbers.
    public var marks: JournalMarks
  }

  /// Accounts.
  public internal(set) var accounts: LoadState<[Account]> = .idle
  /// Currencies.
  public internal(set) var currencies: LoadState<[Currency]> = .idle
  /// Dated rates.
  public internal(set) var rates: LoadState<[CurrencyRate]> = .idle
  /// The file's settings.
  public internal(set) var settings: LoadState<FileSettings> = .idle
  /// Categories.
  public internal(set) var categories: LoadState<[Category]> = .idle
  /// Payees.
  public internal(set) var payees: LoadState<[Payee]> = .idle
  /// Tags.
  public internal(set) var tags: LoadState<[Tag]> = .idle
  /// Schedules.
  public internal(set) var scheduled: LoadState<Scheduled> = .idle
  /// What accounts hold, all days.
  public internal(set) var balances: LoadState<BalanceSheet> = .idle
  /// Stocks and assets.
  public internal(set) var holdings: LoadState<Holdings> = .idle

  /// Nothing loaded.
  public init() {}

  /// Loads the lists that stay small in a large file; ends early, the lists left loading, when cancelled.
  mutating func loadNames(_ session: any LedgerSessioning, _ stamp: LoadStamp) async {
    await load(\.settings, stamp) { () async throws(LedgerError) in
      FileSettings(
        info: try await session.rows(of: InfoEntry.self),
        settings: try await session.rows(of: SettingEntry.self))
    }
    await load(\.accounts, stamp) { () async throws(LedgerError) in try await session.rows(of: Account.self) }
    await load(\.currencies, stamp) { () async throws(LedgerError) in
      try await session.rows(of: Currency.self)
    }
    await load(\.rates, stamp) { () async throws(LedgerError) in
      try await session.rows(of: CurrencyRate.self)
    }
    await load(\.categories, stamp) { () async throws(LedgerError) in
      try await session.rows(of: Category.self)
    }
    await load(\.payees, stamp) { () async throws(LedgerError) in try await session.rows(of: Payee.self) }
    await load(\.tags, stamp) { () async throws(LedgerError) in try await session.rows(of: Tag.self) }
    await load(\.scheduled, stamp) { () async throws(LedgerError) in
      Scheduled(
        schedules: try await session.rows(of: Schedule.self),
        splits: try await session.rows(of: Split<Schedule>.self), marks: try await session.scheduleMarks())
    }
  }

  /// Loads what looks at every row.
  mutating func loadSums(_ session: any LedgerSessioning, _ stamp: LoadStamp) async {
    await load(\.holdings, stamp) { () async throws(LedgerError) in try await Holdings(session) }
    await load(\.balances, stamp) { () async throws(LedgerError) in try await session.balances(upTo: nil) }
  }

  private mutating func load<Value: Sendable>(
    _ list: WritableKeyPath<MoneyLists, LoadState<Value>>, _ stamp: LoadStamp,
    _ query: () async throws(LedgerError) -> Value
  ) async {
    guard self[keyPath: list].begin(stamp) else { return }
    let result: Result<Value, LedgerError>
    do throws(LedgerError) {
      result = .success(try await query())
    } catch {
      result = .failure(error)
    }
    guard !Task.isCancelled else { return }
    _ = self[keyPath: list].finish(stamp, result)
  }
}

extension LoadState {
  /// What a page shows of it. Something that was not asked for yet is on its way.
  var shown: Shown<Value> {
    switch self {
    case .idle, .loading: .loading
    case .ready(let value, _): .ready(value)
    case .failed(let error): .failed(error.description)
    }
  }

  /// The value, or why it is not there; nil while it is on its way.
  var result: Result<Value, LedgerError>? {
    switch self {
    case .idle, .loading: nil
    case .ready(let value, _): .success(value)
    case .failed(let error): .failure(error)
    }
  }
}

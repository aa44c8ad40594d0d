import Ledger
import Observation

/// The page somebody looks at in the Money area.
public enum MoneyPageModel: Sendable {
  /// The overview.
  case overview(OverviewModel)
  /// The journal.
  case journal(JournalModel)
  /// A page that shows the shared lists only.
  case accounts

  /// Whether something of it is still on its way.
  @MainActor var isLoading: Bool {
    switch self {
    case .overview(let model): model.isLoading
    case .journal(let model): model.isLoading
    case .accounts: false
    }
  }

  /// Whether something of it has failed.
  @MainActor var hasFailed: Bool {
    switch self {
    case .overview(let model): [model.figures.phase, model.trend.phase, model.recent.phase].contains(.failed)
    case .journal(let model): model.rows.phase == .failed
    case .accounts: false
    }
  }

  @MainActor var choices: (account: AccountChoice?, period: PeriodChoice?) {
    switch self {
    case .overview(let model): (model.query.account, model.query.period)
    case .journal(let model): (model.query.account, model.query.period)
    case .accounts: (nil, nil)
    }
  }
}

extension MoneyDomain {
  /// Keeps a page loaded for as long as the task lives: what it shows is loaded from each state of the file,
  /// and what is on its way ends with the state, or with the task.
  public func follow(_ page: MoneyPageModel) async {
    while !Task.isCancelled {
      let book = book.value
      await withTaskGroup(of: Void.self) { group in
        if let book { group.addTask { await self.load(page, book) } }
        await self.bookDiffers(from: book?.generation)
        group.cancelAll()
      }
    }
  }

  /// Loads what a page shows from one state of the file.
  func load(_ page: MoneyPageModel, _ book: MoneyBook) async {
    let wanted = page.choices
    let (account, period) = (account(wanted.account), wanted.period ?? period)
    switch page {
    case .overview(let model): await model.load(book, account: account, period: period)
    case .journal(let model): await model.load(book, account: account, period: period)
    case .accounts: break
    }
  }

  /// Waits until a page has all it shows, or has failed to get it; without a file at once, while one is
  /// opened until that is decided.
  public func settled(_ page: MoneyPageModel) async {
    for await isSettled in Observations({ self.isSettled(page) }) where isSettled { return }
  }

  /// See `settled`.
  public func isSettled(_ page: MoneyPageModel) -> Bool {
    switch state {
    case .closed: true
    case .opening: false
    case .open: book.phase == .failed || book.phase == .ready && !page.isLoading
    }
  }

  /// A page that is looked at shows an account and a period: they are kept for other pages and other runs.
  public func remember(_ page: MoneyPageModel) async {
    guard book.phase == .ready else { return }
    let wanted = page.choices
    await remember(account(wanted.account), wanted.period ?? period)
  }

  /// Whether something a page shows has failed.
  public func hasFailed(_ page: MoneyPageModel) -> Bool { book.phase == .failed || page.hasFailed }

  private func bookDiffers(from generation: Int?) async {
    for await current in Observations({ self.book.value?.generation }) where current != generation { return }
  }

  /// The account a page is about: the one it asks for, else the one chosen last, as far as it is there.
  func account(_ asked: AccountChoice?) -> AccountChoice {
    let choice = asked ?? account
    return book.value.map { $0.present(choice) } ?? choice
  }

  /// What a page shows now.
  public func screen(_ page: MoneyPageModel) -> MoneyScreen { MoneyScreenReading(domain: self).screen(page) }
}

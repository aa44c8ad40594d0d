import AppState

/// The pages of Money that are open, or about to be: a page begins to load when it is asked for, and its
/// socket goes on with that. What nobody looks at any more ends.
@MainActor final class Visits {
  /// A page waits so long for what it shows before it is drawn without.
  nonisolated static let patience: Duration = .milliseconds(200)
  /// So long a drawn page's load waits for its socket.
  nonisolated static let waitingTime: Duration = .seconds(5)
  /// At most so many wait; a new one ends the oldest.
  nonisolated static let waitingMax = 4

  private var waiting: [Visit] = []
  private var lastNumber = 0

  nonisolated init() {}

  /// Begins to load what a page shows; nil for pages that load nothing. A page that is loaded again before
  /// its socket came goes on with what is on its way, so that impatience costs nothing.
  func begin(_ page: Page, _ money: MoneyDomain) -> Visit? {
    if let same = waiting.first(where: { $0.page == page }), !same.hasFailed {
      same.endLater(in: self)
      return same
    }
    guard let model = page.moneyModel() else { return nil }
    lastNumber += 1
    let visit = Visit(number: lastNumber, page: page, model: model, money: money)
    waiting.append(visit)
    if waiting.count > Self.waitingMax { waiting.removeFirst().end() }
    visit.endLater(in: self)
    return visit
  }

  /// Nobody came for it.
  func forget(_ visit: Visit) { waiting.removeAll { $0 === visit } }

  /// Takes over the visit of a page that was drawn, or begins another: the page came back after a break.
  func take(_ number: Int?, _ page: Page, _ money: MoneyDomain) -> Visit? {
    let found = waiting.first { $0.number == number && $0.page == page } ?? begin(page, money)
    waiting.removeAll { $0 === found }
    found?.stay()
    return found
  }

  /// How many wait for their sockets.
  var waitingCount: Int { waiting.count }
}

/// One open page of Money and the task that keeps it loaded.
@MainActor final class Visit {
  let number: Int
  let page: Page
  let model: MoneyPageModel
  private let money: MoneyDomain
  private let loading: Task<Void, Never>
  private var ending: Task<Void, Never>?

  init(number: Int, page: Page, model: MoneyPageModel, money: MoneyDomain) {
    (self.number, self.page, self.model, self.money) = (number, page, model, money)
    loading = Task {
      await money.lookForChanges(retries: true)
      await money.follow(model)
    }
  }

  /// Whether all it shows is there.
  var isSettled: Bool { money.isSettled(model) }

  /// Whether something of it could not be loaded: then a new visit tries again.
  var hasFailed: Bool { money.hasFailed(model) }

  /// Waits until all it shows is there, at most so long.
  func settle(within time: Duration) async {
    guard !isSettled else { return }
    let (money, model) = (money, model)
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await money.settled(model) }
      // The end of patience, not a wait for a result; cancelled it only ends earlier, as it should.
      group.addTask { try? await Task.sleep(for: time) }
      await group.next()
      group.cancelAll()
    }
  }

  /// Ends it unless somebody takes it over.
  func endLater(in visits: Visits) {
    ending?.cancel()
    ending = Task {
      // Nothing tells that a browser will not open its socket. Cancelled: somebody took the visit over.
      guard (try? await Task.sleep(for: Visits.waitingTime)) != nil else { return }
      loading.cancel()
      visits.forget(self)
    }
  }

  /// Somebody looks at it now.
  func stay() {
    ending?.cancel()
    ending = nil
  }

  /// Keeps what the page is about for the next page and the next run.
  func remember() async { await money.remember(model) }

  /// Nobody looks at it any more: what is on its way ends.
  func end() {
    ending?.cancel()
    loading.cancel()
  }
}

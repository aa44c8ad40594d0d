import Ledger
import Observation

/// What one open overview shows beside the shared lists, and nothing of other pages. Its loads end when
/// `follow` is cancelled, and begin anew when the file changes. Source: money 0 (B2, B4), 5.1.
@MainActor @Observable public final class OverviewModel {
  /// What is asked for.
  public private(set) var query: OverviewQuery
  /// Net worth, income and expense.
  public private(set) var figures: LoadState<KeyFigureStrip> = .idle
  /// The last days with rows.
  public private(set) var trend: LoadState<TrendChart> = .idle
  /// The newest rows.
  public private(set) var recent: LoadState<RecentRows> = .idle

  private var request = 0

  /// A page nothing is loaded for yet.
  public init(_ query: OverviewQuery) { self.query = query }

  /// Whether something is still on its way.
  var isLoading: Bool {
    [figures.phase, trend.phase, recent.phase].contains { $0 == .idle || $0 == .loading }
  }

  /// Asks for something else; what is on its way for the old question is not shown any more.
  public func ask(_ query: OverviewQuery) {
    guard query != self.query else { return }
    self.query = query
    request += 1
    (figures, trend, recent) = (.idle, .idle, .idle)
  }

  /// Loads what the query asks for from one state of the file. A result for another question, or another
  /// state, than the one awaited is dropped.
  public func load(_ book: MoneyBook, account: AccountChoice, period: PeriodChoice) async {
    // From now on the page is about these, whatever is chosen on another one.
    (query.account, query.period) = (query.account ?? account, query.period ?? period)
    request += 1
    let request = request
    let loading = OverviewLoading(book: book, query: query, account: account, period: period)
    let stamp: LoadStamp
    do throws(LedgerError) {
      stamp = try await book.session.stamp(request: request)
    } catch {
      guard self.request == request, !Task.isCancelled else { return }
      (figures, trend, recent) = (.failed(error), .failed(error), .failed(error))
      return
    }
    guard self.request == request, !Task.isCancelled else { return }
    _ = (figures.begin(stamp), trend.begin(stamp), recent.begin(stamp))
    async let figures = loading.figures()
    async let trend = loading.trend()
    async let rows = loading.rows()
    let flow = await figures
    finish { $0.figures.finish(stamp, flow.map(\.strip)) }
    let days = await trend
    finish { $0.trend.finish(stamp, days) }
    let newest = await rows
    finish { model in
      model.recent.finish(stamp, newest.map { loading.recent($0, count: try? flow.get().rows) })
    }
  }

  private func finish(_ take: (OverviewModel) -> Bool) {
    guard !Task.isCancelled else { return }
    _ = take(self)
  }
}

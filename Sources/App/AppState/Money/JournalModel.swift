import Ledger
import Observation

/// What one open journal shows beside the shared lists, and nothing of other pages. Its load ends when its
/// task is cancelled, and begins anew when the file changes. Source: money 0 (B2, B4), 5.2.
@MainActor @Observable public final class JournalModel {
  /// What is asked for.
  public private(set) var query: JournalQuery
  /// The first page of rows.
  public private(set) var rows: LoadState<JournalRows> = .idle

  private var request = 0

  /// A page nothing is loaded for yet.
  public init(_ query: JournalQuery) { self.query = query }

  /// Whether the rows are still on their way.
  var isLoading: Bool { rows.phase == .idle || rows.phase == .loading }

  /// Asks for something else; what is on its way for the old question is not shown any more.
  public func ask(_ query: JournalQuery) {
    guard query != self.query else { return }
    self.query = query
    request += 1
    rows = .idle
  }

  /// Loads the newest rows the query asks for from one state of the file. A result for another question, or
  /// another state, than the one awaited is dropped.
  public func load(_ book: MoneyBook, account: AccountChoice, period: PeriodChoice) async {
    // From now on the page is about these, whatever is chosen on another one.
    (query.account, query.period) = (query.account ?? account, query.period ?? period)
    request += 1
    let request = request
    let loading = JournalLoading(book: book, query: query, account: account, period: period)
    do throws(LedgerError) {
      let stamp = try await book.session.stamp(request: request)
      guard self.request == request, !Task.isCancelled, rows.begin(stamp) else { return }
      let result = await loading.rows(after: nil, state: JournalLoading.state(stamp), balance: nil)
      guard !Task.isCancelled else { return }
      _ = rows.finish(stamp, result)
    } catch {
      guard self.request == request, !Task.isCancelled else { return }
      rows = .failed(error)
    }
  }
}

extension MoneyDomain {
  /// The rows before those of a page; nil when the page shows another state of the file and has to be loaded
  /// anew.
  public func earlier(_ earlier: EarlierQuery) async -> Shown<JournalRows>? {
    guard let book = book.value else { return nil }
    let loading = JournalLoading(
      book: book, query: earlier.query, account: account(earlier.query.account),
      period: earlier.query.period ?? period)
    do throws(LedgerError) {
      let stamp = try await book.session.stamp(request: 0)
      guard JournalLoading.state(stamp) == earlier.state else { return nil }
    } catch {
      return .failed(error.description)
    }
    switch await loading.rows(after: earlier.place, state: earlier.state, balance: earlier.balance) {
    case .success(let rows): return .ready(rows)
    case .failure(let error): return .failed(error.description)
    }
  }
}

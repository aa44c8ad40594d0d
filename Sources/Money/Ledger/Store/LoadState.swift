/// What a list on a page is: never loaded, loading, there, or failed. An empty list and a failed query are
/// different values all the way. Source: money 0 (B3).
public enum LoadState<Value: Sendable>: Sendable {
  /// Not asked for.
  case idle
  /// On its way.
  case loading(LoadStamp)
  /// There, perhaps empty, and what it was loaded for.
  case ready(Value, LoadStamp)
  /// Not there, and why.
  case failed(LedgerError)

  /// The value, once it is there.
  public var value: Value? {
    if case .ready(let value, _) = self { value } else { nil }
  }

  /// Starts a load; false, and nothing changed, while the same load is on its way.
  public mutating func begin(_ stamp: LoadStamp) -> Bool {
    if case .loading(let current) = self, current == stamp { return false }
    self = .loading(stamp)
    return true
  }

  /// Takes a result, unless the load it belongs to is no longer the one awaited; says whether it did.
  public mutating func finish(_ stamp: LoadStamp, _ result: Result<Value, LedgerError>) -> Bool {
    guard case .loading(let awaited) = self, awaited == stamp else { return false }
    switch result {
    case .success(let value): self = .ready(value, stamp)
    case .failure(let error): self = .failed(error)
    }
    return true
  }

  /// Forgets what was loaded.
  public mutating func unload() { self = .idle }

  /// Which kind it is.
  public var phase: LoadPhase {
    switch self {
    case .idle: .idle
    case .loading: .loading
    case .ready: .ready
    case .failed: .failed
    }
  }
}

/// The kinds of a load's state, in the order in which they win when several are joined.
public enum LoadPhase: Int, Sendable, Hashable, Comparable {
  case failed, loading, idle, ready

  /// Those that win come first.
  public static func < (left: LoadPhase, right: LoadPhase) -> Bool { left.rawValue < right.rawValue }

  /// What several lists are together: failed before loading before idle, else ready.
  public static func joined(_ phases: [LoadPhase]) -> LoadPhase { phases.min() ?? .ready }
}

extension LoadState: Equatable where Value: Equatable {}

/// What a load was made for. A result whose stamp is no longer current is dropped. Source: money 0 (B2).
public struct LoadStamp: Sendable, Hashable {
  /// Which opened file: another one after each opening.
  public let session: Int
  /// Which state of the file: grows with every change, of ours or of another program.
  public let change: Int
  /// Which request of the list: grows with every change of its filter.
  public let request: Int

  /// Joins the three.
  public init(session: Int, change: Int, request: Int) {
    self.session = session
    self.change = change
    self.request = request
  }
}

import Networking

/// How far the dialling of one static peer is.
struct LANStaticDial: Sendable {
  enum State: Sendable, Equatable {
    /// Not started, or stopped.
    case idle
    /// Its name is being looked up.
    case resolving
    /// A dial of ours, until its hello has led to a link or it ended.
    case dialling(LANConnectionID)
    /// The node is linked, by whoever's dial.
    case linked
    /// A timer will bring the next dial.
    case waiting
    /// We are at that address ourselves.
    case ourselves
  }

  var state = State.idle
  /// Dials since the last link on which an announce verified.
  var attempts = 0
  /// Who answered there last.
  var instance: LANInstance?

  /// The pause before the next dial, without jitter.
  var delay: Duration {
    let doublings = min(attempts, Self.doublingsMax)
    return min(LANLimits.staticDialDelayMin * (1 << doublings), LANLimits.staticDialDelayMax)
  }

  /// Enough to reach the longest pause.
  private static let doublingsMax = 8
}

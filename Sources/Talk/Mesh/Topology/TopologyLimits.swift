/// The numbers of topology and source routes (mesh-engine 11). A cap marked *(ours)* is not in the
/// specification.
enum TopologyLimits {
  /// A claim, and what is known of a peer's version, counts this long.
  static let age: Duration = .seconds(60)
  /// Peers whose claims are kept, oldest out *(ours)*.
  static let claimsMax = 1_024
  /// Neighbours kept of one claim *(ours)*: what one announce can carry.
  static let neighboursMax = 31
  /// Neighbours an announce names at most (mesh-wire 8.6): a list so long may not be whole.
  static let neighboursNamedMax = 10
  /// So many names that two full lists share say that their peers are next to each other *(ours)*.
  static let sharedNamesMin = 8
  /// Peers known to read version 2, oldest out *(ours)*.
  static let readersMax = 1_024
  /// Hops between us and the recipient of a routed packet.
  static let routeHopsMax = 4
  /// Hops between us and the target of a trace.
  static let traceHopsMax = 10
  /// An answer to a routed packet must come in this time.
  static let answerWindow: Duration = .seconds(10)
  /// Routes to a recipient that did not answer are not tried for this long.
  static let suppression: Duration = .seconds(60)
  /// Recipients with a route history, oldest out *(ours)*.
  static let healthMax = 256
}

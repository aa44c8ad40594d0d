import Mesh

/// A link between two places of a village; place 0 is the visitor's.
struct VillageLink: Sendable {
  /// Who opened it, and whom they called.
  let dialler: Int
  let acceptor: Int
  /// The name at the dialler's end.
  let near: LinkID
  /// The name at the acceptor's end.
  let far: LinkID
  var towardDialler: LinkEmulator
  var towardAcceptor: LinkEmulator
  var isUp = false
  /// Counts how often it came up: frames of an earlier time do not arrive.
  var generation = 0

  init(dialler: Int, acceptor: Int, seed: UInt64) {
    self.dialler = dialler
    self.acceptor = acceptor
    let name = "village \(dialler)-\(acceptor)"
    near = LinkID(role: .peripheral, name: name)
    far = LinkID(role: .central, name: name)
    towardDialler = LinkEmulator(
      conditions: Self.conditions,
      random: WorldRandom(seed: seed, "village to dialler", dialler, acceptor))
    towardAcceptor = LinkEmulator(
      conditions: Self.conditions,
      random: WorldRandom(seed: seed, "village to acceptor", dialler, acceptor))
  }

  /// What a radio does to frames on a good day.
  private static let conditions = LinkConditions(
    loss: .percent(1), duplicates: .percent(1), delayMilliseconds: 15, jitterMilliseconds: 40)
}

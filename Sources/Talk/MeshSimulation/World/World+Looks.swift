import Mesh
import MeshWire
import Timebase

/// The world as a whole, looked at now and then: walkers, memory, and in the calm whether all has settled.
extension World {
  /// A second passed.
  mutating func step() {
    guard calmSince == nil else { return }
    if recipe.moves, square != nil {
      square?.walk(Self.walkPerSecond)
      followWalkers()
    }
    timeline.add(.step, at: clock.moment + .seconds(1))
  }

  /// All faults end: links lose nothing, all nodes are there, hostile ones are gone, nobody walks.
  mutating func becomeCalm() {
    calmSince = clock.moment
    for link in links.indices { links[link].calm() }
    for node in nodes.indices where nodes[node].hostile != nil { nodes[node].isRunning = false }
    if recipe.moves {
      square?.widen()
      followWalkers()
    }
    for node in nodes.indices where nodes[node].hostile == nil && !nodes[node].isRunning {
      restart(node, true)
    }
    for link in links.indices { refreshLink(link) }
    let graph = finalGraph
    distances = (0..<graph.count).map { graph.hops(from: $0) }
  }

  /// Whether no packet reaches one from the other: it is passed on seven times at most. What sync brings
  /// further is not promised.
  func isOutOfReach(_ place: Int, from other: Int) -> Bool {
    guard place < distances.count, other < distances.count else { return false }
    return (distances[other][place] ?? .max) > Self.hopsMax
  }

  /// A hostile node does what it does.
  mutating func actHostile(_ node: Int) {
    guard nodes[node].isRunning, calmSince == nil, let pause = nodes[node].hostile?.pause else { return }
    for packet in nodes[node].hostile?.act(now: clock.now()) ?? [] {
      send(packet.frame, from: node, on: packet.link)
    }
    timeline.add(.hostileWake(node: node), at: clock.moment + pause)
  }

  /// Looks whether everything has settled, and ends the world then, or when its time is over.
  mutating func look() {
    for node in nodes.indices {
      guard let engine = nodes[node].engine else { continue }
      witness.keeps(engine.heldBytes, node: plan.nodes[node].number, at: clock.moment)
    }
    if let calmSince {
      let missing = missingUnmasked()
      if missing.isEmpty, waitingPrivates().isEmpty {
        settledAt = clock.moment
        return end()
      }
      let since = clock.moment.since(calmSince)
      if since > settleBound, since - settleBound <= .milliseconds(Int64(Self.lookMilliseconds)) {
        noteUnsettled(missing)
      }
      if since >= .seconds(Int64(recipe.calmSecondsMax)) { return end() }
    }
    timeline.add(.look, at: clock.moment + .milliseconds(Int64(Self.lookMilliseconds)))
  }

  /// How long the calm may last until everything has settled: 120 s, and 30 s a hop.
  var settleBound: Duration { .seconds(120 + 30 * Int64(finalGraph.diameter ?? 0)) }

  /// Who is linked to whom now, hostile nodes left out.
  var finalGraph: Graph {
    let edges = links.filter { $0.isWanted && $0.plan.edge.isAmong(plan.honestCount) }.map(\.plan.edge)
    return Graph(count: plan.honestCount, edges: edges)
  }

  /// Those who have to have messages, as they are now.
  var readers: [DeliveryOracle.Reader] {
    (0..<plan.honestCount).map { DeliveryOracle.Reader(place: $0, bornAt: nodes[$0].bornAt) }
  }

  /// Private messages whose writer and reader are there, and which are neither confirmed nor reported.
  func waitingPrivates() -> [Book.Written] {
    witness.book.messages.filter { message in
      guard let reader = message.reader, witness.privates[message.messageID] == nil else { return false }
      return nodes[reader].id == message.recipient && nodes[message.writer].id == message.sender
        && !isOutOfReach(reader, from: message.writer)
    }
  }

  /// Who misses a message that a neighbour has, although nothing hides it from sync.
  private mutating func missingUnmasked() -> [(message: Book.Written, place: Int)] {
    let neighbours = finalGraph.neighbours
    let missing = missing()
    var open: [(message: Book.Written, place: Int)] = []
    for (message, place) in missing {
      let isAtHand = neighbours[place].contains { other in
        other == message.writer || witness.delivery.sight(of: message, at: other) != nil
      }
      guard isAtHand else { continue }
      if message.gossipID.map({ witness.sync.isMasked($0, at: place) }) ?? false { continue }
      open.append((message, place))
    }
    maskedCount = open.isEmpty ? missing.count : 0
    return open
  }

  private mutating func noteUnsettled(_ missing: [(message: Book.Written, place: Int)]) {
    guard plan.expectation != .safety else { return }
    let bound = settleBound
    for (message, place) in missing.prefix(3) {
      note(
        .unsettled, node: place,
        "“\(message.text.prefix(8))” of node \(plan.nodes[message.writer].number) is not there "
          + "\(bound) after the faults")
    }
    for message in waitingPrivates().prefix(3) {
      note(
        .unsettled, node: message.writer,
        "“\(message.text.prefix(8))” is neither confirmed nor reported \(bound) after the faults")
    }
  }

  /// Judges the whole.
  private mutating func end() {
    isOver = true
    for message in witness.book.messages {
      guard message.reader != nil, witness.privates[message.messageID] == nil,
        nodes[message.writer].id == message.sender
      else { continue }
      if !nodes[message.writer].application.isWaiting(for: message.messageID) {
        note(.silentlyLost, node: message.writer, "nobody tries “\(message.text.prefix(8))” any more")
      }
    }
    if isDense, transmissionsPerMessageAndNode > Self.transmissionsMax {
      note(.tooManyTransmissions, node: nil, "\(transmissionsPerMessageAndNode) a message and node")
    }
    let (wanted, served) = deliveries()
    let least = plan.expectation.servedPerMillionMin
    let servedOrMasked = min(served + maskedCount, wanted)
    if wanted > 0, servedOrMasked * 1_000_000 < wanted * least {
      note(.undelivered, node: nil, "\(served) of \(wanted) (message, node)")
    }
  }

  /// Whether many have many neighbours, and no fault makes anybody send more.
  private var isDense: Bool {
    let count = plan.honestCount
    return plan.expectation == .fair && recipe.links.flips == .none && count >= Self.denseNodesMin
      && 2 * links.count >= Self.denseDegreeMin * count
  }

  /// Pairs of public message and node: how many there have to be, how many there are.
  func deliveries() -> (wanted: Int, served: Int) {
    let readers = readers
    let wanted = witness.book.messages.reduce(0) { sum, message in
      sum
        + witness.delivery.wanted(message, readers: readers).count {
          !isOutOfReach($0.place, from: message.writer)
        }
    }
    return (wanted, wanted - missing().count)
  }

  /// Who misses what and is in reach of it.
  private func missing() -> [(message: Book.Written, place: Int)] {
    witness.delivery.missing(witness.book, readers: readers)
      .filter { !isOutOfReach($0.place, from: $0.message.writer) }
  }

  private mutating func note(_ kind: Violation.Kind, node place: Int?, _ words: String) {
    witness.note(Finding(kind, words), at: clock.moment, node: place.map { plan.nodes[$0].number })
  }

  /// What a dense graph is, and what a message may cost there in the mean.
  private static let (denseNodesMin, denseDegreeMin, transmissionsMax) = (50, 6, 4.0)
  /// Hops of a packet.
  private static let hopsMax = 7
  /// How far a walker gets in a second, of a square of 10,000.
  private static let walkPerSecond = 60
}

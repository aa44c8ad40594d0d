import Mesh
import MeshWire
import Timebase

/// Frames on links, and links that come and go.
extension World {
  /// Tells the nodes at both ends which place a link has.
  mutating func name(_ link: Int) {
    let edge = links[link].plan.edge
    nodes[edge.dialler].links[links[link].near] = link
    nodes[edge.acceptor].links[links[link].far] = link
  }

  /// Puts a frame on a link.
  mutating func send(_ frame: [UInt8], from node: Int, on end: LinkID) {
    guard let link = nodes[node].links[end], links[link].isUp else { return }
    guard frame.count <= links[link].limitBytes else {
      witness.traffic.overLimit += 1
      return
    }
    let isTowardDialler = end.role == .central
    let (first, second) =
      isTowardDialler
      ? links[link].towardDialler.passages(of: frame, at: clock.moment)
      : links[link].towardAcceptor.passages(of: frame, at: clock.moment)
    if let first { expect(first, on: link, isTowardDialler) }
    if let second { expect(second, on: link, isTowardDialler) }
  }

  private mutating func expect(_ passage: LinkEmulator.Passage, on link: Int, _ isTowardDialler: Bool) {
    let generation = links[link].generation
    timeline.add(
      .arrival(link: link, generation: generation, isTowardDialler: isTowardDialler, frame: passage.frame),
      at: passage.at)
  }

  /// A frame comes out of a link, if that is still up.
  mutating func arrive(_ frame: [UInt8], link: Int, generation: Int, isTowardDialler: Bool) {
    guard links[link].isUp, links[link].generation == generation else { return }
    let edge = links[link].plan.edge
    let node = isTowardDialler ? edge.dialler : edge.acceptor
    let end = isTowardDialler ? links[link].near : links[link].far
    guard plan.nodes[node].hostile != nil else { return tell(node, .link(.frame(end, frame))) }
    for packet in nodes[node].hostile?.receive(frame, on: end, now: clock.now()) ?? [] {
      send(packet.frame, from: node, on: packet.link)
    }
  }

  /// Brings a link up or down, as its ends and the faults want it.
  mutating func refreshLink(_ link: Int) {
    let edge = links[link].plan.edge
    let isWanted =
      links[link].isWanted && links[link].cuts == 0 && nodes[edge.dialler].isRunning
      && nodes[edge.acceptor].isRunning
    if isWanted, !links[link].isUp { bringUp(link) }
    if !isWanted, links[link].isUp { takeDown(link, tells: true) }
  }

  private mutating func bringUp(_ link: Int) {
    links[link].isUp = true
    links[link].generation += 1
    let (edge, facts) = (links[link].plan.edge, LinkFacts(sendLimitBytes: links[link].limitBytes))
    nodes[edge.dialler].hostile?.linked(links[link].near, isUp: true)
    nodes[edge.acceptor].hostile?.linked(links[link].far, isUp: true)
    tell(edge.dialler, .link(.up(links[link].near, facts)))
    tell(edge.acceptor, .link(.up(links[link].far, facts)))
  }

  /// Ends a link; a node that is down hears nothing of it. One that is still wanted comes back in a while.
  mutating func takeDown(_ link: Int, tells: Bool) {
    guard links[link].isUp else { return }
    links[link].isUp = false
    let edge = links[link].plan.edge
    nodes[edge.dialler].hostile?.linked(links[link].near, isUp: false)
    nodes[edge.acceptor].hostile?.linked(links[link].far, isUp: false)
    tell(edge.dialler, .link(.ended(links[link].near, runPeerBookkeeping: true)))
    tell(edge.acceptor, .link(.ended(links[link].far, runPeerBookkeeping: true)))
    timeline.add(.linkWish(link: link), at: clock.moment + Self.redialPause)
  }

  /// A link carries another number of bytes at a time from now on.
  mutating func setLimit(_ link: Int, bytes: Int) {
    guard link < links.count else { return }
    links[link].limitBytes = bytes
    guard links[link].isUp else { return }
    let (edge, facts) = (links[link].plan.edge, LinkFacts(sendLimitBytes: bytes))
    tell(edge.dialler, .link(.changed(links[link].near, facts)))
    tell(edge.acceptor, .link(.changed(links[link].far, facts)))
  }

  /// Cuts these off from the others, or joins them again.
  mutating func part(_ side: [Int], by change: Int, endsLinks: Bool) {
    for link in links.indices {
      let edge = links[link].plan.edge
      guard side.contains(edge.dialler) != side.contains(edge.acceptor) else { continue }
      if endsLinks {
        links[link].cuts = max(links[link].cuts + change, 0)
        refreshLink(link)
      } else {
        links[link].silences = max(links[link].silences + change, 0)
        links[link].refresh()
      }
    }
  }

  /// Follows the walkers: who is near is linked, who is far is not any more.
  mutating func followWalkers() {
    guard let graph = square?.graph else { return }
    let wanted = Set(graph.edges)
    for link in links.indices where links[link].plan.edge.isAmong(plan.honestCount) {
      links[link].isWanted = wanted.contains(links[link].plan.edge)
      refreshLink(link)
    }
    let known = Set(links.map(\.plan.edge))
    for edge in graph.edges where !known.contains(edge) {
      let linkPlan = Plan.plan(of: edge, recipe: recipe, nodes: plan.nodes)
      links.append(WorldLink(plan: linkPlan, recipe: recipe, nodes: plan.nodes))
      if calmSince != nil { links[links.count - 1].calm() }
      name(links.count - 1)
      refreshLink(links.count - 1)
    }
  }

  /// Between the end of a link and the next attempt.
  private static let redialPause = Duration.seconds(1)
}

extension Edge {
  /// Whether both ends are below this place.
  func isAmong(_ count: Int) -> Bool { dialler < count && acceptor < count }
}

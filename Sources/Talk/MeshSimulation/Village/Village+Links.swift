import Mesh
import Timebase

/// Who is near whom, and frames between them.
extension Village {
  /// Everybody walks on; who came near is linked, who went away is not any more.
  mutating func step() {
    let seconds = Int(now.monotonic.since(beganAt).components.seconds)
    for villager in villagers.indices {
      villagers[villager].spot = villagers[villager].role.walk.spot(after: seconds)
      for command in villagers[villager].handOver(at: now.monotonic) { tell(villager, .command(command)) }
    }
    for one in 0...villagers.count {
      for other in 0...villagers.count where one < other { refresh(one, other) }
    }
    for villager in villagers.indices { noteSolitude(villager) }
    timeline.add(.step, at: now.monotonic + .seconds(1))
  }

  /// The name a place gives to a link of its own; nil for links of others.
  func end(of link: VillageLink, at place: Int) -> LinkID? {
    if link.dialler == place { return link.near }
    return link.acceptor == place ? link.far : nil
  }

  /// Puts a frame on a link.
  mutating func send(_ frame: [UInt8], from place: Int, on link: Int) {
    guard links[link].isUp else { return }
    let isTowardDialler = links[link].acceptor == place
    let passages =
      isTowardDialler
      ? links[link].towardDialler.carry(frame, at: now.monotonic)
      : links[link].towardAcceptor.carry(frame, at: now.monotonic)
    for passage in passages {
      timeline.add(
        .arrival(
          link: link, generation: links[link].generation, isTowardDialler: isTowardDialler,
          frame: passage.frame),
        at: passage.at)
    }
  }

  /// A frame comes out of a link, if that is still up.
  mutating func arrive(_ frame: [UInt8], link: Int, generation: Int, isTowardDialler: Bool) {
    guard links[link].isUp, links[link].generation == generation else { return }
    let place = isTowardDialler ? links[link].dialler : links[link].acceptor
    let end = isTowardDialler ? links[link].near : links[link].far
    report(.frame(end, frame), to: place)
  }

  /// Ends a link.
  mutating func takeDown(_ link: Int) {
    guard links[link].isUp else { return }
    links[link].isUp = false
    report(.ended(links[link].near), to: links[link].dialler)
    report(.ended(links[link].far), to: links[link].acceptor)
  }

  private mutating func refresh(_ one: Int, _ other: Int) {
    let known = links.firstIndex {
      min($0.dialler, $0.acceptor) == one && max($0.dialler, $0.acceptor) == other
    }
    let isUp = known.map { links[$0].isUp } ?? false
    let reach = isUp ? Self.reachAtMost : Self.reach
    let isNear = spot(of: one).isWithin(reach, of: spot(of: other))
    if isNear, !isUp { bringUp(known ?? newLink(one, other)) }
    if !isNear, isUp, let known { takeDown(known) }
  }

  private mutating func newLink(_ one: Int, _ other: Int) -> Int {
    // Half of the links of everybody are opened by it.
    let isReversed = (other - one).isMultiple(of: 2)
    let link = VillageLink(
      dialler: isReversed ? other : one, acceptor: isReversed ? one : other, seed: seed)
    links.append(link)
    for place in [one, other] where place > 0 {
      if let end = end(of: link, at: place) { villagers[place - 1].links[end] = links.count - 1 }
    }
    return links.count - 1
  }

  private mutating func bringUp(_ link: Int) {
    links[link].isUp = true
    links[link].generation += 1
    let facts = LinkFacts(sendLimitBytes: Self.sendLimitBytes)
    report(.up(links[link].near, facts), to: links[link].dialler)
    report(.up(links[link].far, facts), to: links[link].acceptor)
  }

  /// What happens on a link of the visitor goes out, on one of a villager to its engine.
  private mutating func report(_ happening: Happening, to place: Int) {
    guard place > 0 else { return happenings.append(happening) }
    switch happening {
    case .up(let end, let facts): tell(place - 1, .link(.up(end, facts)))
    case .frame(let end, let frame): tell(place - 1, .link(.frame(end, frame)))
    case .ended(let end): tell(place - 1, .link(.ended(end, runPeerBookkeeping: true)))
    }
  }

  private func spot(of place: Int) -> Spot {
    place == 0 ? Self.visitorSpot : villagers[place - 1].spot
  }

  private mutating func noteSolitude(_ villager: Int) {
    let isLinked = links.contains { $0.isUp && ($0.dialler == villager + 1 || $0.acceptor == villager + 1) }
    if !isLinked {
      villagers[villager].alone = villagers[villager].alone ?? now.unix
    } else if let since = villagers[villager].alone {
      villagers[villager].alone = nil
      cameBack(villager, after: now.unix.millisecondsSince(since))
    }
  }

  /// A link carries as much at a time as a radio link does that is not in a hurry.
  private static let sendLimitBytes = 512
}

import Mesh
import MeshWire
import Timebase

/// A network of real engines on one clock, with links that lose, delay and damage frames, from a recipe.
///
/// A value: the same recipe and application behave alike to the last byte, whoever runs it and in however
/// many pieces of time. Let time pass with `run(for:)` until `isOver`, then take the `report()`. First comes
/// the time of traffic and faults, then a calm time, which ends when everything has settled.
public struct World: Sendable {
  /// What happens in it.
  enum Item: Sendable {
    case arrival(link: Int, generation: Int, isTowardDialler: Bool, frame: [UInt8])
    case wake(node: Int)
    case applicationWake(node: Int)
    case hostileWake(node: Int)
    case planned(Plan.Event)
    case restart(node: Int, keepsState: Bool)
    case healing(side: [Int], endsLinks: Bool)
    case linkEnd(link: Int)
    case linkWish(link: Int)
    case step
    case calm
    case look
  }

  /// What the world was made of.
  public let recipe: Recipe
  let plan: Plan
  /// Whether somebody floods: then the memory for duplicates runs over, and old packets are new again.
  private let floods: Bool
  /// Whether every frame arrives once, soon and as it was, and all nodes and links stay.
  private let isFaultless: Bool
  var clock = VirtualClock()
  var timeline = Timeline<Item>()
  var nodes: [WorldNode]
  var links: [WorldLink]
  var square: Square?
  var log = EffectLog()
  var witness: Witness
  /// Checks signatures for whichever engine is at work.
  var signatureCheck: any SignatureCheck
  /// Since when there are no faults.
  var calmSince: Instant?
  /// Hops from each place to each other since then.
  var distances: [[Int?]] = []
  /// When everything was first seen settled after that.
  var settledAt: Instant?
  /// Whether it ended: settled, or out of time.
  public internal(set) var isOver = false
  /// Pairs of message and node that a filter hid at the last look.
  var maskedCount = 0

  /// A world at its beginning: all nodes start, all links are up. `remembersSignatures` spares most checks of
  /// signatures and changes nothing else.
  public init(
    _ recipe: Recipe, applications behaviour: ApplicationBehaviour = .sound, remembersSignatures: Bool = true
  ) {
    let recipe = recipe.bounded()
    self.recipe = recipe
    let plan = Plan(recipe)
    self.plan = plan
    floods = recipe.hostile.contains { $0 != .replay }
    isFaultless = recipe.isFaultless
    let start = VirtualClock.start.monotonic
    nodes = plan.nodes.map {
      WorldNode(plan: $0, seed: recipe.seed, behaviour: behaviour, at: start)
    }
    links = plan.links.map { WorldLink(plan: $0, recipe: recipe, nodes: plan.nodes) }
    square = plan.square
    witness = Witness(places: plan.nodes.count)
    signatureCheck = remembersSignatures ? SignatureMemo() : EachSignature()
    begin()
  }

  /// Simulated time since the beginning.
  public var elapsed: Duration { clock.elapsed }

  /// How many links there are, up or not.
  public var linkCount: Int { links.count }

  /// Whether something happened that must not.
  public var hasFailed: Bool { witness.violationCount > 0 }

  /// How much of its time is over, 0 to 1. It may end early.
  public var progress: Double {
    let whole = Duration.seconds(Int64(recipe.faultSeconds + recipe.calmSecondsMax))
    return isOver ? 1 : min(elapsed / whole, 1)
  }

  /// Lets everything happen that happens within `duration`; less when the world ends before.
  public mutating func run(for duration: Duration) {
    let end = clock.moment + duration
    while !isOver, let next = timeline.next, next <= end, let due = timeline.popFirst() {
      clock.advance(to: due.at)
      happen(due.item)
    }
    if !isOver { clock.advance(to: end) }
  }

  /// Lets the whole time pass.
  public mutating func runToEnd() {
    while !isOver { run(for: .seconds(60)) }
  }

  private mutating func begin() {
    for place in links.indices { name(place) }
    for place in nodes.indices { startNode(place) }
    for event in plan.events {
      timeline.add(.planned(event.event), at: VirtualClock.moment(milliseconds: event.atMilliseconds))
    }
    timeline.add(.step, at: VirtualClock.moment(milliseconds: 1_000))
    timeline.add(.look, at: VirtualClock.moment(milliseconds: Self.lookMilliseconds))
    timeline.add(.calm, at: VirtualClock.moment(milliseconds: recipe.faultSeconds * 1_000))
  }

  private mutating func happen(_ item: Item) {
    switch item {
    case .arrival(let link, let generation, let isTowardDialler, let frame):
      arrive(frame, link: link, generation: generation, isTowardDialler: isTowardDialler)
    case .wake(let node):
      guard let wish = nodes[node].wakeAt, wish <= clock.moment else { return }
      nodes[node].wakeAt = nil
      tell(node, .timer(.wake))
    case .applicationWake(let node):
      guard let wish = nodes[node].applicationWakeAt, wish <= clock.moment else { return }
      nodes[node].applicationWakeAt = nil
      let reaction = nodes[node].application.wake(at: clock.moment)
      perform(reaction, of: node)
    case .hostileWake(let node): actHostile(node)
    case .planned(let event): if calmSince == nil { happen(event) }
    case .restart(let node, let keepsState): if !nodes[node].isRunning { restart(node, keepsState) }
    case .healing(let side, let endsLinks): if calmSince == nil { heal(side, endsLinks: endsLinks) }
    case .linkEnd(let link): takeDown(link, tells: true)
    case .linkWish(let link): refreshLink(link)
    case .step: step()
    case .calm: becomeCalm()
    case .look: look()
    }
  }

  /// Gives an event to a node's engine and carries out what it wants, and what its application wants then.
  mutating func tell(_ node: Int, _ event: MeshEvent) {
    var wishes = give(event, to: node)
    var next = 0
    while next < wishes.count {
      wishes += give(.command(wishes[next]), to: node)
      next += 1
    }
    armApplication(node)
  }

  /// Gives an event to a node's engine and carries out what it wants; what the application wants then.
  private mutating func give(_ event: MeshEvent, to node: Int) -> [MeshCommand] {
    let now = clock.now(skewMilliseconds: plan.nodes[node].skewMilliseconds)
    nodes[node].engine?.exchangeSignatureCheck(&signatureCheck)
    guard let effects = nodes[node].engine?.handle(event, now: now) else { return [] }
    nodes[node].engine?.exchangeSignatureCheck(&signatureCheck)
    log.note(effects, of: plan.nodes[node].number, at: clock.moment)
    var wishes: [MeshCommand] = []
    for effect in effects { wishes += carryOut(effect, of: node) }
    return wishes
  }

  /// Carries out an effect; what the application wants because of it.
  private mutating func carryOut(_ effect: MeshEffect, of node: Int) -> [MeshCommand] {
    switch effect {
    case .send(let frame, let ends, _):
      let (run, id) = (nodes[node].run, nodes[node].id)
      let finding = witness.sent(frame, from: node, run: run, id: id, times: ends.count, at: clock.moment)
      if !floods || finding?.kind != .passedOnTooOften {
        witness.note(finding, at: clock.moment, node: plan.nodes[node].number)
      }
      for end in ends { send(frame, from: node, on: end) }
      return []
    case .schedule(_, let moment):
      nodes[node].wakeAt = moment
      timeline.add(.wake(node: node), at: max(moment, clock.moment))
      return []
    case .cancel:
      nodes[node].wakeAt = nil
      return []
    case .disconnect(let end):
      if let link = nodes[node].links[end] { timeline.add(.linkEnd(link: link), at: clock.moment) }
      return []
    case .linkVerified: return []
    case .event(let event):
      let (run, id) = (nodes[node].run, nodes[node].id)
      let finding = witness.safety.handedUp(event, to: node, run: run, id: id, book: witness.book)
      witness.note(finding, at: clock.moment, node: plan.nodes[node].number)
      if case .deliveryStatus(let messageID, .failed) = event { noteFailure(messageID) }
      if isFaultless, case .sessionChanged(let peer, .established) = event {
        let churn = witness.sessions.established(at: node, with: peer)
        witness.note(churn, at: clock.moment, node: plan.nodes[node].number)
      }
      nodes[node].keep(event)
      let reaction = nodes[node].application.handle(event)
      record(reaction.records, of: node)
      return reaction.commands
    }
  }

  /// A public message that the engine did not take was never there.
  private mutating func noteFailure(_ messageID: String) {
    if witness.book[messageID]?.recipient == nil { witness.book.refuse(messageID) }
  }

  /// How often the world is looked at as a whole.
  static let lookMilliseconds = 5_000
}

import Mesh
import MeshLinks
import TransportPorts

/// The LAN as the node's link layer: words of one translated into words of the other.
///
/// The dialler's end is the peripheral role, the acceptor's the central one; a link is named by the other
/// end's instance (architecture.md 3, "LAN links").
public actor LANLinkLayer: MeshLinkLayer {
  /// The longest frame a LAN link carries.
  static let frameBytesMax = 65_535
  /// Events that may go before the number of links is told: where links come and go by the hundred a second,
  /// whoever shows their number would do nothing else.
  static let eventsUntoldMax = 64

  private let links: LANLinks
  private var names: [LinkID: LANLinkID] = [:]
  /// The other way round: a name takes longer to spell than to look up.
  private var spelled: [LANLinkID: LinkID] = [:]
  private var condition = TransportStatus.Condition.starting
  /// Events since the number of links changed and nobody was told; `nil` when everybody knows it.
  private var eventsUntold: Int?

  /// Wraps links that were not started yet.
  public init(_ links: LANLinks) {
    self.links = links
  }

  /// Opens sockets.
  public func start() async throws {
    try await links.start()
  }

  /// The next event, translated.
  public func nextEvent() async -> MeshLinkEvent? {
    if let count = eventsUntold {
      guard count < Self.eventsUntoldMax, let event = links.events.nextIfThere() else { return tellStatus() }
      eventsUntold = count + 1
      return translated(event)
    }
    // The channel keeps the place, so an iterator need not be kept.
    var iterator = links.events.makeAsyncIterator()
    return await iterator.next().map(translated)
  }

  private func translated(_ event: LANLinkEvent) -> MeshLinkEvent {
    switch event {
    case .up(let lan):
      let link = linkID(lan)
      names[link] = lan
      spelled[lan] = link
      eventsUntold = eventsUntold ?? 0
      return .link(.up(link, LinkFacts(sendLimitBytes: Self.frameBytesMax)))
    case .frame(let lan, let bytes):
      return .link(.frame(linkID(lan), bytes))
    case .ended(let lan, let reason):
      let link = linkID(lan)
      names[link] = nil
      spelled[lan] = nil
      eventsUntold = eventsUntold ?? 0
      // A link that gave way to another, or that we closed, says nothing about whether its peer is there.
      let isRealDisconnect = reason != .superseded && reason != .closedByUs
      return .link(.ended(link, runPeerBookkeeping: isRealDisconnect))
    case .status(let status):
      condition = transportCondition(status)
      return tellStatus()
    }
  }

  /// Carries commands out in order; commands for links that are gone do nothing.
  public func perform(_ commands: [MeshLinkCommand]) async {
    for command in commands {
      switch command {
      case .send(let frame, let targets, let priority):
        await links.send(frame, on: targets.compactMap { names[$0] }, priority: lanPriority(priority))
      case .verified(let link, let wasKnownBefore):
        if let lan = names[link] { await links.markVerified(lan, wasKnownBefore: wasKnownBefore) }
      case .close(let link):
        if let lan = names[link] { await links.close(lan) }
      }
    }
  }

  /// What happened on the links since the start, and what they hold now.
  public func traffic() async -> (counters: LANCounters, load: LANLoad) {
    (await links.counters, await links.load)
  }

  /// Ends everything.
  public func stop() async {
    await links.stop()
  }

  private func linkID(_ lan: LANLinkID) -> LinkID {
    if let link = spelled[lan] { return link }
    return switch lan.role {
    case .dialler: LinkID(role: .peripheral, name: lan.instance.description)
    case .acceptor: LinkID(role: .central, name: lan.instance.description)
    }
  }

  private func lanPriority(_ priority: WritePriority) -> LANWritePriority {
    switch priority {
    case .normal: .normal
    case .fragment(let totalCount): .fragment(ofTotal: UInt16(clamping: totalCount))
    case .bulk: .bulk
    }
  }

  private func tellStatus() -> MeshLinkEvent {
    eventsUntold = nil
    return .status(TransportStatus(condition: condition, links: names.count))
  }

  private func transportCondition(_ status: LANStatus) -> TransportStatus.Condition {
    guard let problem = status.problem else { return .listening }
    return status.reachesThisMachine && status.tcpPort != nil ? .limited(problem) : .failed(problem)
  }
}

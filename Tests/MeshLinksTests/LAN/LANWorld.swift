import Networking
import Testing

@testable import MeshLinks

/// Some nodes on one socket loop, each followed by a task that keeps its links and frames.
struct LANWorld {
  let sockets: SocketLoop
  let nodes: [LANTestNode]

  /// Loopback only, or every interface and address of this machine.
  enum Reach {
    case thisMachine
    case everywhere
  }

  init(nodes count: Int, reach: Reach = .thisMachine) async throws {
    sockets = try SocketLoop()
    var configuration = Self.configuration()
    if reach == .everywhere { configuration.reach = .everywhere }
    var nodes: [LANTestNode] = []
    for _ in 0..<count {
      let node = LANTestNode(LANLinks(configuration: configuration, sockets: sockets))
      try await node.start()
      nodes.append(node)
    }
    self.nodes = nodes
  }

  static func configuration() -> LANConfiguration {
    var configuration = LANConfiguration()
    configuration.reach = .thisMachine
    configuration.beaconPort = .random(in: 20_000..<32_000)
    return configuration
  }

  /// Waits until every node has exactly one link to each other one, by the nodes' own events, and no other
  /// connection: where two dial each other one goes, and with it what was just sent on it.
  func waitUntilAllAreLinked() async {
    let others = nodes.count - 1
    for node in nodes { await node.wait { $0.count == others && Set($0.map(\.instance)).count == others } }
    while !(await isSettled) { await Task.yield() }
  }

  private var isSettled: Bool {
    get async {
      for node in nodes {
        let load = await node.lan.load
        let links = await node.links.count
        if links != nodes.count - 1 || load.inbound + load.outbound != links { return false }
      }
      return true
    }
  }

  func stop() async {
    for node in nodes { await node.stop() }
    await sockets.stop()
  }
}

/// One node and what it was told.
actor LANTestNode {
  let lan: LANLinks
  private(set) var links: Set<LANLinkID> = []
  private(set) var endings: [LANEndReason] = []
  private let frames = BoundedChannel<[UInt8]>(capacity: 10_000)
  private var follower: Task<Void, Never>?
  private var waiters:
    [(condition: @Sendable (Set<LANLinkID>) -> Bool, continuation: CheckedContinuation<Void, Never>)] = []

  init(_ lan: LANLinks) {
    self.lan = lan
  }

  func start() async throws {
    try await lan.start()
    follower = Task { [lan] in
      for await event in lan.events { await take(event) }
    }
  }

  func stop() async {
    await lan.stop()
    await follower?.value
  }

  func send(_ frame: [UInt8]) async {
    await lan.send(frame, on: Array(links))
  }

  func nextFrame() async -> [UInt8]? {
    for await frame in frames { return frame }
    return nil
  }

  func wait(until condition: @escaping @Sendable (Set<LANLinkID>) -> Bool) async {
    if condition(links) { return }
    await withCheckedContinuation { waiters.append((condition, $0)) }
  }

  private func take(_ event: LANLinkEvent) async {
    switch event {
    case .up(let link):
      links.insert(link)
      await lan.markVerified(link, wasKnownBefore: false)
    case .ended(let link, let reason):
      links.remove(link)
      endings.append(reason)
    case .frame(_, let frame): frames.append(frame)
    case .status: break
    }
    for waiter in waiters where waiter.condition(links) { waiter.continuation.resume() }
    waiters.removeAll { $0.condition(links) }
  }
}

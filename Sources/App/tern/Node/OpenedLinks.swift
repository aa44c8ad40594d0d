import Conversations
import MeshLinks
import MeshNode
import Networking

/// The link layer of a node, and the local network where that is it.
struct OpenedLinks: Sendable {
  let layer: any MeshLinkLayer
  /// `nil` for a village.
  let lan: LANLinkLayer?

  init(_ links: NodeLinks, sockets: SocketLoop, clock: SystemClock) {
    switch links {
    case .localNetwork(let configuration):
      let lan = LANLinkLayer(LANLinks(configuration: configuration, sockets: sockets))
      self.lan = lan
      layer = lan
    case .village(let seed):
      lan = nil
      layer = VillageLinks(seed: seed, clock: clock)
    }
  }
}

extension TrafficReport {
  /// The report of a node, as of now.
  @MainActor static func taken(
    _ links: OpenedLinks, _ mesh: MeshNode, _ messages: MessageCoordinator
  ) async -> TrafficReport {
    let traffic = await links.lan?.traffic()
    let engine = await mesh.engineTraffic()
    return TrafficReport(
      lan: traffic?.counters, load: traffic?.load, mesh: await mesh.counters, engine: engine.counters,
      modules: engine.modules, engineBytes: engine.heldBytes,
      messagesHeldBack: await messages.heldBackCount, log: Console.counts, memory: .now())
  }
}

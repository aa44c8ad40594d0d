import MeshWire
import Timebase

/// Encrypted packets for us that came faster than a budget lets us decrypt them: they wait instead of being
/// lost, and each link keeps its order.
///
/// At most 128 packets a link, 512 in all, 1,441,872 payload bytes in all; a newcomer without room is
/// dropped. So a link that floods fills its own share and delays itself. Source: mesh-engine 8.2.
struct WaitingMessages: Sendable {
  private var queues = OrderedMap<LinkID, [Packet]>()
  private(set) var count = 0
  private(set) var payloadBytes = 0

  /// Whether packets of this link wait: then the next one waits behind them.
  func isWaiting(_ link: LinkID) -> Bool { queues.contains(link) }

  /// Keeps a packet; `false` when there is no room.
  mutating func add(_ packet: Packet, on link: LinkID) -> Bool {
    let waiting = queues[link]?.count ?? 0
    guard waiting < NoiseLimits.waitingPerLinkMax, count < NoiseLimits.waitingMax,
      payloadBytes + packet.payload.count <= NoiseLimits.waitingBytesMax
    else { return false }
    if queues.update(link, { $0.append(packet) }) == nil { queues[link] = [packet] }
    count += 1
    payloadBytes += packet.payload.count
    return true
  }

  /// Takes out everything of a link, in order of arrival.
  mutating func takeAll(of link: LinkID) -> [Packet] {
    guard let packets = queues.removeValue(forKey: link) else { return [] }
    count -= packets.count
    payloadBytes -= packets.reduce(0) { $0 + $1.payload.count }
    return packets
  }
}

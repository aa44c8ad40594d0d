import MeshWire
import Timebase

extension MeshEngine {
  /// Announces us on all links, unless the last announce is too fresh; then the wish is lost.
  /// Source: mesh-engine 7, mesh-wire 7.
  @discardableResult
  mutating func announce(isForced: Bool) -> Bool {
    guard phase == .running else { return false }
    guard throttle.allows(isForced: isForced, at: now.monotonic) else {
      counts.announcesThrottled += 1
      return false
    }
    guard let packet = ownAnnounce() else { return false }
    throttle.note(at: now.monotonic)
    counts.announcesSent += 1
    lastAnnounce = packet
    trackForSync(packet)
    transmit(packet)
    return true
  }

  /// Names the lowest of the connected peers, when not all fit: so those next to the same peers name the same
  /// ones, and are known by that to be next to each other (`Topology.isServed`).
  private func ownAnnounce() -> Packet? {
    let announce = Announce(
      nickname: nickname, noiseKey: identity.noise.publicKey.bytes,
      signingKey: identity.signing.publicKey.bytes, neighbours: registry.connected.sorted(),
      capabilities: capabilities)
    guard let payload = try? announce.encoded() else { return nil }
    let packet = Packet(type: .announce, timestamp: now.unix, sender: own, payload: payload)
    return try? packet.signed(with: identity.signing)
  }

  /// What this build can do: what its modules say and what was turned on.
  var capabilities: Capabilities { modules.capabilities.union(toggledCapabilities) }
}

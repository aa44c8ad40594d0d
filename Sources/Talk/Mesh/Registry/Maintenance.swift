import MeshWire
import Timebase

/// The maintenance tick, every five seconds (mesh-engine 13).
extension MeshEngine {
  mutating func tick() {
    schedule(.tick, after: MeshLimits.tick)
    tickCount = tickCount % MeshLimits.tickCycle + 1
    if isAnnounceDue() { announce(isForced: true) }
    reconcilePeers()
    if publication.isStale { publication.isDirty = true }
    if tickCount.isMultiple(of: 3) { cleanUp() }
    if !tickCount.isMultiple(of: 2) { flushSpool() }
  }

  private mutating func isAnnounceDue() -> Bool {
    // Drawn on every tick, so that the stream of random numbers does not hang on the answer.
    let spread = Int64(clamping: UInt64.random(in: 0...8_000, using: &random)) - 4_000
    guard let age = throttle.age(at: now.monotonic) else { return true }
    if traffic.isBusy(within: .seconds(5), at: now.monotonic), age >= .seconds(10) { return true }
    if degree == 0 { return age >= .seconds(4) }
    return degree >= 6
      ? age >= .milliseconds(30_000 + 2 * spread) : age >= .milliseconds(15_000 + spread)
  }

  /// Peers without a link that are silent count as gone, and leave the list when they stay silent.
  private mutating func reconcilePeers() {
    for peer in registry.silent(for: MeshLimits.connectedSilence, at: now.monotonic) {
      if registry.isConnected(peer) {
        if !links.isLinked(peer) { markDisconnected(peer) }
      } else if !registry.isHeard(peer, at: now.monotonic) {
        registry.remove(peer)
        gossip.stores.forget(peer)
        publication.isDirty = true
      }
    }
  }

  private mutating func cleanUp() {
    seen.expire(at: now.monotonic)
    ingress.expire(at: now.monotonic)
    answered.expire(at: now.monotonic)
    deferred.expire(at: now.monotonic)
    assemblies.expire(at: now.monotonic)
    expireSpool()
    expireQueues()
    askForFragments(of: assemblies.takeStalled(max: SyncRequest.streamsMax, at: now.monotonic))
    topology.expire(at: now.monotonic)
    routeHealth.expire(at: now.monotonic)
  }

  /// Notes that a peer has no live link; the application hears of it 0.9 s later, unless the peer is back.
  mutating func markDisconnected(_ peer: PeerID) {
    guard registry.setConnected(peer, false) else { return }
    publication.isDirty = true
    schedule(.disconnectNotice(peer), after: MeshLimits.disconnectNoticeDelay)
  }

  /// Notes that a peer in the registry has a live link, and tells the application when it had none.
  mutating func markConnected(_ peer: PeerID) {
    guard registry.setConnected(peer, true) else { return }
    publication.isDirty = true
    agenda.cancel(.disconnectNotice(peer))
    emit(.peerConnected(peer))
    scheduleInitialSync(with: peer)
  }
}

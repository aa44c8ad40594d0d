import MeshWire
import Timebase

/// Asking peers for what was missed (mesh-engine 10.2).
extension MeshEngine {
  mutating func run(_ job: GossipJob) {
    switch job {
    case .tick: syncTick()
    case .initial(let peer):
      guard registry.isConnected(peer) else { return }
      for group in SyncGroup.all { ask(peer, for: wanted(group)) }
    }
  }

  /// Asks a peer that was just connected for everything, a moment later.
  mutating func scheduleInitialSync(with peer: PeerID) {
    schedule(.gossip(.initial(peer)), after: GossipLimits.initialDelay)
  }

  /// Asks every connected peer for the rest of streams that stopped coming.
  mutating func askForFragments(of streams: [FragmentStreamID]) {
    guard !streams.isEmpty else { return }
    var request = gossip.stores.request(for: .fragment, at: now.unix)
    request.since = nil
    request.streams = Array(streams.prefix(SyncRequest.streamsMax))
    for peer in registry.connected { ask(peer, request) }
  }

  private mutating func syncTick() {
    schedule(.gossip(.tick), after: GossipLimits.tick)
    gossip.stores.expire(at: now.unix)
    gossip.requests.expire(at: now.monotonic)
    sweepSilentPeers()
    archiveIfChanged()
    for (index, group) in SyncGroup.all.enumerated() {
      let isDue = gossip.requests.admitGroup(index, interval: group.interval, at: now.monotonic)
      guard isDue, !wanted(group).isEmpty else { continue }
      let request = gossip.stores.request(for: wanted(group), at: now.unix)
      for peer in registry.connected { ask(peer, request) }
    }
  }

  private mutating func sweepSilentPeers() {
    if let last = gossip.lastSweep, now.monotonic.since(last) < GossipLimits.sweep { return }
    gossip.lastSweep = now.monotonic
    for peer in gossip.stores.silentPeers(at: now.monotonic) { gossip.stores.forget(peer) }
  }

  /// The types of a group that somebody here handles.
  private func wanted(_ group: SyncGroup) -> SyncTypes {
    group.moduleTypes.reduce(into: group.coreTypes) { types, type in
      if modules.owner(of: type) != nil { types.formUnion(SyncTypes(type)) }
    }
  }

  private mutating func ask(_ peer: PeerID, for types: SyncTypes) {
    guard !types.isEmpty else { return }
    ask(peer, gossip.stores.request(for: types, at: now.unix))
  }

  /// Sends a request on the peer's own link, and is open for answers from then on.
  private mutating func ask(_ peer: PeerID, _ request: SyncRequest) {
    guard phase == .running, links.isLinked(peer), let payload = try? request.encoded() else { return }
    let packet = Packet(
      type: .syncRequest, ttl: 0, timestamp: now.unix, sender: own, recipient: peer, payload: payload)
    guard let signed = try? packet.signed(with: identity.signing) else { return }
    gossip.requests.register(peer, at: now.monotonic)
    sendOnLink(signed, to: peer, mayCut: true)
  }
}

/// Types that are asked for together.
private struct SyncGroup {
  let interval: Duration
  let coreTypes: SyncTypes
  /// Asked for only while a module handles them.
  let moduleTypes: [MessageType]

  static let all = [
    SyncGroup(interval: .seconds(15), coreTypes: [.announce, .message], moduleTypes: [.groupMessage]),
    SyncGroup(interval: .seconds(30), coreTypes: .fragment, moduleTypes: []),
    SyncGroup(interval: .seconds(60), coreTypes: [], moduleTypes: [.fileTransfer]),
    SyncGroup(interval: .seconds(60), coreTypes: [], moduleTypes: [.prekeyBundle]),
    SyncGroup(interval: .seconds(60), coreTypes: [], moduleTypes: [.boardPost]),
  ]
}

import MeshWire
import Timebase

/// When the list of peers goes up to the application: after a change, at most every 0.1 s (mesh-engine 13).
struct Publication: Sendable {
  /// Something changed since the last time.
  var isDirty = false
  /// Nothing changed but when a peer was heard and over how many hops: that can wait for the next tick. In a
  /// large mesh somebody is heard all the time.
  var isStale = false
  /// The waiting time is over.
  var isDue = false
  var lastAt: Instant?
}

extension MeshEngine {
  /// Publishes the list if it changed and the last time is long enough ago, or sees to it that it will be.
  mutating func publishPeersIfDue() {
    guard publication.isDirty else {
      publication.isDue = false
      return
    }
    if !publication.isDue, let last = publication.lastAt,
      now.monotonic.since(last) < MeshLimits.publicationInterval
    {
      if agenda.deadline(of: .publishPeers) == nil {
        agenda.schedule(.publishPeers, at: last + MeshLimits.publicationInterval)
      }
      return
    }
    publication = Publication(lastAt: now.monotonic)
    agenda.cancel(.publishPeers)
    emit(.peersChanged(snapshots()))
  }

  /// Everybody in sight, ordered by id.
  func snapshots() -> [PeerSnapshot] {
    var linksOf: [PeerID: [LinkID]] = [:]
    for link in links.all {
      if let peer = link.binding.verified { linksOf[peer, default: []].append(link.id) }
    }
    return registry.all.sorted { $0.id < $1.id }.map { peer in
      PeerSnapshot(
        id: peer.id, nickname: peer.nickname, noiseKey: peer.noiseKey, signingKey: peer.signingKey,
        fingerprint: peer.fingerprint, isConnected: peer.isConnected,
        isReachable: registry.isReachable(peer, at: now.monotonic), hops: peer.hops,
        lastSeen: peer.lastSeen.unix, session: noise.state(of: peer.id), capabilities: peer.capabilities,
        links: linksOf[peer.id] ?? [])
    }
  }
}

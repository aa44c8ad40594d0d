import MeshWire
import Timebase

/// What goes into the stores and leaves them (mesh-engine 10.1, 10.4).
extension MeshEngine {
  /// Keeps a packet for those who missed it. The caller has verified it, if its type is one that is verified.
  ///
  /// Announces are kept by peer, everything else only when it is for everybody. An announce made more than
  /// 60 s ago takes its peer's packets away instead, unless a newer one of that peer's is here.
  mutating func trackForSync(_ packet: Packet, owner: [UInt8]? = nil) {
    if packet.type == .announce {
      if isOlder(packet, GossipLimits.announceRecordMilliseconds) {
        let newer = gossip.stores[.announce][.peer(packet.sender)]
        if newer.map({ $0.timestamp <= packet.timestamp }) ?? true { gossip.stores.forget(packet.sender) }
      } else {
        gossip.stores.add(packet, as: .peer(packet.sender))
      }
    } else if packet.isBroadcast {
      gossip.stores.add(packet, as: owner.map { .owner($0) })
    }
  }

  /// Drops the stored messages of one peer, or all, and gives the archive anew.
  mutating func dropStoredMessages(of peer: PeerID?) {
    gossip.stores.drop(.message) { peer == nil || $0.sender == peer }
    gossip.stores.isArchiveStale = true
    archiveIfChanged()
  }

  /// Takes in what was archived before this start: public messages for everybody, not too old.
  mutating func restoreArchive(_ frames: [[UInt8]]) {
    for frame in frames.prefix(GossipLimits.archivedPacketsMax) {
      guard let packet = try? Packet.decode(frame), packet.type == .publicMessage, packet.isBroadcast,
        !isOlder(packet, MeshLimits.publicMessageAgeMilliseconds)
      else { continue }
      gossip.stores.add(packet)
      _ = shown.admit(packet.gossipID)
    }
    gossip.stores.isArchiveStale = false
  }

  /// Gives the messages to keep to the application, when they are others than last time.
  mutating func archiveIfChanged() {
    guard gossip.stores.isArchiveStale else { return }
    gossip.stores.isArchiveStale = false
    emit(.archiveChanged(gossip.stores[.message].entries.compactMap { try? $0.packet.encoded() }))
  }
}

import MeshWire
import Timebase

/// What goes into the stores and leaves them (mesh-engine 10.1, 10.4).
extension MeshEngine {
  /// Keeps a packet for those who missed it. The caller has verified it, if its type is one that is verified.
  ///
  /// Announces are kept by peer, everything else only when it is for everybody.
  mutating func trackForSync(_ packet: Packet, owner: [UInt8]? = nil) {
    if packet.type == .announce {
      guard let heard = signOfLife(packet) else { return }
      gossip.stores.add(packet, as: .peer(packet.sender), heard: heard)
    } else if packet.isBroadcast {
      gossip.stores.add(packet, as: owner.map { .owner($0) }, heard: now.monotonic)
    }
  }

  /// When the sender of an announce was alive, by our clock; `nil` when the announce says nothing new, or is
  /// too old to be kept.
  ///
  /// What came by itself comes from a living sender: its age was held against the clock when it came in (3).
  /// A sync answer may be old, and the sender's clock may be wrong; if an announce of that sender is here
  /// already, the time between the two is right by any clock. Mesh-engine 10.1 compares both clocks, and
  /// drops everything of whoever's is a minute behind.
  private func signOfLife(_ packet: Packet) -> Instant? {
    guard packet.isRSR else { return now.monotonic }
    if let old = gossip.stores[.announce][.peer(packet.sender)] {
      let later = packet.timestamp.millisecondsSince(old.packet.timestamp)
      guard later > 0 else { return nil }
      return min(now.monotonic, old.heard + .milliseconds(min(later, Self.dayMilliseconds)))
    }
    let age = Duration.milliseconds(max(now.unix.millisecondsSince(packet.timestamp), 0))
    return age > GossipLimits.announceSilence ? nil : now.monotonic + (.zero - age)
  }

  /// More than any announce is kept.
  private static var dayMilliseconds: Int64 { 86_400_000 }

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
      gossip.stores.add(packet, heard: now.monotonic)
      _ = shown.admit(packet.gossipID, from: packet.sender)
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

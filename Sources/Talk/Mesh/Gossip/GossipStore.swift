import MeshWire
import Timebase

/// Packets of one kind that are handed on to peers that lack them.
///
/// First in, first out: the oldest goes above the count or 2 MiB. Seeing a packet again keeps its place. Once
/// there are more packets than `fairFrom`, a sender has at most `perSenderMax` of them: its oldest gives way.
/// Source: mesh-engine 10.1; the share of a sender is our own.
struct GossipStore: Sendable {
  /// Under which name there is one packet.
  enum Key: Hashable, Sendable {
    /// The packet itself.
    case packet(GossipID)
    /// The newest of a peer's.
    case peer(PeerID)
    /// The newest of whoever has this key (prekey bundles).
    case owner([UInt8])
  }

  struct Entry: Sendable {
    let id: GossipID
    /// Where the id stands in filters: each of them asks.
    let filterWord: UInt64
    let packet: Packet
    /// When its sender gave a sign of life with it, by our own clock.
    let heard: Instant
    var bytes: Int { packet.payload.count + GossipLimits.packetOverheadBytes }
  }

  /// How many packets of one sender there may be among many.
  struct Share: Sendable {
    let fairFrom: Int
    let perSenderMax: Int
  }

  let capacity: Int
  let share: Share?
  private var packets = OrderedMap<Key, Entry>()
  /// Packets of each sender; only looked up.
  private var counts: [PeerID: Int] = [:]
  private(set) var bytes = 0

  init(capacity: Int, share: Share? = nil) {
    self.capacity = capacity
    self.share = share
  }

  var count: Int { packets.count }

  /// What stands under a name.
  subscript(key: Key) -> Entry? { packets[key] }

  /// Whether something stands under a name.
  func contains(_ key: Key) -> Bool { packets.contains(key) }

  /// Oldest arrival first.
  var entries: [Entry] { packets.orderedValues }

  /// Those for which the predicate holds, oldest arrival first. Copies no others.
  func entries(where isWanted: (Entry) -> Bool) -> [Entry] { packets.orderedValues(where: isWanted) }

  /// Takes a packet in; `true` when the store changed.
  @discardableResult
  mutating func add(_ packet: Packet, as key: Key? = nil, heard: Instant) -> Bool {
    let id = packet.gossipID
    let entry = Entry(id: id, filterWord: id.filterWord, packet: packet, heard: heard)
    let key = key ?? .packet(entry.id)
    // A replay of an older one must not push the newer out.
    let isNewer = packets.look(key) { $0.id != entry.id && packet.timestamp >= $0.packet.timestamp }
    switch isNewer {
    case false?: return false
    case true?: remove(key)
    case nil: break
    }
    guard makeRoomAmongItsOwn(for: packet) else { return false }
    packets[key] = entry
    counts[packet.sender, default: 0] += 1
    bytes += entry.bytes
    while packets.count > capacity || bytes > GossipLimits.storeBytesMax, let oldest = packets.firstKey {
      remove(oldest)
    }
    return true
  }

  /// Keeps one sender from filling what a filter covers, so that nobody asks for what others wrote before.
  /// By the time they were made, so that all stores keep the same ones. `false` when the packet is older than
  /// all of its sender's here.
  private mutating func makeRoomAmongItsOwn(for packet: Packet) -> Bool {
    let sender = packet.sender
    guard let share, packets.count >= share.fairFrom, counts[sender] ?? 0 >= share.perSenderMax else {
      return true
    }
    var oldest: (key: Key, timestamp: Timestamp)?
    for (key, entry) in packets.entries where entry.packet.sender == sender {
      if oldest.map({ entry.packet.timestamp < $0.timestamp }) ?? true {
        oldest = (key, entry.packet.timestamp)
      }
    }
    guard let oldest, oldest.timestamp <= packet.timestamp else { return false }
    remove(oldest.key)
    return true
  }

  /// Drops what the predicate names; `true` when something went.
  @discardableResult
  mutating func drop(where isDropped: (Packet) -> Bool) -> Bool {
    let count = packets.count
    for key in packets.orderedKeys(where: { isDropped($1.packet) }) { remove(key) }
    return packets.count != count
  }

  /// Drops the oldest arrival.
  mutating func dropOldest() {
    if let oldest = packets.firstKey { remove(oldest) }
  }

  private mutating func remove(_ key: Key) {
    guard let entry = packets.removeValue(forKey: key) else { return }
    bytes -= entry.bytes
    let left = (counts[entry.packet.sender] ?? 1) - 1
    counts[entry.packet.sender] = left > 0 ? left : nil
  }
}

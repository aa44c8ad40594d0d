import MeshWire

/// Packets of one kind that are handed on to peers that lack them.
///
/// First in, first out: the oldest goes above the count or 2 MiB. Seeing a packet again keeps its place.
/// Source: mesh-engine 10.1.
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
    let packet: Packet
    var bytes: Int { packet.payload.count + GossipLimits.packetOverheadBytes }
  }

  let capacity: Int
  private var packets = OrderedMap<Key, Entry>()
  private(set) var bytes = 0

  init(capacity: Int) {
    self.capacity = capacity
  }

  var count: Int { packets.count }

  /// What stands under a name.
  subscript(key: Key) -> Packet? { packets[key]?.packet }

  /// Oldest arrival first.
  var entries: [Entry] { packets.orderedValues }

  /// Takes a packet in; `true` when the store changed.
  @discardableResult
  mutating func add(_ packet: Packet, as key: Key? = nil) -> Bool {
    let entry = Entry(id: packet.gossipID, packet: packet)
    let key = key ?? .packet(entry.id)
    if let old = packets.insert(entry, unlessPresent: key) {
      guard old.id != entry.id else { return false }
      // A replay of an older one must not push the newer out.
      guard packet.timestamp >= old.packet.timestamp else { return false }
      remove(key)
      packets[key] = entry
    }
    bytes += entry.bytes
    while packets.count > capacity || bytes > GossipLimits.storeBytesMax, let oldest = packets.firstKey {
      remove(oldest)
    }
    return true
  }

  /// Drops what the predicate names; `true` when something went.
  @discardableResult
  mutating func drop(where isDropped: (Packet) -> Bool) -> Bool {
    let count = packets.count
    for (key, entry) in packets.entries where isDropped(entry.packet) { remove(key) }
    return packets.count != count
  }

  /// Drops the oldest arrival.
  mutating func dropOldest() {
    if let oldest = packets.firstKey { remove(oldest) }
  }

  private mutating func remove(_ key: Key) {
    guard let entry = packets.removeValue(forKey: key) else { return }
    bytes -= entry.bytes
  }
}

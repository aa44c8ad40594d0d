import MeshWire

/// Public messages that were handed to the application, so that each is handed over once.
///
/// The memory for duplicates lasts 300 s, but a neighbour's sync may bring a message for six hours: its
/// sender went, our store dropped what it had sent, the neighbour's did not yet. Shown again it would count
/// against what the application takes from its sender.
///
/// At most 2,048 ids, oldest out: twice what the store of messages holds. Of whoever has more than 512
/// the oldest goes first: one that writes without end must not have what others wrote shown again.
struct ShownMessages: Sendable {
  private var ids = OrderedMap<GossipID, PeerID>()
  /// Ids of each sender; only looked up.
  private var counts: [PeerID: Int] = [:]

  /// Number of remembered messages.
  var count: Int { ids.count }

  /// Whether a message is new; it is known from now on.
  mutating func admit(_ id: GossipID, from sender: PeerID) -> Bool {
    guard !ids.contains(id) else { return false }
    ids[id] = sender
    counts[sender, default: 0] += 1
    guard ids.count > MeshLimits.shownMessagesMax else { return true }
    let share = MeshLimits.shownMessagesPerSender
    let oldest = ids.firstKey { counts[$1] ?? 0 > share } ?? ids.firstKey
    if let oldest { forget(oldest) }
    return true
  }

  private mutating func forget(_ id: GossipID) {
    guard let sender = ids.removeValue(forKey: id) else { return }
    let left = (counts[sender] ?? 1) - 1
    counts[sender] = left > 0 ? left : nil
  }
}

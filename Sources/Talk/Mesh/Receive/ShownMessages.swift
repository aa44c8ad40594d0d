import MeshWire

/// Public messages that were handed to the application, so that each is handed over once.
///
/// The memory for duplicates lasts 300 s, but a neighbour's sync may bring a message for six hours: its
/// sender went, our store dropped what it had sent, the neighbour's did not yet. Shown again it would count
/// against what the application takes from its sender.
///
/// At most 2,048 ids, oldest out: twice what the store of messages holds.
struct ShownMessages: Sendable {
  private var ids = OrderedMap<GossipID, Void>()

  /// Number of remembered messages.
  var count: Int { ids.count }

  /// Whether a message is new; it is known from now on.
  mutating func admit(_ id: GossipID) -> Bool {
    guard !ids.contains(id) else { return false }
    ids[id] = ()
    if ids.count > MeshLimits.shownMessagesMax { _ = ids.popFirst() }
    return true
  }
}

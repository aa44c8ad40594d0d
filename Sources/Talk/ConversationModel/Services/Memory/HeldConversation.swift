import Timebase
import TransportPorts

/// One conversation in memory: what `SessionMemory` holds of it, in the order of chat-app 2.3.
struct HeldConversation: Sendable {
  /// A message and its marks.
  struct Entry: Sendable {
    var message: ChatMessage
    var isUnread: Bool
    /// Whether its sender is to be told once it is read.
    var isDue: Bool
    /// The order in which messages came, over all conversations.
    var arrival: UInt64

    func isBefore(_ other: Entry) -> Bool {
      (message.sentAt, arrival) < (other.message.sentAt, other.arrival)
    }
  }

  /// Ascending.
  private(set) var entries: [Entry] = []
  private(set) var textBytes = 0
  var lastArrival: UInt64 = 0
  var clearedUpTo: Timestamp?
  private var ids: Set<MessageID> = []
  /// Ids of messages of others that went when nobody looked any more, oldest first: a second copy of one is
  /// none that is new.
  private var gone: [MessageID] = []

  var unreadCount: Int { entries.count { $0.isUnread } }
  var firstUnread: MessageID? { entries.first { $0.isUnread }?.message.id }

  func holds(_ id: MessageID) -> Bool { ids.contains(id) }
  func knew(_ id: MessageID) -> Bool { gone.contains(id) }

  func place(of id: MessageID) -> Int? {
    guard ids.contains(id) else { return nil }
    return entries.lastIndex { $0.message.id == id }
  }

  mutating func insert(_ entry: Entry) {
    let place = entries.lastIndex { !entry.isBefore($0) }.map { $0 + 1 } ?? 0
    entries.insert(entry, at: place)
    ids.insert(entry.message.id)
    textBytes += entry.message.text.utf8.count
  }

  mutating func change(at place: Int, _ change: (inout Entry) -> Void) {
    change(&entries[place])
  }

  mutating func remove(at place: Int) -> Entry {
    let entry = entries.remove(at: place)
    ids.remove(entry.message.id)
    textBytes -= entry.message.text.utf8.count
    return entry
  }

  mutating func removeOldest(_ count: Int) -> [Entry] {
    let leaving = Array(entries.prefix(count))
    entries.removeFirst(leaving.count)
    forget(leaving)
    return leaving
  }

  /// Takes out what was seen and does not wait for a confirmation.
  mutating func removeSeen() -> [Entry] {
    let leaving = entries.filter { !$0.isUnread && !$0.message.awaitsConfirmation }
    entries.removeAll { !$0.isUnread && !$0.message.awaitsConfirmation }
    forget(leaving)
    gone += leaving.filter { !$0.message.author.isOwn }.map(\.message.id)
    gone.removeFirst(max(0, gone.count - SessionMemory.messagesPerConversationMax))
    return leaving
  }

  mutating func markRead() {
    for place in entries.indices { entries[place].isUnread = false }
  }

  private mutating func forget(_ leaving: [Entry]) {
    for entry in leaving {
      ids.remove(entry.message.id)
      textBytes -= entry.message.text.utf8.count
    }
  }
}

extension ChatMessage {
  /// Whether it is a private message of ours that nobody confirmed and that has not failed.
  public var awaitsConfirmation: Bool {
    guard conversation.isPrivate, author.isOwn, let delivery else { return false }
    if case .failed = delivery { return false }
    return !delivery.isConfirmed
  }
}

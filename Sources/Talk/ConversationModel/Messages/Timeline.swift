import TransportPorts

/// The newest messages of one conversation in memory, in the order of chat-app 2.3.
///
/// Ascending by time; equal times keep the order of arrival; a late message goes in its place; an id
/// is held once. Over `limit` the oldest leave. Insertion costs a search from the newest end.
public struct Timeline: Sendable, Equatable {
  /// What a conversation holds in memory (chat-app 2.1).
  public static let messagesMax = 1_337

  /// Oldest first.
  public private(set) var messages: [ChatMessage] = []
  /// At most so many are held.
  public let limit: Int
  private var ids: Set<MessageID> = []

  /// What an insertion did.
  public enum Insertion: Sendable, Equatable {
    /// It is the newest now.
    case appended
    /// It went between or before others.
    case inserted(at: Int)
    /// The id is held already.
    case duplicate
    /// It is older than everything in a full timeline.
    case tooOld
  }

  /// An empty timeline.
  public init(limit: Int = Timeline.messagesMax) {
    precondition(limit > 0, "A timeline that holds nothing has no use; give a limit of at least 1.")
    self.limit = limit
  }

  /// Puts a message in its place.
  @discardableResult
  public mutating func insert(_ message: ChatMessage) -> Insertion {
    guard !ids.contains(message.id) else { return .duplicate }
    let place = messages.lastIndex { $0.sentAt <= message.sentAt }.map { $0 + 1 } ?? 0
    let isNewest = place == messages.count
    if messages.count == limit {
      guard place > 0 else { return .tooOld }
      ids.remove(messages.removeFirst().id)
      messages.insert(message, at: place - 1)
      ids.insert(message.id)
      return isNewest ? .appended : .inserted(at: place - 1)
    }
    messages.insert(message, at: place)
    ids.insert(message.id)
    return isNewest ? .appended : .inserted(at: place)
  }

  /// Puts older messages, ascending, before all others, as far as the limit allows.
  public mutating func prepend(_ older: [ChatMessage]) {
    let fresh = older.filter { !ids.contains($0.id) }.suffix(limit - messages.count)
    messages.insert(contentsOf: fresh, at: 0)
    ids.formUnion(fresh.map(\.id))
  }

  /// Replaces the delivery state of a message; answers whether it is held.
  @discardableResult
  public mutating func setDelivery(_ state: DeliveryState, of id: MessageID) -> Bool {
    guard ids.contains(id), let place = messages.lastIndex(where: { $0.id == id }) else { return false }
    messages[place].delivery = state
    return true
  }

  /// Takes the messages out that are named.
  public mutating func remove(_ gone: Set<MessageID>) {
    messages.removeAll { gone.contains($0.id) }
    ids.subtract(gone)
  }

  /// Whether the id is held.
  public func contains(_ id: MessageID) -> Bool { ids.contains(id) }
}

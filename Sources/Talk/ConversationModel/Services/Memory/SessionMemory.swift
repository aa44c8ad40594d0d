import Timebase
import TransportPorts

/// Conversations that are kept in memory alone: what retention `off` and `session` mean (architecture.md 3,
/// "history"). A value that answers as a store does; its owner tells the changes it names.
///
/// The newest 1,337 messages of a conversation, 1,000 conversations, 64 MiB of text: over one of the latter
/// the conversation goes, or loses its oldest, in which nothing arrived for longest.
public struct SessionMemory: Sendable {
  /// Messages of one conversation (chat-app 2.1).
  public static let messagesPerConversationMax = Timeline.messagesMax
  /// Conversations.
  public static let conversationsMax = 1_000
  /// Texts of all messages together, in UTF-8 bytes.
  public static let textBytesMax = 64 << 20
  /// Messages that one search looks at in vain at most, as in the store.
  static let searchedMessagesMax = 2_000

  /// A message on its way into a store, with its marks.
  public struct Entry: Sendable, Hashable {
    /// What it says.
    public var message: ChatMessage
    /// Whether nobody saw it.
    public var isUnread: Bool
    /// Whether its sender is to be told once it is read.
    public var isDue: Bool
  }

  private let messagesMax: Int
  private let conversationsMax: Int
  private let textBytesMax: Int
  private var held: [ConversationKey: HeldConversation] = [:]
  private var arrivals: UInt64 = 0

  /// Nothing is held. Smaller limits are for tests.
  public init(
    messagesPerConversationMax: Int = Self.messagesPerConversationMax,
    conversationsMax: Int = Self.conversationsMax, textBytesMax: Int = Self.textBytesMax
  ) {
    messagesMax = max(1, messagesPerConversationMax)
    self.conversationsMax = max(1, conversationsMax)
    self.textBytesMax = max(1, textBytesMax)
  }

  /// The conversations that hold messages, in their order.
  public var keys: [ConversationKey] { held.filter { !$0.value.entries.isEmpty }.keys.sorted() }

  /// Whether messages of the conversation are here.
  public func holds(_ key: ConversationKey) -> Bool { held[key]?.entries.isEmpty == false }

  // MARK: Messages

  /// `MessageRepository.insert`.
  public mutating func insert(
    _ message: ChatMessage, isUnread: Bool, noting changes: inout [ConversationChange]
  ) -> InsertOutcome {
    let key = message.conversation
    if let known = held[key] {
      if !key.isPrivate, !message.author.isOwn, let cleared = known.clearedUpTo, message.sentAt <= cleared {
        return .duplicate
      }
      guard !known.holds(message.id), !known.knew(message.id) else { return .duplicate }
    }
    arrivals += 1
    let isDue = key.isPrivate && message.kind == .person && !message.author.isOwn
    let entry = HeldConversation.Entry(message: message, isUnread: isUnread, isDue: isDue, arrival: arrivals)
    // In place: a copy of the conversation for each message would cost more than all the rest.
    held[key, default: HeldConversation()].insert(entry)
    held[key]?.lastArrival = arrivals
    changes.append(.inserted(message))
    let lostUnread = cut(key, to: messagesMax, noting: &changes)
    if isUnread || lostUnread { noteUnread(key, &changes) }
    makeRoom(besides: key, noting: &changes)
    return .inserted
  }

  /// The newest messages, or those before the one named (`MessageRepository`).
  public func page(before id: MessageID? = nil, in key: ConversationKey, limit: Int) -> MessagePage {
    var end = held[key]?.entries.count ?? 0
    if let id {
      guard let place = held[key]?.place(of: id) else { return MessagePage(messages: [], hasOlder: false) }
      end = place
    }
    let rows = held[key]?.entries[..<end] ?? []
    let limit = max(0, limit)
    return MessagePage(messages: rows.suffix(limit).map(\.message), hasOlder: rows.count > limit)
  }

  /// `ConversationUpkeep.messages`.
  public func messages(after id: MessageID?, in key: ConversationKey, limit: Int) -> [ChatMessage] {
    guard let conversation = held[key] else { return [] }
    var first = 0
    if let id {
      guard let place = conversation.place(of: id) else { return [] }
      first = place + 1
    }
    return conversation.entries[first...].prefix(max(0, limit)).map(\.message)
  }

  /// `MessageRepository.message`.
  public func message(_ id: MessageID, in key: ConversationKey) -> ChatMessage? {
    guard let conversation = held[key], let place = conversation.place(of: id) else { return nil }
    return conversation.entries[place].message
  }

  /// `MessageRepository.report`.
  public mutating func report(
    _ state: DeliveryState, of id: MessageID, in key: ConversationKey,
    noting changes: inout [ConversationChange]
  ) -> DeliveryState? {
    guard let place = held[key]?.place(of: id), let current = held[key]?.entries[place].message.delivery
    else {
      return nil
    }
    guard let next = current.advanced(to: state) else { return current }
    held[key]?.change(at: place) { $0.message.delivery = next }
    changes.append(.delivery(next, of: id, in: key))
    return next
  }

  /// `MessageRepository.renew`.
  public mutating func renew(
    _ id: MessageID, in key: ConversationKey, sentAt: Timestamp, noting changes: inout [ConversationChange]
  ) -> ChatMessage? {
    guard let place = held[key]?.place(of: id), let entry = held[key]?.entries[place] else { return nil }
    guard case .failed = entry.message.delivery else { return entry.message }
    guard var moved = held[key]?.remove(at: place) else { return nil }
    moved.message.delivery = .sending
    moved.message.sentAt = sentAt
    held[key]?.insert(moved)
    changes += [.removed([moved.message.id], from: key), .inserted(moved.message)]
    return moved.message
  }

  // MARK: Marks

  /// `MessageRepository.conversations`: those that are here, the newest first.
  public func conversations() -> [ConversationSummary] {
    let newest = keys.compactMap { key in held[key].flatMap { one in one.entries.last.map { (key, one, $0) } }
    }
    return newest.sorted { $1.2.isBefore($0.2) }.map { key, conversation, entry in
      ConversationSummary(
        key: key, newest: entry.message, unreadCount: conversation.unreadCount,
        firstUnread: conversation.firstUnread)
    }
  }

  /// `MessageRepository.markRead`.
  public mutating func markRead(_ key: ConversationKey, noting changes: inout [ConversationChange]) {
    guard held[key]?.firstUnread != nil else { return }
    held[key]?.markRead()
    noteUnread(key, &changes)
  }

  /// `MessageRepository.readReceiptsDue`.
  public func readReceiptsDue(in key: ConversationKey) -> [MessageID] {
    held[key]?.entries.filter { $0.isDue && !$0.isUnread }.map(\.message.id) ?? []
  }

  /// `MessageRepository.markReadReceiptSent`.
  public mutating func markReadReceiptSent(_ id: MessageID, in key: ConversationKey) {
    guard let place = held[key]?.place(of: id) else { return }
    held[key]?.change(at: place) { $0.isDue = false }
  }

  /// `MessageRepository.unconfirmed`.
  public func unconfirmed() -> [ChatMessage] {
    keys.flatMap { held[$0]?.entries ?? [] }.filter(\.message.awaitsConfirmation)
      .sorted { $0.isBefore($1) }.map(\.message)
  }

  // MARK: Whole conversations

  /// Takes out what was seen, as `off` has it when nobody looks any more. What waits for a confirmation stays
  /// until it has one.
  public mutating func forgetSeen(_ key: ConversationKey, noting changes: inout [ConversationChange]) {
    guard let leaving = held[key]?.removeSeen(), !leaving.isEmpty else { return }
    changes.append(.removed(Set(leaving.map(\.message.id)), from: key))
  }

  /// `ConversationUpkeep.clear`.
  public mutating func clear(
    _ key: ConversationKey, now: Timestamp, noting changes: inout [ConversationChange]
  ) {
    empty(key, noting: &changes)
    let before = held[key]?.clearedUpTo ?? now
    held[key, default: HeldConversation()].clearedUpTo = max(before, now)
  }

  /// `ConversationUpkeep.remove`.
  public mutating func remove(_ key: ConversationKey, noting changes: inout [ConversationChange]) {
    empty(key, noting: &changes)
    held[key] = nil
  }

  /// `ConversationUpkeep.clearedUpTo`.
  public func clearedUpTo(_ key: ConversationKey) -> Timestamp? { held[key]?.clearedUpTo }

  /// `ConversationUpkeep.move`.
  public mutating func move(
    _ old: ConversationKey, to new: ConversationKey, noting changes: inout [ConversationChange]
  ) {
    guard old != new, old.isPrivate, new.isPrivate, let from = held.removeValue(forKey: old) else { return }
    var to = held[new] ?? HeldConversation()
    if !from.entries.isEmpty { changes.append(.removed(Set(from.entries.map(\.message.id)), from: old)) }
    for var entry in from.entries {
      entry.message.conversation = new
      guard let place = to.place(of: entry.message.id) else {
        to.insert(entry)
        changes.append(.inserted(entry.message))
        continue
      }
      let known = to.entries[place]
      let isHigher = (entry.message.delivery?.rank ?? -1) > (known.message.delivery?.rank ?? -1)
      to.change(at: place) {
        if isHigher { $0.message.delivery = entry.message.delivery }
        $0.isUnread = $0.isUnread || entry.isUnread
      }
      if isHigher, let state = entry.message.delivery {
        changes.append(.delivery(state, of: known.message.id, in: new))
      }
    }
    to.lastArrival = max(to.lastArrival, from.lastArrival)
    to.clearedUpTo = [from.clearedUpTo, to.clearedUpTo].compactMap { $0 }.max()
    held[new] = to
    if from.unreadCount > 0 { changes.append(.unread(count: 0, firstUnread: nil, in: old)) }
    _ = cut(new, to: messagesMax, noting: &changes)
    noteUnread(new, &changes)
  }

  /// What goes to a store from now on, oldest first.
  public func entries(of key: ConversationKey) -> [Entry] {
    held[key]?.entries.map { Entry(message: $0.message, isUnread: $0.isUnread, isDue: $0.isDue) } ?? []
  }

  /// It is kept elsewhere now; nothing changes for who looks at it.
  public mutating func handOver(_ key: ConversationKey) {
    let moment = held.removeValue(forKey: key)?.clearedUpTo
    if let moment { held[key, default: HeldConversation()].clearedUpTo = moment }
  }

  func allEntries(of key: ConversationKey) -> [HeldConversation.Entry] { held[key]?.entries ?? [] }

  // MARK: Limits

  private mutating func empty(_ key: ConversationKey, noting changes: inout [ConversationChange]) {
    guard let conversation = held[key], !conversation.entries.isEmpty else { return }
    let leaving = held[key]?.removeOldest(conversation.entries.count) ?? []
    changes.append(.removed(Set(leaving.map(\.message.id)), from: key))
    if conversation.unreadCount > 0 { changes.append(.unread(count: 0, firstUnread: nil, in: key)) }
  }

  /// Answers whether unread ones went.
  private mutating func cut(
    _ key: ConversationKey, to count: Int, noting changes: inout [ConversationChange]
  ) -> Bool {
    let excess = (held[key]?.entries.count ?? 0) - count
    guard excess > 0, let leaving = held[key]?.removeOldest(excess) else { return false }
    changes.append(.removed(Set(leaving.map(\.message.id)), from: key))
    return leaving.contains { $0.isUnread }
  }

  private mutating func makeRoom(
    besides kept: ConversationKey, noting changes: inout [ConversationChange]
  ) {
    while held.count > conversationsMax, let stalest = stalest(besides: kept) {
      remove(stalest, noting: &changes)
    }
    while held.values.reduce(0, { $0 + $1.textBytes }) > textBytesMax {
      let giver = stalest(besides: kept) ?? kept
      let count = held[giver]?.entries.count ?? 0
      // The message that came just now is never the one that goes.
      guard giver != kept || count > 1 else { return }
      if cut(giver, to: count - max(1, count / 4), noting: &changes) { noteUnread(giver, &changes) }
      if held[giver]?.entries.isEmpty == true { held[giver] = nil }
    }
  }

  private func stalest(besides kept: ConversationKey) -> ConversationKey? {
    held.filter { $0.key != kept && $0.key.isPrivate }
      .min { ($0.value.lastArrival, $0.key) < ($1.value.lastArrival, $1.key) }?.key
  }

  private func noteUnread(_ key: ConversationKey, _ changes: inout [ConversationChange]) {
    let conversation = held[key]
    changes.append(
      .unread(count: conversation?.unreadCount ?? 0, firstUnread: conversation?.firstUnread, in: key))
  }
}

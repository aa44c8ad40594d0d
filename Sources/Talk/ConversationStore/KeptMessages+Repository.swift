import ConversationModel
import Timebase
import TransportPorts

extension KeptMessages: MessageRepository {
  /// Holds or stores a message (`MessageRepository.insert`).
  public func insert(_ message: ChatMessage, isUnread: Bool) async throws -> InsertOutcome {
    try await insert([message], areUnread: isUnread).first ?? .duplicate
  }

  /// Holds or stores messages of one conversation or several, all or none of those that are stored.
  public func insert(_ messages: [ChatMessage], areUnread: Bool) async throws -> [InsertOutcome] {
    await turns.begin()
    defer { turns.end() }
    var outcomes = [InsertOutcome](repeating: .duplicate, count: messages.count)
    var stored: [Int] = []
    for key in Set(messages.map(\.conversation)).sorted() {
      let places = messages.indices.filter { messages[$0].conversation == key }
      guard try await goesToMemory(key) else {
        stored += places
        continue
      }
      publish { memory, changes in
        for place in places {
          outcomes[place] = memory.insert(messages[place], isUnread: areUnread, noting: &changes)
        }
      }
    }
    guard !stored.isEmpty else { return outcomes }
    let answers = try await store.insert(stored.map { messages[$0] }, areUnread: areUnread)
    for (place, answer) in zip(stored, answers) { outcomes[place] = answer }
    return outcomes
  }

  /// The newest messages of a conversation (`MessageRepository.newest`).
  public func newest(in conversation: ConversationKey, limit: Int) async throws -> MessagePage {
    if let page = remembered(conversation, { $0.page(in: conversation, limit: limit) }) { return page }
    return try await store.newest(in: conversation, limit: limit)
  }

  /// Messages before the one named (`MessageRepository.messages`).
  public func messages(
    before id: MessageID, in conversation: ConversationKey, limit: Int
  ) async throws -> MessagePage {
    let held = remembered(conversation) { $0.page(before: id, in: conversation, limit: limit) }
    if let held { return held }
    return try await store.messages(before: id, in: conversation, limit: limit)
  }

  /// One message (`MessageRepository.message`).
  public func message(_ id: MessageID, in conversation: ConversationKey) async throws -> ChatMessage? {
    if let held = remembered(conversation, { $0.message(id, in: conversation) }) { return held }
    return try await store.message(id, in: conversation)
  }

  /// Reports a delivery state (`MessageRepository.report`).
  public func report(
    _ state: DeliveryState, of id: MessageID, in conversation: ConversationKey
  ) async throws -> DeliveryState? {
    try await changing(conversation) { memory, changes in
      memory.report(state, of: id, in: conversation, noting: &changes)
    } stored: {
      try await store.report(state, of: id, in: conversation)
    }
  }

  /// Sends a failed message as one written now (`MessageRepository.renew`).
  public func renew(
    _ id: MessageID, in conversation: ConversationKey, sentAt: Timestamp
  ) async throws -> ChatMessage? {
    try await changing(conversation) { memory, changes in
      memory.renew(id, in: conversation, sentAt: sentAt, noting: &changes)
    } stored: {
      try await store.renew(id, in: conversation, sentAt: sentAt)
    }
  }

  /// Every conversation that holds messages, the one with the newest first.
  public func conversations() async throws -> [ConversationSummary] {
    await turns.begin()
    defer { turns.end() }
    let stored = try await store.conversations().filter { !isInMemory($0.key) }
    var held = remembered { $0.conversations() }[...]
    var all: [ConversationSummary] = []
    for summary in stored {
      while let next = held.first, next.newest.sentAt > summary.newest.sentAt {
        all.append(next)
        held.removeFirst()
      }
      all.append(summary)
    }
    return all + held
  }

  /// Marks everything in the conversation as read (`MessageRepository.markRead`).
  public func markRead(_ conversation: ConversationKey) async throws {
    try await changing(conversation) { memory, changes in
      memory.markRead(conversation, noting: &changes)
    } stored: {
      try await store.markRead(conversation)
    }
  }

  /// Read private messages whose sender was not told (`MessageRepository.readReceiptsDue`).
  public func readReceiptsDue(in conversation: ConversationKey) async throws -> [MessageID] {
    if let held = remembered(conversation, { $0.readReceiptsDue(in: conversation) }) { return held }
    return try await store.readReceiptsDue(in: conversation)
  }

  /// Remembers that the sender was told (`MessageRepository.markReadReceiptSent`).
  public func markReadReceiptSent(_ id: MessageID, in conversation: ConversationKey) async throws {
    try await changing(conversation) { memory, _ in
      memory.markReadReceiptSent(id, in: conversation)
    } stored: {
      try await store.markReadReceiptSent(id, in: conversation)
    }
  }

  /// Private messages of ours that nobody confirmed (`MessageRepository.unconfirmed`).
  public func unconfirmed() async throws -> [ChatMessage] {
    await turns.begin()
    defer { turns.end() }
    let stored = try await store.unconfirmed().filter { !isInMemory($0.conversation) }
    let held = remembered { $0.unconfirmed() }
    guard !held.isEmpty else { return stored }
    // A stable order: of equal times the stored ones first, each kind in the order of arrival.
    return (stored + held).enumerated().sorted {
      ($0.element.sentAt, $0.offset) < ($1.element.sentAt, $1.offset)
    }
    .map(\.element)
  }

  /// Removes from the store what is older than the retention allows; what is in memory goes with the node.
  /// What is in memory and is to be kept is stored, should that have failed before.
  public func sweep(_ retention: Retention, now: Timestamp) async throws -> Int {
    let removed = try await store.sweep(retention, now: now)
    try await storeWhatIsKept()
    return removed
  }

  /// Every change from now on, of both places (`MessageRepository.changes`).
  public func changes() async -> AsyncStream<NumberedChange> { await store.changes() }
}

extension KeptMessages: ConversationUpkeep {
  /// Empties a conversation (`ConversationUpkeep.clear`). For the open channel the store remembers when.
  public func clear(_ conversation: ConversationKey, now: Timestamp) async throws {
    await turns.begin()
    defer { turns.end() }
    let isHeld = isInMemory(conversation)
    if isHeld { publish { $0.clear(conversation, now: now, noting: &$1) } }
    if !isHeld || !conversation.isPrivate { try await store.clear(conversation, now: now) }
  }

  /// Removes a conversation (`ConversationUpkeep.remove`).
  public func remove(_ conversation: ConversationKey) async throws {
    await turns.begin()
    defer { turns.end() }
    publish { $0.remove(conversation, noting: &$1) }
    try await store.remove(conversation)
  }

  /// Up to when a conversation was emptied (`ConversationUpkeep.clearedUpTo`).
  public func clearedUpTo(_ conversation: ConversationKey) async throws -> Timestamp? {
    let held = remembered { $0.clearedUpTo(conversation) }
    return [held, try await store.clearedUpTo(conversation)].compactMap { $0 }.max()
  }

  /// Moves a conversation to a person's other address (`ConversationUpkeep.move`).
  public func move(_ old: ConversationKey, to new: ConversationKey) async throws {
    guard old.isPrivate, new.isPrivate else { return }
    await turns.begin()
    defer { turns.end() }
    let leavesMemory = try await goesToMemory(old)
    guard try await goesToMemory(new) == leavesMemory, leavesMemory else {
      return try await store.move(old, to: new)
    }
    publish { $0.move(old, to: new, noting: &$1) }
  }

  /// How long messages are kept (`ConversationUpkeep.chosenRetention`).
  public func chosenRetention() -> Retention { retention }

  /// Keeps the choice and removes at once what is older; answers how many stored messages went. What waits
  /// for a confirmation goes on waiting in memory. What was in memory is stored where it is to be kept now.
  public func choose(_ retention: Retention, now: Timestamp) async throws -> Int {
    let waiting = try await change(to: retention)
    let removed = try await store.sweep(retention, now: now)
    publish { memory, changes in
      changes += waiting.compactMap { memory.message($0.id, in: $0.conversation) }.map { .inserted($0) }
    }
    try await storeWhatIsKept()
    return removed
  }

  /// The oldest messages after the one named (`ConversationUpkeep.messages`).
  public func messages(
    after id: MessageID?, in conversation: ConversationKey, limit: Int
  ) async throws -> [ChatMessage] {
    let held = remembered(conversation) { $0.messages(after: id, in: conversation, limit: limit) }
    if let held { return held }
    return try await store.messages(after: id, in: conversation, limit: limit)
  }

  /// Nobody looks at the conversation any more: under `off` what was seen goes.
  public func leftAlone(_ conversation: ConversationKey) async throws {
    guard retention.period(for: conversation) == .off else { return }
    await turns.begin()
    defer { turns.end() }
    publish { $0.forgetSeen(conversation, noting: &$1) }
  }
}

extension KeptMessages: MessageSearch {
  /// Messages that hold every word of the query (`MessageSearch.messages`), of both places, the newest first.
  public func messages(
    holding query: SearchQuery, after position: SearchPosition?, limit: Int
  ) async throws -> SearchPage {
    await turns.begin()
    defer { turns.end() }
    if let key = query.conversation {
      let held = remembered(key) { $0.messages(holding: query, after: position, limit: limit) }
      if let held { return held }
      return try await store.messages(holding: query, after: position, limit: limit)
    }
    var storedPosition = position
    if let position, isInMemory(position.conversation) {
      // Of equal times what is stored came first, so it goes on a millisecond earlier.
      guard position.sentAt.milliseconds > 0 else {
        return remembered { $0.messages(holding: query, after: position, limit: limit) }
      }
      storedPosition?.sentAt = Timestamp(milliseconds: position.sentAt.milliseconds - 1)
    }
    var stored = try await store.messages(holding: query, after: storedPosition, limit: limit)
    stored.messages.removeAll { isInMemory($0.conversation) }
    let held = remembered { $0.messages(holding: query, after: position, limit: limit) }
    return SearchPage.joined(stored, held, limit: limit)
  }
}

import ConversationModel
import Locks
import Storage
import Timebase
import TransportPorts

/// The repository of messages with the person's choice of how long they are kept in front of it: what is not
/// to be stored is held in memory, and no byte of it reaches the file (architecture.md 3, "history").
///
/// Each conversation is in one place at a time, in the store or in memory, and everything that is asked
/// looks there; what is asked of all of them is joined. Callable from any isolation; calls that change
/// something run one after another. Changes of both places are in one feed, that of the store.
public final class KeptMessages: Sendable {
  struct State {
    var memory: SessionMemory
    var retention: Retention
  }

  let store: ConversationStore
  let turns = Turns()
  private let state: Mutex<State>

  /// In front of a store, with the retention that the store remembers.
  public init(
    _ store: ConversationStore, memory: SessionMemory = SessionMemory()
  ) async throws {
    self.store = store
    state = Mutex(State(memory: memory, retention: try await store.chosenRetention()))
    try await takeOverClearing()
  }

  /// How long messages are kept.
  public var retention: Retention { state.withLock { $0.retention } }

  /// Answers which waiting messages are in memory now.
  func change(to retention: Retention) async throws -> [ChatMessage] {
    await turns.begin()
    defer { turns.end() }
    try await store.keep(retention)
    let waiting = try await store.unconfirmed().filter { message in
      !retention.period(for: message.conversation).isStored && !holds(message.conversation)
    }
    state.withLock { state in
      state.retention = retention
      var unseen: [ConversationChange] = []
      for message in waiting { _ = state.memory.insert(message, isUnread: false, noting: &unseen) }
    }
    try await takeOverClearing()
    return waiting
  }

  /// Lines of the open channel from before it was emptied come back from nowhere, whatever is kept.
  private func takeOverClearing() async throws {
    guard !retention.publicMessages.isStored, let moment = try await store.clearedUpTo(.mesh) else { return }
    state.withLock { state in
      guard !state.memory.holds(.mesh) else { return }
      var none: [ConversationChange] = []
      state.memory.clear(.mesh, now: moment, noting: &none)
    }
  }

  // MARK: Places

  /// Whether the conversation is in memory.
  func isInMemory(_ key: ConversationKey) -> Bool { state.withLock { $0.isInMemory(key) } }

  private func holds(_ key: ConversationKey) -> Bool { state.withLock { $0.memory.holds(key) } }

  /// What memory answers, if the conversation is there.
  func remembered<Value: Sendable>(_ key: ConversationKey, _ read: (SessionMemory) -> Value) -> Value? {
    state.withLock { $0.isInMemory(key) ? read($0.memory) : nil }
  }

  /// What memory answers about all that is there.
  func remembered<Value: Sendable>(_ read: (SessionMemory) -> Value) -> Value {
    state.withLock { read($0.memory) }
  }

  /// Changes memory and tells it; to be called in one's turn.
  func publish<Value: Sendable>(
    _ change: (inout SessionMemory, inout [ConversationChange]) -> Value
  ) -> Value {
    var changes: [ConversationChange] = []
    let value = state.withLock { change(&$0.memory, &changes) }
    store.feed.publish(changes)
    return value
  }

  /// Changes memory where the conversation is there, else the store.
  func changing<Value: Sendable>(
    _ key: ConversationKey, _ change: (inout SessionMemory, inout [ConversationChange]) -> Value,
    stored: () async throws -> Value
  ) async throws -> Value {
    await turns.begin()
    defer { turns.end() }
    guard isInMemory(key) else { return try await stored() }
    return publish(change)
  }

  /// Whether a message of the conversation goes to memory now. Where it is to be stored, what memory holds of
  /// the conversation is stored first, so that it stays in one place; to be called in one's turn.
  func goesToMemory(_ key: ConversationKey) async throws -> Bool {
    guard retention.period(for: key).isStored else { return true }
    if holds(key) {
      try await store.adopt(remembered { $0.entries(of: key) }, in: key)
      state.withLock { $0.memory.handOver(key) }
    }
    return false
  }

  /// Stores what memory holds and is to be kept.
  func storeWhatIsKept() async throws {
    for key in remembered({ $0.keys }) {
      await turns.begin()
      defer { turns.end() }
      _ = try await goesToMemory(key)
    }
  }
}

extension KeptMessages.State {
  fileprivate func isInMemory(_ key: ConversationKey) -> Bool {
    memory.holds(key) || !retention.period(for: key).isStored
  }
}

extension ConversationStore {
  /// Remembers the choice. No message goes yet; what was set aside does where the choice is a shorter time:
  /// nobody can say which messages a damaged file holds.
  func keep(_ retention: Retention) async throws {
    let old = try await chosenRetention()
    try await set(retention.publicMessages.rawValue, for: .publicRetention)
    try await set(retention.privateMessages.rawValue, for: .privateRetention)
    if retention.isShorter(than: old) { DamagedFile.forget(besides: path) }
  }

  /// Stores a conversation that was in memory, in one commit. Who looks at it has seen all of it already.
  func adopt(_ entries: [SessionMemory.Entry], in key: ConversationKey) async throws {
    let limits = limits
    try await write { table, changes in
      var seen: [ConversationChange] = []
      for entry in entries {
        let outcome = try table.store(entry.message, isUnread: entry.isUnread, limits: limits, noting: &seen)
        guard outcome == .inserted, !entry.isDue, let row = try table.conversation(key) else { continue }
        try table.clearDue(entry.message.id, in: row)
      }
      changes += seen.filter { $0.conversation != key }
    }
  }
}

extension ConversationChange {
  /// The conversation it is about.
  fileprivate var conversation: ConversationKey {
    switch self {
    case .inserted(let message): message.conversation
    case .delivery(_, _, let key), .removed(_, let key), .unread(_, _, let key): key
    }
  }
}

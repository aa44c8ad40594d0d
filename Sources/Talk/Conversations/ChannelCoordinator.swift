import ConversationModel
import TransportPorts

/// Which conversation is looked at, what it shows first, and who takes part (chat-app 2.6, 14): the use case
/// of a channel. Today there is one open channel, the mesh; others come with their transports.
public actor ChannelCoordinator {
  private let messages: MessageCoordinator
  private let store: any MessageRepository
  private let search: any MessageSearch
  private let settings: any SettingsRepository
  private let people: PeerCoordinator
  private var active: ConversationKey = .mesh

  /// Works over one store.
  public init(
    messages: MessageCoordinator, store: any MessageRepository, search: any MessageSearch,
    settings: any SettingsRepository, people: PeerCoordinator
  ) {
    self.messages = messages
    self.store = store
    self.search = search
    self.settings = settings
    self.people = people
  }

  /// The conversation that was looked at last, in this run or the one before; the mesh where there was none.
  public func start() async throws -> ConversationKey {
    active = try await settings.setting(.openConversation).flatMap { ConversationKey($0) } ?? .mesh
    return active
  }

  /// The conversation that is looked at, or was last.
  public var current: ConversationKey { active }

  /// The person looks at the conversation now: what was gathered for the one before is stored, and this one
  /// counts as read until `left`. A page may stay with the one before.
  public func switched(to conversation: ConversationKey) async {
    await messages.flushBatch()
    await messages.opened(conversation)
    guard conversation != active else { return }
    active = conversation
    // What cannot be kept is only missed at the next start.
    try? await settings.set(conversation.text, for: .openConversation)
  }

  /// The person looks elsewhere.
  public func left(_ conversation: ConversationKey) async {
    await messages.closed(conversation)
  }

  /// Something shows the conversation.
  public func shown(_ conversation: ConversationKey) async {
    await messages.shown(conversation)
  }

  /// Nothing shows the conversation any more: what is not kept at all goes after ten seconds.
  public func leftAlone(_ conversation: ConversationKey) async {
    await messages.leftAlone(conversation)
  }

  /// Messages that hold every word, the newest first.
  public func messages(
    holding query: SearchQuery, after position: SearchPosition?, limit: Int
  ) async throws -> SearchPage {
    try await search.messages(holding: query, after: position, limit: limit)
  }

  /// The newest messages of a conversation.
  public func newest(in conversation: ConversationKey, limit: Int) async throws -> MessagePage {
    try await store.newest(in: conversation, limit: limit)
  }

  /// Messages before the one named.
  public func messages(
    before id: MessageID, in conversation: ConversationKey, limit: Int
  ) async throws -> MessagePage {
    try await store.messages(before: id, in: conversation, limit: limit)
  }

  /// One message.
  public func message(_ id: MessageID, in conversation: ConversationKey) async throws -> ChatMessage? {
    try await store.message(id, in: conversation)
  }

  /// The oldest messages after the one named, from the beginning without one.
  public func messages(
    after id: MessageID?, in conversation: ConversationKey, limit: Int
  ) async throws -> [ChatMessage] {
    try await messages.upkeep.messages(after: id, in: conversation, limit: limit)
  }

  /// How long messages are kept.
  public func retention() async throws -> Retention { try await messages.upkeep.chosenRetention() }

  /// Keeps messages as long as that from now on; what is older goes at once. Answers how many went.
  public func choose(_ retention: Retention) async throws -> Int {
    try await messages.upkeep.choose(retention, now: messages.clock.now().unix)
  }

  /// Every conversation that holds messages.
  public func conversations() async throws -> [ConversationSummary] {
    try await store.conversations()
  }

  /// Who takes part besides us: everybody in sight, or the other person while in sight. Nobody who is
  /// blocked.
  public func participants(of conversation: ConversationKey) async -> [Person] {
    var present: [Person] = []
    for person in await people.directory().people where await !people.isBlocked(person.address) {
      switch conversation {
      case .mesh: present.append(person)
      case .direct(let address): if person.address == address { present.append(person) }
      }
    }
    return present
  }
}

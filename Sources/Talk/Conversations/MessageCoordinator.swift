import ConversationModel
import Text
import Timebase
import TransportPorts

/// Sending, receiving, receipts and delivery states (chat-app 5, 6): the use case of a message.
///
/// Everything a person sends is committed before it is handed on; everything private that comes in is
/// committed before its delivered mark goes out.
public actor MessageCoordinator {
  /// Longest public text, in Unicode scalars (chat-app 7.4).
  public static let publicCharactersMax = 16_000
  /// Longest piece of a private text on the mesh, in UTF-8 bytes (mesh-wire 11.2).
  public static let privatePieceBytesMax = 255
  /// How long nothing has to show a conversation until it counts as left.
  public static let leavingTime = Duration.seconds(10)

  /// No address, and everybody's (mesh-wire 5.1): neither is a person.
  private static let nobodysAddresses = [
    String(repeating: "0", count: 16), String(repeating: "f", count: 16),
  ]

  let transport: any CoreTransport
  let messages: any MessageRepository
  let upkeep: any ConversationUpkeep
  let router: Router
  let people: PeerCoordinator
  let clock: any TalkClock
  let alarm: any TalkAlarm
  weak var presenter: (any TalkPresenter)?
  var flood = FloodControl()
  /// Public messages for the channel that is looked at.
  var batch = PublicIntake()
  /// Read marks that are not known to have arrived.
  var receipts = ReadReceipts()
  /// Questions of `/ping` that are under way.
  var questions = OpenQuestions()
  /// Conversations some page shows in the foreground, with how many pages do.
  private var open: [ConversationKey: Int] = [:]
  /// Conversations that nothing shows any more, for less than `leavingTime`; at most all there are.
  private var leaving: Set<ConversationKey> = []
  private var generator = SystemRandomNumberGenerator()

  /// Works over one transport and one store.
  public init(
    transport: any CoreTransport, messages: any MessageRepository, upkeep: any ConversationUpkeep,
    router: Router, people: PeerCoordinator, clock: any TalkClock, alarm: any TalkAlarm
  ) {
    self.transport = transport
    self.messages = messages
    self.upkeep = upkeep
    self.router = router
    self.people = people
    self.clock = clock
    self.alarm = alarm
  }

  /// Shows results through `presenter` from now on.
  public func start(presenter: any TalkPresenter) {
    self.presenter = presenter
  }

  /// Ends what waits for an answer, and stores what was gathered.
  public func stop() async {
    questions.endAll()
    await flushBatch()
  }

  /// Public messages of others that were not shown because too many came, since the start.
  public var heldBackCount: Int { flood.refusedCount }

  /// Subscribes to the store's changes; to be called before anything is read that changes could miss.
  public func changes() async -> AsyncStream<NumberedChange> {
    await messages.changes()
  }

  /// Passes changes on until the feed ends; a gap in the numbers makes everything be read anew.
  public func follow(_ changes: AsyncStream<NumberedChange>) async {
    var expected: UInt64?
    for await next in changes {
      if let expected, next.number != expected { await presenter?.showAnew() }
      expected = next.number + 1
      await presenter?.show([next.change])
    }
  }

  /// Removes what retention no longer keeps; to be called now and then.
  public func sweep(_ retention: Retention) async {
    await guarded { _ = try await messages.sweep(retention, now: clock.now().unix) }
  }

  /// Shows how the transport is.
  func show(_ status: TransportStatus) async {
    await presenter?.show(status)
  }

  /// Sends a text. A private text over 255 UTF-8 bytes becomes several messages, cut at character
  /// boundaries (architecture.md 3). Answers the ids, committed.
  public func send(_ text: String, to conversation: ConversationKey) async throws -> [MessageID] {
    // What shows nothing would only puzzle others.
    guard !Text.displayName(text).isEmpty else { throw SendProblem.empty }
    switch conversation {
    case .mesh:
      return [try await sendPublic(text)]
    case .direct(let peer):
      return try await sendPrivate(text, to: peer)
    }
  }

  /// Sends a failed message again, under its id, as one written now: in its new place, with 24 hours to go.
  public func sendAgain(_ id: MessageID, in conversation: ConversationKey) async throws {
    guard let message = try await messages.message(id, in: conversation) else {
      throw SendProblem.messageGone
    }
    guard case .failed = message.delivery else { return }
    if let peer = conversation.peer { try await refuseBlocked(peer) }
    guard let renewed = try await messages.renew(id, in: conversation, sentAt: clock.now().unix) else {
      throw SendProblem.messageGone
    }
    await router.send(renewed)
  }

  /// A page shows the conversation in the foreground: it is read, the sender is told, and a session is
  /// prepared so that an answer goes out at once. A person who is blocked is not called.
  public func opened(_ conversation: ConversationKey) async {
    open[conversation, default: 0] += 1
    await markRead(conversation)
    if let peer = conversation.peer, await !people.isBlocked(peer) {
      await transport.prepareSession(with: peer)
    }
  }

  /// The page is gone or in the background.
  public func closed(_ conversation: ConversationKey) async {
    if let count = open[conversation] { open[conversation] = count > 1 ? count - 1 : nil }
    // Nobody looks any more: nothing is gained by waiting.
    if conversation == .mesh { await flushBatch() }
  }

  /// A page or terminal shows the conversation, in the foreground or not.
  func shown(_ conversation: ConversationKey) {
    leaving.remove(conversation)
  }

  /// Nothing shows the conversation any more. A page that is loaded anew is back in a moment.
  func leftAlone(_ conversation: ConversationKey) {
    leaving.insert(conversation)
    alarm.set(.leaving, at: clock.now().monotonic + Self.leavingTime) { [weak self] in
      await self?.forgetLeft()
    }
  }

  private func forgetLeft() async {
    let gone = leaving.sorted()
    leaving = []
    for conversation in gone { await guarded { try await upkeep.leftAlone(conversation) } }
  }

  /// Whether some page shows the conversation in the foreground.
  func isOpen(_ conversation: ConversationKey) -> Bool { open[conversation] != nil }

  /// Runs what a store may refuse; a refusal is shown, the person's data stay as they are. Only work that
  /// wrote a message (`endsProblem`) shows that the store can write again.
  func guarded(endsProblem: Bool = false, _ work: () async throws -> Void) async {
    do {
      try await work()
      if endsProblem { await presenter?.show(problem: nil) }
    } catch {
      await presenter?.show(problem: storeProblem(error))
    }
  }

  /// Somebody comes under another address: the conversation, what waits and who looks at it go along
  /// (chat-app 8.5).
  func continues(_ change: AddressChange) async {
    let (old, new) = (ConversationKey.direct(change.old), ConversationKey.direct(change.new))
    await guarded {
      guard try await !messages.newest(in: old, limit: 1).messages.isEmpty else { return }
      try await upkeep.move(old, to: new)
      await router.moved(from: change.old, to: change.new)
      if let count = open.removeValue(forKey: old) { open[new, default: 0] += count }
      await presenter?.show(old, movedTo: new)
    }
  }

  /// Whoever is blocked is not written to.
  func refuseBlocked(_ peer: PeerAddress) async throws {
    guard await people.isBlocked(peer) else { return }
    throw SendProblem.blocked(await people.directory().name(of: peer).text)
  }

  /// Stores a message of ours; `shown` is what is kept here instead of the text where it is an action.
  func sendPublic(_ text: String, shown: String? = nil) async throws -> MessageID {
    let count = text.unicodeScalars.count
    guard count <= Self.publicCharactersMax else {
      throw SendProblem.tooLong(characters: count, charactersMax: Self.publicCharactersMax)
    }
    let moment = clock.now().unix
    let id = await transport.publicMessageID(text: text, at: moment)
    let message = ChatMessage(
      id: id, conversation: .mesh, kind: shown == nil ? .person : .system, author: await ownAuthor(),
      text: shown ?? Text.trimmed(text), sentAt: moment)
    try await store(message)
    batch.sent(text, at: moment)
    await transport.sendPublic(text, at: moment)
    return id
  }

  func sendPrivate(
    _ text: String, to peer: PeerAddress, kind: ChatMessage.Kind = .person
  ) async throws -> [MessageID] {
    let count = text.unicodeScalars.count
    guard count <= Self.publicCharactersMax else {
      throw SendProblem.tooLong(characters: count, charactersMax: Self.publicCharactersMax)
    }
    // The mesh answers under the short id; a conversation under the whole key would never hear of it.
    guard peer.form == .meshID, !Self.nobodysAddresses.contains(peer.text) else {
      throw SendProblem.unknownAddress
    }
    guard await transport.ownAddress() != peer else { throw SendProblem.ownAddress }
    try await refuseBlocked(peer)
    let pieces = Text.split(text, utf8BytesMax: Self.privatePieceBytesMax)
    guard pieces.count <= Outbox.messagesPerPeerMax else {
      throw SendProblem.tooManyParts(parts: pieces.count, partsMax: Outbox.messagesPerPeerMax)
    }
    let author = await ownAuthor()
    var ids: [MessageID] = []
    for piece in pieces {
      let moment = clock.now().unix
      let id = MessageID.version7(at: moment, using: &generator)
      let message = ChatMessage(
        id: id, conversation: .direct(peer), kind: kind, author: author, text: piece, sentAt: moment,
        delivery: .sending)
      do {
        try await store(message)
      } catch SendProblem.notStored(let reason) where !ids.isEmpty {
        throw SendProblem.partlyStored(parts: ids.count, of: pieces.count, reason: reason)
      }
      await router.send(message)
      ids.append(id)
    }
    return ids
  }

  /// Shows a line to the person alone; it is kept with the conversation.
  func say(_ line: String, in conversation: ConversationKey) async {
    let moment = clock.now().unix
    let message = ChatMessage(
      id: MessageID.version7(at: moment, using: &generator), conversation: conversation, kind: .system,
      author: MessageAuthor(name: "system", address: nil, isOwn: true), text: line, sentAt: moment)
    await guarded { _ = try await messages.insert(message, isUnread: false) }
  }

  private func store(_ message: ChatMessage) async throws {
    do {
      _ = try await messages.insert(message, isUnread: false)
    } catch {
      throw SendProblem.notStored("\(error)")
    }
  }

  private func ownAuthor() async -> MessageAuthor {
    MessageAuthor(name: await people.directory().ownNickname, address: nil, isOwn: true)
  }
}

import ConversationModel
import Conversations
import Locks
import Timebase
import TransportPorts

/// A transport that records what it is asked for.
actor RecordingTransport: CoreTransport, VerificationTransport, VouchTransport, ArchiveTransport {
  private var events: [TransportEvent] = []
  private(set) var calls: [String] = []
  private(set) var challenges: [VerificationChallenge] = []
  private(set) var answers: [VerificationAnswer] = []
  private(set) var vouches: [Vouch] = []
  var isInReach = true

  func emit(_ event: TransportEvent) { events.append(event) }
  func nextEvent() -> TransportEvent? { events.isEmpty ? nil : events.removeFirst() }
  func setInReach(_ value: Bool) { isInReach = value }
  func forget() { calls = [] }

  func ownAddress() -> PeerAddress { address(0xA11CE) }
  func publicMessageID(text: String, at moment: Timestamp) -> MessageID {
    MessageID("public-\(moment.milliseconds)-\(text.count)")
  }
  func sendPublic(_ text: String, at moment: Timestamp) { calls.append("public \(text)") }
  func sendPrivate(_ text: String, to peer: PeerAddress, id: MessageID, at moment: Timestamp) {
    calls.append("private \(text)")
  }
  func sendDelivered(_ id: MessageID, to peer: PeerAddress) { calls.append("delivered \(id)") }
  func sendRead(_ id: MessageID, to peer: PeerAddress) -> Bool {
    if isInReach { calls.append("read \(id)") }
    return isInReach
  }
  func prepareSession(with peer: PeerAddress) { calls.append("session") }
  func setNickname(_ nickname: String) { calls.append("nickname \(nickname)") }
  func challenge(_ peer: PeerAddress, with challenge: VerificationChallenge) {
    calls.append("challenge")
    challenges.append(challenge)
  }
  func answer(_ peer: PeerAddress, with answer: VerificationAnswer) {
    calls.append("answer")
    answers.append(answer)
  }
  func vouch(to peer: PeerAddress, _ vouches: [Vouch]) -> Bool {
    if isInReach {
      calls.append("vouch \(vouches.count)")
      self.vouches += vouches
    }
    return isInReach
  }
  func dropStored(of peer: PeerAddress) { calls.append("drop") }
}

/// Repositories in memory, the obvious way; can be told to refuse.
actor MemoryStore: MessageRepository, ConversationUpkeep, PeerRepository, SettingsRepository,
  TrustRepository, RelationRepository, MessageSearch
{
  struct Refusal: Error {}

  private var rows: [(message: ChatMessage, isUnread: Bool, receiptSent: Bool)] = []
  private var known: [String: KnownPeer] = [:]
  private let peersMax: Int
  private var values: [SettingName: String] = [:]
  private var insertsLeft = Int.max
  private var clearings: [ConversationKey: Timestamp] = [:]
  private var trust: [String: TrustRecord] = [:]
  private var blocks: [String: BlockRecord] = [:]
  private var marks: [String: FavouriteRecord] = [:]
  private(set) var swept: [Retention] = []
  private(set) var left: [ConversationKey] = []

  init(peersMax: Int = .max) { self.peersMax = peersMax }

  func refuse(_ value: Bool) { insertsLeft = value ? 0 : .max }
  func refuse(after count: Int) { insertsLeft = count }

  func insert(_ message: ChatMessage, isUnread: Bool) throws -> InsertOutcome {
    guard insertsLeft > 0 else { throw Refusal() }
    insertsLeft -= 1
    guard place(message.id, message.conversation) == nil else { return .duplicate }
    rows.append((message, isUnread, false))
    return .inserted
  }

  func insert(_ messages: [ChatMessage], areUnread: Bool) throws -> [InsertOutcome] {
    guard insertsLeft >= messages.count else { throw Refusal() }
    return try messages.map { try insert($0, isUnread: areUnread) }
  }

  func messages(
    holding query: SearchQuery, after position: SearchPosition?, limit: Int
  ) -> SearchPage {
    let found = rows.map(\.message).filter { SearchPieces.holds(query.words, in: $0.text) }
    return SearchPage(messages: found.reversed(), next: nil)
  }

  func newest(in conversation: ConversationKey, limit: Int) -> MessagePage {
    let all = rows.map(\.message).filter { $0.conversation == conversation }
    return MessagePage(messages: Array(all.suffix(limit)), hasOlder: all.count > limit)
  }

  func messages(before id: MessageID, in conversation: ConversationKey, limit: Int) -> MessagePage {
    let all = rows.map(\.message).filter { $0.conversation == conversation }
    let earlier = all.prefix { $0.id != id }
    return MessagePage(messages: Array(earlier.suffix(limit)), hasOlder: earlier.count > limit)
  }

  func message(_ id: MessageID, in conversation: ConversationKey) -> ChatMessage? {
    place(id, conversation).map { rows[$0].message }
  }

  func report(
    _ state: DeliveryState, of id: MessageID, in conversation: ConversationKey
  ) -> DeliveryState? {
    guard let place = place(id, conversation), let held = rows[place].message.delivery else { return nil }
    rows[place].message.delivery = held.advanced(to: state) ?? held
    return rows[place].message.delivery
  }

  func renew(_ id: MessageID, in conversation: ConversationKey, sentAt: Timestamp) -> ChatMessage? {
    guard let place = place(id, conversation) else { return nil }
    guard case .failed = rows[place].message.delivery else { return rows[place].message }
    var row = rows.remove(at: place)
    row.message.delivery = .sending
    row.message.sentAt = sentAt
    rows.append(row)
    return row.message
  }

  func conversations() -> [ConversationSummary] { [] }

  func markRead(_ conversation: ConversationKey) {
    for place in rows.indices where rows[place].message.conversation == conversation {
      rows[place].isUnread = false
    }
  }

  func readReceiptsDue(in conversation: ConversationKey) -> [MessageID] {
    rows.filter {
      $0.message.conversation == conversation && !$0.message.author.isOwn && !$0.isUnread && !$0.receiptSent
    }.map(\.message.id)
  }

  func markReadReceiptSent(_ id: MessageID, in conversation: ConversationKey) {
    if let place = place(id, conversation) { rows[place].receiptSent = true }
  }

  func unconfirmed() -> [ChatMessage] {
    rows.map(\.message).filter { $0.delivery == .sending || $0.delivery == .sent }
  }

  func sweep(_ retention: Retention, now: Timestamp) -> Int {
    swept.append(retention)
    return 0
  }

  func changes() -> AsyncStream<NumberedChange> { AsyncStream { $0.finish() } }

  func leftAlone(_ conversation: ConversationKey) { left.append(conversation) }

  func unreadCount(_ conversation: ConversationKey) -> Int {
    rows.count { $0.message.conversation == conversation && $0.isUnread }
  }

  func remember(_ peer: KnownPeer) {
    known[peer.fingerprint] = peer
    if known.count > peersMax, let lowest = known.keys.min() { known[lowest] = nil }
  }
  func knownPeers() -> [KnownPeer] { known.values.sorted { $0.fingerprint < $1.fingerprint } }
  func setting(_ name: SettingName) -> String? { values[name] }
  func set(_ value: String?, for name: SettingName) { values[name] = value }

  func clear(_ conversation: ConversationKey, now: Timestamp) {
    rows.removeAll { $0.message.conversation == conversation }
    clearings[conversation] = now
  }
  func remove(_ conversation: ConversationKey) {
    rows.removeAll { $0.message.conversation == conversation }
  }
  func clearedUpTo(_ conversation: ConversationKey) -> Timestamp? { clearings[conversation] }
  func chosenRetention() -> Retention { swept.last ?? Retention() }
  func choose(_ retention: Retention, now: Timestamp) -> Int {
    swept.append(retention)
    return 0
  }
  func move(_ old: ConversationKey, to new: ConversationKey) {
    for place in rows.indices where rows[place].message.conversation == old {
      rows[place].message.conversation = new
    }
  }
  func messages(
    after id: MessageID?, in conversation: ConversationKey, limit: Int
  ) -> [ChatMessage] {
    let all = rows.map(\.message).filter { $0.conversation == conversation }
    let later = id.map { id in Array(all.drop { $0.id != id }.dropFirst()) } ?? all
    return Array(later.prefix(limit))
  }

  func trustRecords() -> [TrustRecord] { trust.values.sorted { $0.fingerprint < $1.fingerprint } }
  func keep(_ changes: [TrustChange]) throws {
    guard insertsLeft > 0 else { throw Refusal() }
    for change in changes {
      switch change {
      case .kept(let record): trust[record.fingerprint] = record
      case .removed(let fingerprint): trust[fingerprint] = nil
      }
    }
  }
  func blocked() -> [BlockRecord] { blocks.values.sorted { $0.fingerprint < $1.fingerprint } }
  func block(_ person: BlockRecord) {
    blocks[person.fingerprint] = person
    marks[person.fingerprint] = nil
  }
  func unblock(fingerprint: String) { blocks[fingerprint] = nil }
  func favourites() -> [FavouriteRecord] { marks.values.sorted { $0.fingerprint < $1.fingerprint } }
  func keep(_ favourite: FavouriteRecord) {
    marks[favourite.fingerprint] = favourite.isKept ? favourite : nil
  }

  private func place(_ id: MessageID, _ conversation: ConversationKey) -> Int? {
    rows.firstIndex { $0.message.id == id && $0.message.conversation == conversation }
  }
}

/// A clock that stands still until told otherwise.
final class StandingClock: TalkClock {
  private let milliseconds = Mutex<UInt64>(0)

  func pass(seconds: UInt64) { milliseconds.withLock { $0 += seconds * 1_000 } }
  func pass(milliseconds: UInt64) { self.milliseconds.withLock { $0 += milliseconds } }

  func now() -> Now {
    let passed = milliseconds.withLock { $0 }
    return Now(
      monotonic: Instant(nanoseconds: (1_000_000 + passed) * 1_000_000),
      unix: Timestamp(milliseconds: 1_750_000_000_000 + passed))
  }
}

/// Rings when the test says that its time has come.
final class HeldAlarm: TalkAlarm {
  private let set = Mutex<[AlarmName: (moment: Instant, action: @Sendable () async -> Void)]>([:])

  func set(_ name: AlarmName, at moment: Instant?, _ action: @escaping @Sendable () async -> Void) {
    set.withLock { $0[name] = moment.map { ($0, action) } }
  }

  /// When the alarm of a name rings; `nil` for never.
  func moment(_ name: AlarmName) -> Instant? { set.withLock { $0[name]?.moment } }

  /// Rings all that are due, one after the other, until none is.
  func ring(at clock: StandingClock) async {
    while let action = takeDue(clock.now().monotonic) { await action() }
  }

  private func takeDue(_ now: Instant) -> (@Sendable () async -> Void)? {
    set.withLock { set in
      let due = set.filter { $0.value.moment <= now }.min { $0.value.moment < $1.value.moment }
      guard let due else { return nil }
      set[due.key] = nil
      return due.value.action
    }
  }
}

/// Somebody in reach with an encrypted session.
func inReach(_ number: Int) -> TransportPeer {
  TransportPeer(
    address: address(number), nickname: "bob", noiseKey: nil, fingerprint: "", isConnected: true,
    isReachable: true, hops: 1, session: .established, lastSeen: Timestamp(milliseconds: 1))
}

/// Keeps what it was shown.
@MainActor final class RecordingPresenter: TalkPresenter {
  nonisolated init() {}
  var directory: PeopleDirectory?
  var profile: OwnProfile?
  var status: TransportStatus?
  var problem: String?
  var relations = PeopleRelations()
  var trust: [PeerAddress: TrustLevel] = [:]
  var notices: [Notice] = []
  var failures: [String] = []
  var moves: [ConversationKey] = []
  var comparisons = KeyComparisons()

  func show(_ step: KeyComparison.Step, of peer: PeerAddress, at moment: Timestamp) {
    comparisons.step(step, of: peer, at: moment)
  }
  func showReading(of ourCode: PeerAddress, at moment: Timestamp) {
    comparisons.readOurs(ourCode, at: moment)
  }
  func show(_ directory: PeopleDirectory) { self.directory = directory }
  func show(_ profile: OwnProfile) { self.profile = profile }
  func show(_ status: TransportStatus) { self.status = status }
  func show(_ changes: [ConversationChange]) async {}
  func showAnew() async {}
  func show(problem: String?) { self.problem = problem }
  func show(_ relations: PeopleRelations) { self.relations = relations }
  func show(_ trust: [PeerAddress: TrustLevel]) { self.trust = trust }
  func show(_ notice: Notice) { notices.append(notice) }
  func show(failure: String) { failures.append(failure) }
  func show(_ old: ConversationKey, movedTo new: ConversationKey) async { moves += [old, new] }
}

/// The address with the number in its last digits.
func address(_ number: Int) -> PeerAddress {
  let digits = String(number, radix: 16)
  let text = String(repeating: "0", count: 16 - digits.count) + digits
  guard let address = PeerAddress(text) else { preconditionFailure("16 digits make an address.") }
  return address
}

import ConversationModel
import Conversations
import Observation
import Text
import Timebase
import TransportPorts

/// What the screens of Talk show, and the intents they have.
///
/// Holds no rule and stores nothing; main actor only. Several pages may look at one domain.
@MainActor @Observable public final class TalkDomain: TalkPresenter {
  /// Who we are; `nil` until the node has started.
  public private(set) var profile: OwnProfile?
  /// Who is in sight and how everybody is called.
  public private(set) var directory = PeopleDirectory(peers: [], remembered: [:], ownNickname: "")
  /// How the mesh is.
  public private(set) var status = TransportStatus(condition: .starting, links: 0)
  /// The open channel first, then private conversations, the newest first.
  public private(set) var conversations: [ConversationRow] = [nearbyRow()]
  /// What pages look at, by conversation.
  public private(set) var timelines: [ConversationKey: OpenTimeline] = [:]
  /// Something that does not work now, in words.
  public private(set) var problem: String?
  /// Something that happened and the person must know, in words, until it is put away.
  public private(set) var notice: String? { didSet { isNoticeGood = false } }
  /// Whether that is good news.
  public private(set) var isNoticeGood = false
  /// Who is blocked and who is a favourite.
  public private(set) var relations = PeopleRelations()
  /// Whose keys were compared, or are vouched for.
  public private(set) var trust: [PeerAddress: TrustLevel] = [:]
  /// Whose keys are being compared by code, and how far that is.
  public internal(set) var comparisons = KeyComparisons()
  /// What was typed and not sent.
  public internal(set) var drafts = Drafts()
  /// What was told last outside of the window.
  public private(set) var told: Notice?

  /// Carries what is told on to whoever shows it outside of the window.
  @ObservationIgnored public var telling: (@MainActor (Notice) -> Void)?

  private var summaries: [ConversationKey: ConversationSummary] = [:]
  private var viewers: [ConversationKey: Int] = [:]
  /// What changed while timelines are being read: without it changes would fall in between.
  @ObservationIgnored private var readings: [ConversationKey: Reading] = [:]
  private(set) var messages: MessageCoordinator?
  private(set) var people: PeerCoordinator?
  private(set) var channels: ChannelCoordinator?
  private(set) var verification: VerificationCoordinator?

  /// An empty state; `connect` gives it something to do.
  public init() {}

  /// Joins the domain to its coordinators and reads what is stored.
  public func connect(
    messages: MessageCoordinator, people: PeerCoordinator, channels: ChannelCoordinator,
    verification: VerificationCoordinator
  ) async {
    self.messages = messages
    self.people = people
    self.channels = channels
    self.verification = verification
    await readAll()
  }

  /// Tells the person something that happened to what is stored.
  public func show(notice: String?) {
    self.notice = notice
  }

  // MARK: Intents

  /// A page shows a conversation: its newest messages are read in, with the unread line in place.
  public func open(_ key: ConversationKey) async {
    viewers[key, default: 0] += 1
    await channels?.shown(key)
    if timelines[key] == nil { await readTimeline(key, limit: OpenTimeline.windowInitial) }
  }

  /// The page went elsewhere; the last one lets the timeline go.
  public func close(_ key: ConversationKey) {
    guard let count = viewers[key] else { return }
    viewers[key] = count > 1 ? count - 1 : nil
    if viewers[key] == nil { timelines[key] = nil }
  }

  /// The page or terminal that showed the conversation went elsewhere: as `close`, and where it was the last
  /// one, what is not kept at all goes.
  public func leave(_ key: ConversationKey) async {
    close(key)
    if viewers[key] == nil { await channels?.leftAlone(key) }
  }

  /// The person looks at the conversation now: it counts as read until `lookedAway`.
  public func lookedAt(_ key: ConversationKey) async {
    await channels?.switched(to: key)
  }

  /// The person looks elsewhere.
  public func lookedAway(_ key: ConversationKey) async {
    await channels?.left(key)
  }

  /// Adds older messages to an open timeline.
  public func loadOlder(_ key: ConversationKey) async {
    guard let shown = timelines[key], let oldest = shown.timeline.messages.first, shown.hasOlder,
      !shown.isFull
    else { return }
    await reading {
      guard
        let page = try await channels?.messages(
          before: oldest.id, in: key, limit: OpenTimeline.windowStep),
        timelines[key]?.timeline.messages.first?.id == oldest.id
      else { return }
      timelines[key]?.timeline.prepend(page.messages)
      let isCut = page.messages.first.map { timelines[key]?.timeline.contains($0.id) == false } ?? false
      timelines[key]?.hasOlder = page.hasOlder || isCut
    }
  }

  /// Sends a text; throws `SendProblem` with words for the person. Answers the ids, committed.
  @discardableResult
  public func send(_ text: String, to key: ConversationKey) async throws -> [MessageID] {
    try await messages?.send(text, to: key) ?? []
  }

  /// Sends a failed message again.
  public func sendAgain(_ id: MessageID, in key: ConversationKey) async throws {
    try await messages?.sendAgain(id, in: key)
  }

  /// Takes a new name; throws `SendProblem` when nothing usable is left of it.
  public func setNickname(_ typed: String) async throws {
    _ = try await people?.setNickname(typed)
  }

  /// The person has read the notice.
  public func putNoticeAway() {
    notice = nil
  }

  /// A page of stored messages, for commands: newest first read, ascending, at most `limit`.
  public func storedMessages(in key: ConversationKey, limit: Int) async throws -> MessagePage {
    try await channels?.newest(in: key, limit: limit) ?? MessagePage(messages: [], hasOlder: false)
  }

  /// How a conversation is called.
  public func title(of key: ConversationKey) -> DisplayName {
    switch key {
    case .mesh: DisplayName(name: "Nearby")
    case .direct(let address): directory.name(of: address)
    }
  }

  /// Unread messages in all conversations together.
  public var unreadTotal: Int { conversations.reduce(0) { $0 + $1.unreadCount } }

  // MARK: TalkPresenter

  /// Blocks and favourites.
  public func show(_ relations: PeopleRelations) { self.relations = relations }

  /// Trust.
  public func show(_ trust: [PeerAddress: TrustLevel]) { self.trust = trust }

  /// Our side of comparing keys.
  public func show(_ step: KeyComparison.Step, of peer: PeerAddress, at moment: Timestamp) {
    comparisons.step(step, of: peer, at: moment)
  }

  /// The other side of it.
  public func showReading(of ourCode: PeerAddress, at moment: Timestamp) {
    comparisons.readOurs(ourCode, at: moment)
  }

  /// Something told outside of the window.
  public func show(_ notice: Notice) {
    told = notice
    telling?(notice)
    // The answer to what was asked here is shown here as well.
    switch notice {
    case .verified, .verifiedEachOther:
      let words = notice.words(showsPreviews: true)
      self.notice = words.title + ". " + words.body
      isNoticeGood = true
    case .mention, .directMessage, .peopleNearby: break
    }
  }

  /// Something that failed; put away like a notice.
  public func show(failure: String) { notice = failure }

  /// What is open and listed under the old address is read anew under the new one.
  public func show(_ old: ConversationKey, movedTo new: ConversationKey) async {
    if let count = viewers[old] { viewers[new, default: 0] += count }
    await readAll()
    if viewers[old] != nil { await readTimeline(new, limit: OpenTimeline.windowInitial) }
  }

  /// Names and people.
  public func show(_ directory: PeopleDirectory) {
    guard directory != self.directory else { return }
    self.directory = directory
    rebuildRows()
  }

  /// Who we are.
  public func show(_ profile: OwnProfile) {
    self.profile = profile
  }

  /// How the mesh is.
  public func show(_ status: TransportStatus) {
    if status != self.status { self.status = status }
  }

  /// A problem, or that it is over.
  public func show(problem: String?) {
    if problem != self.problem { self.problem = problem }
  }

  /// Changes of the store.
  public func show(_ changes: [ConversationChange]) async {
    for change in changes { await apply(change) }
    rebuildRows()
  }

  /// Everything is read again, open timelines included.
  public func showAnew() async {
    await readAll()
  }

  // MARK: Applying

  private func apply(_ change: ConversationChange) async {
    switch change {
    case .inserted(let message):
      applyToTimeline(change, of: message.conversation)
      insert(message)
    case .delivery(let state, let id, let key):
      applyToTimeline(change, of: key)
      if summaries[key]?.newest.id == id { summaries[key]?.newest.delivery = state }
    case .removed(let ids, let key):
      applyToTimeline(change, of: key)
      if let newest = summaries[key]?.newest.id, ids.contains(newest) { await readAll() }
    case .unread(let count, let first, let key):
      summaries[key]?.unreadCount = count
      summaries[key]?.firstUnread = first
      // The line goes to the first one nobody saw, and stays there while the conversation is looked at.
      if count > 0 {
        timelines[key]?.unreadLine = first
        timelines[key]?.unreadCount = count
      }
    }
  }

  private func applyToTimeline(_ change: ConversationChange, of key: ConversationKey) {
    readings[key]?.missed.append(change)
    timelines[key]?.timeline.apply(change)
  }

  private func insert(_ message: ChatMessage) {
    let key = message.conversation
    let held = summaries[key]
    guard held.map({ $0.newest.sentAt <= message.sentAt }) ?? true else { return }
    summaries[key] = ConversationSummary(
      key: key, newest: message, unreadCount: held?.unreadCount ?? 0, firstUnread: held?.firstUnread)
  }

  private func rebuildRows() {
    var rows = summaries.values
      .sorted { ($1.newest.sentAt, $0.key) < ($0.newest.sentAt, $1.key) }
      .map(row)
    let mesh = rows.firstIndex { $0.key == .mesh }.map { rows.remove(at: $0) }
    rows.insert(mesh ?? nearbyRow(), at: 0)
    if rows != conversations { conversations = rows }
  }

  private func row(_ summary: ConversationSummary) -> ConversationRow {
    ConversationRow(
      key: summary.key, title: title(of: summary.key),
      person: summary.key.peer.flatMap { directory.person($0) }, newest: summary.newest,
      unreadCount: summary.unreadCount)
  }

  // MARK: Reading

  private func readAll() async {
    await reading {
      let all = try await channels?.conversations() ?? []
      summaries = Dictionary(all.map { ($0.key, $0) }) { first, _ in first }
      rebuildRows()
    }
    for key in timelines.keys.sorted() {
      await readTimeline(key, limit: timelines[key]?.timeline.messages.count ?? 0)
    }
  }

  private func readTimeline(_ key: ConversationKey, limit: Int) async {
    readings[key, default: Reading()].readers += 1
    await reading {
      let count = max(limit, OpenTimeline.windowInitial)
      guard let page = try await channels?.newest(in: key, limit: count), viewers[key] != nil else { return }
      var timeline = Timeline()
      for message in page.messages { timeline.insert(message) }
      for change in readings[key]?.missed ?? [] { timeline.apply(change) }
      let shown = timelines[key]
      timelines[key] = OpenTimeline(
        timeline: timeline, hasOlder: page.hasOlder,
        unreadLine: shown?.unreadLine ?? summaries[key]?.firstUnread,
        unreadCount: shown?.unreadCount ?? summaries[key]?.unreadCount ?? 0)
    }
    if timelines[key] == nil, viewers[key] != nil {
      timelines[key] = OpenTimeline(
        timeline: Timeline(), hasOlder: false, unreadLine: nil, unreadCount: 0, isFailed: true)
    }
    readings[key]?.readers -= 1
    if readings[key]?.readers == 0 { readings[key] = nil }
  }

  private func reading(_ work: () async throws -> Void) async {
    do {
      try await work()
    } catch {
      problem = storeProblem(error)
    }
  }
}

private func nearbyRow() -> ConversationRow {
  ConversationRow(
    key: .mesh, title: DisplayName(name: "Nearby"), person: nil, newest: nil, unreadCount: 0)
}

/// Timelines of one conversation that are being read, by one page or several.
private struct Reading {
  var readers = 0
  /// What changed since the first of them began, in order.
  var missed: [ConversationChange] = []
}

extension Timeline {
  fileprivate mutating func apply(_ change: ConversationChange) {
    switch change {
    case .inserted(let message): insert(message)
    case .delivery(let state, let id, _): setDelivery(state, of: id)
    case .removed(let ids, _): remove(ids)
    case .unread: break
    }
  }
}

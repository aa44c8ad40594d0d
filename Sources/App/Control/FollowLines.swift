import AppState
import ConversationModel
import StrictJSON
import Timebase
import TransportPorts

/// Writes what changed in a view as lines, one a thing, so that no line grows with the number of people or
/// messages; `{"round":N}` ends a consistent view.
///
/// It remembers what was sent last, which `TalkView` bounds: the people a node keeps, its conversations and
/// `Timeline.messagesMax` messages.
struct FollowWriter {
  private var people: [PeerAddress: Person] = [:]
  private var conversations: [ConversationKey: TalkView.Conversation] = [:]
  private var messages: [MessageID: ChatMessage] = [:]
  private var own: TalkView.Own?
  private var frame: JSONValue?
  private var rounds = 0

  /// The lines that lead from what was sent to `view`; none when nothing changed.
  @MainActor mutating func lines(to view: TalkView) -> [String] {
    var values: [(String, JSONValue)] = []
    if own != view.own { values.append(("own", ControlViews.own(view.own))) }
    own = view.own
    for person in view.people where people[person.address] != person {
      values.append(("person", ControlViews.person(person)))
    }
    let nowPeople = Dictionary(view.people.map { ($0.address, $0) }) { first, _ in first }
    values += people.keys.filter { nowPeople[$0] == nil }.sorted().map { gone("person", $0.text) }
    people = nowPeople
    for conversation in view.conversations where conversations[conversation.key] != conversation {
      values.append(("conversation", ControlViews.followed(conversation)))
    }
    let nowKeys = Dictionary(view.conversations.map { ($0.key, $0) }) { first, _ in first }
    values += conversations.keys.filter { nowKeys[$0] == nil }.sorted().map { gone("conversation", $0.text) }
    conversations = nowKeys
    if let timeline = view.timeline { values += lines(to: timeline) }
    guard !values.isEmpty else { return [] }
    rounds += 1
    values.append(("round", .integer(Int64(rounds))))
    return values.map { JSONValue.fields([$0]).serialized() }
  }

  @MainActor private mutating func lines(to open: OpenTimeline) -> [(String, JSONValue)] {
    var values: [(String, JSONValue)] = []
    let shown = open.timeline.messages
    for message in shown where messages[message.id] != message {
      values.append(("message", ControlViews.followed(message)))
    }
    let goneIDs = messages.keys.filter { !open.timeline.contains($0) }
    values += goneIDs.sorted().map { gone("message", $0.text) }
    messages = Dictionary(shown.map { ($0.id, $0) }) { first, _ in first }
    let head = ControlViews.frame(open)
    if frame != head { values.append(("timeline", head)) }
    frame = head
    return values
  }

  private func gone(_ kind: String, _ id: String) -> (String, JSONValue) {
    ("gone", .fields([("kind", .string(kind)), ("id", .string(id))]))
  }
}

/// Puts a view together again from the lines of a `FollowWriter`.
///
/// People, conversations and messages beyond what any node keeps are refused, so that a foreign program at
/// the socket cannot fill the memory.
struct FollowReader {
  /// Most people and conversations taken together.
  static let entriesMax = 20_000

  private let key: ConversationKey
  private var own: TalkView.Own?
  private var people: [PeerAddress: Person] = [:]
  private var conversations: [ConversationKey: TalkView.Conversation] = [:]
  private var timeline = Timeline()
  private var frame: OpenTimeline?

  init(_ key: ConversationKey) {
    self.key = key
  }

  /// Takes the next line; answers the view when a round is complete. Throws words for lines that are not
  /// understood, and the node's own words when it refused.
  mutating func take(_ line: [UInt8]) throws(ControlProblem) -> TalkView? {
    guard let value = try? JSONValue(parsing: line), let member = value.object?.first else {
      throw ControlProblem("The node answered something that is not JSON.")
    }
    switch member.name {
    case "error": throw ControlProblem(member.value.string ?? "The node refused without a word.")
    case "own": own = ControlViews.own(member.value)
    case "person":
      guard let person = ControlViews.person(member.value) else { throw unknown }
      people[person.address] = person
    case "conversation":
      guard let conversation = ControlViews.followedConversation(member.value) else { throw unknown }
      conversations[conversation.key] = conversation
    case "message":
      guard let message = ControlViews.followedMessage(member.value, in: key) else { throw unknown }
      if let state = message.delivery, timeline.contains(message.id) {
        timeline.setDelivery(state, of: message.id)
      } else {
        timeline.insert(message)
      }
    case "timeline": frame = ControlViews.frame(member.value)
    case "gone": remove(member.value)
    case "round": return view()
    default: break  // A newer node may say more.
    }
    guard people.count + conversations.count <= Self.entriesMax else {
      throw ControlProblem("The node names more people than there can be.")
    }
    return nil
  }

  private mutating func remove(_ value: JSONValue) {
    let id = value["id"]?.string ?? ""
    switch value["kind"]?.string {
    case "person": PeerAddress(id).map { people[$0] = nil }
    case "conversation": ConversationKey(id).map { conversations[$0] = nil }
    case "message": timeline.remove([MessageID(id)])
    default: break
    }
  }

  private func view() -> TalkView? {
    guard let own else { return nil }
    var open = frame
    open?.timeline = timeline
    return TalkView(
      own: own, people: people.values.sorted { Self.order($0) < Self.order($1) },
      conversations: conversations.values.sorted(by: Self.isBefore), key: key, timeline: open)
  }

  /// As `PeopleDirectory` sorts.
  private static func order(_ person: Person) -> (Int, String, PeerAddress) {
    (person.peer.isConnected ? 0 : person.peer.isReachable ? 1 : 2, person.name.text, person.address)
  }

  private static func isBefore(_ one: TalkView.Conversation, _ other: TalkView.Conversation) -> Bool {
    if one.key == .mesh || other.key == .mesh { return one.key == .mesh && other.key != .mesh }
    return (other.newestAt?.milliseconds ?? 0, one.key) < (one.newestAt?.milliseconds ?? 0, other.key)
  }

  private var unknown: ControlProblem { ControlProblem("The node answered something unknown.") }
}

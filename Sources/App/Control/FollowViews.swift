import AppState
import ConversationModel
import StrictJSON
import Timebase
import TransportPorts

/// The JSON shapes of `follow`, written and read.
///
/// Times are Unix milliseconds here: these lines are for programs that keep up, not for reading.
extension ControlViews {
  nonisolated static func own(_ own: TalkView.Own) -> JSONValue {
    let (condition, words) = status(own.status)
    return .fields([
      ("profile", .string(own.profileName)), ("simulated", .bool(own.isSimulated)),
      ("nickname", .string(own.nickname)),
      ("mesh", .string(condition)),
      ("meshProblem", words.map { .string($0) } ?? .null), ("links", .integer(Int64(own.status.links))),
      ("problems", .array(own.problems.map { .string($0) })),
    ])
  }

  nonisolated static func own(_ value: JSONValue) -> TalkView.Own {
    let words = value["meshProblem"]?.string ?? ""
    let condition: TransportStatus.Condition =
      switch value["mesh"]?.string {
      case "listening": .listening
      case "limited": .limited(words)
      case "failed": .failed(words)
      default: .starting
      }
    return TalkView.Own(
      profileName: value["profile"]?.string ?? "", isSimulated: value["simulated"]?.bool ?? false,
      nickname: value["nickname"]?.string ?? "",
      status: TransportStatus(condition: condition, links: number(value["links"])),
      problems: (value["problems"]?.array ?? []).compactMap(\.string))
  }

  nonisolated static func person(_ value: JSONValue) -> Person? {
    guard let address = value["address"]?.string.flatMap({ PeerAddress($0) }),
      let name = value["name"]?.string
    else { return nil }
    let session: TransportPeer.Session =
      switch value["session"]?.string {
      case "established": .established
      case "handshaking": .handshaking
      default: .none
      }
    let peer = TransportPeer(
      address: address, nickname: name, noiseKey: nil, fingerprint: value["fingerprint"]?.string ?? "",
      isConnected: value["inRange"]?.bool == true, isReachable: value["reachable"]?.bool == true,
      hops: value["hops"]?.integer.map { Int(clamping: $0) }, session: session,
      lastSeen: Timestamp(milliseconds: 0))
    return Person(address: address, name: DisplayName(name: name), peer: peer)
  }

  nonisolated static func followed(_ conversation: TalkView.Conversation) -> JSONValue {
    .fields([
      ("conversation", .string(conversation.key.text)), ("title", .string(conversation.title)),
      ("unread", .integer(Int64(conversation.unreadCount))),
      ("newestAt", conversation.newestAt.map(milliseconds) ?? .null),
    ])
  }

  nonisolated static func followedConversation(_ value: JSONValue) -> TalkView.Conversation? {
    guard let key = value["conversation"]?.string.flatMap({ ConversationKey($0) }) else { return nil }
    return TalkView.Conversation(
      key: key, title: value["title"]?.string ?? "", unreadCount: number(value["unread"]),
      newestAt: value["newestAt"]?.integer.map(timestamp))
  }

  nonisolated static func followed(_ message: ChatMessage) -> JSONValue {
    var fields: [(String, JSONValue)] = [
      ("id", .string(message.id.text)), ("system", .bool(message.kind == .system)),
      ("sender", .string(message.author.name)),
      ("senderAddress", message.author.address.map { .string($0.text) } ?? .null),
      ("own", .bool(message.author.isOwn)), ("text", .string(message.text)),
      ("sentAt", milliseconds(message.sentAt)),
    ]
    fields += message.delivery.map(delivery) ?? []
    return .fields(fields)
  }

  nonisolated static func followedMessage(_ value: JSONValue, in key: ConversationKey) -> ChatMessage? {
    guard let id = value["id"]?.string, let text = value["text"]?.string,
      let sentAt = value["sentAt"]?.integer
    else { return nil }
    let author = MessageAuthor(
      name: value["sender"]?.string ?? "",
      address: value["senderAddress"]?.string.flatMap { PeerAddress($0) }, isOwn: value["own"]?.bool == true)
    return ChatMessage(
      id: MessageID(id), conversation: key, kind: value["system"]?.bool == true ? .system : .person,
      author: author, text: text, sentAt: timestamp(sentAt), delivery: delivery(value))
  }

  nonisolated static func frame(_ open: OpenTimeline) -> JSONValue {
    .fields([
      ("hasOlder", .bool(open.hasOlder)), ("failed", .bool(open.isFailed)),
      ("unreadLine", open.unreadLine.map { .string($0.text) } ?? .null),
      ("unread", .integer(Int64(open.unreadCount))),
    ])
  }

  nonisolated static func frame(_ value: JSONValue) -> OpenTimeline {
    OpenTimeline(
      timeline: Timeline(), hasOlder: value["hasOlder"]?.bool == true,
      unreadLine: value["unreadLine"]?.string.map { MessageID($0) }, unreadCount: number(value["unread"]),
      isFailed: value["failed"]?.bool == true)
  }

  private nonisolated static func delivery(_ state: DeliveryState) -> [(String, JSONValue)] {
    let name = ("state", JSONValue.string(name(state)))
    switch state {
    case .notSentYet, .sending, .sent, .carried: return [name]
    case .delivered(let at), .read(let at): return [name, ("stateAt", milliseconds(at))]
    case .failed(let reason): return [name, ("reason", .string(reason))]
    case .partiallyDelivered(let reached, let total):
      return [name, ("reached", .integer(Int64(reached))), ("total", .integer(Int64(total)))]
    }
  }

  private nonisolated static func delivery(_ value: JSONValue) -> DeliveryState? {
    let moment = timestamp(value["stateAt"]?.integer ?? 0)
    return switch value["state"]?.string {
    case "notSentYet": .notSentYet
    case "sending": .sending
    case "sent": .sent
    case "carried": .carried
    case "delivered": .delivered(at: moment)
    case "read": .read(at: moment)
    case "failed": .failed(reason: value["reason"]?.string ?? "")
    case "partiallyDelivered":
      .partiallyDelivered(reached: number(value["reached"]), total: number(value["total"]))
    default: nil
    }
  }

  private nonisolated static func milliseconds(_ moment: Timestamp) -> JSONValue {
    .integer(Int64(clamping: moment.milliseconds))
  }

  private nonisolated static func timestamp(_ milliseconds: Int64) -> Timestamp {
    Timestamp(milliseconds: UInt64(clamping: milliseconds))
  }

  private nonisolated static func number(_ value: JSONValue?) -> Int {
    Int(clamping: value?.integer ?? 0)
  }
}

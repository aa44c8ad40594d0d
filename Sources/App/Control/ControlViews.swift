import AppState
import ConversationModel
import FoundationEssentials
import StrictJSON
import Text
import Timebase
import TransportPorts

/// The JSON shapes that commands print; documented in docs/commands.md.
@MainActor enum ControlViews {
  static func state(_ state: AppState) -> JSONValue {
    let talk = state.talk
    let (condition, words) = status(talk.status)
    return .fields([
      ("profile", .string(state.profileName)), ("simulated", .bool(state.isSimulated)),
      ("nickname", .string(talk.profile?.nickname ?? "")),
      ("address", .string(talk.profile?.address.text ?? "")),
      ("fingerprint", .string(talk.profile?.fingerprint ?? "")), ("mesh", .string(condition)),
      ("meshProblem", words.map { .string($0) } ?? .null), ("links", .integer(Int64(talk.status.links))),
      ("people", .integer(Int64(talk.directory.people.count))), ("unread", .integer(Int64(talk.unreadTotal))),
      ("problem", talk.problem.map { .string($0) } ?? .null),
    ])
  }

  static func person(_ person: Person) -> JSONValue {
    let peer = person.peer
    return .fields([
      ("name", .string(person.name.text)), ("address", .string(person.address.text)),
      ("fingerprint", .string(peer.fingerprint)), ("inRange", .bool(peer.isConnected)),
      ("reachable", .bool(peer.isReachable)), ("hops", peer.hops.map { .integer(Int64($0)) } ?? .null),
      ("session", .string(session(peer.session))), ("lastSeen", .string(time(peer.lastSeen))),
    ])
  }

  static func conversation(_ row: ConversationRow) -> JSONValue {
    .fields([
      ("conversation", .string(row.key.text)), ("title", .string(row.title.text)),
      ("unread", .integer(Int64(row.unreadCount))),
      ("lastMessageAt", row.newest.map { .string(time($0.sentAt)) } ?? .null),
    ])
  }

  static func message(_ message: ChatMessage, talk: TalkDomain) -> JSONValue {
    let own = message.author.isOwn
    return .fields([
      ("id", .string(message.id.text)), ("conversation", .string(message.conversation.text)),
      ("sender", .string(message.author.name)),
      ("senderAddress", .string((own ? talk.profile?.address : message.author.address)?.text ?? "")),
      ("own", .bool(own)), ("text", .string(message.text)), ("sentAt", .string(time(message.sentAt))),
      ("state", .string(state(message))),
    ])
  }

  private static func state(_ message: ChatMessage) -> String {
    message.delivery.map(name) ?? (message.author.isOwn ? "sent" : "received")
  }

  /// The word for a state in JSON.
  nonisolated static func name(_ state: DeliveryState) -> String {
    switch state {
    case .notSentYet: "notSentYet"
    case .sending: "sending"
    case .sent: "sent"
    case .carried: "carried"
    case .delivered: "delivered"
    case .read: "read"
    case .failed: "failed"
    case .partiallyDelivered: "partiallyDelivered"
    }
  }

  /// The word for the mesh's condition, and what is wrong.
  nonisolated static func status(_ status: TransportStatus) -> (String, String?) {
    switch status.condition {
    case .starting: ("starting", nil)
    case .listening: ("listening", nil)
    case .limited(let words): ("limited", words)
    case .failed(let words): ("failed", words)
    }
  }

  static func session(_ session: TransportPeer.Session) -> String {
    switch session {
    case .none: "none"
    case .handshaking: "handshaking"
    case .established: "established"
    }
  }

  /// UTC with milliseconds, ISO 8601.
  static func time(_ moment: Timestamp) -> String {
    Date(timeIntervalSince1970: Double(moment.milliseconds) / 1_000)
      .formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
  }
}

extension JSONValue {
  /// An object of these fields, in this order.
  static func fields(_ fields: [(String, JSONValue)]) -> JSONValue {
    .object(fields.map { JSONMember(name: $0.0, value: $0.1) })
  }
}

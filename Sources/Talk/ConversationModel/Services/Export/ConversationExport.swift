import StrictJSON
import Text
import Timebase
import TransportPorts

/// A conversation written out: as JSON, which reads back equal, or as text for people.
///
/// It is made of a head, a line for each message and a foot, so that nobody has to hold all of it. The JSON
/// is one object: `format` (`tern-conversation`), `version` (1), `conversation`, `messages`.
public enum ConversationExport {
  /// Which form.
  public enum Form: String, Sendable, CaseIterable {
    /// Lines for people, in UTC.
    case text
    /// Everything that is stored of a message.
    case json
  }

  /// What cannot be read back.
  public enum Problem: Error, Sendable, Equatable {
    /// It is no JSON.
    case notJSON(StrictJSONError)
    /// It is no export of a conversation, or of a later version.
    case notAnExport
    /// A message lacks something; counted from 0.
    case message(Int)
  }

  /// What stands before the messages.
  public static func head(of conversation: ConversationKey, as form: Form) -> String {
    switch form {
    case .text: "Conversation \(conversation.text), times in UTC\n\n"
    case .json:
      "{\"format\":\"\(format)\",\"version\":1,\"conversation\":\"\(conversation.text)\",\"messages\":["
    }
  }

  /// One message. `isFirst` is whether it follows the head.
  public static func line(_ message: ChatMessage, isFirst: Bool, as form: Form) -> String {
    switch form {
    case .text: textLine(message)
    case .json: (isFirst ? "\n" : ",\n") + json(message).serialized()
    }
  }

  /// What stands behind the messages.
  public static func foot(as form: Form) -> String {
    switch form {
    case .text: ""
    case .json: "\n]}\n"
    }
  }

  /// Reads what was written as JSON. `bytesMax` bounds what is accepted.
  public static func read(_ bytes: [UInt8], bytesMax: Int) throws(Problem) -> [ChatMessage] {
    let value: JSONValue
    do {
      value = try JSONValue(parsing: bytes, limits: JSONLimits(bytesMax: bytesMax, depthMax: 8))
    } catch {
      throw .notJSON(error)
    }
    guard value["format"]?.string == format, value["version"]?.integer == 1,
      let key = value["conversation"]?.string.flatMap({ ConversationKey($0) }),
      let items = value["messages"]?.array
    else { throw .notAnExport }
    var messages: [ChatMessage] = []
    for (number, item) in items.enumerated() {
      guard let message = message(item, in: key) else { throw .message(number) }
      messages.append(message)
    }
    return messages
  }

  private static let format = "tern-conversation"

  private static func textLine(_ message: ChatMessage) -> String {
    let text = Text.displayText(message.text).split(separator: "\n", omittingEmptySubsequences: false)
      .joined(separator: "\n    ")
    let time = UTCTime.text(message.sentAt)
    switch message.kind {
    case .system: return "\(time) * \(text) *\n"
    case .person: return "\(time) <\(Text.displayName(message.author.name))> \(text)\n"
    }
  }
}

// MARK: - Messages as JSON

extension ConversationExport {
  /// Everything that is stored of a message.
  public static func json(_ message: ChatMessage) -> JSONValue {
    var members: [(String, JSONValue?)] = [
      ("id", .string(message.id.text)), ("kind", .string(message.kind == .system ? "system" : "person")),
      ("own", .bool(message.author.isOwn)), ("name", .string(message.author.name)),
      ("address", message.author.address.map { .string($0.text) }),
      ("noiseKey", message.author.noiseKey.map { .string($0.text) }), ("text", .string(message.text)),
      ("sentAt", number(message.sentAt)), ("time", .string(UTCTime.text(message.sentAt))),
    ]
    members += message.delivery.map(delivery) ?? []
    return .object(members.compactMap { name, value in value.map { JSONMember(name: name, value: $0) } })
  }

  /// The message that `json` wrote; nil for anything else.
  public static func message(_ value: JSONValue, in conversation: ConversationKey) -> ChatMessage? {
    guard let id = value["id"]?.string, let kind = value["kind"]?.string,
      ["system", "person"].contains(kind),
      let isOwn = value["own"]?.bool, let name = value["name"]?.string, let text = value["text"]?.string,
      let sentAt = time(value["sentAt"])
    else { return nil }
    var message = ChatMessage(
      id: MessageID(id), conversation: conversation, kind: kind == "system" ? .system : .person,
      author: MessageAuthor(
        name: name, address: value["address"]?.string.flatMap { PeerAddress($0) },
        noiseKey: value["noiseKey"]?.string.flatMap { PeerAddress($0) }, isOwn: isOwn), text: text,
      sentAt: sentAt)
    guard value["state"] != nil else { return message }
    guard let state = state(value) else { return nil }
    message.delivery = state
    return message
  }

  private static func delivery(_ state: DeliveryState) -> [(String, JSONValue?)] {
    switch state {
    case .notSentYet: [("state", .string("notSentYet"))]
    case .sending: [("state", .string("sending"))]
    case .sent: [("state", .string("sent"))]
    case .carried: [("state", .string("carried"))]
    case .delivered(let moment): [("state", .string("delivered")), ("at", number(moment))]
    case .read(let moment): [("state", .string("read")), ("at", number(moment))]
    case .failed(let reason): [("state", .string("failed")), ("reason", .string(reason))]
    case .partiallyDelivered(let reached, let total):
      [
        ("state", .string("partiallyDelivered")), ("reached", .integer(Int64(reached))),
        ("total", .integer(Int64(total))),
      ]
    }
  }

  private static func state(_ value: JSONValue) -> DeliveryState? {
    switch value["state"]?.string {
    case "notSentYet": .notSentYet
    case "sending": .sending
    case "sent": .sent
    case "carried": .carried
    case "delivered": time(value["at"]).map { .delivered(at: $0) }
    case "read": time(value["at"]).map { .read(at: $0) }
    case "failed": value["reason"]?.string.map { .failed(reason: $0) }
    case "partiallyDelivered": parts(value)
    default: nil
    }
  }

  private static func parts(_ value: JSONValue) -> DeliveryState? {
    guard let reached = value["reached"]?.integer.flatMap({ Int(exactly: $0) }),
      let total = value["total"]?.integer.flatMap({ Int(exactly: $0) })
    else { return nil }
    return .partiallyDelivered(reached: reached, total: total)
  }

  /// Milliseconds since 1970; as a text where the number is beyond what JSON readers keep exactly.
  private static func number(_ moment: Timestamp) -> JSONValue {
    guard let value = Int64(exactly: moment.milliseconds), value < 1 << 53 else {
      return .string("\(moment.milliseconds)")
    }
    return .integer(value)
  }

  private static func time(_ value: JSONValue?) -> Timestamp? {
    if let number = value?.integer { return UInt64(exactly: number).map { Timestamp(milliseconds: $0) } }
    return value?.string.flatMap { UInt64($0) }.map { Timestamp(milliseconds: $0) }
  }
}

/// A time as people and machines read it: `2026-11-30 12:03:04Z`.
enum UTCTime {
  /// Later times are written as this one, the end of the year 9999.
  private static let secondsMax: UInt64 = 253_402_300_799

  static func text(_ moment: Timestamp) -> String {
    let seconds = Int(min(moment.milliseconds / 1_000, secondsMax))
    let (date, rest) = (Gregorian.date(ofDay: seconds / 86_400), seconds % 86_400)
    return padded(date.year, 4) + "-" + padded(date.month, 2) + "-" + padded(date.day, 2) + " "
      + padded(rest / 3_600, 2) + ":" + padded(rest / 60 % 60, 2) + ":" + padded(rest % 60, 2) + "Z"
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = "\(number)"
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}

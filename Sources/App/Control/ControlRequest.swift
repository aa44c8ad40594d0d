import ConversationModel
import StrictJSON
import TransportPorts

/// One thing a command asks of a running node; one JSON line on the socket (hub 8.1 in spirit).
///
/// `{"command":"message.send","conversation":"mesh","text":"hello"}`.
/// Unknown commands and fields of a wrong type are
/// refused with words; unknown fields are ignored.
public enum ControlRequest: Sendable, Equatable {
  /// Whom or which conversation is meant.
  public enum Target: Sendable, Equatable {
    /// A conversation by its key.
    case conversation(ConversationKey)
    /// A person by name, with or without suffix.
    case name(String)
  }

  /// Who we are and how the node is: `state.get`.
  case state
  /// Everybody in sight: `people.list`.
  case people
  /// Everybody in sight with all that is known of the way to them: `people.details`.
  case peopleInDetail
  /// Ask somebody for a sign of life: `person.ping`. The reply takes up to ten seconds.
  case ping(Target)
  /// Who stands between us and somebody: `person.trace`.
  case trace(Target)
  /// Who is next to whom, and how far everybody is: `topology.get`.
  case topology
  /// Every conversation: `conversations.list`.
  case conversations
  /// Stored messages of one conversation, or of all with `nil`: `messages.page`.
  case messages(of: Target?, limit: Int)
  /// Messages that hold words, the newest first: `messages.search`. Before them stands an object with the
  /// field `next`, which a further request gives as `after`.
  case search(Search)
  /// Send a text: `message.send`.
  case send(text: String, to: Target)
  /// Take what a person typed into a conversation, a text or a command: `message.submit`.
  case submit(text: String, in: ConversationKey)
  /// Send a failed message again: `message.again`.
  case sendAgain(MessageID, in: ConversationKey)
  /// Take a new name: `nickname.set`.
  case setNickname(String)
  /// Our own code, a new one where it is to be fresh: `code.own`.
  case ownCode(isFresh: Bool)
  /// Have the person of a code prove their key: `code.read`. The reply takes up to ten seconds.
  case readCode(String)
  /// See a conversation, people and the list of conversations, and what changes: `follow`. Takes the whole
  /// connection; see `ControlClient.follow`.
  case follow(FollowWish)
  /// A new link to the web interface: `link.new`.
  case link
  /// A new link to the page where a link from outside leads: `link.open`.
  case open(String)
  /// What others made the node do, in numbers: `traffic`.
  case traffic
  /// The oldest stored messages after one, up to 500, with everything that is kept of each:
  /// `conversation.export`. Before them stands an object with the field `conversation`.
  case export(Target, after: MessageID?)
  /// How long messages are kept, and what is to change of it: `retention`. What is older goes at once.
  case retention(publicMessages: RetentionPeriod?, privateMessages: RetentionPeriod?)
  /// What is told outside of the window, and what is to change of it: `notifications`.
  case notifications(NoticeChange)
  /// Take away everything the profile has (chat-app 11): `wipe`. Its name confirms it. No reply comes: the
  /// node begins anew.
  case wipe(profile: String)

  /// The request as one line without its newline.
  public var line: String { json.serialized() }

  /// Reads a line. Throws `ControlProblem` with words.
  public init(line: String) throws(ControlProblem) {
    let value: JSONValue
    do {
      value = try JSONValue(parsing: Array(line.utf8))
    } catch {
      throw ControlProblem("The request is not JSON: \(error).")
    }
    self = try Self.read(value)
  }

  private static func read(_ value: JSONValue) throws(ControlProblem) -> ControlRequest {
    guard let command = value["command"]?.string else {
      throw ControlProblem("The request names no command.")
    }
    switch command {
    case "state.get": return .state
    case "people.list": return .people
    case "people.details": return .peopleInDetail
    case "person.ping": return .ping(try person(value, command))
    case "person.trace": return .trace(try person(value, command))
    case "topology.get": return .topology
    case "conversations.list": return .conversations
    case "messages.page":
      let limit = value["limit"].map { $0.integer } ?? 50
      guard let limit, (1...10_000).contains(limit) else {
        throw ControlProblem("The limit must be a number from 1 to 10000.")
      }
      return .messages(of: try target(value), limit: Int(limit))
    case "messages.search": return .search(try readSearch(value))
    case "message.send":
      guard let target = try target(value), let text = value["text"]?.string else {
        throw ControlProblem("message.send needs the field text, and conversation or name.")
      }
      return .send(text: text, to: target)
    case "message.submit":
      guard case .conversation(let key)? = try target(value), let text = value["text"]?.string else {
        throw ControlProblem("message.submit needs the fields conversation and text.")
      }
      return .submit(text: text, in: key)
    case "message.again":
      guard case .conversation(let key)? = try target(value), let id = value["id"]?.string else {
        throw ControlProblem("message.again needs the fields conversation and id.")
      }
      return .sendAgain(MessageID(id), in: key)
    case "nickname.set":
      guard let name = value["nickname"]?.string else {
        throw ControlProblem("nickname.set needs the field nickname.")
      }
      return .setNickname(name)
    case "code.own":
      let isFresh = value["fresh"].map { $0.bool } ?? false
      guard let isFresh else { throw ControlProblem("The field fresh must be true or false.") }
      return .ownCode(isFresh: isFresh)
    case "code.read":
      guard let code = value["code"]?.string else { throw ControlProblem("code.read needs the field code.") }
      return .readCode(code)
    case "follow": return .follow(try FollowWish(value))
    case "link.new": return .link
    case "link.open":
      guard let link = value["link"]?.string else { throw ControlProblem("link.open needs the field link.") }
      return .open(link)
    case "traffic": return .traffic
    case "conversation.export":
      guard let target = try target(value) else {
        throw ControlProblem("conversation.export needs the field conversation or name.")
      }
      return .export(target, after: value["after"]?.string.map { MessageID($0) })
    case "retention":
      return .retention(
        publicMessages: try period(value, "public"), privateMessages: try period(value, "private"))
    case "notifications": return .notifications(try NoticeChange(value))
    case "wipe":
      guard let profile = value["profile"]?.string else {
        throw ControlProblem("wipe needs the field profile, which confirms it.")
      }
      return .wipe(profile: profile)
    default: throw ControlProblem("There is no command “\(command)”.")
    }
  }

  private var json: JSONValue {
    switch self {
    case .state: object("state.get")
    case .people: object("people.list")
    case .peopleInDetail: object("people.details")
    case .ping(let target): object("person.ping", [field(target)])
    case .trace(let target): object("person.trace", [field(target)])
    case .topology: object("topology.get")
    case .conversations: object("conversations.list")
    case .messages(nil, let limit): object("messages.page", [("limit", .integer(Int64(limit)))])
    case .messages(let target?, let limit):
      object("messages.page", [field(target), ("limit", .integer(Int64(limit)))])
    case .search(let search):
      object(
        "messages.search",
        [("text", .string(search.text)), ("limit", .integer(Int64(search.limit)))]
          + (search.target.map { [field($0)] } ?? [])
          + (search.position.map { [("after", Search.json($0))] } ?? []))
    case .send(let text, let target):
      object("message.send", [field(target), ("text", .string(text))])
    case .submit(let text, let key):
      object("message.submit", [("conversation", .string(key.text)), ("text", .string(text))])
    case .sendAgain(let id, let key):
      object("message.again", [("conversation", .string(key.text)), ("id", .string(id.text))])
    case .setNickname(let name): object("nickname.set", [("nickname", .string(name))])
    case .ownCode(let isFresh): object("code.own", [("fresh", .bool(isFresh))])
    case .readCode(let code): object("code.read", [("code", .string(code))])
    case .follow(let wish): object("follow", wish.fields)
    case .link: object("link.new")
    case .open(let link): object("link.open", [("link", .string(link))])
    case .traffic: object("traffic")
    case .export(let target, let id):
      object(
        "conversation.export", [field(target)] + (id.map { [("after", .string($0.text))] } ?? []))
    case .notifications(let change): object("notifications", change.fields)
    case .retention(let forPublic, let forPrivate):
      object(
        "retention",
        [("public", forPublic), ("private", forPrivate)].compactMap { name, period in
          period.map { (name, .string($0.rawValue)) }
        })
    case .wipe(let profile): object("wipe", [("profile", .string(profile))])
    }
  }

  private func object(_ command: String, _ more: [(String, JSONValue)] = []) -> JSONValue {
    let members = [("command", JSONValue.string(command))] + more
    return .object(members.map { JSONMember(name: $0.0, value: $0.1) })
  }

  private func field(_ target: Target) -> (String, JSONValue) {
    switch target {
    case .conversation(let key): ("conversation", .string(key.text))
    case .name(let name): ("name", .string(name))
    }
  }
}

/// Keys and names have fields of their own: anybody may be called `mesh`, and what is meant for that person
/// must never go to everybody.
private func target(_ value: JSONValue) throws(ControlProblem) -> ControlRequest.Target? {
  switch (value["conversation"], value["name"]) {
  case (nil, nil): return nil
  case (let field?, nil):
    guard let key = field.string.flatMap({ ConversationKey($0) }) else {
      throw ControlProblem("The field conversation must be “mesh” or a peer address.")
    }
    return .conversation(key)
  case (nil, let field?):
    guard let name = field.string else { throw ControlProblem("The field name must be a text.") }
    return .name(name)
  case (_?, _?): throw ControlProblem("Give either conversation or name, not both.")
  }
}

private func readSearch(_ value: JSONValue) throws(ControlProblem) -> ControlRequest.Search {
  let limit = value["limit"].map { $0.integer } ?? 50
  guard let text = value["text"]?.string, let limit,
    (1...Int64(ControlRequest.Search.limitMax)).contains(limit)
  else {
    throw ControlProblem("messages.search needs the field text, and may have a limit from 1 to 1000.")
  }
  var position: SearchPosition?
  if let after = value["after"], after != .null { position = try ControlRequest.Search.position(after) }
  return ControlRequest.Search(text: text, target: try target(value), position: position, limit: Int(limit))
}

/// How long messages are kept.
private func period(_ value: JSONValue, _ name: String) throws(ControlProblem) -> RetentionPeriod? {
  guard let field = value[name] else { return nil }
  guard let period = field.string.flatMap({ RetentionPeriod(rawValue: $0) }) else {
    let periods = RetentionPeriod.allCases.map(\.rawValue).joined(separator: ", ")
    throw ControlProblem("The field \(name) must be one of: \(periods).")
  }
  return period
}

/// The one person a command is about.
private func person(_ value: JSONValue, _ command: String) throws(ControlProblem) -> ControlRequest.Target {
  guard let target = try target(value), target != .conversation(.mesh) else {
    throw ControlProblem("\(command) needs the field name, or conversation with a peer address.")
  }
  return target
}

/// What went wrong, in words for a person.
public struct ControlProblem: Error, Sendable, Equatable, CustomStringConvertible {
  /// One or two sentences.
  public let description: String

  /// Wraps the words.
  public init(_ description: String) {
    self.description = description
  }
}

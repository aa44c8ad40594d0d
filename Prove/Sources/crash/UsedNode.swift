import Foundation

/// A person with a node: what they do through its control socket, as `tern` commands do it, and what they
/// know of themselves. One thread only.
final class UsedNode {
  /// What a history says of one message.
  struct Row {
    var text: String
    var isOwn: Bool
    var state: String
  }

  /// The two conversations there are.
  enum Place: CaseIterable {
    case everybody, other
  }

  let name: String
  let node: ProvedNode
  private(set) var line: ControlLine?
  private(set) var address = ""
  private var fingerprint = ""
  /// Whom they talk to.
  var otherAddress = ""

  /// What was acknowledged last.
  var nickname = ""
  var isFavourite = false
  var isBlocking = false
  /// Texts of the other that were there while the conversation was looked at, since it was emptied last.
  var read: [Place: Set<String>] = [:]
  /// Those that came while the person looked away: read or not.
  var unsure: [Place: Set<String>] = [:]
  /// All that may ever have been read.
  var everRead: Set<String> = []
  /// The action from which on the node is to be started again; nothing while it runs.
  var isDownUntil: Int?

  init(_ name: String, _ node: ProvedNode) {
    self.name = name
    self.node = node
  }

  func start() throws {
    try node.start()
    line = try node.line()
    isDownUntil = nil
    let state = try result(["command": "state.get"])
    let print = state["fingerprint"] as? String ?? ""
    if !fingerprint.isEmpty, print != fingerprint { throw Loss(words: "\(name) is somebody else now") }
    fingerprint = print
    address = state["address"] as? String ?? ""
    let called = state["nickname"] as? String ?? ""
    if !nickname.isEmpty, called != nickname {
      throw Loss(words: "\(name) is called \(called) after the start and took the name \(nickname)")
    }
    nickname = called
  }

  /// The rest of a kill: whatever its moment, the process is gone afterwards.
  func kill() {
    node.kill()
    line = nil
  }

  // MARK: Asking

  /// The lines of an answer that has to come.
  func ask(_ request: [String: Any]) throws -> [[String: Any]] {
    guard let answer = try line?.ask(request) else {
      throw Loss(words: "\(name)'s node does not answer \(request): \(node.complaints)")
    }
    return answer
  }

  func result(_ request: [String: Any]) throws -> [String: Any] {
    let last = try ask(request).last ?? [:]
    if let words = last["error"] { throw Loss(words: "\(name): \(request) was refused: \(words)") }
    return last["result"] as? [String: Any] ?? [:]
  }

  func items(_ request: [String: Any]) throws -> [[String: Any]] {
    let lines = try ask(request)
    guard lines.last?["items"] != nil else {
      throw Loss(words: "\(name): \(request) was answered by \(lines.last ?? [:])")
    }
    return lines.compactMap { $0["item"] as? [String: Any] }
  }

  func key(_ place: Place) -> String { place == .everybody ? "mesh" : otherAddress }

  /// Everything that is kept of a conversation but the lines that the node says itself.
  func history(_ place: Place) throws -> [Row] {
    try items(["command": "messages.page", "conversation": key(place), "limit": 10_000]).compactMap { item in
      guard let text = item["text"] as? String, text.hasPrefix("number ") else { return nil }
      return Row(
        text: text, isOwn: item["own"] as? Bool ?? false, state: item["state"] as? String ?? "")
    }
  }

  func unread(_ place: Place) throws -> Int {
    let rows = try items(["command": "conversations.list"])
    return rows.first { $0["conversation"] as? String == key(place) }?["unread"] as? Int ?? 0
  }

  /// How many public messages were not shown since the start because too many came.
  func heldBack() throws -> Int {
    let groups = try result(["command": "traffic"])
    guard let count = (groups["messages"] as? [String: Any])?["heldBack"] as? Int else {
      throw Loss(words: "\(name)'s node does not say how much it held back")
    }
    return count
  }

  /// How the other is called here now; nothing while out of sight.
  func nameOfOther() throws -> String? {
    let people = try items(["command": "people.list"])
    return people.first { $0["address"] as? String == otherAddress }?["name"] as? String
  }

  // MARK: Acting

  /// Types a line into a conversation; answers why it was refused.
  func type(_ words: String, in place: Place = .everybody) throws -> String? {
    let answer = try ask(["command": "message.submit", "conversation": key(place), "text": words])
    return answer.last?["error"] as? String
  }

  /// Looks at a conversation for a while.
  func look(at place: Place, forMicroseconds pause: UInt32) throws {
    var eye = ControlLine(path: node.socketPath)
    let wish: [String: Any] = ["command": "follow", "conversation": key(place), "reads": true]
    guard try eye?.follow(wish) == true else { throw Loss(words: "\(name) cannot look at \(place)") }
    // A person looks for as long as the seed says.
    usleep(pause)
    let seen = try texts(place)
    // Closes the connection, so that the person looks away.
    eye = nil
    // No answer tells when the node has noticed. What comes until then is read or not.
    usleep(200_000)
    let later = try texts(place)
    read[place] = seen
    unsure[place] = later.subtracting(seen)
    everRead.formUnion(later)
  }

  /// What is kept of the other.
  func texts(_ place: Place) throws -> Set<String> {
    Set(try history(place).filter { !$0.isOwn }.map(\.text))
  }

  /// How many messages have to be unread: those there that were not looked at, and what is not sure.
  func unreadExpected(_ place: Place) throws -> ClosedRange<Int> {
    let there = try texts(place).subtracting(read[place] ?? [])
    return there.subtracting(unsure[place] ?? []).count...there.count
  }
}

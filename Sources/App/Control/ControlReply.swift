import StrictJSON

/// The node's answer to one request: a result, or words about what went wrong.
///
/// On the socket a list is one line `{"item":…}` an element, so that no line grows with it, and then
/// `{"items":N}`; any other result is `{"result":…}`, a refusal `{"error":"…"}`.
public enum ControlReply: Sendable, Equatable {
  /// What was asked for.
  case done(JSONValue)
  /// Why it was not done, in words.
  case failed(String)

  /// The reply as lines without their newlines.
  public var lines: [String] {
    switch self {
    case .done(.array(let items)):
      items.map { line("item", $0) } + [line("items", .integer(Int64(items.count)))]
    case .done(let value): [line("result", value)]
    case .failed(let words): [line("error", .string(words))]
    }
  }

  private func line(_ name: String, _ value: JSONValue) -> String {
    JSONValue.object([JSONMember(name: name, value: value)]).serialized()
  }
}

/// Puts a reply together from its lines.
struct ControlReplyReader {
  private var items: [JSONValue] = []

  /// Takes the next line; answers the reply with the last one. Throws when a line belongs to none.
  mutating func take(_ line: [UInt8]) throws(ControlProblem) -> ControlReply? {
    guard let value = try? JSONValue(parsing: line) else {
      throw ControlProblem("The node answered something that is not JSON.")
    }
    if let item = value["item"] {
      items.append(item)
      return nil
    }
    if let result = value["result"] { return .done(result) }
    if let words = value["error"]?.string { return .failed(words) }
    if let count = value["items"]?.integer, count == Int64(items.count) { return .done(.array(items)) }
    throw ControlProblem("The node answered something unknown.")
  }
}

import Control
import FoundationEssentials
import StrictJSON
import Text

/// `tern topology`: the mesh as a table, or as JSON.
extension ClientCommands {
  static func topology(_ context: Context) async throws {
    let map = TopologyAnswer(try await context.ask(.topology).array ?? [])
    guard !context.isJSON else { return Console.print(map.json.serialized()) }
    map.lines.forEach(Console.print)
  }
}

/// What a node answered about its mesh. Names of others are made safe for a terminal here.
struct TopologyAnswer {
  private let taken: String
  private let nodes: [JSONValue]
  private let links: [JSONValue]

  /// Puts the items of the reply together.
  init(_ items: [JSONValue]) {
    taken = items.lazy.compactMap { $0["taken"]?.string }.first ?? ""
    nodes = items.compactMap { $0["node"] }
    links = items.compactMap { $0["link"] }
  }

  /// One object, as documented in docs/commands.md.
  var json: JSONValue {
    .object([
      JSONMember(name: "taken", value: .string(taken)), JSONMember(name: "nodes", value: .array(nodes)),
      JSONMember(name: "links", value: .array(links)),
    ])
  }

  /// A table, the nearest first, and a line that sums it up.
  var lines: [String] {
    guard nodes.count > 1 else { return ["Nobody is in sight."] }
    let columns = [
      TextTable.Column(title: "Name"), TextTable.Column(title: "Hops", isRight: true),
      TextTable.Column(title: "Heard", isRight: true), TextTable.Column(title: "Reached"),
      TextTable.Column(title: "Next to", columnsMax: 60),
    ]
    return TextTable.lines(columns, nodes.map(row)) + ["", summary]
  }

  private func row(_ node: JSONValue) -> [String] {
    let hops = node["hops"]?.integer.map(String.init) ?? "?"
    return [name(node), hops, heard(node), reached(node), names(node["neighbours"])]
  }

  private func reached(_ node: JSONValue) -> String {
    if isOwn(node) { return "" }
    if node["inRange"]?.bool == true {
      let words = (node["links"]?.array ?? []).compactMap(\.string).map { link in
        link == "openedHere" ? "opened here" : "opened there"
      }
      return (["in range"] + words).joined(separator: ", ")
    }
    if node["way"]?.array?.isEmpty == false { return "through " + names(node["way"], joined: " → ") }
    return node["reachable"]?.bool == true ? "through others" : "as others say"
  }

  /// `2 s`, `3 min`.
  private func heard(_ node: JSONValue) -> String {
    guard let then = moment(node["lastSeen"]?.string), let now = moment(taken) else { return "" }
    let seconds = max(Int(now.timeIntervalSince(then)), 0)
    return seconds < 60 ? "\(seconds) s" : "\(seconds / 60) min"
  }

  private func moment(_ text: String?) -> Date? {
    text.flatMap { try? Date($0, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true)) }
  }

  private var summary: String {
    let confirmed = links.count { $0["confirmed"]?.bool == true }
    let longest = nodes.compactMap { $0["hops"]?.integer }.max() ?? 0
    let parts = [
      count(nodes.count - 1, "device", "devices"), count(links.count, "link", "links"),
      "\(links.count - confirmed) named by one side only",
      "longest way \(count(Int(longest), "hop", "hops"))",
    ]
    return parts.joined(separator: ", ") + "."
  }

  private func count(_ count: Int, _ one: String, _ many: String) -> String {
    "\(count) \(count == 1 ? one : many)"
  }

  private func names(_ addresses: JSONValue?, joined separator: String = ", ") -> String {
    (addresses?.array ?? []).compactMap(\.string).map { address in
      nodes.first { $0["address"]?.string == address }.map(name) ?? address
    }.joined(separator: separator)
  }

  private func name(_ node: JSONValue) -> String {
    isOwn(node) ? "you" : Text.displayName(node["name"]?.string ?? "")
  }

  private func isOwn(_ node: JSONValue) -> Bool { node["own"]?.bool == true }
}

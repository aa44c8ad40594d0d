import Control
import StrictJSON
import Text

/// The commands that look at the way to somebody.
extension ClientCommands {
  /// Asks somebody for a sign of life. Without an answer the command fails, with `--json` too.
  static func ping(_ name: String, _ context: Context) async throws {
    let result = try await context.ask(.ping(.name(name)))
    if context.isJSON { Console.print(result.serialized()) }
    switch DiagnosticWords.ping(result) {
    case .success(let words): if !context.isJSON { Console.print(words) }
    case .failure(let problem): throw problem
    }
  }

  /// Prints through whom somebody is reached. Without a way the command fails, with `--json` too.
  static func trace(_ name: String, _ context: Context) async throws {
    let result = try await context.ask(.trace(.name(name)))
    if context.isJSON { Console.print(result.serialized()) }
    switch DiagnosticWords.trace(result) {
    case .success(let words): if !context.isJSON { Console.print(words) }
    case .failure(let problem): throw problem
    }
  }
}

/// What nodes answer about ways, in words. Names of others are made safe for a terminal here.
enum DiagnosticWords {
  /// The outcome of a ping.
  static func ping(_ result: JSONValue) -> Result<String, ControlProblem> {
    let name = name(result)
    switch result["result"]?.string {
    case "answered":
      let hops = result["hops"]?.integer.map { " over " + count($0) } ?? ""
      return .success("\(name) answered in \(result["milliseconds"]?.integer ?? 0) ms\(hops).")
    case "noReply":
      return .failure(ControlProblem("\(name) did not answer within 10 seconds."))
    default:
      return .failure(
        ControlProblem("\(name) was not asked: nobody is connected, or too many questions are under way."))
    }
  }

  /// The way to somebody, from us on.
  static func trace(_ result: JSONValue) -> Result<String, ControlProblem> {
    guard let way = result["way"]?.array, let hops = result["hops"]?.integer else {
      return .failure(ControlProblem("No way to \(name(result)) is known."))
    }
    let stations = ["you"] + (way + [result]).map { "\(name($0)) (\($0["address"]?.string ?? ""))" }
    return .success(stations.joined(separator: " → ") + "  " + count(hops))
  }

  /// Ourselves, as one of those whom details can name; `state` is the node's.
  static func you(_ state: JSONValue) -> JSONValue {
    .object([
      JSONMember(name: "name", value: .string("you")),
      JSONMember(name: "address", value: state["address"] ?? .null),
    ])
  }

  /// What `who --verbose` prints below a person's line.
  static func details(of person: JSONValue, among people: [JSONValue]) -> [String] {
    let names = { (field: String) in
      (person[field]?.array ?? []).compactMap(\.string).map { address in
        people.first { $0["address"]?.string == address }.map(name) ?? address
      }
    }
    var rows = [("fingerprint", person["fingerprint"]?.string ?? "")]
    let links = (person["links"]?.array ?? []).compactMap(\.string).map { link in
      link == "openedHere" ? "opened here" : "opened there"
    }
    rows.append(("links", links.isEmpty ? "none" : links.joined(separator: ", ")))
    if person["way"]?.array?.isEmpty == false {
      rows.append(("through", names("way").joined(separator: " → ")))
    }
    let neighbours = names("neighbours")
    if !neighbours.isEmpty { rows.append(("next to", neighbours.joined(separator: ", "))) }
    rows.append(("session", session(person["session"]?.string)))
    let heard = (person["lastSeen"]?.string ?? "").prefix(19).split(separator: "T").joined(separator: " ")
    rows.append(("last heard", heard + " UTC"))
    return rows.map { "    " + $0.0 + String(repeating: " ", count: 13 - $0.0.count) + $0.1 }
  }

  private static func session(_ word: String?) -> String {
    switch word {
    case "established": "encrypted"
    case "handshaking": "being secured"
    default: "none yet"
    }
  }

  private static func name(_ value: JSONValue) -> String {
    Text.displayName(value["name"]?.string ?? "")
  }

  private static func count(_ hops: Int64) -> String { hops == 1 ? "1 hop" : "\(hops) hops" }
}

import StrictJSON

/// The rules of the SARIF 2.1.0 schema for the objects that we write: which properties there are, which have
/// to be there, of what kind they are, and what holds between them.
enum SARIFRules {
  private indirect enum Kind: Sendable {
    case string
    case oneOf([String])
    case integer(atLeast: Int64)
    case bool
    case list(Kind)
    case object(String)
    case map(String)
    case reference
  }

  private static let objects: [String: [String: Kind]] = [
    "sarifLog": ["$schema": .reference, "version": .oneOf(["2.1.0"]), "runs": .list(.object("run"))],
    "run": [
      "tool": .object("tool"), "results": .list(.object("result")),
      "invocations": .list(.object("invocation")),
      "columnKind": .oneOf(["utf16CodeUnits", "unicodeCodePoints"]),
      "originalUriBaseIds": .map("artifactLocation"),
    ],
    "tool": ["driver": .object("toolComponent")],
    "toolComponent": [
      "name": .string, "semanticVersion": .string, "rules": .list(.object("reportingDescriptor")),
    ],
    "reportingDescriptor": [
      "id": .string, "shortDescription": .object("message"), "fullDescription": .object("message"),
      "help": .object("message"), "defaultConfiguration": .object("reportingConfiguration"),
    ],
    "reportingConfiguration": ["level": .oneOf(["none", "note", "warning", "error"])],
    "message": ["text": .string],
    "result": [
      "ruleId": .string, "ruleIndex": .integer(atLeast: -1), "message": .object("message"),
      "level": .oneOf(["none", "note", "warning", "error"]), "locations": .list(.object("location")),
      "suppressions": .list(.object("suppression")),
    ],
    "suppression": ["kind": .oneOf(["inSource", "external"]), "justification": .string],
    "location": ["physicalLocation": .object("physicalLocation")],
    "physicalLocation": ["artifactLocation": .object("artifactLocation"), "region": .object("region")],
    "artifactLocation": ["uri": .reference, "uriBaseId": .string, "description": .object("message")],
    "region": [
      "startLine": .integer(atLeast: 1), "startColumn": .integer(atLeast: 1), "endLine": .integer(atLeast: 1),
    ],
    "invocation": [
      "executionSuccessful": .bool, "toolExecutionNotifications": .list(.object("notification")),
    ],
    "notification": [
      "level": .oneOf(["none", "note", "warning", "error"]), "message": .object("message"),
      "locations": .list(.object("location")),
    ],
  ]

  private static let required: [String: [String]] = [
    "sarifLog": ["version", "runs"], "run": ["tool"], "tool": ["driver"], "toolComponent": ["name"],
    "reportingDescriptor": ["id"], "message": ["text"], "result": ["message"], "suppression": ["kind"],
    "physicalLocation": ["artifactLocation"], "invocation": ["executionSuccessful"],
    "notification": ["message"],
  ]

  /// What a log breaks, each with its place.
  static func faults(in log: JSONValue) -> [String] {
    var faults: [String] = []
    check(log, .object("sarifLog"), "log", &faults)
    for run in log["runs"]?.array ?? [] {
      let rules = run["tool"]?["driver"]?["rules"]?.array ?? []
      let bases = Set(run["originalUriBaseIds"]?.object?.map(\.name) ?? [])
      for result in run["results"]?.array ?? [] {
        let index = Int(result["ruleIndex"]?.integer ?? -1)
        let isNamed = index < 0 || (index < rules.count && rules[index]["id"] == result["ruleId"])
        if !isNamed { faults.append("ruleIndex \(index) is not the rule's") }
        let location = result["locations"]?[0]?["physicalLocation"]?["artifactLocation"]
        if let base = location?["uriBaseId"]?.string, !bases.contains(base) {
          faults.append("base \(base) is unknown")
        }
      }
    }
    return faults
  }

  private static func check(_ value: JSONValue, _ kind: Kind, _ place: String, _ faults: inout [String]) {
    switch kind {
    case .string: if value.string == nil { faults.append("\(place): no string") }
    case .bool: if value.bool == nil { faults.append("\(place): no truth") }
    case .oneOf(let words):
      if !words.contains(value.string ?? "") { faults.append("\(place): none of \(words)") }
    case .integer(let least):
      if (value.integer ?? .min) < least { faults.append("\(place): no number from \(least)") }
    case .reference:
      let allowed = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~:/?#[]@!$&'()*+,;=%"
      if !(value.string ?? " ").allSatisfy(allowed.contains) { faults.append("\(place): no URI reference") }
    case .list(let element):
      guard let items = value.array else { return faults.append("\(place): no list") }
      for (index, item) in items.enumerated() { check(item, element, "\(place)[\(index)]", &faults) }
    case .map(let name):
      guard let members = value.object else { return faults.append("\(place): no object") }
      for member in members { check(member.value, .object(name), "\(place).\(member.name)", &faults) }
    case .object(let name):
      guard let members = value.object else { return faults.append("\(place): no object") }
      for wanted in required[name] ?? [] where value[wanted] == nil {
        faults.append("\(place): \(wanted) is missing")
      }
      for member in members {
        guard let known = objects[name]?[member.name] else {
          faults.append("\(place): \(member.name) is unknown")
          continue
        }
        check(member.value, known, "\(place).\(member.name)", &faults)
      }
    }
  }
}

/// What one file adds to what is known of the whole tree.
struct FileFacts: Sendable {
  /// A finding that holds only if the tree lacks something.
  struct Candidate: Sendable {
    enum Condition: Sendable {
      /// None of these types or aliases is declared outside the model.
      case noneDeclared([String])
      /// No extension lets the type conform to one of these.
      case noConformance(of: String, to: [String])
    }

    var finding: Finding
    var condition: Condition
  }

  var path: String
  var isDataOrDomain = false
  /// Names of types and aliases that are declared outside the model.
  var declared: Set<String> = []
  /// Names of all types.
  var types: Set<String> = []
  /// What extensions add: type and protocols.
  var conformances: [(type: String, protocols: [String])] = []
  /// Whether a closure of a domain is assigned inside the root type.
  var assignsCallback = false
  var candidates: [Candidate] = []
  /// What is reported at the root type if the tree lacks the repository protocol.
  var missingRepository: Finding?
  /// What is reported at the root type if no domain's closure is assigned.
  var missingCallback: Finding?
  /// What is reported at the chat domain if the tree lacks its protocol.
  var missingAssistant: Finding?
  var hasRootType = false
}

/// Rules about what a tree lacks; they need all files.
enum ProjectRules {
  /// Findings of the whole tree. Presence is asked for only where the root type is there.
  static func findings(_ facts: [FileFacts], _ configuration: Configuration) -> [Finding] {
    let declared = facts.reduce(into: Set<String>()) { $0.formUnion($1.declared) }
    let types = facts.reduce(into: Set<String>()) { $0.formUnion($1.types) }
    let conformances = facts.flatMap(\.conformances)
    var findings: [Finding] = []
    for candidate in facts.flatMap(\.candidates) {
      switch candidate.condition {
      case .noneDeclared(let names):
        if !names.contains(where: declared.contains) { findings.append(candidate.finding) }
      case .noConformance(let type, let protocols):
        let conforms = conformances.contains {
          $0.type == type && $0.protocols.contains(where: protocols.contains)
        }
        if !conforms { findings.append(candidate.finding) }
      }
    }
    guard facts.contains(where: \.hasRootType) else { return findings.filter { $0.severity != .off } }
    if facts.contains(where: \.isDataOrDomain) && !types.contains(configuration.repositoryProtocol) {
      findings += facts.compactMap(\.missingRepository)
    }
    if !facts.contains(where: \.assignsCallback) { findings += facts.compactMap(\.missingCallback) }
    if !types.contains(configuration.chatProtocol) { findings += facts.compactMap(\.missingAssistant) }
    return findings.filter { $0.severity != .off }
  }
}

extension FileReview {
  mutating func gatherFacts() {
    for found in file.declarations {
      if found.kind.isNominal {
        facts.types.insert(found.name)
        if !isIn(.model) { facts.declared.insert(found.name) }
      } else if found.kind == .typealias && !isIn(.model) {
        facts.declared.insert(found.name)
      } else if found.kind == .extension {
        facts.conformances.append((String(found.shortName), found.inherited.map(Self.lastPart)))
      }
      if found.kind.isNominal && found.name == configuration.rootType && !isIn(.tests) {
        facts.hasRootType = true
        facts.missingRepository = finding(
          .repository, at: found.keyword,
          "the tree has no protocol \(configuration.repositoryProtocol)",
          fix:
            "declare it and let domains hold it:\nprotocol \(configuration.repositoryProtocol): Sendable {\n"
            + "  func airportsInRegion(\n    boundingBox: BoundingBox, filters: \(configuration.filterType),"
            + " limit: Int\n  ) async throws -> [\(modelName)]\n}",
          about: configuration.repositoryProtocol)
      }
      if found.kind.isNominal && found.name.hasPrefix("Chat") && found.name.hasSuffix("Domain") {
        facts.missingAssistant = finding(
          .assistant, at: found.keyword, "the tree has no protocol \(configuration.chatProtocol)",
          fix: "protocol \(configuration.chatProtocol): Sendable { … }, and in \(found.name):\n"
            + "private let service: any \(configuration.chatProtocol)", about: configuration.chatProtocol)
      }
    }
  }

  private var modelName: String {
    "\(configuration.modelModule).\(configuration.modelTypes.first ?? "Airport")"
  }

  static func lastPart(_ path: String) -> String { String(path.split(separator: ".").last ?? "") }
}

import StrictJSON

/// Reads the list `rules` of the configuration.
enum DataRuleReader {
  static func read(_ value: JSONValue?) throws(ConfigurationError) -> [DataRule] {
    guard let value else { return [] }
    guard let items = value.array else { throw ConfigurationError("rules", "a list is expected") }
    var rules: [DataRule] = []
    var known = Set(Rule.builtIn.map(\.id))
    for (number, item) in items.enumerated() {
      var fields = try Fields(item, at: "rules[\(number)]")
      let rule = try readRule(&fields)
      guard known.insert(rule.id).inserted else {
        throw ConfigurationError(fields.path("id"), "there is a rule \(rule.id) already")
      }
      try fields.end()
      rules.append(rule)
    }
    return rules
  }

  private static func readRule(_ fields: inout Fields) throws(ConfigurationError) -> DataRule {
    let id = try fields.requiredString("id")
    let isPlain = id.utf8.allSatisfy { Lexer.isWord($0) || Lexer.isDigit($0) || $0 == UInt8(ascii: "-") }
    guard isPlain, id.utf8.count <= 64 else {
      throw ConfigurationError(fields.path("id"), "letters, digits, - and _ are expected, 64 at most")
    }
    let severity = try fields.string("severity") ?? "violation"
    guard let severity = Severity(rawValue: severity) else {
      throw ConfigurationError(fields.path("severity"), "violation, warning, note or off is expected")
    }
    let title = try fields.requiredString("title")
    let fix = try fields.string("fix")
    let rule = Rule(
      id: id, title: title, severity: severity, problem: try fields.string("problem") ?? title,
      fix: fix ?? "see the rule: archreview --explain \(id)",
      impact: try fields.string("impact") ?? "the architecture says otherwise",
      detection: "")
    let kind = try fields.requiredString("kind")
    var found = DataRule(
      rule: rule, paths: PathSet(try fields.strings("paths") ?? ["**"]),
      excepted: PathSet(try fields.strings("except") ?? []), ring: try fields.string("ring"),
      needsComment: try fields.bool("needsComment") ?? false, check: try readCheck(kind, &fields))
    found.rule.detection = found.words(kind)
    return found
  }

  private static func readCheck(
    _ kind: String, _ fields: inout Fields
  ) throws(ConfigurationError) -> DataRule.Check {
    switch kind {
    case "imports":
      let forbidden = try fields.strings("forbid") ?? []
      let allowed = try fields.strings("allow")
      guard !forbidden.isEmpty || allowed != nil else {
        throw ConfigurationError(fields.place, "forbid or allow is expected")
      }
      return .imports(forbidden: forbidden, allowed: allowed)
    case "uses": return .uses(try patterns("match", &fields))
    case "pattern": return try readPattern(&fields)
    case "size":
      return .size(
        DataRule.Sizes(
          fileLines: try fields.integer("fileLines"), functionLines: try fields.integer("functionLines"),
          typeLines: try fields.integer("typeLines"), lineColumns: try fields.integer("lineColumns")))
    case "whole":
      guard let names = try fields.strings("names"), let lines = try fields.integer("lines") else {
        throw ConfigurationError(fields.place, "names and lines are expected")
      }
      return .whole(DataRule.Wholes(names: names, lines: lines))
    case "naming": return try readNaming(&fields)
    case "logging":
      return .logging(
        DataRule.Logging(
          calls: try patterns("calls", &fields), forbidden: try fields.strings("forbid") ?? [],
          allowed: try fields.strings("allow") ?? []))
    case "hosts":
      return .hosts(
        allowed: try fields.strings("allow") ?? [], endings: try fields.strings("allowEndings") ?? [])
    case "restingTests": return .restingTests(daysMax: try fields.integer("daysMax") ?? 14)
    case "layers": return .layers(try readLayers(&fields))
    case "modules": return .modules
    case "pages":
      let least = try fields.integer("exampleLinesMin") ?? 4
      return .pages(
        DataRule.Page(
          parts: try fields.strings("parts") ?? [],
          exampleLines: least...max(least, try fields.integer("exampleLinesMax") ?? 24)))
    default:
      throw ConfigurationError(
        fields.path("kind"),
        "imports, uses, pattern, size, whole, naming, logging, hosts, restingTests, layers,"
          + " modules or pages is expected")
    }
  }

  private static func patterns(
    _ name: String, _ fields: inout Fields
  ) throws(ConfigurationError) -> [TokenPattern] {
    let sources = try fields.strings(name) ?? []
    let patterns = sources.compactMap(TokenPattern.init)
    guard !patterns.isEmpty, patterns.count == sources.count else {
      throw ConfigurationError(
        fields.path(name), "patterns of Swift tokens are expected, as Date() or .sink(")
    }
    return patterns
  }

  private static func readPattern(_ fields: inout Fields) throws(ConfigurationError) -> DataRule.Check {
    let source = try fields.requiredString("pattern")
    let reading = try fields.string("in") ?? "code"
    guard reading == "code" || reading == "text" else {
      throw ConfigurationError(fields.path("in"), "code or text is expected")
    }
    guard let pattern = try? Pattern(source) else {
      throw ConfigurationError(fields.path("pattern"), "this is no regular expression")
    }
    return .pattern(pattern, inCode: reading == "code")
  }

  private static func readNaming(_ fields: inout Fields) throws(ConfigurationError) -> DataRule.Check {
    let names = try fields.strings("of") ?? ["struct", "class", "enum", "actor", "protocol", "typealias"]
    let kinds = names.compactMap(Declaration.Kind.init)
    let ofFiles = names == ["file"]
    guard ofFiles || kinds.count == names.count else {
      throw ConfigurationError(fields.path("of"), "kinds of declarations are expected, or only file")
    }
    return .naming(
      DataRule.Naming(
        kinds: Set(kinds), ofFiles: ofFiles, forbidden: try fields.strings("forbid") ?? [],
        required: try fields.strings("require") ?? []))
  }

  private static func readLayers(_ fields: inout Fields) throws(ConfigurationError) -> [DataRule.Layer] {
    guard let items = fields.take("layers")?.array else {
      throw ConfigurationError(fields.path("layers"), "a list is expected")
    }
    var layers: [DataRule.Layer] = []
    for (number, item) in items.enumerated() {
      var layer = try Fields(item, at: fields.path("layers[\(number)]"))
      layers.append(
        DataRule.Layer(
          name: try layer.requiredString("name"), paths: PathSet(try layer.strings("paths") ?? []),
          modules: try layer.strings("modules") ?? [], mayUse: Set(try layer.strings("mayUse") ?? [])))
      try layer.end()
    }
    let names = Set(layers.map(\.name))
    guard names.count == layers.count else {
      throw ConfigurationError(fields.path("layers"), "a name is there twice")
    }
    if let unknown = layers.flatMap(\.mayUse).sorted().first(where: { !names.contains($0) }) {
      throw ConfigurationError(fields.path("layers"), "there is no layer \(unknown)")
    }
    return layers
  }
}

extension DataRule {
  /// The rule's data in a sentence, for `--explain`.
  func words(_ kind: String) -> String {
    let place =
      ring.map { "the modules of the ring \($0)" } ?? paths.globs.map(\.pattern).joined(separator: ", ")
    let exceptions = excepted.globs.map(\.pattern).joined(separator: ", ")
    let start = "\(kind) in \(place)" + (exceptions.isEmpty ? ": " : ", but not in \(exceptions): ")
    switch check {
    case .imports(let forbidden, let allowed):
      return start
        + (allowed.map { "only " + $0.joined(separator: ", ") }
          ?? "not " + forbidden.joined(separator: ", "))
    case .uses(let patterns): return start + patterns.map(\.source).joined(separator: ", ")
    case .pattern(let pattern, let inCode):
      return start + (inCode ? "code" : "text") + " matching " + pattern.source
    case .size(let sizes):
      let limits = [
        ("file", sizes.fileLines), ("function", sizes.functionLines), ("type", sizes.typeLines),
        ("columns", sizes.lineColumns),
      ]
      return start + limits.compactMap { limit in limit.1.map { "\(limit.0) \($0)" } }.joined(separator: ", ")
    case .whole(let wholes):
      return start + wholes.names.joined(separator: ", ") + " with all extensions, \(wholes.lines) lines"
    case .naming(let naming):
      return start + "not " + naming.forbidden.joined(separator: ", ") + "; one of "
        + naming.required.joined(separator: ", ")
    case .logging(let logging):
      return start + logging.calls.map(\.source).joined(separator: ", ") + " without "
        + logging.forbidden.joined(separator: ", ")
    case .hosts(let allowed, _): return start + allowed.joined(separator: ", ")
    case .restingTests(let days): return start + "\(days) days at most, with a reason and a day"
    case .layers(let layers):
      return start
        + layers.map { "\($0.name) may use \($0.mayUse.sorted().joined(separator: ", "))" }
        .joined(separator: "; ")
    case .modules: return start + "the module table, Package.swift and the imports agree"
    case .pages(let page): return start + page.parts.joined(separator: ", ")
    }
  }
}

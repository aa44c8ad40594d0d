/// AR-01, AR-05 and AR-06: the library's models, the filter, and what a service sends.
extension FileReview {
  private static let modelFields: Set<String> = [
    "icao", "ident", "name", "latitude", "longitude", "lat", "lon", "elevation", "elevation_ft", "runways",
    "length_ft", "surface", "procedureType", "approachType", "section", "field", "value",
  ]

  // MARK: AR-01

  mutating func checkModels() {
    guard !isIn(.model) else { return }
    for (index, found) in file.declarations.enumerated() where found.kind.isNominal {
      checkModelCopy(found, at: index)
    }
    let importLine = file.imports.first { $0.module == configuration.modelModule }
    var uses: [Int] = []
    for name in configuration.modelTypes where file.mentions(name) {
      uses += file.tokens.indices.filter { isModelUse($0, name) }
    }
    guard let first = uses.min() else { return }
    if let importLine {
      let message = "\(configuration.modelModule).\(file.text(first)) is used as it is"
      return approve(.models, at: importLine.token, message)
    }
    // A line that is reported for its filter is not reported for what the filter needs.
    let open = uses.sorted().first { !isReported(.filter, line: file.line($0)) }
    guard let open else { return }
    facts.candidates.append(
      FileFacts.Candidate(
        finding: finding(
          .models, at: open, "\(file.text(open)) is used without import \(configuration.modelModule)",
          fix: "import \(configuration.modelModule)", severity: .warning),
        condition: .noneDeclared(Array(Set(uses.map(file.text))).sorted())))
  }

  private func isModelUse(_ token: Int, _ name: String) -> Bool {
    guard file.isWord(token, name) else { return false }
    let before = file.text(token - 1)
    if before == "." { return file.isWord(token - 2, configuration.modelModule) }
    return !["struct", "class", "enum", "actor", "protocol", "typealias", "func", "case"].contains(before)
      && !file.isMark(token + 1, ":")
  }

  private mutating func checkModelCopy(_ found: Declaration, at index: Int) {
    let name = found.name
    if configuration.modelTypes.contains(name) {
      return report(
        .models, at: found.keyword, "type \(name) repeats a library model",
        fix: "delete it and use \(configuration.modelModule).\(name); add what is missing to the library",
        about: name, endLine: file.line(found.lastToken))
    }
    guard let model = configuration.modelTypes.first(where: name.hasSuffix), !isServiceType(name) else {
      return
    }
    let roles = ["Repository", "DataSource", "Service"]
    let endings = ["View", "Domain", "Adapter", "Tests"]
    if roles.contains(where: name.contains) || endings.contains(where: name.hasSuffix) { return }
    let fields = storedProperties(of: index).map(\.name).filter(Self.modelFields.contains)
    guard fields.count >= 3 else { return }
    report(
      .models, at: found.keyword, "type \(name) stores \(fields.joined(separator: ", ")) of a library model",
      fix: "hold the model instead of its fields:\nlet \(model.prefix(1).lowercased() + model.dropFirst()):"
        + " \(configuration.modelModule).\(model)",
      about: name, endLine: file.line(found.lastToken))
  }

  // MARK: AR-05

  mutating func checkFilter() {
    let types = file.declarations.filter { $0.kind.isNominal && $0.name == configuration.filterType }
    let extensions = file.declarations.filter {
      $0.kind == .extension && $0.shortName == configuration.filterType
    }
    guard !types.isEmpty || !extensions.isEmpty else { return }
    let before = findings.count
    if !types.isEmpty {
      for line in file.imports where configuration.databaseModules.contains(line.module) {
        report(
          .filter, at: line.token, "the file of \(configuration.filterType) imports \(line.module)",
          fix: "remove import \(line.module); let the repository read the filter")
      }
    }
    checkFilterMethods()
    for type in types { checkFilterType(type, isClean: findings.count == before, extensions) }
  }

  private mutating func checkFilterType(
    _ type: Declaration, isClean: Bool, _ extensions: [Declaration]
  ) {
    let name = configuration.filterType
    guard type.kind == .struct else {
      return report(
        .filter, at: type.keyword, "\(name) is a \(type.kind.rawValue)",
        fix: "struct \(name): Codable, Equatable, Sendable { … }", about: name)
    }
    let inherited = (type.inherited + extensions.flatMap(\.inherited)).map(Self.lastPart)
    let isCodable =
      inherited.contains("Codable") || Set(inherited).isSuperset(of: ["Encodable", "Decodable"])
    if isCodable {
      if isClean { approve(.filter, at: type.keyword, "\(name) is plain data") }
      return
    }
    facts.candidates.append(
      FileFacts.Candidate(
        finding: finding(
          .filter, at: type.keyword, "\(name) is not Codable",
          fix: "struct \(name): Codable, Equatable, Sendable",
          about: name), condition: .noConformance(of: name, to: ["Codable", "Encodable"])))
  }

  private mutating func checkFilterMethods() {
    let handles: Set<String> = [
      "db", "database", "Database", "FMDatabase", "OpaquePointer", "Connection", configuration.queryType,
    ]
    for found in file.declarations where found.kind == .function && found.isMember {
      guard ["apply", "filter", "matches", "query"].contains(found.name), found.parent >= 0,
        file.declarations[found.parent].shortName == configuration.filterType
      else { continue }
      let isBound = found.parameters.contains { parameter in
        let names = words(in: parameter.type)
        let isHandle =
          handles.contains(parameter.label) || handles.contains(parameter.name)
          || names.contains(where: handles.contains)
        let isCollection =
          parameter.type.contains { file.isMark($0, "[") || file.isMark($0, "<") }
          && names.contains { $0 == configuration.modelTypes.first }
        return isHandle || isCollection
      }
      guard isBound else { continue }
      report(
        .filter, at: found.keyword, "\(configuration.filterType).\(found.name) works on the data",
        fix:
          "move it into the repository:\nfunc airports(matching filters: \(configuration.filterType),"
          + " limit: Int) async throws -> [\(configuration.modelTypes.first ?? "Airport")]",
        endLine: file.line(found.lastToken))
    }
  }

  // MARK: AR-06

  mutating func checkServiceTypes() {
    let names = file.texts.filter(isServiceType)
    guard !names.isEmpty else { return }
    let isInside = configuration.strictAdapters ? isStrictAdapter : isIn(.adapters)
    for found in file.declarations where found.kind.isNominal && found.isExposed && isServiceType(found.name)
    {
      let word = found.modifiers.first { ["public", "open", "package"].contains($0) } ?? "public"
      report(
        .serviceTypes, at: found.keyword, "\(found.name) is \(word)",
        fix: "remove \(word): \(found.kind.rawValue) \(found.name)")
    }
    if isInside {
      for found in file.declarations where found.kind == .function {
        let returned = words(in: found.type)
        guard let model = returned.first(where: configuration.modelTypes.contains) else { continue }
        approve(.serviceTypes, at: found.keyword, "\(found.name) gives \(configuration.modelModule).\(model)")
      }
    } else if !isIn(.tests) {
      for index in file.tokens.indices {
        let isName = file.kind(index) == .word || file.kind(index) == .escapedWord
        guard isName, isServiceType(file.text(index)) else { continue }
        let name = file.text(index)
        let model = configuration.modelTypes.first(where: name.contains) ?? "the library's type"
        report(
          .serviceTypes, at: index, "\(name) is used outside the adapters",
          fix: "use \(configuration.modelModule).\(model), converted in \(name)Adapter")
      }
    }
  }

  private var isStrictAdapter: Bool {
    let parts = file.path.split(separator: "/").dropLast()
    return file.name.hasSuffix("Adapter.swift") || parts.contains("APIModels") || parts.contains("Adapters")
  }

  /// `API`, an upper-case letter, and one of the words anywhere behind; or listed.
  func isServiceType(_ name: String) -> Bool {
    if configuration.apiTypes.contains(name) { return true }
    guard name.hasPrefix("API"), let next = name.utf8.dropFirst(3).first, (0x41...0x5A).contains(next) else {
      return false
    }
    let rest = name.dropFirst(3)
    return ["Airport", "Runway", "Procedure", "AIP", "Route", "Locate", "GA", "Notification"]
      .contains(where: rest.contains)
  }
}

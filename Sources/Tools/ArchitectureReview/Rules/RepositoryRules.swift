/// AR-04 and AR-16: where data come from, and what the package asks for.
extension FileReview {
  // MARK: AR-04

  mutating func checkRepository() {
    for (index, found) in file.declarations.enumerated() {
      if found.kind == .protocol && found.name == configuration.repositoryProtocol { checkPort(index) }
      if found.kind.isType && found.kind != .protocol { checkSource(found) }
    }
    if isIn(.views) && !isIn(.tests) {
      for index in file.tokens.indices where file.kind(index) == .word && isSourceName(file.text(index)) {
        report(
          .repository, at: index, "a view names \(file.text(index))",
          fix: "ask the domain; it holds any \(configuration.repositoryProtocol)")
      }
    }
    guard let property = file.declarations.first(where: holdsQuery) else { return }
    approve(.repository, at: property.keyword, "\(property.name) answers through \(configuration.queryType)")
  }

  private func holdsQuery(_ found: Declaration) -> Bool {
    found.kind == .property && found.isMember && found.isStored
      && words(in: found.type).contains(configuration.queryType)
  }

  private func isSourceName(_ name: String) -> Bool {
    name.hasSuffix("DataSource") && !name.hasPrefix("UI") && !name.hasPrefix("NS")
      && name.first?.isUppercase == true
  }

  private mutating func checkPort(_ index: Int) {
    for method in file.declarations where method.kind == .function && method.parent == index {
      let foreign = words(in: method.type).first { name in
        ["API", "App"].contains { name.hasPrefix($0) && name.dropFirst($0.count).first?.isUppercase == true }
      }
      guard let foreign else { continue }
      let model = configuration.modelTypes.first(where: foreign.hasSuffix) ?? "Airport"
      report(
        .repository, at: method.keyword, "\(method.name) returns \(foreign)",
        fix: "func \(method.name)(…) async throws -> [\(configuration.modelModule).\(model)]")
    }
  }

  private mutating func checkSource(_ found: Declaration) {
    guard found.inherited.map(Self.lastPart).contains(configuration.repositoryProtocol) else { return }
    let name = String(found.shortName)
    if !isIn(.data) {
      guard !isIn(.tests) else { return }
      return report(
        .repository, at: found.keyword, "\(name) is a source outside the data layer",
        fix:
          "move \(file.name) under \(configuration.places[.data]?.globs.first?.pattern ?? "the data folder")",
        about: name)
    }
    guard name.hasPrefix("Local"), !file.mentions(configuration.queryType) else { return }
    report(
      .repository, at: found.keyword, "\(name) does not use \(configuration.queryType)",
      fix: "hold it and ask it:\nprivate let \(Self.lowerFirst(configuration.queryType)):"
        + " \(configuration.queryType)", about: name)
  }

  // MARK: AR-16

  mutating func checkPlatform() {
    guard file.name == "Package.swift" else { return }
    let first = file.comments.first.map(file.text(of:)) ?? ""
    let number = first.split(separator: ":").last?.split(whereSeparator: \.isWhitespace).first ?? ""
    let version = Self.version(number)
    if first.contains("swift-tools-version"), let version, version < 6 {
      report(
        .platform, at: 0, "tools version \(number) is under 6.0", fix: "// swift-tools-version: 6.0", line: 1)
    }
    for index in file.tokens.indices where file.isMark(index, ".") {
      guard let wanted = configuration.platforms.first(where: { file.isWord(index + 1, $0.name) }),
        file.isMark(index + 2, "(")
      else { continue }
      let value = file.kind(index + 3) == .string ? file.body(ofString: index + 3) : file.text(index + 4)
      guard let found = Self.version(value.hasPrefix("v") ? value.dropFirst() : value[...]),
        found < wanted.version
      else { continue }
      let written =
        wanted.version == wanted.version.rounded() ? "\(Int(wanted.version))" : "\(wanted.version)"
      report(
        .platform, at: index + 1, "\(wanted.name) \(value) is under \(written)",
        fix: ".\(wanted.name)(.v\(written.split(separator: ".")[0]))")
    }
  }

  /// `6`, `6.0.1` and `10_15` as numbers with one fraction.
  private static func version(_ text: some StringProtocol) -> Double? {
    let parts = text.split { $0 == "." || $0 == "_" }.prefix(2)
    return Double(parts.joined(separator: "."))
  }
}

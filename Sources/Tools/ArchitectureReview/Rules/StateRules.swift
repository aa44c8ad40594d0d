/// AR-02, AR-03 and AR-13: who owns state.
extension FileReview {
  // MARK: AR-02

  mutating func checkState() {
    checkDomainLength()
    for (index, found) in file.declarations.enumerated() {
      guard found.kind.isNominal, found.name == configuration.rootType, !isIn(.tests) else { continue }
      checkRoot(found, at: index)
    }
  }

  private mutating func checkDomainLength() {
    guard isIn(.domains), !isIn(.tests) else { return }
    let count = file.lineCount
    let limits = configuration.limits
    guard count > limits.domainWarn else { return }
    let isTooLong = count > limits.domainFail
    let limit = isTooLong ? limits.domainFail : limits.domainWarn
    let base = file.name.dropLast(".swift".count)
    report(
      .state, at: 0, "domain has \(count) lines, goal 200-\(limits.domainWarn)",
      fix: "move one subject out of \(file.name), such as its requests or its pure rules:\n"
        + "struct \(base.hasSuffix("Domain") ? base.dropLast(6) : base)Loading: Sendable { … }",
      severity: isTooLong ? .violation : .warning, about: String(base), line: limit + 1)
  }

  private mutating func checkRoot(_ root: Declaration, at index: Int) {
    let stored = storedProperties(of: index)
    let types = stored.flatMap { words(in: typeOrValue(of: $0)) }
    let domains = stored.filter { property in
      words(in: typeOrValue(of: property)).contains { $0.hasSuffix("Domain") }
    }
    let span = file.line(root.lastToken) - root.line + 1
    if span > configuration.limits.root && domains.count < 3 {
      return report(
        .state, at: root.keyword, "\(root.name) has \(span) lines and \(domains.count) domains",
        fix: "hold domains instead of values:\n" + domainLines(configuration.domains), about: root.name,
        endLine: file.line(root.lastToken))
    }
    let missing = configuration.domains.filter { !types.contains($0) }
    if missing.isEmpty {
      approve(
        .state, at: root.keyword,
        "root type composes the " + Self.spelled(configuration.domains.count))
    } else {
      report(
        .state, at: root.keyword, "\(root.name) does not hold \(missing.joined(separator: ", "))",
        fix: "store it in \(root.name):\n" + domainLines(missing), about: root.name)
    }
    checkCallbacks(root, domains)
  }

  private func domainLines(_ names: [String]) -> String {
    names.map { "let \(Self.lowerFirst($0.hasSuffix("Domain") ? String($0.dropLast(6)) : $0)): \($0)" }
      .joined(separator: "\n")
  }

  /// The tokens that tell a property's type: its annotation, or the call it begins with.
  func typeOrValue(of property: Declaration) -> Range<Int> {
    property.type.isEmpty ? property.value.prefix(1).first.map { $0..<$0 + 1 } ?? 0..<0 : property.type
  }

  static func lowerFirst(_ text: String) -> String { text.prefix(1).lowercased() + text.dropFirst() }

  private static func spelled(_ count: Int) -> String {
    let words = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
    return (count < words.count ? words[count] : String(count)) + (count == 1 ? " domain" : " domains")
  }

  // MARK: AR-03

  mutating func checkViewModels() {
    guard !isIn(.tests) else { return }
    var isNamed = file.name.hasSuffix("ViewModel.swift")
    for (index, found) in file.declarations.enumerated() where found.kind.isNominal {
      if found.name.hasSuffix("ViewModel") {
        isNamed = false
        let subject = found.name.dropLast("ViewModel".count)
        report(
          .viewModels, at: found.keyword, "type \(found.name) is a view model",
          fix: "keep its state in a domain; derive the rest:\nstruct \(subject)ViewCoordinator {\n"
            + "  let domain: \(subject)Domain\n}", about: found.name, endLine: file.line(found.lastToken))
      } else if found.name.hasSuffix("ViewCoordinator") {
        checkCoordinator(found, at: index)
      }
    }
    if isNamed {
      report(
        .viewModels, at: 0, "file \(file.name) is named as a view model", about: String(file.name), line: 1)
    }
  }

  private mutating func checkCoordinator(_ found: Declaration, at index: Int) {
    let before = findings.count
    let isObservable =
      found.attributes.contains("Observable")
      || found.inherited.map(Self.lastPart).contains { $0 == "ObservableObject" || $0 == "Observable" }
    if found.kind != .struct || isObservable {
      report(
        .viewModels, at: found.keyword,
        "\(found.name) is " + (isObservable ? "observable" : "a \(found.kind.rawValue)"),
        fix: "struct \(found.name) { … }", about: found.name)
    }
    for property in storedProperties(of: index) where !property.isLet {
      report(
        .viewModels, at: property.keyword, "\(found.name) stores \(property.name)",
        fix: "compute it: var \(property.name): \(source(of: property.type)) { … }; or keep it in the domain",
        line: property.line)
    }
    if findings.count == before { approve(.viewModels, at: found.keyword, "\(found.name) only derives") }
  }

  // MARK: AR-13

  private mutating func checkCallbacks(_ root: Declaration, _ domains: [Declaration]) {
    let required = configuration.domains.prefix(2)
    let held = Set(domains.flatMap { words(in: typeOrValue(of: $0)) })
    guard required.count == 2, required.allSatisfy(held.contains) else { return }
    let chat = domains.first { words(in: typeOrValue(of: $0)).contains(required.last ?? "") }?.name ?? "chat"
    facts.missingCallback = finding(
      .callbacks, at: root.keyword, "\(root.name) assigns no closure of a domain",
      fix: "\(chat).onVisualization = { [weak self] in self?.airports.applyVisualization($0) }",
      severity: .warning, about: root.name)
  }

  /// Closures of domains that the root type or an extension of it assigns.
  mutating func approveCallbacks() {
    for index in file.tokens.indices where file.isMark(index, "=") {
      let name = file.text(index - 1)
      guard name.hasPrefix("on"), name.count > 2, name.dropFirst(2).first?.isUppercase == true,
        file.isMark(index - 2, "."), file.kind(index - 3) == .word || file.isMark(index - 3, "?"),
        typeAround(index)?.shortName == configuration.rootType[...]
      else { continue }
      facts.assignsCallback = true
      approve(.callbacks, at: index - 1, "\(configuration.rootType) assigns \(name)")
    }
  }

  mutating func checkDomains() {
    if file.mentions(configuration.rootType) { approveCallbacks() }
    guard !isIn(.tests) else { return }
    for (index, found) in file.declarations.enumerated() {
      guard found.kind.isNominal, found.kind != .protocol, found.name.hasSuffix("Domain") else { continue }
      for property in storedProperties(of: index) {
        checkNeighbour(typeOrValue(of: property), named: property.name, at: property.keyword, in: found)
      }
      for member in file.declarations where member.kind == .initializer && member.parent == index {
        for parameter in member.parameters {
          checkNeighbour(parameter.type, named: parameter.name, at: parameter.token, in: found)
        }
      }
    }
    guard isIn(.domains) else { return }
    for index in file.tokens.indices where file.kind(index) == .word {
      let name = file.text(index)
      guard name.hasPrefix("Online"), name.hasSuffix("Service") else { continue }
      report(
        .assistant, at: index, "a domain names \(name)", fix: "hold any \(configuration.chatProtocol) instead"
      )
    }
  }

  private mutating func checkNeighbour(
    _ type: Range<Int>, named name: String, at token: Int, in domain: Declaration
  ) {
    // A closure that takes a domain is the way out, not the mistake.
    let isClosure = type.contains { file.isMark($0, "->") }
    let other = words(in: type).first { $0.hasSuffix("Domain") && $0 != domain.name && $0 != "Domain" }
    guard !isClosure, let other else { return }
    report(
      .callbacks, at: token, "\(domain.name) holds \(other) as \(name)",
      fix: "var on\(name.prefix(1).uppercased() + name.dropFirst()): ((…) -> Void)?, assigned in"
        + " \(configuration.rootType)")
  }
}

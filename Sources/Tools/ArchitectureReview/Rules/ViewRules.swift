/// AR-12 and AR-14: how views get state, and that they do not write it.
extension FileReview {
  mutating func checkViews() {
    guard isIn(.views) else { return }
    approveEnvironment()
    guard !isIn(.tests) else { return }
    previews = previewBodies()
    checkInjection()
    checkWrites()
  }

  private var stateName: String { Self.lowerFirst(configuration.rootType) }

  private var environmentFix: String { "@Environment(\\.\(stateName)) private var state" }

  // MARK: AR-12

  private mutating func approveEnvironment() {
    for index in file.tokens.indices where file.kind(index) == .attribute && file.text(index) == "Environment"
    {
      guard file.isMark(index + 1, "("), file.isMark(index + 2, "\\"), file.isMark(index + 3, "."),
        file.isWord(index + 4, stateName)
      else { continue }
      approve(.injection, at: index, "the state comes from the environment")
    }
  }

  private mutating func checkInjection() {
    let root = configuration.rootType
    guard file.mentions(root) else { return }
    for index in file.tokens.indices where file.isWord(index, root) {
      let isShared = file.isMark(index + 1, ".") && file.isWord(index + 2, "shared")
      if isShared || file.isMark(index + 1, "("), !isPreview(index) {
        reportInjection(index, isShared ? "\(root).shared" : "\(root)()")
      }
    }
    for found in file.declarations {
      switch found.kind {
      case .property:
        guard found.isMember, found.isStored, words(in: found.type).contains(root) else { continue }
        reportInjection(found.keyword, "\(found.name) is handed the state")
      case .initializer:
        for parameter in found.parameters where words(in: parameter.type).contains(root) {
          reportInjection(parameter.token, "init takes the state as \(parameter.name)")
        }
      case .struct, .class, .enum, .actor, .protocol, .extension, .function, .deinitializer, .subscript,
        .typealias:
        continue
      }
    }
  }

  private mutating func reportInjection(_ token: Int, _ message: String) {
    guard !isReported(.modern, line: file.line(token)) else { return }
    report(.injection, at: token, message, fix: environmentFix)
  }

  /// Within `#Preview { … }` or a type named …_Previews.
  private func isPreview(_ token: Int) -> Bool {
    if let type = typeAround(token), type.name.hasSuffix("_Previews") { return true }
    return previews.contains { $0.contains(token) }
  }

  private func previewBodies() -> [Range<Int>] {
    guard file.mentions("#Preview") else { return [] }
    return file.tokens.indices.compactMap { index in
      guard file.kind(index) == .word, file.text(index) == "#Preview" else { return nil }
      let open = file.isMark(index + 1, "(") ? file.partner(index + 1) + 1 : index + 1
      return file.isMark(open, "{") ? open..<max(open, file.partner(open)) : nil
    }
  }

  // MARK: AR-14

  private static let assignments: Set<String> = ["=", "+=", "-=", "*=", "/=", "|=", "&=", "^="]

  private mutating func checkWrites() {
    for index in file.tokens.indices where file.isMark(index, ".") {
      guard let path = protectedPath(from: index), !isPreview(index) else { continue }
      report(
        .viewWrites, at: path.first, "a view writes \(path.domain).\(path.member)",
        fix:
          "\(path.base).\(path.domain).set\(path.member.prefix(1).uppercased() + path.member.dropFirst())(…),"
          + " a method of the domain that changes it")
    }
  }

  /// The path `base.domain.member` whose first dot is at `dot`, if it is assigned to.
  private func protectedPath(
    from dot: Int
  ) -> (first: Int, base: String, domain: String, member: String)? {
    guard let entry = configuration.protectedState.first(where: { file.isWord(dot + 1, $0.domain) }) else {
      return nil
    }
    var base = dot - 1
    if file.isMark(base, "?") || file.isMark(base, "!") { base -= 1 }
    guard file.kind(base) == .word else { return nil }
    var next = dot + 2
    if file.isMark(next, "?") || file.isMark(next, "!") { next += 1 }
    guard file.isMark(next, "."), entry.members.contains(where: { file.isWord(next + 1, $0) }) else {
      return nil
    }
    let member = file.text(next + 1)
    next += 2
    while file.isMark(next, "[") || file.isMark(next, "?") || file.isMark(next, "!") {
      next = file.isMark(next, "[") ? max(next, file.partner(next)) + 1 : next + 1
    }
    guard file.kind(next) == .mark, Self.assignments.contains(file.text(next)) else { return nil }
    return (base, file.text(base), entry.domain, member)
  }
}

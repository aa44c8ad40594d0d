/// One file to review.
package struct Input: Sendable {
  /// Path from the root, with `/`.
  package var path: String
  /// Its bytes, valid UTF-8.
  package var bytes: [UInt8]

  /// Joins a path and what stands there.
  package init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }
}

/// Settings and surroundings of a review.
package struct ReviewPlan: Sendable {
  /// What the rules look for.
  package var configuration: Configuration
  /// The module table, where the configuration names one.
  package var moduleTable: ModuleTable?
  /// The targets of the package, where a rule needs them.
  package var package: PackageTable?
  /// Rules that count; all when nothing.
  package var only: Set<String>?
  /// Rules that do not.
  package var skipped: Set<String> = []
  /// Files whose own findings count; all when nothing. Rules over the whole tree read all files.
  package var changed: Set<String>?
  /// Findings that are known already.
  package var baseline = Baseline()
  /// The day of the review.
  package var today: Day
  /// Files that are read at the same time, 1 at least.
  package var threads: Int

  /// A plan with everything on.
  package init(configuration: Configuration, today: Day, threads: Int = 1) {
    self.configuration = configuration
    self.today = today
    self.threads = threads
  }
}

/// What was found in a tree. The same files and plan give the same result, whatever the threads.
package struct Review: Sendable {
  /// All findings, by path, line and rule; suppressed and known ones too.
  package var findings: [Finding] = []
  /// Places where rules are kept as they are meant, in the same order.
  package var approvals: [Approval] = []
  /// Number of files that were read.
  package var fileCount = 0
  /// Paths that could not be read, in their order.
  package var unread: [String] = []
  /// Entries of the baseline that match nothing any more.
  package var stale: [Baseline.Entry] = []
  /// A baseline of what is found now.
  package var baseline = Baseline()

  /// What one file gave.
  struct FileResult: Sendable {
    var findings: [Finding]
    var approvals: [Approval]
    var facts: FileFacts
    var suppressions: Suppressions
    var imports: ModuleReview.FileImports?
    var uses: LayerReview.FileUses?
    var parts: [WholeReview.Part] = []
    var lineKeys: [Int: String]
  }

  /// Reviews files that `read` gives; nothing stands for one that cannot be read, which is left out.
  package static func run(
    _ paths: [String], plan: ReviewPlan, read: @escaping @Sendable (String) -> Input?
  ) async -> Review {
    let plan = plan.prepared()
    let count = max(1, min(plan.threads, 64, paths.count))
    let results = await withTaskGroup(of: [(Int, FileResult?)].self) { group in
      for offset in 0..<count {
        group.addTask {
          stride(from: offset, to: paths.count, by: count).map { index in
            (index, read(paths[index]).map { FileResult($0, plan) })
          }
        }
      }
      var all: [(Int, FileResult?)] = []
      for await part in group { all += part }
      return all.sorted { $0.0 < $1.0 }
    }
    var review = Review(results.compactMap(\.1), plan, read)
    review.unread = results.filter { $0.1 == nil }.map { paths[$0.0] }
    return review
  }

  private init(_ results: [FileResult], _ plan: ReviewPlan, _ read: @escaping (String) -> Input?) {
    var results = results
    fileCount = results.count
    let known = Set(Rule.builtIn.map(\.id) + plan.configuration.dataRules.map(\.id))
    let places = Dictionary(results.enumerated().map { ($1.facts.path, $0) }) { first, _ in first }
    var elsewhere: [Finding] = []
    for finding in Self.treeFindings(results, plan, read) {
      if let place = places[finding.path] {
        results[place].findings.append(finding)
      } else {
        elsewhere.append(finding)
      }
    }
    for index in results.indices {
      let path = results[index].facts.path
      let isReviewed = plan.changed.map { $0.contains(path) } ?? true
      var own = results[index].findings
      results[index].suppressions.apply(
        to: &own, path: path, known: known, configuration: plan.configuration)
      own.removeAll { !plan.counts($0.rule) }
      if !isReviewed { own.removeAll { !plan.isOfTheTree($0) } }
      findings += own
      if isReviewed { approvals += results[index].approvals.filter { plan.counts($0.rule) } }
    }
    findings += elsewhere.filter { plan.counts($0.rule) }
    findings.sort(by: Finding.precedes)
    approvals.sort(by: Approval.precedes)
    let keys = Dictionary(results.map { ($0.facts.path, $0.lineKeys) }) { first, _ in first }
    baseline = Baseline(findings) { keys[$0.path]?[$0.line] ?? "" }
    stale = plan.baseline.mark(&findings) { keys[$0.path]?[$0.line] ?? "" }
  }

  private static func treeFindings(
    _ results: [FileResult], _ plan: ReviewPlan, _ read: @escaping (String) -> Input?
  ) -> [Finding] {
    let configuration = plan.configuration
    var found = ProjectRules.findings(results.map(\.facts), configuration)
    for rule in configuration.dataRules {
      let severity = configuration.severity(of: rule.id, default: rule.rule.severity)
      guard severity != .off else { continue }
      switch rule.check {
      case .layers(let layers):
        found += LayerReview(
          rule: rule, severity: severity, layers: layers, files: results.compactMap(\.uses)
        ).findings()
      case .modules:
        guard let table = plan.moduleTable, let package = plan.package else { continue }
        var review = ModuleReview(
          rule: rule, severity: severity, table: table, package: package, files: results.compactMap(\.imports)
        )
        review.run()
        found += review.findings
      case .pages(let page):
        guard let table = plan.moduleTable, let package = plan.package else { continue }
        found += PageReview(
          rule: rule, severity: severity, page: page, table: table, package: package,
          lines: { path in read(path).map { TextFile(path: path, bytes: $0.bytes, swift: nil).lines } }
        ).findings()
      case .whole(let wholes):
        found += WholeReview(
          rule: rule, severity: severity, wholes: wholes, parts: results.flatMap(\.parts)
        ).findings()
      case .imports, .uses, .pattern, .size, .naming, .logging, .hosts, .restingTests: break
      }
    }
    return found
  }
}

extension ReviewPlan {
  /// The same plan with the rules of rings spread over the folders of their modules.
  func prepared() -> ReviewPlan {
    var plan = self
    for index in plan.configuration.dataRules.indices {
      guard let ring = plan.configuration.dataRules[index].ring else { continue }
      plan.configuration.dataRules[index].paths = PathSet(moduleTable?.paths(ofRing: ring) ?? [])
    }
    return plan
  }

  func counts(_ rule: String) -> Bool { (only?.contains(rule) ?? true) && !skipped.contains(rule) }

  /// Whether a finding is about the whole tree, so that it counts in files that did not change.
  func isOfTheTree(_ finding: Finding) -> Bool {
    if finding.rule == Rule.state.id || finding.rule == Rule.repository.id
      || finding.rule == Rule.callbacks.id
      || finding.rule == Rule.assistant.id || finding.rule == Rule.platform.id
    {
      return finding.anchor != .line || finding.rule == Rule.platform.id
    }
    let rule = configuration.dataRules.first { $0.id == finding.rule }
    switch rule?.check {
    case .layers, .modules, .pages, .whole: return true
    case .imports, .uses, .pattern, .size, .naming, .logging, .hosts, .restingTests, nil: return false
    }
  }
}

extension Review.FileResult {
  init(_ input: Input, _ plan: ReviewPlan) {
    let isSwift = input.path.hasSuffix(".swift")
    let rules = plan.configuration.dataRules
    guard isSwift else {
      let file = TextFile(path: input.path, bytes: input.bytes, swift: nil)
      var data = DataReview(file: file, configuration: plan.configuration, today: plan.today)
      data.run(rules)
      let holdsWords = Self.holdsSuppression(input.bytes)
      self.init(
        findings: data.findings, approvals: [], facts: FileFacts(path: input.path),
        suppressions: Suppressions(lines: holdsWords ? file.lines : []), lineKeys: [:])
      lineKeys = Self.keys(
        data.findings, lines: data.findings.isEmpty ? [] : file.lines.map { Array($0.utf8)[...] })
      return
    }
    let file = SourceFile(path: input.path, source: input.bytes)
    let review = FileReview.review(file, plan.configuration)
    var data = DataReview(
      file: TextFile(path: input.path, bytes: input.bytes, swift: file), configuration: plan.configuration,
      today: plan.today)
    data.run(rules)
    let needsUses = rules.contains { if case .layers = $0.check { true } else { false } }
    let needsImports = rules.contains { if case .modules = $0.check { true } else { false } }
    self.init(
      findings: review.findings + data.findings, approvals: review.approvals, facts: review.facts,
      suppressions: Suppressions(file),
      imports: needsImports ? ModuleReview.FileImports(path: file.path, lines: file.imports) : nil,
      uses: needsUses ? LayerReview.uses(of: file) : nil, lineKeys: [:])
    parts = WholeReview.parts(of: file, rules)
    let all =
      findings + facts.candidates.map(\.finding)
      + [facts.missingRepository, facts.missingCallback, facts.missingAssistant].compactMap { $0 }
    let isKept = !all.isEmpty || needsUses || needsImports || !parts.isEmpty
    if isKept { lineKeys = Self.keys(all, uses: uses, imports: imports, of: file) }
  }

  private static func holdsSuppression(_ bytes: [UInt8]) -> Bool {
    String(decoding: bytes, as: UTF8.self).contains("archreview:ignore")
  }
}

extension Review {
  /// For `--strict`.
  package mutating func countWarningsAsViolations() {
    for index in findings.indices where findings[index].severity == .warning {
      findings[index].severity = .violation
    }
  }
}

extension ReviewPlan {
  /// Whether a rule of the configuration is on and counts.
  package func isWanted(_ rule: String) -> Bool {
    counts(rule) && configuration.severities[rule] != .off
  }
}

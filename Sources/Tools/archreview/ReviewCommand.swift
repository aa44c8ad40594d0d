import ArchitectureReview
import Foundation

/// One run of the command, from words to an exit code.
struct ReviewCommand: Sendable {
  /// What a run ends with.
  enum Exit: Int32 {
    case clean = 0
    case violations = 1
    case badRequest = 2
    case unread = 3
    case failure = 4
  }

  let arguments: Arguments
  /// Takes what goes to standard output.
  let write: @Sendable (String) -> Void
  /// Takes what goes to standard error.
  let complain: @Sendable (String) -> Void

  /// Follows the words and says how it ended.
  static func run(
    _ words: [String], write: @escaping @Sendable (String) -> Void,
    complain: @escaping @Sendable (String) -> Void
  ) async -> Exit {
    do {
      let command = ReviewCommand(arguments: try Arguments(words), write: write, complain: complain)
      return try await command.run()
    } catch let problem as Arguments.Problem {
      complain("archreview: \(problem)\n")
      return .badRequest
    } catch let error as ConfigurationError {
      complain("archreview: \(error)\n")
      return .badRequest
    } catch {
      complain("archreview: \(error)\n")
      return .failure
    }
  }

  private func run() async throws -> Exit {
    switch arguments.action {
    case .help:
      write(Arguments.help)
      return .clean
    case .version:
      write("archreview \(Report.toolVersion)\n")
      return .clean
    case .explain(let id):
      guard let rule = Explanation(id, configuration: try configuration()) else {
        throw Arguments.Problem(description: "there is no rule \(id)")
      }
      write(rule.text)
      return .clean
    case .propose:
      let tree = DiskTree(root: arguments.root, excluded: PathSet([]), textFiles: [])
      let root = arguments.root
      write(await Proposal(tree.paths(under: []).paths) { DiskTree.read($0, under: root) }.text)
      return .clean
    case .review: return try await review()
    }
  }

  // MARK: The review

  private func review() async throws -> Exit {
    let plan = try plan()
    let configuration = plan.configuration
    let readsText = configuration.dataRules.contains(where: \.readsText)
    let tree = DiskTree(
      root: arguments.root, excluded: configuration.excluded,
      textFiles: readsText ? Set(configuration.textFiles) : [])
    let (paths, missing) = tree.paths(under: arguments.paths)
    if let first = missing.first {
      throw Arguments.Problem(description: "\(first) is not there, or not under the root \(arguments.root)")
    }
    guard !paths.isEmpty else {
      complain("archreview: there are no Swift files to review\n")
      return .clean
    }
    let root = arguments.root
    var review = await Review.run(paths, plan: plan) { DiskTree.read($0, under: root) }
    if arguments.isStrict { review.countWarningsAsViolations() }
    if let path = arguments.newBaseline {
      try writeBaseline(review.baseline, to: path)
      return .clean
    }
    let report = Report(
      review, configuration: configuration, root: root,
      showsApproved: arguments.showsApproved || arguments.format == .text, showsNotes: arguments.showsNotes,
      findingsMax: arguments.findingsMax)
    write(report.written(as: arguments.format))
    for path in review.unread {
      complain("archreview: \(path): the file could not be read, or is no UTF-8\n")
    }
    if report.summary.violations > 0 { return .violations }
    return review.unread.isEmpty ? .clean : .unread
  }

  private func plan() throws -> ReviewPlan {
    let configuration = try configuration()
    let known = Set(Rule.builtIn.map(\.id) + configuration.dataRules.map(\.id))
    for id in (arguments.only ?? []).union(arguments.skipped).sorted() where !known.contains(id) {
      throw Arguments.Problem(description: "there is no rule \(id)")
    }
    let day = Day(number: Int(Date().timeIntervalSince1970 / 86_400))
    var plan = ReviewPlan(
      configuration: configuration, today: day,
      threads: arguments.threads ?? ProcessInfo.processInfo.activeProcessorCount)
    plan.only = arguments.only
    plan.skipped = arguments.skipped
    if let path = configuration.moduleTable {
      plan.moduleTable = try ModuleTable(path: path, bytes: try contents("\(arguments.root)/\(path)"))
    }
    if configuration.dataRules.contains(where: { $0.needsPackage && plan.isWanted($0.id) }) {
      plan.package = try packageTable(configuration)
    }
    if let path = arguments.baseline { plan.baseline = try Baseline(parsing: try contents(path)) }
    if let revision = arguments.changedSince {
      plan.changed = try Programs.changedFiles(since: revision, root: arguments.root)
    }
    return plan
  }

  private func packageTable(_ configuration: Configuration) throws -> PackageTable {
    if configuration.evaluatesPackage {
      return try PackageTable(dump: try Programs.packageDescription(root: arguments.root))
    }
    let manifest = try contents("\(arguments.root)/Package.swift")
    return PackageTable(manifest: SourceFile(path: "Package.swift", source: manifest))
  }

  private func configuration() throws -> Configuration {
    let usual = "\(arguments.root)/.archreview.json"
    guard let path = arguments.config ?? (FileManager.default.fileExists(atPath: usual) ? usual : nil) else {
      return Configuration()
    }
    do {
      return try ConfigurationReader.read(try contents(path))
    } catch let error as ConfigurationError {
      throw Arguments.Problem(description: "\(path): \(error)")
    }
  }

  private func contents(_ path: String) throws(Arguments.Problem) -> [UInt8] {
    guard let bytes = DiskTree.bytes(path) else {
      throw Arguments.Problem(description: "\(path) cannot be read")
    }
    return bytes
  }

  private func writeBaseline(_ baseline: Baseline, to path: String) throws {
    do {
      try Data(baseline.serialized().utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      throw Arguments.Problem(description: "\(path) cannot be written: \(error.localizedDescription)")
    }
    write("archreview: \(baseline.entries.count) findings are known from now on, in \(path)\n")
  }
}

import MeshSimulation

/// What `tern simulate` is asked for.
struct SimulateRequest: Equatable {
  /// Where the world comes from.
  enum Source: Equatable {
    /// The numbers of the command line.
    case recipe(Recipe)
    /// A file; what the command line says besides counts more.
    case file(String, Changes)
  }

  /// What the command line says; `nil` where it says nothing.
  struct Changes: Equatable {
    var seed: UInt64?
    var nodes: Int?
    var graph: GraphKind?
    var loss: Share?
    var duplicates: Share?
    var minutes: Int?

    /// The recipe with what is said.
    func applied(to recipe: Recipe) -> Recipe {
      var changed = recipe
      if let seed { changed.seed = seed }
      if let nodes { changed.nodes = nodes }
      if let graph { changed.graph = graph }
      if let loss { changed.links.loss = loss }
      if let duplicates { changed.links.duplicates = duplicates }
      if let minutes { changed.faultSeconds = 60 * minutes }
      return changed.bounded()
    }
  }

  var source: Source
  /// The folder that gets the plots.
  var plotsPath: String?
  /// Whether a world that fails is made smaller.
  var shrinks = false
  /// Whether a signature is checked once in the world, and not once at each node.
  var remembersSignatures = true
}

/// Reads the options of `tern simulate`.
struct SimulateRequestParser {
  static let flagNames: Set<String> = ["--shrink", "--no-signature-memo"]
  static let valueNames: Set<String> = [
    "--seed", "--nodes", "--graph", "--loss", "--duplicates", "--minutes", "--scenario", "--plots",
  ]

  let values: [String: String]
  let flags: Set<String>

  func request() throws(UsageProblem) -> SimulateRequest {
    var changes = SimulateRequest.Changes()
    changes.seed = try seed()
    changes.nodes = try number("--nodes", in: 2...Recipe.nodesMax)
    changes.graph = try graph()
    changes.loss = try share("--loss")
    changes.duplicates = try share("--duplicates")
    changes.minutes = try number("--minutes", in: 1...1_440)
    let source: SimulateRequest.Source
    if let path = values["--scenario"] {
      source = .file(path, changes)
    } else {
      source = .recipe(changes.applied(to: Recipe(seed: 1, nodes: 10)))
    }
    return SimulateRequest(
      source: source, plotsPath: values["--plots"], shrinks: flags.contains("--shrink"),
      remembersSignatures: !flags.contains("--no-signature-memo"))
  }

  private func seed() throws(UsageProblem) -> UInt64? {
    guard let text = values["--seed"] else { return nil }
    guard let seed = UInt64(text) else {
      throw UsageProblem(description: "The seed \(text) is not a whole number.")
    }
    return seed
  }

  private func graph() throws(UsageProblem) -> GraphKind? {
    guard let text = values["--graph"] else { return nil }
    guard let kind = GraphKind(rawValue: text) else {
      let names = GraphKind.allCases.map(\.rawValue).joined(separator: ", ")
      throw UsageProblem(description: "There is no graph “\(text)”. There are: \(names).")
    }
    return kind
  }

  private func share(_ option: String) throws(UsageProblem) -> Share? {
    guard let text = values[option] else { return nil }
    guard let share = Share(parsing: text) else {
      throw UsageProblem(description: "\(option) takes a share such as 0.2 or 20%, not “\(text)”.")
    }
    return share
  }

  private func number(_ option: String, in range: ClosedRange<Int>) throws(UsageProblem) -> Int? {
    guard let text = values[option] else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw UsageProblem(
        description:
          "\(option) takes a number from \(range.lowerBound) to \(range.upperBound), not “\(text)”.")
    }
    return number
  }
}

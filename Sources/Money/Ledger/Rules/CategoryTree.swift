import Text

/// The categories as a tree, whatever loops and gaps the file holds. Source: money 2.10.
public struct CategoryTree: Sendable {
  private let byID: [RecordID<Category>: Category]
  private let children: [RecordID<Category>: [RecordID<Category>]]
  /// All categories, depth first, names without case; those in loops stand at the end.
  public let ordered: [Placed]

  /// A category and how deep it stands, 0 for roots.
  public struct Placed: Sendable, Hashable {
    /// The category.
    public let category: Category
    /// Levels above it.
    public let depth: Int
  }

  /// Puts the categories of a file in order; categories below a missing one stand with the roots.
  public init(_ categories: [Category]) {
    let byID = Dictionary(categories.map { ($0.id, $0) }) { first, _ in first }
    let keys = byID.mapValues { Text.folded($0.name) }
    func sorted(_ ids: [RecordID<Category>]) -> [RecordID<Category>] {
      ids.sorted { (keys[$0] ?? "", $0) < (keys[$1] ?? "", $1) }
    }
    let all = byID.keys.sorted()
    var below: [RecordID<Category>: [RecordID<Category>]] = [:]
    var roots: [RecordID<Category>] = []
    for id in all {
      if let parent = byID[id]?.parentID, byID[parent] != nil {
        below[parent, default: []].append(id)
      } else {
        roots.append(id)
      }
    }
    let children = below.mapValues(sorted)
    var ordered: [Placed] = []
    var seen: Set<RecordID<Category>> = []
    // Roots first; whatever they do not reach hangs in a loop, and each loop is entered at its least id.
    for start in sorted(roots) + all {
      var stack = [(start, 0)]
      while let (id, depth) = stack.popLast() {
        guard let category = byID[id], seen.insert(id).inserted else { continue }
        ordered.append(Placed(category: category, depth: depth))
        stack += (children[id] ?? []).reversed().map { ($0, depth + 1) }
      }
    }
    (self.byID, self.children, self.ordered) = (byID, children, ordered)
  }

  /// Most levels of a full name. All full names of a file together would else grow with the square of it.
  public static let levelsMax = 20
  /// Most bytes of the names above a category in its full name.
  public static let bytesAboveMax = 4_096

  /// The names from the root down, joined; a missing ancestor shows "Error" first, a loop stops where it
  /// repeats. Where the limits leave higher names out, "…" stands for them. Nil for a category that is not
  /// there.
  public func fullName(of id: RecordID<Category>, delimiter: String = ":") -> String? {
    guard let path = path(of: id) else { return nil }
    return ((path.isCut ? ["…"] : []) + path.names).joined(separator: delimiter)
  }

  /// Categories whose full name leaves names out, by id.
  public var cutNames: [RecordID<Category>] {
    byID.keys.sorted().filter { path(of: $0)?.isCut ?? false }
  }

  /// The names from the highest one shown down.
  private func path(of id: RecordID<Category>) -> (names: [String], isCut: Bool)? {
    guard let own = byID[id] else { return nil }
    var names = [own.name]
    var seen: Set<RecordID<Category>> = [id]
    var bytesAbove = 0
    var next = own.parentID
    while let current = next, seen.insert(current).inserted {
      let name = byID[current]?.name ?? "Error"
      bytesAbove += name.utf8.count
      guard names.count < Self.levelsMax, bytesAbove <= Self.bytesAboveMax else {
        return (names.reversed(), true)
      }
      names.append(name)
      next = byID[current]?.parentID
    }
    return (names.reversed(), false)
  }

  /// The category and all below it.
  public func withDescendants(of id: RecordID<Category>) -> Set<RecordID<Category>> {
    var found: Set<RecordID<Category>> = []
    var stack = [id]
    while let current = stack.popLast() {
      if found.insert(current).inserted { stack += children[current] ?? [] }
    }
    return found
  }

  /// Whether `id` may be moved below `parent`: not below itself.
  public func mayMove(_ id: RecordID<Category>, below parent: RecordID<Category>?) -> Bool {
    parent.map { !withDescendants(of: id).contains($0) } ?? true
  }

  /// Categories that are their own ancestors, by id.
  public var loops: [RecordID<Category>] {
    // A category has one parent: a walk upwards ends at a root, where an earlier walk has been, or where it
    // has been itself. Each category is walked over once, and a loop's once more.
    var walks: [RecordID<Category>: Int] = [:]
    var found: [RecordID<Category>] = []
    for (walk, start) in byID.keys.sorted().enumerated() {
      var next: RecordID<Category>? = start
      while let current = next, let category = byID[current], walks[current] == nil {
        walks[current] = walk
        next = category.parentID
      }
      guard let entry = next, walks[entry] == walk else { continue }
      var member = entry
      repeat {
        found.append(member)
        member = byID[member]?.parentID ?? entry
      } while member != entry
    }
    return found.sorted()
  }
}

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

  /// The names from the root down, joined; a missing ancestor shows "Error" first, a loop stops where it
  /// repeats. Nil for a category that is not there.
  public func fullName(of id: RecordID<Category>, delimiter: String = ":") -> String? {
    guard byID[id] != nil else { return nil }
    var names: [String] = []
    var seen: Set<RecordID<Category>> = []
    var next: RecordID<Category>? = id
    while let current = next, seen.insert(current).inserted {
      guard let category = byID[current] else {
        names.append("Error")
        break
      }
      names.append(category.name)
      next = category.parentID
    }
    return names.reversed().joined(separator: delimiter)
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
    byID.keys.sorted().filter { id in
      var seen: Set<RecordID<Category>> = []
      var next = byID[id]?.parentID
      while let current = next, seen.insert(current).inserted {
        if current == id { return true }
        next = byID[current]?.parentID
      }
      return false
    }
  }
}

/// A rule that stands in the configuration.
package struct DataRule: Sendable {
  /// Lengths; what is not given is not limited.
  struct Sizes: Sendable {
    var fileLines: Int?
    var functionLines: Int?
    var typeLines: Int?
    var lineColumns: Int?
  }

  /// Types that are measured with all their extensions, in whatever files.
  struct Wholes: Sendable {
    /// Globs of their names.
    var names: [String]
    var lines: Int
  }

  /// Names of declarations or files.
  struct Naming: Sendable {
    var kinds: Set<Declaration.Kind>
    /// Whether the names of files are meant instead.
    var ofFiles: Bool
    var forbidden: [String]
    /// One of these has to match; all names will do when it is empty.
    var required: [String]
  }

  /// Folders that form a layer, and what their files may use.
  struct Layer: Sendable {
    var name: String
    var paths: PathSet
    /// Modules that belong to the layer, for its imports.
    var modules: [String]
    var mayUse: Set<String>
  }

  /// Calls whose arguments are written down somewhere.
  struct Logging: Sendable {
    var calls: [TokenPattern]
    /// Globs of names that must not be among the arguments.
    var forbidden: [String]
    /// Globs of names that may although a forbidden glob matches.
    var allowed: [String]
  }

  /// What a module's page holds.
  struct Page: Sendable {
    var parts: [String]
    var exampleLines: ClosedRange<Int>
  }

  /// What is looked for.
  enum Check: Sendable {
    case imports(forbidden: [String], allowed: [String]?)
    case uses([TokenPattern])
    case pattern(Pattern, inCode: Bool)
    case size(Sizes)
    case whole(Wholes)
    case naming(Naming)
    case logging(Logging)
    case hosts(allowed: [String], endings: [String])
    case restingTests(daysMax: Int)
    case layers([Layer])
    case modules
    case pages(Page)
  }

  /// The rule in words; its id is used in suppressions and severities.
  package var rule: Rule
  /// Where it holds.
  var paths: PathSet
  /// Where it does not.
  var excepted: PathSet
  /// The ring of the module table it holds for; then `paths` are the folders of that ring's modules.
  var ring: String?
  /// Whether a comment has to say why even where the finding is suppressed.
  var needsComment: Bool
  var check: Check

  /// The rule's id.
  package var id: String { rule.id }

  /// Whether it reads text files beside Swift.
  package var readsText: Bool {
    switch check {
    case .pattern(_, let inCode): !inCode
    case .hosts: true
    case .imports, .uses, .size, .whole, .naming, .logging, .restingTests, .layers, .modules, .pages: false
    }
  }

  /// Whether it says something about the modules of the table.
  var needsModuleTable: Bool {
    switch check {
    case .modules, .pages: true
    case .pattern, .hosts, .imports, .uses, .size, .whole, .naming, .logging, .restingTests, .layers:
      ring != nil
    }
  }

  /// Whether it needs the targets of the package.
  package var needsPackage: Bool {
    switch check {
    case .modules, .pages: true
    case .pattern, .hosts, .imports, .uses, .size, .whole, .naming, .logging, .restingTests, .layers: false
    }
  }

  func holds(for components: [[UInt8]]) -> Bool {
    paths.contains(components) && !excepted.contains(components)
  }
}

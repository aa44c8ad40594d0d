/// The house as data: `docs/architecture/layers.json`.
struct Layers: Decodable {
  /// How near to the centre a module stands, and what that allows.
  struct Ring: Decodable {
    var name: String
    /// Rings an arrow from this one may point to.
    var mayImportRings: [String]
    /// Modules of the toolchain that may be imported.
    var systemModules: [String]
  }

  /// One module of the project.
  struct Module: Decodable {
    var name: String
    var room: String
    var ring: String
    /// Names of modules, `ring:NAME` for a whole ring, `*` for everything.
    var mayImport: [String]
    /// Toolchain modules allowed to this one beyond its ring's.
    var systemModules: [String]?
    /// The test target, where it is not the name followed by `Tests`.
    var testedBy: String?
    /// `none` where the page of the module needs no compiled example.
    var pageExample: String?

    var folder: String { "Sources/\(room)/\(name)" }
    var tests: String { testedBy ?? "\(name)Tests" }
  }

  /// A C library behind a system-library target, and the modules that call it.
  struct Library: Decodable {
    var name: String
    var calledBy: [String]
  }

  /// What test targets may import beyond what they test.
  struct Tests: Decodable {
    var mayImport: [String]
    var systemModules: [String]
    /// Targets that join several modules and import any of them.
    var importingEverything: [String]
  }

  /// An identifier or form that a ring does without.
  struct RingBan: Decodable {
    var rule: String
    var ring: String
    var pattern: String
    var why: String
  }

  var rings: [Ring]
  /// The room whose pure modules every module may import.
  var roomForAll: String
  /// Rooms that never import one another.
  var separateRooms: [String]
  var modules: [Module]
  var libraries: [Library]
  var tests: Tests
  var bans: [RingBan]

  func module(named name: String) -> Module? { modules.first { $0.name == name } }

  func ring(of module: Module) -> Ring? { rings.first { $0.name == module.ring } }

  /// Whether the table lets `module` import `target`, a module or library of the project.
  func allows(_ module: Module, toImport target: String) -> Bool {
    if let library = libraries.first(where: { $0.name == target }) {
      return library.calledBy.contains(module.name)
    }
    guard let other = self.module(named: target) else { return false }
    if other.room == roomForAll && other.ring == "pure" { return true }
    return module.mayImport.contains { $0 == target || $0 == "*" || $0 == "ring:\(other.ring)" }
  }
}

import StrictJSON

/// Modules, their rooms and rings, and the arrows between them: a table of its own, so that it reads as one.
package struct ModuleTable: Sendable {
  /// How near to the centre a module stands, and what that allows.
  struct Ring: Sendable {
    var name: String
    /// Rings an arrow from this one may point to.
    var mayImportRings: [String]
    /// Modules of the toolchain that may be imported.
    var systemModules: [String]
  }

  /// One module.
  struct Module: Sendable {
    var name: String
    var room: String
    var ring: String
    /// Names of modules, `ring:NAME` for a whole ring, `*` for everything.
    var mayImport: [String]
    /// Toolchain modules allowed beyond the ring's.
    var systemModules: [String]
    /// The test target.
    var tests: String
    /// Whether its page has no example that a test compiles.
    var hasNoExample: Bool

    var folder: String { "Sources/\(room)/\(name)" }
  }

  /// A C library and the modules that call it.
  struct Library: Sendable {
    var name: String
    var calledBy: [String]
  }

  /// What test targets may import beyond what they test.
  struct Tests: Sendable {
    var mayImport: [String] = []
    var systemModules: [String] = []
    var importingEverything: [String] = []
  }

  /// Path of the table, for findings about it.
  package var path: String
  var rings: [Ring] = []
  /// The room whose pure modules every module may import.
  var roomForAll = ""
  /// Rooms that never import one another.
  var separateRooms: [String] = []
  var modules: [Module] = []
  var libraries: [Library] = []
  var tests = Tests()

  /// Reads a table. Throws where it is not as the documentation of `modules` says.
  package init(path: String, bytes: [UInt8]) throws(ConfigurationError) {
    self.path = path
    let value: JSONValue
    do {
      value = try JSONValue(parsing: bytes)
    } catch {
      throw ConfigurationError(path, "this is no JSON: \(error)")
    }
    var fields = try Fields(value, at: path)
    roomForAll = try fields.string("roomForAll") ?? ""
    separateRooms = try fields.strings("separateRooms") ?? []
    for var item in try Self.items("rings", &fields) {
      rings.append(
        Ring(
          name: try item.requiredString("name"), mayImportRings: try item.strings("mayImportRings") ?? [],
          systemModules: try item.strings("systemModules") ?? []))
      try item.end()
    }
    for var item in try Self.items("modules", &fields) { modules.append(try Self.module(&item)) }
    for var item in try Self.items("libraries", &fields) {
      libraries.append(
        Library(name: try item.requiredString("name"), calledBy: try item.strings("calledBy") ?? []))
      try item.end()
    }
    if let value = fields.take("tests") {
      var item = try Fields(value, at: fields.path("tests"))
      tests = Tests(
        mayImport: try item.strings("mayImport") ?? [],
        systemModules: try item.strings("systemModules") ?? [],
        importingEverything: try item.strings("importingEverything") ?? [])
      try item.end()
    }
    try fields.end()
  }

  private static func items(_ name: String, _ fields: inout Fields) throws(ConfigurationError) -> [Fields] {
    var items: [Fields] = []
    for (number, item) in (fields.take(name)?.array ?? []).enumerated() {
      items.append(try Fields(item, at: fields.path("\(name)[\(number)]")))
    }
    return items
  }

  private static func module(_ item: inout Fields) throws(ConfigurationError) -> Module {
    let name = try item.requiredString("name")
    let module = Module(
      name: name, room: try item.requiredString("room"), ring: try item.requiredString("ring"),
      mayImport: try item.strings("mayImport") ?? [], systemModules: try item.strings("systemModules") ?? [],
      tests: try item.string("testedBy") ?? "\(name)Tests",
      hasNoExample: try item.string("pageExample") == "none")
    try item.end()
    return module
  }

  func module(named name: String) -> Module? { modules.first { $0.name == name } }

  func ring(of module: Module) -> Ring? { rings.first { $0.name == module.ring } }

  /// Folders of the modules of a ring, as globs.
  func paths(ofRing ring: String) -> [String] {
    modules.filter { $0.ring == ring }.map { "\($0.folder)/**" }
  }

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

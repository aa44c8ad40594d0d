/// Where the files of the area stand (airports 12.3).
///
/// The database is one for all profiles of a person, since it holds nothing of theirs:
/// `<data>/tern/airports.d/`, a name no profile can have. What set-up or a package brought stands beside the
/// web assets, in `<assets>/airports/`.
public struct AirportPlaces: Sendable, Equatable {
  /// The folder of the person's own databases, which is made when something is put there.
  public var dataFolder: String
  /// The folder of what was brought along; it is never written to.
  public var bundledFolder: String
  /// The folder of the cache, which may go at any time.
  public var cacheFolder: String
  /// A database given by name, which is read instead of every other.
  public var chosenDatabase: String?

  /// Joins the folders.
  public init(
    dataFolder: String, bundledFolder: String, cacheFolder: String, chosenDatabase: String? = nil
  ) {
    self.dataFolder = dataFolder
    self.bundledFolder = bundledFolder
    self.cacheFolder = cacheFolder
    self.chosenDatabase = chosenDatabase
  }

  /// The folders as the environment sets them: `XDG_DATA_HOME` and `XDG_CACHE_HOME`, else below `HOME`; nil
  /// where neither is an absolute path.
  public init?(environment: [String: String], bundledFolder: String, chosenDatabase: String? = nil) {
    guard let data = Self.base(environment, "XDG_DATA_HOME", "/.local/share"),
      let cache = Self.base(environment, "XDG_CACHE_HOME", "/.cache")
    else { return nil }
    self.init(
      dataFolder: data + "/tern/airports.d", bundledFolder: bundledFolder, cacheFolder: cache + "/tern",
      chosenDatabase: chosenDatabase)
  }

  /// The database that is built, imported and read.
  public var database: String { dataFolder + "/airports.db" }
  /// The one that stood before it.
  public var backup: String { dataFolder + "/airports.db.backup" }
  /// Customs notices (airports 2.3), where the person brought some.
  public var notices: String { dataFolder + "/ga_notifications.db" }
  /// Figures of friendliness (airports 2.4), where the person brought some.
  public var personas: String { dataFolder + "/ga_persona.db" }
  /// Country rules (airports 2.5), where the person brought some.
  public var rules: String { dataFolder + "/rules.json" }
  /// A database that was brought along whole.
  public var bundledDatabase: String { bundledFolder + "/airports.db" }
  /// Texts of AIPs, a file an airport.
  public var aipCache: String { cacheFolder + "/aip_cache" }

  private static func base(_ environment: [String: String], _ name: String, _ below: String) -> String? {
    if let folder = environment[name], folder.hasPrefix("/") { return folder }
    guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
    return home + below
  }
}

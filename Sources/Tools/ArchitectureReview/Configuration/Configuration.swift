/// What the rules look for and where. Source: architecture-review 5.
package struct Configuration: Sendable {
  /// Kinds of places that rules name.
  package enum Place: String, Sendable, CaseIterable {
    case app, domains, views, data, adapters, builder, sync, tests, model, map, structured
  }

  /// Numbers of the rules.
  package struct Limits: Sendable {
    /// Lines of a domain's file before a warning.
    package var domainWarn = 400
    /// Lines of a domain's file before a violation.
    package var domainFail = 800
    /// Lines of the root type.
    package var root = 500
    /// Markers of one map query.
    package var markers = 500
    /// Milliseconds a map waits for the next movement.
    package var debounceMs = 300
    /// How much wider than the screen a map asks.
    package var padding = 1.3
  }

  package var modelModule = "RZFlight"
  package var modelTypes = ["Airport", "Runway", "RunwayEnd", "Procedure", "AIPEntry"]
  package var queryType = "KnownAirports"
  package var rootType = "AppState"
  package var repositoryProtocol = "AirportRepositoryProtocol"
  package var filterType = "FilterConfig"
  package var chatProtocol = "ChatbotService"
  package var domains = ["AirportDomain", "ChatDomain", "NavigationDomain", "SystemDomain", "SettingsDomain"]
  /// Service types beyond those whose names tell.
  package var apiTypes: [String] = []
  /// Whether only files that are named as adapters may hold service types.
  package var strictAdapters = false
  package var databaseModules = ["FMDB", "SQLite3", "CSQLite", "GRDB"]
  package var persistenceModules = ["SwiftData", "CoreData", "RealmSwift", "GRDB"]
  package var tables = [
    "airports", "runways", "procedures", "aip_entries", "border_crossing_points", "waypoints",
    "model_metadata",
    "ga_notification_requirements", "ga_airfield_stats",
  ]
  /// State that views read and domains write: domain property to its members.
  package var protectedState: [(domain: String, members: [String])] = [
    ("airports", ["airports", "selectedAirport", "searchResults", "highlights", "activeRoute"]),
    ("chat", ["messages"]),
  ]
  /// Deployment targets by platform, for AR-16.
  package var platforms: [(name: String, version: Double)] = [("iOS", 18), ("macOS", 15)]
  package var limits = Limits()
  package var severities: [String: Severity] = [:]
  package var places: [Place: PathSet] = [
    .app: PathSet(["App/**", "UserInterface/**"]), .domains: PathSet(["App/State/Domains/**"]),
    .views: PathSet(["UserInterface/**"]), .data: PathSet(["App/Data/**"]),
    .adapters: PathSet(["App/Networking/**", "App/Data/DataSources/Remote*"]),
    .builder: PathSet(["Sources/*Builder/**"]), .sync: PathSet(["App/Services/Sync*/**"]),
    .tests: PathSet(["**/*Tests/**", "**/Preview*/**"]), .model: PathSet(["Sources/RZFlight/**"]),
    .map: PathSet(["**/Map/**", "**/*Map*.swift"]), .structured: PathSet(["App/**", "UserInterface/**"]),
  ]
  /// Files and folders that are not looked at.
  package var excluded = PathSet([])
  /// Names or endings of the files beside Swift that data rules read.
  package var textFiles: [String] = []
  /// Whether a suppression that covers nothing is itself a finding of AR-00.
  package var reportsIdleSuppressions = false
  /// Path of the module table from the root, for rules over modules.
  package var moduleTable: String?
  /// Whether the package manager is asked for the targets instead of reading `Package.swift` as it is
  /// written.
  package var evaluatesPackage = false
  /// Rules beyond the built-in ones.
  package var dataRules: [DataRule] = []

  /// The settings of the airport application.
  package init() {}

  func severity(of rule: String, default usual: Severity) -> Severity { severities[rule] ?? usual }
}

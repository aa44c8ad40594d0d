import StrictJSON

/// Reads `.archreview.json`. Unknown keys and rules are errors, so that a slip of the pen turns nothing off.
package enum ConfigurationReader {
  /// What `text` says over the defaults.
  package static func read(_ bytes: [UInt8]) throws(ConfigurationError) -> Configuration {
    let value: JSONValue
    do {
      value = try JSONValue(parsing: bytes)
    } catch {
      throw ConfigurationError("", "this is no JSON: \(error)")
    }
    var fields = try Fields(value, at: "")
    var configuration = Configuration()
    try readNames(&fields, &configuration)
    try readLists(&fields, &configuration)
    try readPlaces(&fields, &configuration)
    try readLimits(&fields, &configuration)
    try readState(&fields, &configuration)
    configuration.dataRules = try DataRuleReader.read(fields.take("rules"))
    try readPackage(&fields, &configuration)
    let needsTable = configuration.dataRules.first { $0.needsModuleTable }
    if let needsTable, configuration.moduleTable == nil {
      throw ConfigurationError("moduleTable", "the rule \(needsTable.id) needs it")
    }
    try readSeverities(&fields, &configuration)
    try fields.end()
    return configuration
  }

  private static func readNames(
    _ fields: inout Fields, _ configuration: inout Configuration
  ) throws(ConfigurationError) {
    configuration.modelModule = try fields.string("modelModule") ?? configuration.modelModule
    configuration.queryType = try fields.string("queryType") ?? configuration.queryType
    configuration.rootType = try fields.string("rootType") ?? configuration.rootType
    configuration.repositoryProtocol =
      try fields.string("repositoryProtocol") ?? configuration.repositoryProtocol
    configuration.filterType = try fields.string("filterType") ?? configuration.filterType
    configuration.chatProtocol = try fields.string("chatProtocol") ?? configuration.chatProtocol
    configuration.strictAdapters = try fields.bool("strictAdapters") ?? false
    configuration.reportsIdleSuppressions = try fields.bool("reportIdleSuppressions") ?? false
  }

  private static func readPackage(
    _ fields: inout Fields, _ configuration: inout Configuration
  ) throws(ConfigurationError) {
    configuration.moduleTable = try fields.string("moduleTable")
    let package = try fields.string("package") ?? "literal"
    guard package == "literal" || package == "evaluated" else {
      throw ConfigurationError("package", "literal or evaluated is expected")
    }
    configuration.evaluatesPackage = package == "evaluated"
  }

  private static func readLists(
    _ fields: inout Fields, _ configuration: inout Configuration
  ) throws(ConfigurationError) {
    configuration.modelTypes = try fields.strings("modelTypes") ?? configuration.modelTypes
    configuration.domains = try fields.strings("domains") ?? configuration.domains
    configuration.apiTypes = try fields.strings("apiTypes") ?? configuration.apiTypes
    configuration.databaseModules = try fields.strings("databaseModules") ?? configuration.databaseModules
    configuration.persistenceModules =
      try fields.strings("persistenceModules") ?? configuration.persistenceModules
    configuration.tables = try fields.strings("tables") ?? configuration.tables
    configuration.excluded = PathSet(try fields.strings("exclude") ?? [])
    configuration.textFiles = try fields.strings("textFiles") ?? []
  }

  private static func readPlaces(
    _ fields: inout Fields, _ configuration: inout Configuration
  ) throws(ConfigurationError) {
    guard let value = fields.take("paths") else { return }
    var paths = try Fields(value, at: "paths")
    for place in Configuration.Place.allCases {
      if let patterns = try paths.strings(place.rawValue) {
        configuration.places[place] = PathSet(patterns)
      }
    }
    try paths.end()
  }

  private static func readLimits(
    _ fields: inout Fields, _ configuration: inout Configuration
  ) throws(ConfigurationError) {
    if let value = fields.take("limits") {
      var limits = try Fields(value, at: "limits")
      configuration.limits.domainWarn = try limits.integer("domainWarn") ?? 400
      configuration.limits.domainFail = try limits.integer("domainFail") ?? 800
      configuration.limits.root = try limits.integer("root") ?? 500
      configuration.limits.markers = try limits.integer("markers") ?? 500
      configuration.limits.debounceMs = try limits.integer("debounceMs") ?? 300
      configuration.limits.padding = try limits.double("padding") ?? 1.3
      try limits.end()
    }
    if let value = fields.take("platforms") {
      var platforms = try Fields(value, at: "platforms")
      configuration.platforms = []
      for member in platforms.rest() {
        guard let version = member.value.double else {
          throw ConfigurationError("platforms.\(member.name)", "a version as a number is expected")
        }
        configuration.platforms.append((member.name, version))
      }
    }
  }

  private static func readState(
    _ fields: inout Fields, _ configuration: inout Configuration
  ) throws(ConfigurationError) {
    guard let value = fields.take("protectedState") else { return }
    guard case .object(let members) = value else {
      throw ConfigurationError("protectedState", "an object is expected")
    }
    configuration.protectedState = []
    var state = try Fields(value, at: "protectedState")
    for member in members {
      configuration.protectedState.append((member.name, try state.strings(member.name) ?? []))
    }
  }

  private static func readSeverities(
    _ fields: inout Fields, _ configuration: inout Configuration
  ) throws(ConfigurationError) {
    guard let value = fields.take("severity") else { return }
    var severities = try Fields(value, at: "severity")
    let known = Set(Rule.builtIn.map(\.id) + configuration.dataRules.map(\.id))
    for member in severities.rest() {
      guard known.contains(member.name) else {
        throw ConfigurationError("severity.\(member.name)", "there is no such rule")
      }
      guard let severity = member.value.string.flatMap(Severity.init) else {
        throw ConfigurationError(
          "severity.\(member.name)", "violation, warning, note or off is expected")
      }
      configuration.severities[member.name] = severity
    }
  }
}

import Aviation

/// What `tern airports` is to do, as it was typed.
struct AirportsRequest: Equatable {
  /// The commands.
  enum Action: String, CaseIterable {
    case build
    case takeOver = "import"
    case info, show, search, near, box, route, filter, wind, metar, notify, export
  }

  /// What `export` writes.
  enum Format: String, CaseIterable {
    case csv, gpx, geojson
  }

  /// The files that are built from or taken over.
  struct Files: Equatable {
    var airports: String?
    var runways: [String] = []
    var border: String?
    var database: String?
    var notices: String?
    var personas: String?
    var rules: String?
    /// The day the data were true, `YYYY-MM-DD`.
    var day: String?
    var isDownloaded = false
    /// Whether a database may be replaced by one with far fewer airports.
    var isSmaller = false
    /// The address of the folder the tables are fetched from; nil for the public one.
    var origin: String?
    /// Who may vouch for that address, a file.
    var authority: String?

    /// Whether none was named.
    var areNone: Bool {
      airports == nil && runways.isEmpty && border == nil && database == nil && notices == nil
        && personas == nil && rules == nil
    }
  }

  var action: Action
  /// What stands after the command.
  var words: [String] = []
  var files = Files()
  var filter = FilterConfig()
  /// The most airports that are listed; nil for all.
  var limit: Int? = 50
  /// How far from a place, nautical miles.
  var radiusNM: Double?
  /// Half the width of a route's corridor, nautical miles.
  var corridorNM = 50.0
  /// Whether the width was typed: an export then takes the airports along its points.
  var isCorridor = false
  /// The wind, as typed.
  var wind: String?
  /// A weather report.
  var metar: String?
  var format = Format.csv
  /// Where an export goes; nil for standard output.
  var output: String?
  /// A database that is read instead of the person's own.
  var database: String?
  /// The folder of the web assets, beside which set-up put its tables.
  var assets: String?
  /// Whether airports that are left out otherwise are loaded too.
  var loadsEverything = false
}

import Aviation
import Geography

/// What the Airports area shows, all of it as values: views draw them and decide nothing.
public struct AirportsScreen: Sendable, Hashable {
  /// Whether there is something to show.
  public enum Database: Sendable, Hashable {
    /// It is being read.
    case reading
    /// It cannot be read, why, and what to do.
    case failed(why: String, remedy: String?)
    /// It is there.
    case ready(AirportSource)
  }

  /// Whether there is something to show.
  public var database: Database
  /// Which page, with what it leaves open filled in from what was chosen last.
  public var page: AirportPage
  /// The airports of the page.
  public var list: Shown<AirportListScreen>
  /// The airport looked at; nil where none is.
  public var detail: Shown<AirportDetailScreen>?
  /// What filters can be chosen from.
  public var choices: FilterChoices
  /// Units of the settings.
  public var settings: AirportSettings
  /// The favourites, by identifier.
  public var favourites: [String]

  /// Joins the parts; without any the database is being read.
  public init(
    database: Database = .reading, page: AirportPage = AirportPage(.map),
    list: Shown<AirportListScreen> = .loading, detail: Shown<AirportDetailScreen>? = nil,
    choices: FilterChoices = FilterChoices(), settings: AirportSettings = AirportSettings(),
    favourites: [String] = []
  ) {
    self.database = database
    self.page = page
    self.list = list
    self.detail = detail
    self.choices = choices
    self.settings = settings
    self.favourites = favourites
  }
}

/// Where what is shown comes from and how old it is; stands on every page.
public struct AirportSource: Sendable, Hashable {
  /// How many airports there are.
  public var airports: Int
  /// The source and its date: `OurAirports of 11 Oct 2022`.
  public var words: String
  /// What the database covers besides airports and runways, and what it does not.
  public var coverage: String

  /// Joins the parts.
  public init(airports: Int, words: String, coverage: String) {
    self.airports = airports
    self.words = words
    self.coverage = coverage
  }

  /// What must always be said. Source: airports 23, "Safety text".
  public static let safety = "Not for navigation: check AIP, NOTAM and the operator."
}

/// Airports in words, for the list beside the map, tables and the map itself.
public struct AirportListScreen: Sendable, Hashable {
  /// What the list answers.
  public enum Kind: String, Sendable, Hashable {
    case region, search, route, near, favourites
  }

  /// What it answers.
  public var kind: Kind
  /// The airports in their order.
  public var rows: [AirportRow]
  /// How many match and are not listed.
  public var hidden: Int
  /// The box that was loaded; nil where the list is not about a region.
  public var box: GeoBox?
  /// What is listed, as a sentence.
  public var sentence: String
  /// What could not be answered as asked, in sentences.
  public var notices: [String]
  /// The filters that hold, each with the query without it.
  public var filters: [MenuChoice<AirportQuery>]
  /// The legend with how many of each class are listed.
  public var legend: LegendScreen
  /// The route; nil where there is none.
  public var route: RouteScreen?

  /// Joins the parts.
  public init(
    kind: Kind, rows: [AirportRow], hidden: Int = 0, box: GeoBox? = nil, sentence: String,
    notices: [String] = [], filters: [MenuChoice<AirportQuery>] = [], legend: LegendScreen,
    route: RouteScreen? = nil
  ) {
    self.kind = kind
    self.rows = rows
    self.hidden = hidden
    self.box = box
    self.sentence = sentence
    self.notices = notices
    self.filters = filters
    self.legend = legend
    self.route = route
  }
}

/// An airport of a list.
public struct AirportRow: Sendable, Hashable {
  /// Its identifier.
  public var icao: String
  /// Its name.
  public var name: String
  /// Place and country.
  public var place: String
  /// Where it is.
  public var position: Coordinate
  /// How it is marked.
  public var mark: LegendMark
  /// 0 is the best class of the legend.
  public var rank: Int
  /// The longest runway as a number, without its unit; empty where it is not known.
  public var longest: String
  /// The best approach, `ILS`; nil where the database has none.
  public var approach: ApproachTag?
  /// Customs and notice in few words; nil where the database has nothing.
  public var customs: String?
  /// How far: from the place asked about, in the unit of the settings; empty where it is no list of
  /// distances.
  public var distance: String
  /// Along the route, and beside it; empty without a route.
  public var along: String
  /// `on route`, `L 3`, `R 12`.
  public var offTrack: String
  /// The share of the route's length and of the corridor (right of track positive), for the ribbon.
  public var ribbon: RibbonPlace?
  /// Lines of its approaches: kind and the two ends.
  public var lines: [ApproachLine]
  /// Whether it is the one looked at.
  public var isChosen: Bool
  /// Whether it is a favourite.
  public var isFavourite: Bool
}

/// An approach in a word and the class of its guidance.
public struct ApproachTag: Sendable, Hashable {
  /// `ILS`, `RNP`, `09L RNP`, `Approach`.
  public var word: String
  /// Its class; nil for departures and arrivals.
  public var precision: ApproachPrecision?

  /// Joins the two.
  public init(word: String, precision: ApproachPrecision?) {
    self.word = word
    self.precision = precision
  }
}

/// Where an airport stands on the ribbon of a route.
public struct RibbonPlace: Sendable, Hashable {
  /// 0...1 of the route's length.
  public var along: Double
  /// -1...1 of the corridor, right of the track positive.
  public var across: Double
}

/// The line of an approach on the map.
public struct ApproachLine: Sendable, Hashable {
  /// `precision`, `rnav`, `non-precision`.
  public var precision: ApproachPrecision
  /// At the runway.
  public var start: Coordinate
  /// Ten nautical miles out.
  public var end: Coordinate
}

/// A route as it is drawn and told.
public struct RouteScreen: Sendable, Hashable {
  /// The points known, in order.
  public var points: [RoutePoint]
  /// Points of the line as it is drawn; empty where an end is not known.
  public var line: [Coordinate]
  /// Half the corridor's width in nautical miles.
  public var corridorNM: Int
  /// `199.4 NM`.
  public var distance: String
  /// `262° true`; nil for one point.
  public var course: String?
  /// Countries from first to last, without doubles beside each other.
  public var countries: [String]
  /// What must be done at the borders crossed, in sentences.
  public var formalities: [String]
  /// Where the route turns, as shares of its length.
  public var turns: [Double]
}

/// The legend of a mode.
public struct LegendScreen: Sendable, Hashable {
  /// A class of it.
  public struct Entry: Sendable, Hashable {
    /// How it is marked.
    public var mark: LegendMark
    /// How many of the list are of it.
    public var count: Int
  }

  /// The mode in words.
  public var title: String
  /// The modes there are, each with the query that chooses it.
  public var modes: [MenuChoice<AirportQuery>]
  /// The classes, best first.
  public var entries: [Entry]
  /// What the mode cannot say with this database; nil where it can.
  public var note: String?
}

/// What filters can be chosen from.
public struct FilterChoices: Sendable, Hashable {
  /// Countries by code and name.
  public var countries: [MenuChoice<String>]
  /// Runway lengths in feet, as they are shown.
  public var lengths: [MenuChoice<String>]
  /// Sets of filters to begin with.
  public var presets: [MenuChoice<AirportQuery>]

  /// Joins the parts.
  public init(
    countries: [MenuChoice<String>] = [], lengths: [MenuChoice<String>] = [],
    presets: [MenuChoice<AirportQuery>] = []
  ) {
    self.countries = countries
    self.lengths = lengths
    self.presets = presets
  }
}

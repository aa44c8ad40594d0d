import Aviation
import Geography

/// One airport with everything that is known of it, in words.
public struct AirportDetailScreen: Sendable, Hashable {
  /// A name with what it is.
  public struct Fact: Sendable, Hashable {
    /// What it is called.
    public var name: String
    /// What it is; nil where the database does not have it.
    public var value: String?
    /// Whether it is a code or a position.
    public var isCode = false

    /// Joins a name and a value.
    public init(name: String, value: String? = nil, isCode: Bool = false) {
      self.name = name
      self.value = value
      self.isCode = isCode
    }
  }

  /// A runway.
  public struct RunwayLine: Sendable, Hashable {
    /// `13/31`.
    public var ident: String
    /// `6,070 × 131 ft`, or that it is not known.
    public var size: String
    /// Whether a length is known.
    public var isKnown: Bool
    /// `Hard`, `Lighted`, `Closed`.
    public var tags: [String]
    /// Surface as the source writes it, thresholds, headings.
    public var more: String
    /// Whether it is closed.
    public var isClosed: Bool
  }

  /// A text of the AIP.
  public struct Entry: Sendable, Hashable {
    /// The standard name, else the published one.
    public var name: String
    /// The text.
    public var value: String
    /// The text in the first language, where another is shown.
    public var original: String?
  }

  /// A part of the AIP.
  public struct EntrySection: Sendable, Hashable {
    /// `Operational`.
    public var title: String
    /// Its texts.
    public var entries: [Entry]
  }

  /// The rules of the country.
  public struct RuleCategory: Sendable, Hashable {
    /// A question and its answer.
    public struct Rule: Sendable, Hashable {
      /// The question.
      public var question: String
      /// The answer.
      public var answer: [AnswerMarkup]
      /// When it was reviewed; empty where that is not said.
      public var reviewed: String
      /// Where it stands.
      public var links: [String]
    }

    /// Its name.
    public var name: String
    /// Its rules.
    public var rules: [Rule]
  }

  /// The identifier.
  public var icao: String
  /// The name.
  public var name: String
  /// Place and country.
  public var place: String
  /// With its unit, or that it is not in the database.
  public var elevation: String
  /// Where it is.
  public var position: Coordinate
  /// How it is marked on the map.
  public var mark: LegendMark
  /// Whether a border can be crossed there.
  public var isBorderCrossing: Bool
  /// Whether it has procedures.
  public var hasProcedures: Bool
  /// `Large airport`.
  public var kind: String
  /// The runways, longest first.
  public var runways: [RunwayLine]
  /// Approaches, the most exact first, then departures and arrivals.
  public var procedures: [ApproachTag]
  /// Position, declination, sun, codes.
  public var facts: [Fact]
  /// The wind.
  public var wind: WindScreen
  /// What is known of customs and notice.
  public var notice: NoticeScreen?
  /// The AIP by section.
  public var sections: [EntrySection]
  /// Where the AIP texts come from; empty where there are none.
  public var aipSource: String
  /// The rules of its country; nil without a file of rules.
  public var rules: [RuleCategory]?
  /// The country in words.
  public var country: String
  /// What the person wrote.
  public var note: String
  /// Whether it is a favourite.
  public var isFavourite: Bool
  /// The part that is shown.
  public var tab: AirportTab
  /// How friendly it is to general aviation, where that is known.
  public var friendliness: [Fact]
}

/// The wind at an airport and what it makes of the runways.
public struct WindScreen: Sendable, Hashable {
  /// A runway as the rose draws it.
  public struct Bar: Sendable, Hashable {
    /// The end with the lower number.
    public var low: String
    /// The other.
    public var high: String
    /// The true heading of the low end.
    public var heading: Int
    /// Whether it is the longest open one.
    public var isMain: Bool
    /// Whether it is closed.
    public var isClosed: Bool
  }

  /// An end with what the wind does there.
  public struct End: Sendable, Hashable {
    /// `31`.
    public var ident: String
    /// `headwind 3 kt, from left 9 kt`.
    public var words: String
    /// Whether it is the best.
    public var isBest: Bool
    /// Whether the wind comes from behind.
    public var isBehind: Bool
  }

  /// The runways.
  public var bars: [Bar]
  /// Where the wind is from: `Wind, set by you at 14:12`, `METAR LFAT 13:50`; nil without one.
  public var source: String?
  /// `240° 9 kt`; nil without one.
  public var words: String?
  /// Degrees true it comes from; nil where variable, calm or none.
  public var from: Int?
  /// The ends, best first.
  public var ends: [End]
  /// What more a report says: category, visibility, ceiling, pressure.
  public var report: [String]
  /// What could not be read of what was pasted; nil where all could.
  public var problem: String?
}

/// What is known of customs and notice at an airport.
public struct NoticeScreen: Sendable, Hashable {
  /// `24 hours notice for customs`.
  public var title: String
  /// `Moderate · 60`; nil where it is not known.
  public var easiness: String?
  /// `good`, `sea`, `warn`, `bad`.
  public var tone: String
  /// `Weekdays: PPR 24 h`.
  public var summary: String
  /// `within 0700–1900`.
  public var hours: String?
  /// Telephone numbers and addresses.
  public var contacts: [String]
  /// How sure the reading is, where that is not quite: in a sentence.
  public var doubt: String?
}

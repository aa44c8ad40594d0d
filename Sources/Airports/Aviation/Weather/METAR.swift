import Timebase

/// What a weather report of an aerodrome says: the wind, how far one sees, the clouds.
///
/// Everything is optional: a group that is missing, cut or illegible is nil, never a guess, and stands in
/// `unread`. Trends (`TEMPO`, `BECMG`) and remarks (`RMK`) are not part of it. Source: airports 4.6.
public struct METAR: Sendable, Hashable {
  /// The text as it was given, white space single; of several reports all.
  public var raw: String
  /// The aerodrome, four characters.
  public var station: String?
  /// When it was made, as the report says it.
  public var time: ReportTime?
  /// Whether no person looked: `AUTO`.
  public var isAutomatic: Bool
  /// The wind.
  public var wind: ReportedWind?
  /// The station says that it cannot tell the wind: `/////KT`.
  public var saysWindIsMissing: Bool
  /// How far one sees.
  public var visibility: Visibility?
  /// `CAVOK`: 10 km or more, no cloud below 5,000 ft, no weather.
  public var isCAVOK: Bool
  /// The clouds, as reported.
  public var clouds: [CloudLayer]
  /// Whether the report says anything about clouds; without it nobody knows the ceiling.
  public var saysClouds: Bool
  /// Air, °C.
  public var temperature: Int?
  /// Dew point, °C.
  public var dewPoint: Int?
  /// The altimeter setting.
  public var pressure: AltimeterSetting?
  /// Groups that were not understood, at most `unreadMax`, without trends and remarks.
  public var unread: [String]
  /// Whether other reports follow in the text; they are not read.
  public var hasMoreReports: Bool

  /// A report that says nothing yet.
  public init(raw: String = "") {
    self.raw = raw
    isAutomatic = false
    isCAVOK = false
    clouds = []
    saysClouds = false
    unread = []
    saysWindIsMissing = false
    hasMoreReports = false
  }

  /// Whether the dew point is above the temperature. That cannot be: one of the two is wrong, and which one
  /// nobody knows.
  public var isDewPointAbove: Bool {
    guard let temperature, let dewPoint else { return false }
    return dewPoint > temperature
  }

  /// Groups of `unread` that are kept.
  public static let unreadMax = 32

  /// The lowest layer that is broken, overcast or a vertical visibility, feet above the aerodrome; nil when
  /// there is none or when nobody can say.
  public var ceilingFeet: Int? {
    ceilings.compactMap(\.baseFeet).min()
  }

  /// Whether the ceiling is known: either clouds are told with their heights, or that there are none.
  public var knowsCeiling: Bool {
    isCAVOK
      || (saysClouds && !ceilings.contains { $0.baseFeet == nil }
        && !clouds.contains { $0.amount == .missing })
  }

  /// What the weather is called; nil when the report does not say enough.
  ///
  /// The worse of visibility and ceiling. When one of the two is not known, the other decides only if it is
  /// the worst already.
  public var flightCategory: FlightCategory? {
    if isCAVOK { return .vfr }
    let seen = visibility.map { FlightCategory(statuteMiles: $0.statuteMiles) }
    let ceiling = ceilingFeet.map(FlightCategory.init(ceilingFeet:))
    if seen == .lifr || ceiling == .lifr { return .lifr }
    guard let seen, knowsCeiling else { return nil }
    return max(seen, ceiling ?? .vfr)
  }

  private var ceilings: [CloudLayer] { clouds.filter(\.amount.isCeiling) }
}

/// Day, hour and minute of a report, UTC; the month is not part of it.
public struct ReportTime: Sendable, Hashable {
  /// 1…31.
  public var day: Int
  /// 0…23.
  public var hour: Int
  /// 0…59.
  public var minute: Int

  /// Such a time; nil when a part is out of range.
  public init?(day: Int, hour: Int, minute: Int) {
    guard (1...31).contains(day), (0...23).contains(hour), (0...59).contains(minute) else { return nil }
    self.day = day
    self.hour = hour
    self.minute = minute
  }

  /// The moment meant, seconds since 1970: the last one that is not more than an hour ahead of `now`; nil
  /// when no month within two has the day.
  public func seconds(now: Timestamp) -> Int64? {
    let second = Int64(clamping: now.milliseconds / 1000)
    guard let today = UTCDay(seconds: second) else { return nil }
    var (year, month) = (today.year, today.month)
    if today.day == Gregorian.days(inMonth: month, of: year) {
      (year, month) = month == 12 ? (year + 1, 1) : (year, month + 1)
    }
    for _ in 0..<4 {
      if let date = UTCDay(year: year, month: month, day: day) {
        let found = date.startSeconds + Int64(hour * 3600 + minute * 60)
        if found <= second + 3600 { return found }
      }
      (year, month) = month == 1 ? (year - 1, 12) : (year, month - 1)
    }
    return nil
  }

  /// How old it is in whole minutes; nil when more than an hour. Source: airports 4.6.
  public func ageMinutes(now: Timestamp) -> Int? {
    seconds(now: now).flatMap { METARAge.minutes(observed: $0, now: now) }
  }
}

/// How old a report is.
public enum METARAge {
  /// Whole minutes from `observed` (seconds since 1970), never negative; nil when more than an hour.
  public static func minutes(observed: Int64, now: Timestamp) -> Int? {
    let (age, overflow) = Int64(clamping: now.milliseconds / 1000).subtractingReportingOverflow(observed)
    guard !overflow, age >= -3600, age <= 3600 else { return nil }
    return Int(max(0, age) / 60)
  }
}

/// How far one sees.
public struct Visibility: Sendable, Hashable {
  /// Metres, rounded.
  public var metres: Int
  /// Statute miles.
  public var statuteMiles: Double
  /// The report says `P` or `9999`: it is this or more.
  public var isAtLeast: Bool
  /// The report says `M`: it is less than this.
  public var isLessThan: Bool

  /// So many metres, 0…100,000.
  public init(metres: Int, isAtLeast: Bool = false) {
    self.metres = max(0, min(metres, 100_000))
    statuteMiles = Double(self.metres) / Self.metresPerMile
    self.isAtLeast = isAtLeast
    isLessThan = false
  }

  /// So many statute miles, 0…62.
  public init?(statuteMiles: Double, isAtLeast: Bool = false, isLessThan: Bool = false) {
    guard statuteMiles >= 0, statuteMiles <= 62 else { return nil }
    self.statuteMiles = statuteMiles
    metres = WindComponents.whole(statuteMiles * Self.metresPerMile)
    self.isAtLeast = isAtLeast
    self.isLessThan = isLessThan
  }

  static let metresPerMile = 1609.344
}

/// A layer of cloud.
public struct CloudLayer: Sendable, Hashable {
  /// How much of the sky.
  public enum Amount: String, Sendable, Hashable {
    /// 1 or 2 eighths.
    case few = "FEW"
    /// 3 or 4 eighths.
    case scattered = "SCT"
    /// 5 to 7 eighths.
    case broken = "BKN"
    /// All of it.
    case overcast = "OVC"
    /// The sky cannot be seen: how far one sees upward.
    case verticalVisibility = "VV"
    /// `///`: not reported.
    case missing = "///"

    /// Whether it is a ceiling.
    public var isCeiling: Bool { self == .broken || self == .overcast || self == .verticalVisibility }
  }

  /// How much.
  public var amount: Amount
  /// The base above the aerodrome, feet; nil when `///`.
  public var baseFeet: Int?
  /// `CB` or `TCU`, or `///` when the kind is not reported.
  public var kind: String?

  /// Such a layer.
  public init(amount: Amount, baseFeet: Int?, kind: String? = nil) {
    self.amount = amount
    self.baseFeet = baseFeet
    self.kind = kind
  }
}

/// What to set an altimeter to, as reported.
public enum AltimeterSetting: Sendable, Hashable {
  /// `Q1015`.
  case hectopascals(Int)
  /// `A2992`: hundredths of an inch of mercury.
  case hundredthsOfInch(Int)

  /// Whole hectopascals, rounded down as QNH is.
  public var hectopascals: Int {
    switch self {
    case .hectopascals(let value): value
    case .hundredthsOfInch(let value):
      Int((Double(max(0, min(value, 9999))) / 100 * 33.8638866667).rounded(.down))
    }
  }
}

/// What the weather is called, from best to worst. Source: airports 4.6.
public enum FlightCategory: String, Sendable, Hashable, Comparable, CaseIterable {
  /// More than 5 miles and more than 3,000 ft.
  case vfr = "VFR"
  /// Marginal: 3 to 5 miles or 1,000 to 3,000 ft.
  case mvfr = "MVFR"
  /// 1 to 3 miles or 500 to 1,000 ft.
  case ifr = "IFR"
  /// Less than a mile or 500 ft.
  case lifr = "LIFR"

  /// That of a visibility.
  public init(statuteMiles: Double) {
    self = statuteMiles < 1 ? .lifr : statuteMiles < 3 ? .ifr : statuteMiles <= 5 ? .mvfr : .vfr
  }

  /// That of a ceiling.
  public init(ceilingFeet: Int) {
    self = ceilingFeet < 500 ? .lifr : ceilingFeet < 1000 ? .ifr : ceilingFeet <= 3000 ? .mvfr : .vfr
  }

  /// Better ones come first.
  public static func < (left: FlightCategory, right: FlightCategory) -> Bool { left.rank < right.rank }

  private var rank: Int {
    switch self {
    case .vfr: 0
    case .mvfr: 1
    case .ifr: 2
    case .lifr: 3
    }
  }
}

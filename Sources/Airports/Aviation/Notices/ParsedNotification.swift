/// What is asked of a flight. Raw values are those of the notice database.
public enum NoticeRuleType: String, Sendable, Hashable, CaseIterable {
  /// Customs.
  case customs
  /// Immigration.
  case immigration
  /// Prior permission required.
  case ppr
  /// Prior notice.
  case pn
  /// Handling.
  case handling

  /// Which of several rules of one airport is shown: lower first. Source: airports 2.3, T4.
  public var order: Int {
    switch self {
    case .customs: 0
    case .immigration: 1
    case .ppr: 2
    case .pn: 3
    case .handling: 4
    }
  }
}

/// The form of a notice. Raw values are those of the notice database.
public enum NoticeKind: String, Sendable, Hashable, CaseIterable {
  /// Always there.
  case h24
  /// So many hours before.
  case hours
  /// On request.
  case onRequest = "on_request"
  /// On an earlier working day.
  case businessDay = "business_day"
  /// During the aerodrome's hours (T35).
  case asADHours = "as_ad_hours"
  /// At a given time.
  case specificTime = "specific_time"
  /// None to be had.
  case notAvailable = "not_available"
  /// The text is not understood.
  case unknown
}

/// One rule read out of a text.
public struct NotificationRule: Sendable, Hashable {
  /// What is asked.
  public var ruleType: NoticeRuleType
  /// In which form.
  public var kind: NoticeKind
  /// Hours before, for `hours`.
  public var hoursNotice: Int?
  /// The first day for which it holds, 0 is Monday; nil for every day.
  public var weekdayStart: Int?
  /// The last day; may be before the first, round the week's end.
  public var weekdayEnd: Int?
  /// Whether it holds on public holidays too.
  public var includesHolidays = false
  /// −1: the last working day before.
  public var businessDayOffset: Int?
  /// `HHMM` until which notice is taken.
  public var specificTime: String?
  /// Only for flights within Schengen.
  public var isSchengenOnly = false
  /// Only for flights from or to outside Schengen.
  public var isNonSchengenOnly = false
  /// How far the reading can be trusted, 0…1.
  public var confidence: Double

  /// A rule for every day and every flight.
  public init(
    ruleType: NoticeRuleType, kind: NoticeKind, hoursNotice: Int? = nil,
    weekdays: (start: Int, end: Int)? = nil,
    confidence: Double
  ) {
    self.ruleType = ruleType
    self.kind = kind
    self.hoursNotice = hoursNotice
    weekdayStart = weekdays?.start
    weekdayEnd = weekdays?.end
    self.confidence = confidence
  }

  /// The rule in a few words: `weekdays: PPR 24h`.
  public var summary: String {
    let what: String
    switch kind {
    case .h24: what = "H24"
    case .hours: what = "\(ruleType == .pn ? "PN" : "PPR") \(hoursNotice ?? 0)h"
    case .onRequest: what = "O/R"
    case .businessDay: what = "Last business day" + (specificTime.map { " before \($0)" } ?? "")
    case .asADHours, .specificTime, .notAvailable, .unknown: return ""
    }
    guard let weekdayStart, let weekdayEnd else { return what }
    return "\(Self.days(weekdayStart, weekdayEnd)): \(what)"
  }

  private static func days(_ start: Int, _ end: Int) -> String {
    switch (start, end) {
    case (0, 4): return "weekdays"
    case (5, 6): return "weekends"
    default: break
    }
    let names = WeekdayWords.shortNames
    guard names.indices.contains(start), names.indices.contains(end) else { return "some days" }
    return start == end ? names[start] : "\(names[start])-\(names[end])"
  }
}

/// How much trouble a notice is, from none to very much.
public enum HassleLevel: String, Sendable, Hashable, CaseIterable {
  /// None.
  case none
  /// A little.
  case low
  /// Some.
  case moderate
  /// Much.
  case high
  /// Very much.
  case veryHigh = "very_high"
}

/// All that was read out of the text on customs and immigration (field 302).
public struct ParsedNotification: Sendable, Hashable {
  /// The rules in the order in which they were found.
  public var rules: [NotificationRule]
  /// Whether the text is simple enough that nothing of it should be missing.
  public var isComplete: Bool
  /// What the reader should know, in sentences.
  public var warnings: [String]

  /// Joins rules and what is to be said of them.
  public init(rules: [NotificationRule], isComplete: Bool, warnings: [String]) {
    self.rules = rules
    self.isComplete = isComplete
    self.warnings = warnings
  }

  /// Whether no notice is ever asked.
  public var isH24: Bool { !rules.isEmpty && rules.allSatisfy { $0.kind == .h24 } }
  /// Whether all that is said is "on request".
  public var isOnRequest: Bool { !rules.isEmpty && rules.allSatisfy { $0.kind == .onRequest } }
  /// The longest notice in hours; nil when no rule names hours.
  public var maxHoursNotice: Int? { rules.compactMap { $0.kind == .hours ? $0.hoursNotice : nil }.max() }

  /// The rules in a line. Source: airports 16.
  public var summary: String {
    if rules.isEmpty { return "No notification rules parsed" }
    if isH24 { return "H24 - No prior notice required" }
    if isOnRequest { return "On request / by arrangement" }
    let parts = rules.map(\.summary).filter { !$0.isEmpty }
    return parts.isEmpty ? "See detailed rules" : parts.joined(separator: "; ")
  }

  /// How much trouble it is, in words.
  public var hassleLevel: HassleLevel { hassle.level }

  /// How much trouble it is, 0…1; a tenth more when weekends or holidays have rules of their own.
  public var hassleScore: Double {
    let isWorse = rules.contains { $0.weekdayStart == 5 || $0.includesHolidays }
    return isWorse ? min(1, hassle.score + 0.1) : hassle.score
  }

  /// How far the whole can be trusted: as far as its weakest rule, 0.3 when nothing was read.
  public var confidence: Double { rules.map(\.confidence).min() ?? 0.3 }

  private var hassle: (level: HassleLevel, score: Double) {
    if rules.isEmpty { return (.moderate, 0.5) }
    if isH24 { return (.none, 0) }
    if isOnRequest { return (.low, 0.2) }
    if rules.allSatisfy({ $0.kind == .asADHours }) { return (.low, 0.15) }
    switch maxHoursNotice {
    case nil: return (.high, 0.7)
    case let hours? where hours <= 2: return (.low, 0.15)
    case let hours? where hours <= 12: return (.low, 0.25)
    case let hours? where hours <= 24: return (.moderate, 0.4)
    case let hours? where hours <= 48: return (.high, 0.6)
    case let hours? where hours <= 72: return (.high, 0.75)
    case _?: return (.veryHigh, 0.9)
    }
  }
}

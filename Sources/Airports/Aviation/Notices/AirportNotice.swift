import StrictJSON

/// The notice that an aerodrome's customs or immigration asks for: a row of the notice database, or what
/// was read out of field 302. Source: airports 2.3 and 16.
public struct AirportNotice: Sendable, Hashable {
  /// The aerodrome.
  public var icao: String
  /// What is asked; nil when the database has a word we do not know.
  public var ruleType: NoticeRuleType?
  /// In which form.
  public var kind: NoticeKind
  /// Hours before.
  public var hoursNotice: Int?
  /// `HHMM`.
  public var opensAt: String?
  /// `HHMM`.
  public var closesAt: String?
  /// Rules for some days, in the order of the database.
  public var weekdayRules: [WeekdayNotice]
  /// Only for flights within Schengen.
  public var isSchengenOnly: Bool
  /// Only for flights from or to outside Schengen.
  public var isNonSchengenOnly: Bool
  /// Whom to call.
  public var phone: String?
  /// Whom to write to.
  public var email: String?
  /// A line.
  public var summary: String
  /// The text it was read from.
  public var rawText: String
  /// How far it can be trusted, 0…1; pages warn below 0.9.
  public var confidence: Double
  /// When it was read, as the database writes it.
  public var createdAt: String?

  /// A notice of an aerodrome that asks for nothing else.
  public init(icao: String, kind: NoticeKind, hoursNotice: Int? = nil, weekdayRules: [WeekdayNotice] = []) {
    self.icao = icao
    self.kind = kind
    self.hoursNotice = hoursNotice
    self.weekdayRules = weekdayRules
    isSchengenOnly = false
    isNonSchengenOnly = false
    summary = ""
    rawText = ""
    confidence = 1
  }

  /// What the text of field 302 says; its summary and kind are those of the rules that were read.
  public init(icao: String, fieldText: String) {
    let parsed = NotificationParser.parse(fieldText)
    let kind: NoticeKind =
      parsed.rules.isEmpty
      ? .unknown
      : parsed.maxHoursNotice != nil ? .hours : parsed.rules.first { $0.kind != .h24 }?.kind ?? .h24
    self.init(icao: icao, kind: kind, hoursNotice: parsed.maxHoursNotice)
    ruleType = .customs
    isSchengenOnly = parsed.rules.contains(where: \.isSchengenOnly)
    isNonSchengenOnly = parsed.rules.contains(where: \.isNonSchengenOnly)
    summary = parsed.summary
    rawText = fieldText
    confidence = parsed.confidence
  }

  /// Rows at or under this confidence are not shown. Source: airports 2.3.
  public static let confidenceMin = 0.5

  /// The one of an aerodrome's rows that is shown: the first trustworthy one in the order customs,
  /// immigration, PPR, PN, handling (T4); of equals the earlier row.
  public static func shown(of rows: [AirportNotice]) -> AirportNotice? {
    rows.enumerated().filter { $0.element.confidence > confidenceMin }.min { one, other in
      let orders = (one.element.ruleType?.order ?? 9, other.element.ruleType?.order ?? 9)
      return orders.0 == orders.1 ? one.offset < other.offset : orders.0 < orders.1
    }?.element
  }
}

extension AirportNotice {
  /// The columns of a row that hold JSON or free text, as stored.
  public struct Row: Sendable {
    /// `icao`.
    public var icao: String
    /// `rule_type`.
    public var ruleType: String?
    /// `notification_type`.
    public var kind: String?
    /// `hours_notice`.
    public var hoursNotice: Int64?
    /// `operating_hours_start`.
    public var opensAt: String?
    /// `operating_hours_end`.
    public var closesAt: String?
    /// `weekday_rules`, a JSON object.
    public var weekdayRules: String?
    /// `schengen_rules`, a JSON object.
    public var schengenRules: String?
    /// `contact_info`, a JSON object.
    public var contactInfo: String?
    /// `summary`.
    public var summary: String?
    /// `raw_text`.
    public var rawText: String?
    /// `confidence`.
    public var confidence: Double?
    /// `created_utc`.
    public var createdAt: String?

    /// A row with nothing but an identifier.
    public init(icao: String) { self.icao = icao }
  }

  /// Reads a row. Never fails: a kind that is not known is `unknown`, damaged JSON is as if it were not
  /// there, hours outside 0…10,000 are none, a confidence that is missing is 0.
  public init(row: Row) {
    self.init(icao: row.icao, kind: row.kind.flatMap { NoticeKind(rawValue: $0.lowercased()) } ?? .unknown)
    ruleType = row.ruleType.flatMap { NoticeRuleType(rawValue: $0.lowercased()) }
    hoursNotice = row.hoursNotice.flatMap { (0...10_000).contains($0) ? Int($0) : nil }
    opensAt = row.opensAt
    closesAt = row.closesAt
    weekdayRules = WeekdayNotice.reading(row.weekdayRules)
    let schengen = Self.json(row.schengenRules)
    isSchengenOnly = schengen?["schengen_only"]?.bool ?? false
    isNonSchengenOnly = schengen?["non_schengen_only"]?.bool ?? false
    let contact = Self.json(row.contactInfo)
    phone = contact?["phone"]?.string
    email = contact?["email"]?.string
    summary = row.summary ?? ""
    rawText = row.rawText ?? ""
    confidence = row.confidence.map { $0.isFinite ? max(0, min(1, $0)) : 0 } ?? 0
    createdAt = row.createdAt
  }

  static func json(_ text: String?) -> JSONValue? {
    text.flatMap { try? JSONValue(parsing: $0.utf8, limits: JSONLimits(bytesMax: 65_536, depthMax: 16)) }
  }
}

/// A rule for some days of the week: its key as stored and the hours, when its value names any.
public struct WeekdayNotice: Sendable, Hashable {
  /// The key as stored: `Mon-Fri`, `Weekend`, `Sunday`.
  public var days: String
  /// The value as stored, a number as text.
  public var text: String
  /// Hours before: 0 for `H24`, the largest count before an `h`, or the number itself (T36).
  public var hours: Int?

  /// A rule with a text.
  public init(days: String, text: String) {
    self.days = days
    self.text = text
    let words = PlainWords(text)
    let counts = words.indices.compactMap { index -> Int? in
      guard let digits = words.digits(index), digits.count <= 4, words.word(index + 1)?.first == "h" else {
        return nil
      }
      return Int(digits)
    }
    hours = counts.max() ?? (words.saysH24 ? 0 : nil)
  }

  /// A rule whose value is a number of hours (T36).
  public init(days: String, hours: Int) {
    self.days = days
    text = String(hours)
    self.hours = (0...10_000).contains(hours) ? hours : nil
  }

  /// Rules of one row that are kept.
  public static let countMax = 32

  /// Reads the JSON object of a row: texts and whole numbers, other values are left out, at most `countMax`.
  public static func reading(_ text: String?) -> [WeekdayNotice] {
    let members = AirportNotice.json(text)?.object ?? []
    return members.prefix(countMax).compactMap { member in
      if let text = member.value.string { return WeekdayNotice(days: member.name, text: text) }
      return member.value.double.flatMap { (0...10_000).contains($0) ? Int($0) : nil }
        .map { WeekdayNotice(days: member.name, hours: $0) }
    }
  }

  /// Whether it holds on a day, 0 is Monday.
  public func holds(on weekday: Int) -> Bool {
    let words = PlainWords(days)
    var index = 0
    while index < words.tokens.count {
      guard let word = words.word(index) else {
        index += 1
        continue
      }
      if let several = WeekdayWords.days(word), several.contains(weekday) { return true }
      if let first = WeekdayWords.day(word) {
        if words.isMark(index + 1, ["-"]), let last = words.word(index + 2).flatMap(WeekdayWords.day) {
          if (weekday - first + 7) % 7 <= (last - first + 7) % 7 { return true }
          index += 2
        } else if first == weekday {
          return true
        }
      }
      index += 1
    }
    return false
  }
}

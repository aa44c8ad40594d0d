/// How easy an aerodrome's notice is, as bands with words; colour is never the only sign. Source: airports
/// 8.2 and 9.
public enum EasinessBand: String, Sendable, Hashable, CaseIterable {
  /// 80 and more.
  case easy = "Easy"
  /// 60 to 80.
  case moderate = "Moderate"
  /// 40 to 60.
  case someHassle = "Some hassle"
  /// Less.
  case highHassle = "High hassle"

  /// The band of a score, 0…100.
  public init(score: Double) {
    self = score >= 80 ? .easy : score >= 60 ? .moderate : score >= 40 ? .someHassle : .highHassle
  }

  /// The colour of its mark.
  public var colourName: String {
    switch self {
    case .easy: "green"
    case .moderate: "blue"
    case .someHassle: "orange"
    case .highHassle: "red"
    }
  }
}

extension AirportNotice {
  /// The longest notice that may be asked, hours: 0 for `h24`; nil when nobody can say.
  public var maxNoticeHours: Int? {
    switch kind {
    case .h24: 0
    case .onRequest, .notAvailable, .unknown: nil
    case .hours, .businessDay, .asADHours, .specificTime:
      (weekdayRules.compactMap(\.hours) + [hoursNotice].compactMap(\.self)).max()
    }
  }

  /// The notice on one day, 0 is Monday: that of a rule for the day, else the general one; nil when nobody
  /// can say.
  public func noticeHours(on weekday: Int) -> Int? {
    switch kind {
    case .h24: return 0
    case .onRequest, .notAvailable, .unknown: return nil
    case .hours, .businessDay, .asADHours, .specificTime:
      guard (0...6).contains(weekday) else { return nil }
      guard let rule = weekdayRules.first(where: { $0.holds(on: weekday) }) else { return hoursNotice }
      return rule.hours
    }
  }

  /// 0…100, 100 is easiest. "Hours" without a count are 85, below the 90 of two hours. Source: airports 16.
  public var easiness: Double {
    switch kind {
    case .h24: return 100
    case .notAvailable: return 0
    case .onRequest: return 70
    case .businessDay, .specificTime: return 55
    case .asADHours: return 85
    case .unknown: return 50
    case .hours: break
    }
    switch maxNoticeHours {
    case nil: return 85
    case let hours? where hours <= 0: return 100
    case let hours? where hours <= 2: return 90
    case let hours? where hours <= 12: return 80
    case let hours? where hours <= 24: return 60
    case let hours? where hours <= 48: return 40
    case let hours? where hours <= 72: return 20
    case _?: return 10
    }
  }

  /// The band of `easiness`.
  public var band: EasinessBand { EasinessBand(score: easiness) }

  /// Whether a pilot who gives so many hours of notice is within it; without known hours it passes.
  public func isWithin(maxHours: Int) -> Bool {
    if kind == .h24 || kind == .onRequest { return true }
    return maxNoticeHours.map { $0 <= maxHours } ?? true
  }

  /// The kind in words.
  public var kindTitle: String {
    switch kind {
    case .h24: "Open 24 hours"
    case .hours: "Hours notice required"
    case .onRequest: "On request"
    case .businessDay: "Earlier working day"
    case .asADHours: "During aerodrome hours"
    case .specificTime: "At a given time"
    case .notAvailable: "Not available"
    case .unknown: "Not understood: read the text"
    }
  }
}

/// Which notices are asked for.
public struct NoticeFilter: Sendable, Hashable {
  /// At most so many hours before.
  public var maxHours: Int?
  /// Only of this kind.
  public var kind: NoticeKind?
  /// Only in this country, two letters.
  public var country: String?

  /// Everything, or what is named.
  public init(maxHours: Int? = nil, kind: NoticeKind? = nil, country: String? = nil) {
    self.maxHours = maxHours
    self.kind = kind
    self.country = country
  }

  /// The notices that pass. The country comes from `countryOf`, so that it needs no second database (T37);
  /// where that knows none, the aerodrome is left out when a country is asked for.
  public func applied(to notices: [AirportNotice], countryOf: (String) -> String?) -> [AirportNotice] {
    notices.filter { notice in
      if let maxHours, !notice.isWithin(maxHours: maxHours) { return false }
      if let kind, notice.kind != kind { return false }
      guard let country else { return true }
      return countryOf(notice.icao)?.uppercased() == country.uppercased()
    }
  }
}

/// Figures on many notices.
public struct NoticeStatistics: Sendable, Hashable {
  /// How many.
  public let total: Int
  /// How many of each kind, in the order of `NoticeKind`; kinds without any are left out.
  public let byKind: [(kind: NoticeKind, count: Int)]
  /// The mean of the hours of those that name hours.
  public let meanHours: Double?

  /// Counts `notices`.
  public init(_ notices: [AirportNotice]) {
    total = notices.count
    byKind = NoticeKind.allCases.compactMap { kind in
      let count = notices.count { $0.kind == kind }
      return count > 0 ? (kind, count) : nil
    }
    let hours = notices.compactMap(\.hoursNotice)
    meanHours = hours.isEmpty ? nil : Double(hours.reduce(0, +)) / Double(hours.count)
  }

  /// Whether all figures are equal.
  public static func == (left: NoticeStatistics, right: NoticeStatistics) -> Bool {
    left.total == right.total && left.meanHours == right.meanHours
      && left.byKind.elementsEqual(right.byKind) { $0.kind == $1.kind && $0.count == $1.count }
  }

  /// Of the total alone.
  public func hash(into hasher: inout Hasher) { hasher.combine(total) }
}

import Ledger

/// A period as a page's address says it: a kind, and the day it is about. Source: money 5.1.
///
/// `period=day|week|month|year|financial|last-N|all`, with `on=YYYY-MM-DD` for a day other than today; or
/// `period=custom&from=YYYY-MM-DD&to=YYYY-MM-DD`. Anything else is no period.
public struct PeriodChoice: Sendable, Hashable {
  /// The kind.
  public var preset: DateChoice.Preset
  /// A day in the period; nil for today, whenever that is.
  public var anchor: CalendarDate?

  /// A kind, around a day or today.
  public init(_ preset: DateChoice.Preset, on anchor: CalendarDate? = nil) {
    self.preset = preset
    self.anchor = anchor
  }

  /// This month: what a file that was never looked at begins with.
  public static let usual = PeriodChoice(.month)

  /// The choice of days, today being `today`.
  public func days(today: CalendarDate) -> DateChoice { DateChoice(preset, around: anchor ?? today) }

  /// Reads the fields of an address or form; nil when they name no period.
  public init?(items: [(name: String, value: String)]) {
    let fields = Dictionary(items.map { ($0.name, $0.value) }) { first, _ in first }
    let anchor = fields["on"].flatMap { CalendarDate($0) }
    guard let word = fields["period"] else { return nil }
    switch word {
    case "day": self.init(.day, on: anchor)
    case "week": self.init(.week, on: anchor)
    case "month": self.init(.month, on: anchor)
    case "year": self.init(.year, on: anchor)
    case "financial": self.init(.financialYear, on: anchor)
    case "all": self.init(.all)
    case "custom":
      guard let from = fields["from"].flatMap({ CalendarDate($0) }),
        let to = fields["to"].flatMap({ CalendarDate($0) })
      else { return nil }
      self.init(.custom(min(from, to)...max(from, to)))
    default:
      guard word.hasPrefix("last-"), let count = Int(word.dropFirst(5)), (1...Self.daysMax).contains(count)
      else { return nil }
      self.init(.last(days: count), on: anchor)
    }
  }

  /// The same as fields.
  public var items: [(name: String, value: String)] {
    switch preset {
    case .custom(let range):
      [
        ("period", "custom"), ("from", range.lowerBound.description), ("to", range.upperBound.description),
      ]
    case .all: [("period", "all")]
    case .day, .week, .month, .year, .financialYear, .last:
      [("period", word)] + (anchor.map { [("on", $0.description)] } ?? [])
    }
  }

  /// The kind as a word of the address.
  public var word: String {
    switch preset {
    case .day: "day"
    case .week: "week"
    case .month: "month"
    case .year: "year"
    case .financialYear: "financial"
    case .last(let days): "last-\(days)"
    case .all: "all"
    case .custom: "custom"
    }
  }

  /// The longest `last-N`.
  static let daysMax = 36_600
}

/// Which account a page is about, as its address says it: `account=all` or `account=12`.
public enum AccountChoice: Sendable, Hashable {
  /// All accounts together.
  case all
  /// One account.
  case one(RecordID<Account>)

  /// Reads the field; nil for anything else.
  public init?(_ text: String) {
    if text == "all" { self = .all; return }
    guard let id = Int64(text), id > 0 else { return nil }
    self = .one(RecordID(id))
  }

  /// The field.
  public var text: String {
    switch self {
    case .all: "all"
    case .one(let id): id.description
    }
  }

  /// The account; nil for all.
  public var account: RecordID<Account>? {
    switch self {
    case .all: nil
    case .one(let id): id
    }
  }
}

import Ledger

/// A part of a page that is loaded by itself: on its way, there (perhaps empty), or failed. An empty list and
/// a failed one are different values up to the view. Source: money 0 (B3).
public enum Shown<Value: Sendable>: Sendable {
  /// On its way, or not asked for yet.
  case loading
  /// There; an empty list is here too.
  case ready(Value)
  /// Not there, and why, in a sentence for people.
  case failed(String)

  /// The value, once it is there.
  public var value: Value? {
    if case .ready(let value) = self { value } else { nil }
  }
}

extension Shown: Equatable where Value: Equatable {}
extension Shown: Hashable where Value: Hashable {}

/// An amount as a page shows it.
public struct ShownAmount: Sendable, Hashable {
  /// What its colour says; a view colours by this and never by the text.
  public enum Tone: Sendable, Hashable {
    /// Money that came in.
    case income
    /// Money that went out.
    case expense
    /// Neither: transfers between accounts.
    case transfer
    /// A balance or total at or above zero.
    case balance
    /// A balance or total below zero.
    case negative
  }

  /// As the currency writes it, rounded to its digits: `-$1,234.50`.
  public let text: String
  /// The exact value as plain decimal text with a point: `-1234.5`; for charts, tables and copying.
  public let exact: String
  /// What its colour says.
  public let tone: Tone
  /// The code of its currency, such as EUR; empty where it has none.
  public let currency: String

  /// Joins what was formatted elsewhere.
  public init(text: String, exact: String, tone: Tone, currency: String) {
    self.text = text
    self.exact = exact
    self.tone = tone
    self.currency = currency
  }
}

/// One entry of a menu or a select.
public struct MenuChoice<Value: Sendable & Hashable>: Sendable, Hashable {
  /// What it is called.
  public let title: String
  /// What stands beside it, such as a balance; nil for nothing.
  public let detail: String?
  /// What choosing it means: a query to link to, or a value of a form.
  public let value: Value
  /// Whether it is the one that holds now.
  public let isChosen: Bool

  /// Joins the parts.
  public init(title: String, detail: String? = nil, value: Value, isChosen: Bool) {
    self.title = title
    self.detail = detail
    self.value = value
    self.isChosen = isChosen
  }
}

/// One text of an Aeronautical Information Publication. Source: airports 2.1 and 3.
public struct AIPEntry: Sendable, Hashable {
  /// The airport.
  public var ident: String
  /// Which part it stands in.
  public var section: AIPSection
  /// The field's name as published.
  public var field: String
  /// The text.
  public var value: String
  /// The standard field it was recognised as.
  public var standardField: StandardField?
  /// How sure the recognition was, above 0 to 1.
  public var mappingScore: Double?
  /// The field's name in the second language.
  public var altField: String?
  /// The text in the second language.
  public var altValue: String?
  /// Where it was read.
  public var source: String?

  /// An entry with these facts; a score of 0 or less is none.
  public init(
    ident: String, section: AIPSection, field: String, value: String,
    standardField: StandardField? = nil, mappingScore: Double? = nil, altField: String? = nil,
    altValue: String? = nil, source: String? = nil
  ) {
    self.ident = ident
    self.section = section
    self.field = field
    self.value = value
    self.standardField = standardField
    self.mappingScore = mappingScore.flatMap { $0 > 0 ? $0 : nil }
    self.altField = altField
    self.altValue = altValue
    self.source = source
  }

  /// The standard name, or the published one.
  public var effectiveName: String { standardField?.name ?? field }

  /// The text in the second language, or the first.
  public var effectiveValue: String {
    if let altValue, !altValue.isEmpty { altValue } else { value }
  }
}

/// The parts of an aerodrome's AIP page.
public enum AIPSection: String, Sendable, Hashable, CaseIterable {
  /// Place and administration.
  case admin
  /// Hours and services of operation.
  case operational
  /// Handling and fuel.
  case handling
  /// For those who travel.
  case passenger

  /// The part of this text; what is not known is `operational`.
  public init(text: String?) {
    self = text.flatMap { Self(rawValue: $0.lowercased()) } ?? .operational
  }

  /// The number its standard fields count from.
  public var base: Int {
    switch self {
    case .admin: 200
    case .operational: 300
    case .handling: 400
    case .passenger: 500
    }
  }

  /// What people are shown.
  public var title: String {
    switch self {
    case .admin: "Administrative"
    case .operational: "Operational"
    case .handling: "Handling"
    case .passenger: "Passenger Services"
    }
  }
}

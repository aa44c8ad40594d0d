extension FilterConfig {
  /// Whether anything is filtered.
  public var hasActiveFilters: Bool { !parts.isEmpty }

  /// How many conditions filter: those of the table of airports 6 and the extras after it.
  ///
  /// `openOnly` is no condition of its own; an AIP value counts with its field.
  public var activeFilterCount: Int { parts.count }

  /// The conditions in words, joined by commas.
  public var description: String {
    parts.isEmpty ? "No filters" : parts.joined(separator: ", ")
  }

  /// One phrase for each condition that filters, in the order of the table.
  public var parts: [String] {
    var parts: [String] = []
    if let country { parts.append("Country: \(country.uppercased())") }
    if hasProcedures == true { parts.append("Has procedures") }
    if hasHardRunway == true { parts.append("Hard runway") }
    if hasLightedRunway == true { parts.append("Lighted runway") }
    if pointOfEntry == true { parts.append("Border crossing") }
    if let minRunwayLengthFt { parts.append("Runway ≥ \(minRunwayLengthFt) ft") }
    if let maxRunwayLengthFt { parts.append("Runway ≤ \(maxRunwayLengthFt) ft") }
    if hasILS == true { parts.append("ILS") }
    if hasRNAV == true { parts.append("RNAV") }
    if hasPrecisionApproach == true { parts.append("Precision approach") }
    if let aip = aipPart { parts.append(aip) }
    if hasAvgas == true { parts.append("AVGAS") }
    if hasJetA == true { parts.append("Jet A") }
    if let maxLandingFee { parts.append("Landing fee ≤ \(Self.short(maxLandingFee))") }
    return parts + extraParts
  }

  private var extraParts: [String] {
    var parts: [String] = []
    if hasAIPData == true { parts.append("Has AIP data") }
    if let hotel { parts.append(hotel == .vicinity ? "Hotel nearby" : "Hotel at the airport") }
    if let restaurant {
      parts.append(restaurant == .vicinity ? "Restaurant nearby" : "Restaurant at the airport")
    }
    if excludeLargeAirports == true { parts.append("No large airports") }
    if let trip = tripDistance {
      let least = trip.min.map { "≥ \(Self.short($0)) NM" }
      let most = trip.max.map { "≤ \(Self.short($0)) NM" }
      let range = [least, most].compactMap { $0 }.joined(separator: " ")
      parts.append("From \(trip.from.uppercased())" + (range.isEmpty ? "" : " " + range))
    }
    if let maxHoursNotice { parts.append("Notice ≤ \(maxHoursNotice) h") }
    return parts
  }

  private var aipPart: String? {
    let name = aipField ?? "AIP text"
    switch aipCondition {
    case nil: return aipField.map { "AIP field: \($0)" }
    case .notEmpty: return "\(name): any text"
    case .contains(let value): return "\(name) contains \(value)"
    case .equals(let value): return "\(name) is \(value)"
    case .startsWith(let value): return "\(name) begins with \(value)"
    case .endsWith(let value): return "\(name) ends with \(value)"
    }
  }

  /// A number without a needless fraction.
  private static func short(_ value: Double) -> String {
    Int(exactly: value).map(String.init) ?? String(value)
  }
}

/// A condition on an AIP text, with what it needs.
enum AIPCondition: Sendable, Hashable {
  case notEmpty
  case contains(String)
  case equals(String)
  case startsWith(String)
  case endsWith(String)
}

extension FilterConfig {
  /// The condition on AIP texts; nothing when a value is missing that the operator needs.
  var aipCondition: AIPCondition? {
    switch (aipOperator, aipValue.flatMap { $0.isEmpty ? nil : $0 }) {
    case (.notEmpty, _): .notEmpty
    case (_, nil): nil
    case (nil, .some(let value)), (.contains, .some(let value)): .contains(value)
    case (.equals, .some(let value)): .equals(value)
    case (.startsWith, .some(let value)): .startsWith(value)
    case (.endsWith, .some(let value)): .endsWith(value)
    }
  }
}

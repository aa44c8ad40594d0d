/// How far an aerodrome takes instrument flights, by its AIP. Raw values are those of the database.
public enum IFRAvailability: Int, Sendable, Hashable, CaseIterable {
  /// Not permitted.
  case notPermitted = 0
  /// Permitted, without a published approach.
  case noApproach = 1
  /// A non-precision approach.
  case otherApproach = 2
  /// An approach by satellite.
  case areaNavigation = 3
  /// An ILS.
  case ils = 4

  /// Read from the text of field 207 and the kinds of the published approaches, nil for those without a kind.
  ///
  /// A text without "IFR" forbids. Without the field, published approaches are taken for a permission
  /// (T33): British AIPs have no such field.
  public init(trafficText: String?, approaches: [ApproachKind?]) {
    guard let trafficText else {
      self = approaches.isEmpty ? .notPermitted : Self.best(approaches)
      return
    }
    self = PlainWords(trafficText).contains([["ifr"]]) ? Self.best(approaches) : .notPermitted
  }

  /// As a feature, 0…1.
  public var score: Double {
    switch self {
    case .notPermitted: 0.1
    case .noApproach: 0.4
    case .otherApproach: 0.6
    case .areaNavigation: 0.8
    case .ils: 1
    }
  }

  private static func best(_ approaches: [ApproachKind?]) -> IFRAvailability {
    if approaches.isEmpty { return .noApproach }
    if approaches.contains(.ils) { return .ils }
    return approaches.contains(.rnp) || approaches.contains(.rnav) ? .areaNavigation : .otherApproach
  }
}

/// Where a bed or a meal is to be had, by the text of field 501 or 502. Raw values are those of the database.
public enum HospitalityClass: Int, Sendable, Hashable, CaseIterable {
  /// The text does not say.
  case unknown = -1
  /// There is none.
  case none = 0
  /// Nearby.
  case vicinity = 1
  /// On the aerodrome.
  case atAirport = 2

  /// The longest text that is read, bytes; what comes after is not looked at.
  public static let bytesMax = 4_096

  /// Reads the text of the field.
  public init(reading text: String) {
    let words = PlainWords(String(decoding: Array(text.utf8.prefix(Self.bytesMax)), as: UTF8.self))
    let marksOnly = words.tokens.count == 1 && words.isMark(0, ["-"])
    let spoken = words.indices.compactMap(words.word)
    if marksOnly
      || (words.indices.allSatisfy { words.digits($0) == nil } && (spoken == ["no"] || spoken == ["nil"]))
    {
      self = .none
    } else if Self.isAtAirport(words) {
      self = .atAirport
    } else {
      self = Self.isNearby(words) ? .vicinity : .unknown
    }
  }

  /// As a feature, 0…1; nil when unknown.
  public var value: Double? {
    switch self {
    case .unknown: nil
    case .none: 0
    case .vicinity: 0.6
    case .atAirport: 1
    }
  }

  /// Bed and meal as one feature: weighted means of what is known, beds 0.4, meals 0.6; nil when nothing is.
  public static func score(hotel: HospitalityClass, restaurant: HospitalityClass) -> Double? {
    var (sum, total) = (0.0, 0.0)
    for (kind, weight) in [(hotel, 0.4), (restaurant, 0.6)] {
      guard let value = kind.value else { continue }
      sum += value * weight
      total += weight
    }
    return total > 0 ? sum / total : nil
  }

  private static let airports = ["ad", "aerodrome", "airport", "airfield"]

  private static func isAtAirport(_ words: PlainWords) -> Bool {
    if words.isWord(0, ["yes", "si", "sí", "ja", "oui"]) { return true }
    let places = airports + ["terminal", "site"]
    return words.contains([["at", "on"], places]) || words.contains([["at", "on"], ["the"], places])
      || words.contains([["in"], ["terminal", "terminals"]])
      || words.contains([["in"], ["the"], ["terminal", "terminals"]])
      || words.contains([["terminal"], ["building"]])
  }

  private static func isNearby(_ words: PlainWords) -> Bool {
    if words.contains([["vicinity", "nearby"]]) || words.contains([["near"], airports])
      || words.contains([["near"], ["the"], airports])
    {
      return true
    }
    let units = ["km", "nm", "mi", "miles"]
    return words.indices.contains { index in
      guard words.digits(index) != nil, words.isWord(index + 1, units) else { return false }
      // The figure may have a fraction: `within 1.5 km`.
      let isFraction = words.isMark(index - 1, [".", ","]) && words.digits(index - 2) != nil
      if words.isWord(isFraction ? index - 3 : index - 1, ["within"]) { return true }
      return (index + 2..<index + 12).contains {
        words.holds($0, [["from"], airports]) || words.holds($0, [["from"], ["the"], airports])
      }
    }
  }
}

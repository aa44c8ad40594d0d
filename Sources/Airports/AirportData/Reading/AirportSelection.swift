/// Which airports of a database are loaded (airports 1).
public struct AirportSelection: Sendable, Equatable {
  /// How many characters an identifier must have; nil for any number.
  public var identifierLength: Int?
  /// Countries that are left out, as two letters in upper case.
  public var excludedCountries: Set<String>

  /// The rule of the specification: identifiers of four characters, without `RU`.
  public init(identifierLength: Int? = 4, excludedCountries: Set<String> = ["RU"]) {
    self.identifierLength = identifierLength
    self.excludedCountries = excludedCountries
  }

  /// Every airport that has a position.
  public static let everything = AirportSelection(identifierLength: nil, excludedCountries: [])

  func takes(icao: String, country: String) -> Bool {
    if let identifierLength, icao.count != identifierLength { return false }
    return excludedCountries.isEmpty || !excludedCountries.contains(country)
  }
}

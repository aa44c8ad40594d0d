import Aviation
import Geography

/// What is known of airports outside the database of airports, where it is there; every answer may be
/// nothing.
public protocol AirportReferences: Sendable {
  /// Customs and notice of these airports.
  func notices(for idents: [String]) async -> [String: AirportNotice]
  /// How well these airports suit the person's way of flying, 0...1.
  func scores(for idents: [String]) async -> [String: Double]
  /// What makes an airport friendly or not, in words.
  func friendliness(of icao: String) async -> [AirportDetailScreen.Fact]
  /// The rules of countries; nil without a file of rules.
  func countryRules() async -> CountryRules?
  /// How far magnetic north is off.
  func declination(of airport: Airport) async -> Declination?
}

extension AirportReferences {
  /// None.
  public func notices(for idents: [String]) async -> [String: AirportNotice] { [:] }
  /// None.
  public func scores(for idents: [String]) async -> [String: Double] { [:] }
  /// None.
  public func friendliness(of icao: String) async -> [AirportDetailScreen.Fact] { [] }
  /// None.
  public func countryRules() async -> CountryRules? { nil }
  /// None.
  public func declination(of airport: Airport) async -> Declination? { nil }
}

/// No references at all.
public struct NoAirportReferences: AirportReferences {
  /// Knows nothing.
  public init() {}
}

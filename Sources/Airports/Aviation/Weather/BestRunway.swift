import Geography

/// The end of a runway to use in a wind: of all open runways the one with the largest headwind share.
///
/// Directions are true. The first runway wins a tie. Closed runways are left out, and so are ends whose
/// direction nobody knows. Source: airports 4.4, T9.
public struct BestRunway: Sendable, Hashable {
  /// The runway's two names, `09L/27R`.
  public let runway: String
  /// The name of the end to use.
  public let end: String
  /// Where it points, 0…359, true.
  public let trueHeading: Int
  /// The wind along and across it.
  public let wind: WindComponents

  /// The best of `runways` in a wind from `windFrom` (true); nil when no open runway has an end into the
  /// wind.
  public init?(of runways: [Runway], windFrom: Int, speedKnots: Int = 0) {
    var best: BestRunway?
    for runway in runways where !runway.isClosed {
      for (end, heading) in Self.ends(of: runway) {
        let wind = WindComponents(windFrom: windFrom, runwayHeading: heading, speedKnots: speedKnots)
        guard wind.along == .ahead else { continue }
        if let best, best.wind.headwindShare >= wind.headwindShare { continue }
        best = BestRunway(
          runway: runway.ident, end: end.ident, trueHeading: wind.runwayHeading,
          wind: wind)
      }
    }
    guard let best else { return nil }
    self = best
  }

  private init(runway: String, end: String, trueHeading: Int, wind: WindComponents) {
    self.runway = runway
    self.end = end
    self.trueHeading = trueHeading
    self.wind = wind
  }

  /// Where it points by the compass, 0…359. `declination` is positive when magnetic north lies east of
  /// true; nil when that is no angle within ±180.
  public func magneticHeading(declination: Double) -> Int? {
    guard abs(declination) <= 180 else { return nil }
    return WindComponents.circle(WindComponents.whole(Double(trueHeading) - declination))
  }

  /// Both ends whose direction is known, in whole degrees.
  public static func ends(of runway: Runway) -> [(end: RunwayEnd, heading: Int)] {
    Runway.Side.allCases.compactMap { side in
      guard let known = runway.heading(of: side), let heading = Heading(rounding: known.degrees) else {
        return nil
      }
      return (runway.end(side), heading.degrees)
    }
  }
}

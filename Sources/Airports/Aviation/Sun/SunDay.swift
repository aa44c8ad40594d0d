import Geography

/// When the sun rises and sets at a place on one day, and when civil twilight begins and ends.
///
/// The day is the one around noon there: the sunrise before and the sunset after the sun's highest point.
/// Sea level, a free horizon, the usual refraction; to about a minute between the polar circles and some
/// minutes near the days on which the sun does not set. Source: NOAA's solar calculator, after J. Meeus,
/// "Astronomical Algorithms".
public struct SunDay: Sendable, Hashable {
  /// The part of a day in which the sun is above a height.
  public enum Span: Sendable, Hashable {
    /// From and until so many seconds since 1970.
    case between(Int64, Int64)
    /// All day: the sun does not go below.
    case always
    /// Not at all: the sun does not come above.
    case never
  }

  /// When the sun is highest, seconds since 1970.
  public let noon: Int64
  /// The sun's upper edge above the horizon.
  public let daylight: Span
  /// Light enough without lamps: the sun's middle no more than 6° below.
  public let civil: Span

  /// The day `day` (as a day of the calendar there) at `place`.
  public init(at place: Coordinate, on day: UTCDay) {
    let middle = Double(day.startSeconds) + 43_200 - place.longitude * 240
    var noon = middle
    for _ in 0..<3 { noon = middle - SunPosition(seconds: noon).equationOfTimeMinutes * 60 }
    self.noon = Self.second(noon)
    daylight = Self.span(place, noon: noon, height: -0.833)
    civil = Self.span(place, noon: noon, height: -6)
  }

  private static func span(_ place: Coordinate, noon: Double, height: Double) -> Span {
    switch (
      edge(place, noon: noon, height: height, side: -1), edge(place, noon: noon, height: height, side: 1)
    ) {
    case (.at(let begin), .at(let end)): .between(second(begin), second(end))
    case (.above, _), (_, .above): .always
    case (.below, _), (_, .below): .never
    }
  }

  private enum Edge {
    case at(Double)
    case above
    case below
  }

  /// The moment before (−1) or after (1) noon at which the sun is at a height.
  private static func edge(_ place: Coordinate, noon: Double, height: Double, side: Double) -> Edge {
    var moment = noon
    for _ in 0..<6 {
      let sun = SunPosition(seconds: moment)
      let (latitude, declination) = (place.latitude, sun.declination)
      let below = Angles.cosine(latitude) * Angles.cosine(declination)
      let above = Angles.sine(height) - Angles.sine(latitude) * Angles.sine(declination)
      // At a pole the sun keeps its height all day.
      if above >= below { return .below }
      if above <= -below { return .above }
      let turn = Angles.angle(ofCosine: above / below)
      let transit = noon + (SunPosition(seconds: noon).equationOfTimeMinutes - sun.equationOfTimeMinutes) * 60
      moment = transit + side * turn * 240
    }
    return .at(moment)
  }

  /// Years are 1…9999: it fits.
  private static func second(_ value: Double) -> Int64 { Int64(value.rounded()) }
}

/// Where the sun stands among the stars.
private struct SunPosition {
  /// Degrees north of the equator.
  let declination: Double
  /// By how many minutes the sun is ahead of the clock.
  let equationOfTimeMinutes: Double

  init(seconds: Double) {
    let century = (seconds / 86_400 - 10_957.5) / 36_525
    let longitude = Degrees.course(280.46646 + century * (36_000.76983 + century * 0.0003032))
    let anomaly = 357.52911 + century * (35_999.05029 - 0.0001537 * century)
    let eccentricity = 0.016708634 - century * (0.000042037 + 0.0000001267 * century)
    let centre =
      Angles.sine(anomaly) * (1.914602 - century * (0.004817 + 0.000014 * century))
      + Angles.sine(2 * anomaly) * (0.019993 - 0.000101 * century) + Angles.sine(3 * anomaly) * 0.000289
    let node = 125.04 - 1934.136 * century
    let apparent = longitude + centre - 0.00569 - 0.00478 * Angles.sine(node)
    let seconds = 21.448 - century * (46.815 + century * (0.00059 - century * 0.001813))
    let obliquity = 23 + (26 + seconds / 60) / 60 + 0.00256 * Angles.cosine(node)
    declination = Angles.angle(ofSine: Angles.sine(obliquity) * Angles.sine(apparent))
    let half = Angles.tangent(obliquity / 2)
    let y = half * half
    let time =
      y * Angles.sine(2 * longitude) - 2 * eccentricity * Angles.sine(anomaly)
      + 4 * eccentricity * y * Angles.sine(anomaly) * Angles.cosine(2 * longitude)
      - 0.5 * y * y * Angles.sine(4 * longitude) - 1.25 * eccentricity * eccentricity
      * Angles.sine(2 * anomaly)
    equationOfTimeMinutes = 4 * Degrees.degrees(time)
  }
}

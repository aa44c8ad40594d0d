/// A direction in whole degrees, kept in 0…359 whatever it is made from.
///
/// 360 and 0 are one value, so that they compare equal. Source: airports 4.3.
public struct Heading: Sendable, Hashable {
  /// 0…359.
  public let degrees: Int

  /// The direction of `degrees`, turned into 0…359.
  public init(_ degrees: Int) {
    let rest = degrees % 360
    self.degrees = rest < 0 ? rest + 360 : rest
  }

  /// The nearest whole degree, half away from zero; nothing for a number that is not finite.
  public init?(rounding degrees: Double) {
    guard degrees.isFinite else { return nil }
    self.init(Int(Degrees.course(degrees).rounded(.toNearestOrAwayFromZero)))
  }

  /// The opposite direction.
  public var opposing: Heading { Heading(degrees + 180) }

  /// Three digits as pilots say them: north is `360`.
  public var text: String {
    let shown = degrees == 0 ? 360 : degrees
    return String(repeating: "0", count: shown < 10 ? 2 : shown < 100 ? 1 : 0) + String(shown)
  }

  /// The two digits of a runway in this direction, `01`…`36`.
  public var runwayText: String {
    let tens = (degrees + 5) / 10
    let shown = tens == 0 ? 36 : tens
    return (shown < 10 ? "0" : "") + String(shown)
  }

  /// The angle to `other`, 0…180.
  public func difference(to other: Heading) -> Int {
    let turned = Heading(degrees - other.degrees).degrees
    return turned > 180 ? 360 - turned : turned
  }
}

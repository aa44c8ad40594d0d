import Geography

/// Where moving air goes, seen along a runway.
public enum WindSide: String, Sendable, Hashable, CaseIterable {
  /// Against the aircraft: a headwind.
  case ahead
  /// With the aircraft: a tailwind.
  case behind
  /// The air moves to the left: the wind comes from the right.
  case left
  /// The air moves to the right: the wind comes from the left.
  case right
}

/// A wind taken apart along and across a runway.
///
/// Directions are whole degrees, both true or both magnetic; the wind's is where it comes from. Source:
/// airports 4.4.
public struct WindComponents: Sendable, Hashable {
  /// Where the wind comes from, 0…359.
  public let windFrom: Int
  /// Where the runway points, 0…359.
  public let runwayHeading: Int
  /// The wind's speed, knots, never negative.
  public let speedKnots: Int

  /// Takes `windFrom` and `runwayHeading` round the circle and `speedKnots` up to nothing.
  public init(windFrom: Int, runwayHeading: Int, speedKnots: Int) {
    self.windFrom = Self.circle(windFrom)
    self.runwayHeading = Self.circle(runwayHeading)
    self.speedKnots = max(0, min(speedKnots, Self.speedKnotsMax))
  }

  /// The most that is reckoned with; no wind on earth has it.
  public static let speedKnotsMax = 999

  /// The angle between wind and runway, 0…180.
  public var offset: Int { Heading(windFrom).difference(to: Heading(runwayHeading)) }

  /// How much of the wind is across, 0…1.
  public var crosswindShare: Double { abs(Angles.sine(whole: offset)) }
  /// How much of the wind is along, 0…1, be it from ahead or behind.
  public var headwindShare: Double { abs(Angles.cosine(whole: offset)) }

  /// The part across in whole knots, halves up.
  public var crosswindKnots: Int { Self.whole(crosswindShare * Double(speedKnots)) }
  /// The part along in whole knots, halves up; `along` says whether it helps.
  public var headwindKnots: Int { Self.whole(headwindShare * Double(speedKnots)) }

  /// Whether the wind is a headwind (`ahead`), a tailwind (`behind`), or only from one side.
  public var along: WindSide {
    if offset < 90 { return .ahead }
    if offset > 90 { return .behind }
    return (windFrom + 90) % 360 == runwayHeading ? .right : .left
  }

  /// The side to which the wind pushes; `ahead` or `behind` when it pushes to none.
  public var across: WindSide {
    switch offset {
    case 0: .ahead
    case 180: .behind
    default: (windFrom + offset) % 360 == runwayHeading ? .right : .left
    }
  }

  /// The headwind, knots; negative is a tailwind.
  public var signedHeadwindKnots: Double {
    Double(speedKnots) * Angles.cosine(whole: windFrom - runwayHeading)
  }

  /// The crosswind, knots; positive when it comes from the right.
  public var signedCrosswindKnots: Double {
    Double(speedKnots) * Angles.sine(whole: windFrom - runwayHeading)
  }

  static func circle(_ degrees: Int) -> Int { Heading(degrees).degrees }

  /// Nearest whole number, halves away from zero; `value` is finite and small by what makes it.
  static func whole(_ value: Double) -> Int { Int(value.rounded(.toNearestOrAwayFromZero)) }
}

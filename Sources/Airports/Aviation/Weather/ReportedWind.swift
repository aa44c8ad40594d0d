import Geography

/// A wind as a report gives it, with gusts and changing directions.
public struct ReportedWind: Sendable, Hashable {
  /// From where.
  public enum Direction: Sendable, Hashable {
    /// From so many degrees, 0…360 as written; reports mean true north.
    case from(Int)
    /// `VRB`: no direction.
    case variable
    /// The report leaves it out.
    case missing
  }

  /// From where.
  public var direction: Direction
  /// The mean speed, knots.
  public var speedKnots: Int
  /// The gusts, knots, when there are any.
  public var gustKnots: Int?
  /// The mean speed is more than `speedKnots`, and nobody knows how much: `P99KT`.
  public var isAbove = false
  /// The same of the gusts.
  public var isGustAbove = false
  /// The directions between which it changes (clockwise from the first), `360V060`.
  public var variableFrom: Int?
  /// The end of that range.
  public var variableTo: Int?

  /// A wind of these parts.
  public init(
    direction: Direction, speedKnots: Int, gustKnots: Int? = nil, variableFrom: Int? = nil,
    variableTo: Int? = nil
  ) {
    self.direction = direction
    self.speedKnots = speedKnots
    self.gustKnots = gustKnots
    self.variableFrom = variableFrom
    self.variableTo = variableTo
  }

  /// The degrees it comes from, if it has a direction.
  public var degrees: Int? {
    if case .from(let degrees) = direction { degrees } else { nil }
  }

  /// Whether nothing moves: a direction has no meaning then.
  public var isCalm: Bool { speedKnots == 0 && (gustKnots ?? 0) == 0 && !isAbove && !isGustAbove }

  /// What of it is along and across a runway; nothing when the wind has no direction.
  public func components(runwayHeading: Int) -> WindComponents? {
    degrees.map { WindComponents(windFrom: $0, runwayHeading: runwayHeading, speedKnots: speedKnots) }
  }

  /// The same of the gusts.
  public func gustComponents(runwayHeading: Int) -> WindComponents? {
    guard let gustKnots, let degrees else { return nil }
    return WindComponents(windFrom: degrees, runwayHeading: runwayHeading, speedKnots: gustKnots)
  }

  /// The most that can be across a runway whatever the wind does within what the report says.
  ///
  /// Without a direction the whole speed; within a range of directions the whole speed when a direction
  /// square to the runway lies in it, else the larger part of the range's two ends; else the part of the
  /// mean direction. Source: airports 4.4.
  public func worstCrosswindKnots(runwayHeading: Int) -> Int { worst(speedKnots, runwayHeading) }

  /// The same of the gusts.
  public func worstGustCrosswindKnots(runwayHeading: Int) -> Int? {
    gustKnots.map { worst($0, runwayHeading) }
  }

  private func worst(_ speed: Int, _ heading: Int) -> Int {
    guard let degrees else { return max(0, speed) }
    guard let variableFrom, let variableTo else {
      return WindComponents(windFrom: degrees, runwayHeading: heading, speedKnots: speed).crosswindKnots
    }
    let squares = [WindComponents.circle(heading % 360 + 90), WindComponents.circle(heading % 360 - 90)]
    if squares.contains(where: { Self.range(from: variableFrom, to: variableTo, holds: $0) }) {
      return max(0, speed)
    }
    return [variableFrom, variableTo].map {
      WindComponents(windFrom: $0, runwayHeading: heading, speedKnots: speed).crosswindKnots
    }.reduce(0, max)
  }

  /// Whether a direction lies in a range that goes clockwise.
  static func range(from: Int, to: Int, holds degrees: Int) -> Bool {
    let width = WindComponents.circle(to % 360 - from % 360)
    return WindComponents.circle(degrees % 360 - from % 360) <= width
  }
}

extension ReportedWind: CustomStringConvertible {
  /// As a pilot writes it: `240° 15 kt, gusts 25 kt`.
  public var description: String {
    var words: String
    let speed = (isAbove ? "more than " : "") + "\(speedKnots) kt"
    switch direction {
    case .from(let degrees): words = isCalm ? "calm" : "\(Self.threeDigits(degrees))° \(speed)"
    case .variable: words = "variable \(speed)"
    case .missing: words = "direction not reported, \(speed)"
    }
    if let gustKnots { words += ", gusts \(isGustAbove ? "more than " : "")\(gustKnots) kt" }
    if let variableFrom, let variableTo {
      words += ", between \(Self.threeDigits(variableFrom))° and \(Self.threeDigits(variableTo))°"
    }
    return words
  }

  static func threeDigits(_ degrees: Int) -> String {
    let text = String(degrees)
    return String(repeating: "0", count: max(0, 3 - text.count)) + text
  }
}

/// A wind that a pilot sets by hand, and how it is spoken. Source: airports 4.4.
public struct WindSetting: Sendable, Hashable {
  /// Where the wind comes from, 0…359; 190 to begin with.
  public var windFrom: Int { didSet { windFrom = WindComponents.circle(windFrom) } }
  /// The runway, 0…359; 240 to begin with.
  public var runwayHeading: Int { didSet { runwayHeading = WindComponents.circle(runwayHeading) } }
  /// 0…75 knots; 10 to begin with.
  public var speedKnots: Int { didSet { speedKnots = Self.speed(speedKnots) } }
  /// The gusts, none or up to 75 knots.
  public var gustKnots: Int? { didSet { gustKnots = gustKnots.map(Self.speed) } }

  /// The fastest wind that can be set; a reported one is never cut.
  public static let speedKnotsMax = 75

  /// The values to begin with, or others within their ranges.
  public init(windFrom: Int = 190, runwayHeading: Int = 240, speedKnots: Int = 10, gustKnots: Int? = nil) {
    self.windFrom = WindComponents.circle(windFrom)
    self.runwayHeading = WindComponents.circle(runwayHeading)
    self.speedKnots = Self.speed(speedKnots)
    self.gustKnots = gustKnots.map(Self.speed)
  }

  /// As a tower says it, digit by digit: `Wind: 1 9 0 at 1 0, Gust 1 8`.
  public var spoken: String {
    let words =
      "Wind: \(Self.digits(ReportedWind.threeDigits(windFrom))) at \(Self.digits(String(speedKnots)))"
    return gustKnots.map { words + ", Gust \(Self.digits(String($0)))" } ?? words
  }

  /// With the clearance of the runway: `Runway 2 4, Wind: 1 9 0 at 1 0`.
  public var spokenClearance: String { "Runway \(Self.digits(Heading(runwayHeading).runwayText)), \(spoken)" }

  private static func speed(_ knots: Int) -> Int { max(0, min(knots, speedKnotsMax)) }
  private static func digits(_ text: String) -> String { text.map(String.init).joined(separator: " ") }
}

/// A wind is taken for this of its station while it is so young, seconds. Source: airports 4.4.
public let reportedWindFreshSeconds: Int64 = 600

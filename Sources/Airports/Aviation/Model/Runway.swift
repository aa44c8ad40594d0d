import Geography

/// A runway and its two ends. Feet, degrees true. Source: airports 2.1 and 3.
public struct Runway: Sendable, Hashable {
  /// Its length; nothing when unknown.
  public var lengthFeet: Int?
  /// Its width; nothing when unknown.
  public var widthFeet: Int?
  /// The surface as the source wrote it.
  public var surface: String
  /// Whether it has lights.
  public var isLighted: Bool
  /// Whether it is closed.
  public var isClosed: Bool
  /// The end with the lower number.
  public var low: RunwayEnd
  /// The end with the higher number.
  public var high: RunwayEnd

  /// A runway with these facts.
  public init(
    lengthFeet: Int? = nil, widthFeet: Int? = nil, surface: String = "", isLighted: Bool = false,
    isClosed: Bool = false, low: RunwayEnd, high: RunwayEnd
  ) {
    self.lengthFeet = lengthFeet
    self.widthFeet = widthFeet
    self.surface = surface
    self.isLighted = isLighted
    self.isClosed = isClosed
    self.low = low
    self.high = high
  }

  /// Both identifiers, `09L/27R`.
  public var ident: String { "\(low.ident)/\(high.ident)" }

  /// The class of its surface; nothing when the text tells none.
  public var surfaceClass: SurfaceClass? { SurfaceClass(of: surface) }

  /// One of its ends.
  public enum Side: Sendable, Hashable, CaseIterable {
    /// The end with the lower number.
    case low
    /// The end with the higher number.
    case high

    /// The other end.
    public var opposite: Side { self == .low ? .high : .low }
  }

  /// The end on `side`.
  public func end(_ side: Side) -> RunwayEnd { side == .low ? low : high }

  /// The true direction of one who lands on `side`, 0..<360, and where it is known from.
  ///
  /// The stored heading, else the opposite end's turned round, else the bearing between the two ends,
  /// else ten times the number painted there, which is magnetic. Nothing when none of these is there: a
  /// missing heading is not north (T5). Source: airports 3.
  public func heading(of side: Side) -> RunwayHeading? {
    let (near, far) = (end(side), end(side.opposite))
    if let stored = near.headingTrue { return RunwayHeading(stored, from: .stored) }
    if let stored = far.headingTrue { return RunwayHeading(stored + 180, from: .stored) }
    if let here = near.position, let there = far.position, here != there {
      return RunwayHeading(Sphere.initialBearing(from: here, to: there), from: .ends)
    }
    if let number = near.number { return RunwayHeading(Double(number) * 10, from: .number) }
    if let number = far.number { return RunwayHeading(Double(number) * 10 + 180, from: .number) }
    return nil
  }
}

/// One end of a runway. Feet, degrees true.
public struct RunwayEnd: Sendable, Hashable {
  /// The identifier as stored, `09L`, `N`, or empty.
  public var ident: String
  /// Where it is.
  public var position: Coordinate?
  /// Feet above the sea.
  public var elevationFeet: Double?
  /// The true direction of one who lands here, as stored.
  public var headingTrue: Double?
  /// How far the threshold is moved in.
  public var displacedThresholdFeet: Double?

  /// An end with these facts; a heading that is not finite is none.
  public init(
    ident: String, position: Coordinate? = nil, elevationFeet: Double? = nil,
    headingTrue: Double? = nil, displacedThresholdFeet: Double? = nil
  ) {
    self.ident = ident
    self.position = position
    self.elevationFeet = elevationFeet
    self.headingTrue = headingTrue.flatMap { $0.isFinite ? $0 : nil }
    self.displacedThresholdFeet = displacedThresholdFeet
  }

  /// The number painted there, 1…36; nothing for odd names.
  public var number: Int? {
    let digits = ident.utf8.prefix { (0x30...0x39).contains($0) }
    let rest = ident.utf8.dropFirst(digits.count)
    guard (1...2).contains(digits.count), rest.count <= 1,
      let value = Int(ident.prefix(digits.count)), (1...36).contains(value)
    else { return nil }
    return value
  }
}

/// A direction of landing and what it was read from.
public struct RunwayHeading: Sendable, Hashable {
  /// What a heading was read from, best first.
  public enum Origin: Sendable, Hashable {
    /// A heading in the database.
    case stored
    /// The places of the two ends.
    case ends
    /// The runway's number, which is magnetic and rounded to ten degrees.
    case number
  }

  /// Degrees true, 0..<360.
  public let degrees: Double
  /// Where it is known from.
  public let origin: Origin

  /// A direction, turned into 0..<360.
  public init(_ degrees: Double, from origin: Origin) {
    self.degrees = Degrees.course(degrees)
    self.origin = origin
  }
}

import Geography

/// The line of an approach on the map: from the runway's end outward. Source: airports 8.4.
public struct ProcedureLine: Sendable, Hashable {
  /// The runway's end, `09L`.
  public var runwayEnd: String
  /// The runway's end on the ground.
  public var start: Coordinate
  /// Where the line ends.
  public var end: Coordinate
  /// What guides the most exact approach there.
  public var approach: ApproachKind
  /// Its name.
  public var procedureName: String
  /// The line's length in nautical miles.
  public var distanceNM: Double

  /// A line of one's own.
  public init(
    runwayEnd: String, start: Coordinate, end: Coordinate, approach: ApproachKind,
    procedureName: String, distanceNM: Double
  ) {
    self.runwayEnd = runwayEnd
    self.start = start
    self.end = end
    self.approach = approach
    self.procedureName = procedureName
    self.distanceNM = distanceNM
  }

  /// The class of its guidance, which the map colours.
  public var precision: ApproachPrecision { approach.precision }

  /// How long lines are unless one asks for another length.
  public static let lengthNM = 10.0
}

extension Airport {
  /// One line for each runway end that has a place and a typed approach, the most exact one, the first of
  /// equals.
  ///
  /// The line runs out along the true heading of the opposite end. Ends in the order of the runways.
  public func procedureLines(lengthNM: Double = ProcedureLine.lengthNM) -> [ProcedureLine] {
    runways.flatMap { runway in
      Runway.Side.allCases.compactMap { side in
        procedureLine(to: runway, side, lengthNM: lengthNM)
      }
    }
  }

  private func procedureLine(to runway: Runway, _ side: Runway.Side, lengthNM: Double)
    -> ProcedureLine?
  {
    let end = runway.end(side)
    guard let start = end.position, !end.ident.isEmpty,
      let outward = runway.heading(of: side.opposite),
      let best = mostExactApproach(to: end.ident), let approach = best.approach
    else { return nil }
    return ProcedureLine(
      runwayEnd: end.ident, start: start,
      end: Sphere.destination(from: start, bearing: outward.degrees, distance: lengthNM),
      approach: approach, procedureName: best.name, distanceNM: lengthNM)
  }

  /// The most exact approach to a runway's end, the first of equals; nothing when none is typed.
  public func mostExactApproach(to runwayIdent: String) -> Procedure? {
    var best: Procedure?
    for procedure in procedures
    where procedure.kind == .approach && procedure.approach != nil
      && procedure.fullRunway == runwayIdent
    {
      if procedure.precisionRank < best?.precisionRank ?? .max { best = procedure }
    }
    return best
  }
}

extension KnownAirports {
  /// The procedure lines of an airport; nothing for an unknown one.
  public func procedureLines(_ icao: String, lengthNM: Double = ProcedureLine.lengthNM)
    -> [ProcedureLine]?
  {
    airport(icao)?.procedureLines(lengthNM: lengthNM)
  }
}

import Aviation
import Geography
import StrictJSON

/// The wind at one end of a runway.
struct RunwayEndWind {
  let end: String
  let isClosed: Bool
  let trueHeading: Int
  let magneticHeading: Int?
  let wind: WindComponents?
  let gust: WindComponents?
  let worstAcross: Int

  func cells(best: String?) -> [String] {
    let isBest = end == best && !isClosed
    let magnetic = magneticHeading.map { Heading($0).text + "°" }
    return [
      end, Heading(trueHeading).text + "°", magnetic ?? "unknown",
      along, across, "\(worstAcross) kt", isClosed ? "CLOSED" : isBest ? "into the wind" : "",
    ]
  }

  private var along: String {
    guard let wind else { return "unknown" }
    let gusts = gust.map { " (\($0.headwindKnots))" } ?? ""
    switch wind.along {
    case .ahead: return "\(wind.headwindKnots) kt\(gusts) headwind"
    case .behind: return "\(wind.headwindKnots) kt\(gusts) TAILWIND"
    case .left, .right: return "none"
    }
  }

  /// The side is the one the wind comes from; the model's is the one the air moves to (airports 4.4).
  private var across: String {
    guard let wind else { return "unknown" }
    let gusts = gust.map { " (\($0.crosswindKnots))" } ?? ""
    switch wind.across {
    case .right: return "\(wind.crosswindKnots) kt\(gusts) from the left"
    case .left: return "\(wind.crosswindKnots) kt\(gusts) from the right"
    case .ahead, .behind: return "none"
    }
  }

  var json: JSONValue {
    .row([
      "end": .string(end), "closed": .bool(isClosed), "trueHeading": .whole(trueHeading),
      "magneticHeading": .whole(magneticHeading),
      "headwindKnots": .real(wind?.signedHeadwindKnots),
      "crosswindKnots": .real(wind?.signedCrosswindKnots),
      "worstCrosswindKnots": .whole(worstAcross),
    ])
  }
}

extension AirportsWeather {
  /// Every end whose direction is known, the one most into the wind first, closed ones last.
  static func ends(
    of airport: Airport, _ wind: ReportedWind, _ declination: Declination?
  ) -> [RunwayEndWind] {
    let ends = airport.runways.flatMap { runway in
      BestRunway.ends(of: runway).map { end, heading in
        RunwayEndWind(
          end: end.ident, isClosed: runway.isClosed, trueHeading: heading,
          magneticHeading: declination?.magnetic(of: Double(heading))?.degrees,
          wind: wind.components(runwayHeading: heading), gust: wind.gustComponents(runwayHeading: heading),
          worstAcross: wind.worstGustCrosswindKnots(runwayHeading: heading)
            ?? wind.worstCrosswindKnots(runwayHeading: heading))
      }
    }
    return ends.enumerated().sorted { one, other in
      if one.element.isClosed != other.element.isClosed { return other.element.isClosed }
      let (left, right) = (one.element.wind?.signedHeadwindKnots, other.element.wind?.signedHeadwindKnots)
      return left == right ? one.offset < other.offset : (left ?? 0) > (right ?? 0)
    }.map(\.element)
  }
}

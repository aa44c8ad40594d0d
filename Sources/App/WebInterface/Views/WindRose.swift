import AppState
import Markup

/// The runways by the compass, with the wind over them, and the same in words.
enum WindRose {
  static func html(_ wind: WindScreen) -> HTML {
    Tag.div(.class("wind")) {
      drawing(wind)
      Tag.div { words(wind) }
    }
  }

  private static func words(_ wind: WindScreen) -> HTML {
    HTML {
      Tag.p(.class("source")) { AirportsPage.line(wind.source ?? "No wind is set for this airport") }
      if let words = wind.words { Tag.p(.class("now")) { AirportsPage.line(words) } }
      if !wind.ends.isEmpty {
        Tag.dl {
          for end in wind.ends {
            Tag.dt { AirportsPage.line(end.ident) }
            Tag.dd(.class(end.isBehind ? "behind" : "")) {
              if end.isBest { Tag.b { "best, " } }
              end.words
            }
          }
        }
      }
      if !wind.report.isEmpty {
        Tag.p(.class("hint")) { AirportsPage.line(wind.report.joined(separator: " · ")) }
      }
      if let problem = wind.problem {
        Tag.p(.class("problem"), .set(.role, "status")) {
          Icon.warn.html(.tiny)
          Tag.bdi { AirportsPage.line(problem) }
        }
      }
    }
  }

  private static func drawing(_ wind: WindScreen) -> HTML {
    Tag.svg(
      .class("rose"), .set(.viewBox, "0 0 140 140"), .set(.role, "img"), .aria("label", sentence(wind))
    ) {
      Tag.circle(.class("round"), .set(.cx, "70"), .set(.cy, "70"), .set(.r, "58"))
      for degrees in stride(from: 0, to: 360, by: 30) {
        Tag.path(
          .class("tick"), .set(.d, degrees.isMultiple(of: 90) ? "M70 9v6" : "M70 10v4"),
          .set(.transform, "rotate(\(degrees) 70 70)"))
      }
      for (word, x, y) in [("N", 70, 24), ("E", 117, 71), ("S", 70, 118), ("W", 23, 71)] {
        Tag.drawnText(.set(.x, "\(x)"), .set(.y, "\(y)")) { word }
      }
      for bar in wind.bars.sorted(by: { !$0.isMain && $1.isMain }) { runway(bar) }
      if let main = wind.bars.first(where: \.isMain) { idents(main) }
      if let from = wind.from { arrow(from) }
    }
  }

  private static func sentence(_ wind: WindScreen) -> String {
    let runways = wind.bars.map { "\($0.low)/\($0.high)" }.joined(separator: ", ")
    let air = wind.words.map { "Wind \($0)." } ?? "No wind is set."
    return AirportsPage.line(
      runways.isEmpty ? "Compass without runways. \(air)" : "Runways \(runways) by the compass. \(air)")
  }

  private static func runway(_ bar: WindScreen.Bar) -> HTML {
    Tag.g(.set(.transform, "rotate(\(bar.heading) 70 70)")) {
      Tag.path(
        .class("runway", bar.isMain ? "" : "other", bar.isClosed ? "closed" : ""),
        .set(.d, bar.isMain ? "M70 40v60" : "M70 44v52"))
      if bar.isMain { Tag.path(.class("centre"), .set(.d, "M70 44v52")) }
    }
  }

  /// The names stand where one lands: the low end is opposite to where it points.
  private static func idents(_ bar: WindScreen.Bar) -> HTML {
    HTML {
      for (ident, heading) in [(bar.low, bar.heading + 180), (bar.high, bar.heading)] {
        let (x, y) = Self.point(heading, radius: 43)
        Tag.drawnText(.class("ident plate"), .set(.x, x), .set(.y, y), .aria("hidden", "true")) { ident }
        Tag.drawnText(.class("ident"), .set(.x, x), .set(.y, y)) { ident }
      }
    }
  }

  /// An arrow with the wind, at the edge it comes from.
  private static func arrow(_ from: Int) -> HTML {
    Tag.path(
      .class("arrow"), .set(.d, "M70 4v24m-6-8 6 8 6-8"), .set(.transform, "rotate(\(from) 70 70)"))
  }

  private static func point(_ degrees: Int, radius: Double) -> (String, String) {
    let (east, north) = CompassPoint.of(degrees)
    return (tenths(70 + radius * east), tenths(70 - radius * north))
  }

  private static func tenths(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return "\(tenths / 10).\(abs(tenths % 10))"
  }
}

/// East and north parts of a direction, by rotating a unit step of one degree; for drawings.
enum CompassPoint {
  static func of(_ degrees: Int) -> (east: Double, north: Double) {
    let (sine, cosine) = (0.017_452_406_437_283_5, 0.999_847_695_156_391_2)
    var (east, north) = (0.0, 1.0)
    for _ in 0..<((degrees % 360 + 360) % 360) {
      (east, north) = (east * cosine + north * sine, north * cosine - east * sine)
    }
    return (east, north)
  }
}

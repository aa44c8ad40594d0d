import Aviation
import Geography
import Timebase

/// What a wind makes of an airport's runways, in words and for the rose.
struct WindReading {
  let airport: Airport
  let wind: PastedWind?
  let loading: AirportLoading

  func screen() -> WindScreen {
    var screen = WindScreen(
      bars: bars(), source: nil, words: nil, from: nil, ends: [], report: [], problem: nil)
    guard let wind else { return screen }
    let clock = Self.clock(loading.surroundings.civil(wind.at))
    switch wind.source {
    case .wind(let reported):
      screen.source = "Wind, set by you at \(clock)"
      show(reported, in: &screen)
    case .report(let text):
      do {
        let report = try METAR(reading: text)
        screen.source = source(report, pastedAt: clock)
        screen.report = words(report)
        if let wind = report.wind {
          show(wind, in: &screen)
        } else {
          screen.words = report.saysWindIsMissing ? "wind missing from the report" : "wind not reported"
        }
        if !report.unread.isEmpty {
          screen.problem = "Not understood in the report: \(report.unread.prefix(6).joined(separator: " "))"
        }
      } catch {
        screen.problem =
          "That is not a METAR Tern can read. Nothing was changed; paste the report as it is sent."
      }
    }
    return screen
  }

  private func show(_ wind: ReportedWind, in screen: inout WindScreen) {
    screen.words = wind.description.replacing(" kt", with: "\u{A0}kt")
    guard !wind.isCalm else { return }
    screen.from = wind.degrees.map { $0 % 360 }
    screen.ends = ends(wind)
  }

  /// A report of another station says whose it is and how far away.
  private func source(_ report: METAR, pastedAt clock: String) -> String {
    var words = "METAR"
    if let station = report.station { words += " \(station)" }
    if let time = report.time {
      words += " \(Self.two(time.hour))\(Self.two(time.minute))Z"
      if let age = time.ageMinutes(now: loading.surroundings.now()) {
        words += ", \(age)\u{A0}min old"
      } else {
        words += ", more than an hour old"
      }
    }
    if let station = report.station, station != airport.icao {
      words += ". Borrowed: not of this airport"
    }
    return words + ", pasted at \(clock)"
  }

  private func words(_ report: METAR) -> [String] {
    var words: [String] = []
    if report.hasMoreReports { words.append("Two reports: the first was read") }
    if let wind = report.wind, wind.isAbove || wind.isGustAbove {
      words.append("More wind than can be reported: the figures are the least it can be")
    }
    if let category = report.flightCategory { words.append("Category \(category.rawValue)") }
    if report.isCAVOK { words.append("CAVOK") }
    if let visibility = report.visibility, !report.isCAVOK {
      words.append(
        "Visibility \(visibility.isAtLeast ? "≥ " : "")\(AirportFigures.grouped(visibility.metres))\u{A0}m")
    }
    if let ceiling = report.ceilingFeet { words.append("Ceiling \(AirportFigures.grouped(ceiling))\u{A0}ft") }
    if let temperature = report.temperature {
      let above = report.isDewPointAbove ? ", which cannot be" : ""
      words.append(
        "\(temperature)\u{A0}°C" + (report.dewPoint.map { ", dew point \($0)\u{A0}°C\(above)" } ?? ""))
    }
    if let pressure = report.pressure { words.append("QNH \(pressure.hectopascals)\u{A0}hPa") }
    return words
  }

  private func ends(_ wind: ReportedWind) -> [WindScreen.End] {
    let open = airport.runways.filter { !$0.isClosed }
    let best = wind.degrees.flatMap { BestRunway(of: open, windFrom: $0, speedKnots: wind.speedKnots) }
    let all = open.flatMap { runway in
      BestRunway.ends(of: runway).map { end in
        (
          end.end.ident, wind.components(runwayHeading: end.heading),
          wind.worstCrosswindKnots(runwayHeading: end.heading),
          wind.gustComponents(runwayHeading: end.heading)
        )
      }
    }
    return all.sorted { ($0.1?.signedHeadwindKnots ?? 0) > ($1.1?.signedHeadwindKnots ?? 0) }
      .map { ident, parts, worst, gust in
        WindScreen.End(
          ident: ident, words: Self.words(parts, worst, gust), isBest: ident == best?.end,
          isBehind: parts?.along == .behind)
      }
  }

  /// `headwind 3 kt, from left 9 kt`. The model's "right" is where the air goes; people are told whence it
  /// comes.
  private static func words(_ parts: WindComponents?, _ worst: Int, _ gust: WindComponents?) -> String {
    guard let parts else { return "crosswind up to \(worst)\u{A0}kt" }
    var words: [String] = []
    switch parts.along {
    case .ahead: words.append("headwind \(parts.headwindKnots)\u{A0}kt")
    case .behind: words.append("tailwind \(parts.headwindKnots)\u{A0}kt")
    case .left, .right: break
    }
    switch parts.across {
    case .right: words.append("from left \(parts.crosswindKnots)\u{A0}kt")
    case .left: words.append("from right \(parts.crosswindKnots)\u{A0}kt")
    case .ahead, .behind: break
    }
    if let gust, gust.crosswindKnots > parts.crosswindKnots {
      words.append("gusts across \(gust.crosswindKnots)\u{A0}kt")
    }
    return words.joined(separator: ", ")
  }

  private func bars() -> [WindScreen.Bar] {
    let longest = airport.runwaysByLength.first { !$0.isClosed }
    return airport.runways.compactMap { runway in
      guard let heading = runway.heading(of: .low).flatMap({ Heading(rounding: $0.degrees) }) else {
        return nil
      }
      return WindScreen.Bar(
        low: runway.low.ident, high: runway.high.ident, heading: heading.degrees, isMain: runway == longest,
        isClosed: runway.isClosed)
    }
  }

  static func clock(_ civil: CivilTime) -> String { "\(two(civil.hour)):\(two(civil.minute))" }

  private static func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
}

/// Sunrise and sunset in words, by the person's clock and in UTC.
enum AirportSun {
  static func words(_ place: Coordinate, _ surroundings: any AirportSurroundings) -> String? {
    let now = surroundings.now()
    guard let day = UTCDay(seconds: Int64(clamping: now.milliseconds / 1_000) + Int64(place.longitude * 240))
    else {
      return nil
    }
    switch SunDay(at: place, on: day).daylight {
    case .always: return "does not set"
    case .never: return "does not rise"
    case .between(let rise, let set):
      let (first, last) = (clock(rise, surroundings), clock(set, surroundings))
      return "\(first)–\(last) (\(AviationFormat.clock(rise).prefix(4))–\(AviationFormat.clock(set)))"
    }
  }

  private static func clock(_ seconds: Int64, _ surroundings: any AirportSurroundings) -> String {
    WindReading.clock(surroundings.civil(Timestamp(milliseconds: UInt64(clamping: max(0, seconds)) * 1_000)))
  }
}

import Aviation
import Geography

/// Puts a list of airports in words and marks.
struct AirportListing: Sendable {
  let loading: AirportLoading
  let found: AirportLoading.Found

  private var query: AirportQuery { loading.query }
  private var figures: AirportFigures { loading.figures }

  func screen() async -> AirportListScreen {
    let idents = found.airports.map(\.icao)
    let notices = await loading.references.notices(for: idents)
    let scores = loading.mode == .relevance ? await loading.references.scores(for: idents) : [:]
    let quarters = RelevanceQuarters(scores: Array(scores.values))
    let legend = LegendMarks(loading.mode)
    let onRoute = Dictionary((found.route?.rows ?? []).map { ($0.airport.icao, $0) }) { first, _ in first }
    var withLines = 0
    let rows = found.airports.map { airport in
      let notice = notices[airport.icao] ?? Self.published(airport)
      let mark = Legend.mark(
        LegendFacts(
          airport, isPointOfEntry: loading.borderCrossings.contains(airport.icao),
          easiness: notice.map { Int($0.easiness) },
          relevanceQuarter: quarters.quarter(of: scores[airport.icao])), in: loading.mode)
      var row = row(airport, mark, notice)
      row.rank = legend.rank(of: mark)
      if let place = onRoute[airport.icao] { addRoute(place, to: &row) }
      if loading.mode == .procedures, withLines < Self.linesMax, !airport.approaches.isEmpty {
        row.lines = airport.procedureLines().map {
          ApproachLine(precision: $0.precision, start: $0.start, end: $0.end)
        }
        withLines += row.lines.isEmpty ? 0 : 1
      }
      return row
    }
    return AirportListScreen(
      kind: found.kind, rows: rows, hidden: found.hidden, box: found.box, sentence: found.sentence,
      notices: found.notices, filters: filterChips(),
      legend: legend.screen(rows.map(\.mark), query, note: legendNote(notices.isEmpty, scores.isEmpty)),
      route: found.route.map(route))
  }

  // MARK: Rows

  private func row(_ airport: Airport, _ mark: LegendMark, _ notice: AirportNotice?) -> AirportRow {
    AirportRow(
      icao: airport.icao, name: airport.name, place: loading.place(airport), position: airport.position,
      mark: mark, rank: 0, longest: airport.longestRunwayFeet().map(figures.runway) ?? "",
      approach: Self.bestApproach(airport),
      customs: Self.customs(notice, isBorderCrossing: loading.borderCrossings.contains(airport.icao)),
      distance: found.distances[airport.icao].map(figures.distanceNumber) ?? "", along: "", offTrack: "",
      ribbon: nil, lines: [], isChosen: airport.icao == query.airport,
      isFavourite: loading.favourites.contains(airport.icao))
  }

  private func addRoute(_ place: RouteRow, to row: inout AirportRow) {
    row.along = figures.distanceNumber(place.alongTrack)
    let isOnRoute = place.segmentDistance < 0.5
    let side = place.crossTrack < 0 ? "L" : "R"
    row.offTrack = isOnRoute ? "on route" : "\(side)\u{A0}\(figures.distanceNumber(place.segmentDistance))"
    guard let answer = found.route, answer.totalNM > 0, answer.corridorNM > 0 else { return }
    let across = min(1, place.segmentDistance / answer.corridorNM)
    row.ribbon = RibbonPlace(
      along: min(max(place.alongTrack / answer.totalNM, 0), 1),
      across: isOnRoute ? 0 : place.crossTrack < 0 ? -across : across)
  }

  /// The most exact approach in a word; a departure or arrival alone is told as such.
  static func bestApproach(_ airport: Airport) -> ApproachTag? {
    if let best = airport.approaches.enumerated().min(by: {
      ($0.element.precisionRank, $0.offset) < ($1.element.precisionRank, $1.offset)
    })?.element {
      return ApproachTag(word: best.approach?.rawValue ?? "Approach", precision: best.precision)
    }
    return airport.procedures.isEmpty ? nil : ApproachTag(word: "Procedures", precision: nil)
  }

  /// Customs in few words; nil where the database has nothing about it.
  static func customs(_ notice: AirportNotice?, isBorderCrossing: Bool) -> String? {
    switch notice?.kind {
    case .h24?: return "H24"
    case .hours?: return notice?.hoursNotice.map { "\($0)\u{A0}h notice" } ?? "notice"
    case .onRequest?: return "on request"
    case .businessDay?: return "last business day"
    case .asADHours?: return "as AD hours"
    case .specificTime?: return "set times"
    case .notAvailable?: return "not available"
    case .unknown?, nil: return isBorderCrossing ? "border crossing" : nil
    }
  }

  /// What the AIP's text on customs says, where no database of notices knows the airport.
  static func published(_ airport: Airport) -> AirportNotice? {
    airport.entries.first { $0.standardField?.id == StandardField.customsID }
      .map { AirportNotice(icao: airport.icao, fieldText: $0.effectiveValue) }
  }

  // MARK: Route

  private func route(_ answer: RouteAnswer) -> RouteScreen {
    let legs = zip(answer.points, answer.points.dropFirst()).map { Leg(from: $0.position, to: $1.position) }
    let countries = answer.points.compactMap { point in
      answer.rows.first { $0.airport.icao == point.ident }?.airport.country
    }
    var crossed: [String] = []
    for country in countries where crossed.last != country { crossed.append(country) }
    let borders = zip(crossed, crossed.dropFirst()).map { BorderFormalities(from: $0, to: $1) }
    var turns: [Double] = []
    var flown = 0.0
    for length in answer.legLengths.dropLast() where answer.totalNM > 0 {
      flown += length
      turns.append(flown / answer.totalNM)
    }
    return RouteScreen(
      points: answer.points, line: answer.isLineKnown ? Self.line(legs) : [],
      corridorNM: Int(answer.corridorNM), distance: figures.distance(answer.totalNM),
      course: legs.first.map { (Heading(rounding: $0.bearing)?.text ?? "") + "° true" },
      countries: crossed, formalities: borders.flatMap(Self.words), turns: turns)
  }

  private static func words(_ border: BorderFormalities) -> [String] {
    let needs = [
      border.needsImmigration ? "immigration" : nil, border.needsCustoms ? "customs" : nil,
    ].compactMap { $0 }
    let what = needs.isEmpty ? "no checks as a rule" : needs.joined(separator: " and ")
    return ["\(border.from)–\(border.to): \(what)"] + border.notes
  }

  /// Points of the great circles, close enough that the line looks round.
  private static func line(_ legs: [Leg]) -> [Coordinate] {
    guard let first = legs.first else { return [] }
    return [first.start]
      + legs.flatMap { leg in
        let steps = min(max(Int(leg.length / stepNM), 1), stepsMax)
        return (1...steps).map { step in
          step == steps
            ? leg.end
            : Sphere.destination(
              from: leg.start, bearing: leg.bearing, distance: leg.length * Double(step) / Double(steps))
        }
      }
  }

  // MARK: Filters and legend

  private func filterChips() -> [MenuChoice<AirportQuery>] {
    FilterChips.chips(loading.filters, query, loading.surroundings, figures)
  }

  private func legendNote(_ hasNoNotices: Bool, _ hasNoScores: Bool) -> String? {
    switch loading.mode {
    case .airportType where loading.facts.borderCrossings == 0:
      "Border crossings are not in this database."
    case .airportType where loading.facts.procedures == 0: "Procedures are not in this database."
    case .procedures where loading.facts.procedures == 0: "Procedures are not in this database."
    case .procedures:
      "Known for \(AirportFigures.grouped(loading.facts.airportsWithProcedures)) airports in this database."
    case .notification where hasNoNotices && loading.facts.entries == 0:
      "Notices are not in this database."
    case .relevance where hasNoScores: "Reviews are not in this database."
    case .airportType, .runwayLength, .country, .notification, .relevance: nil
    }
  }

  /// At most so many airports get lines. Source: airports 8.4.
  static let linesMax = 50
  private static let stepNM = 40.0
  private static let stepsMax = 200
}

extension AirportLoading {
  /// `Le Touquet-Paris-Plage, France`.
  func place(_ airport: Airport) -> String {
    let country = airport.country.isEmpty ? "" : surroundings.countryName(airport.country)
    return [airport.city, country].filter { !$0.isEmpty }.joined(separator: ", ")
  }
}

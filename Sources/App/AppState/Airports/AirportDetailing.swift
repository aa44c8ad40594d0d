import Aviation
import Geography
import Timebase

/// Puts one airport in words.
struct AirportDetailing: Sendable {
  let loading: AirportLoading
  let airport: Airport
  let wind: PastedWind?
  let note: String

  private var figures: AirportFigures { loading.figures }
  private var icao: String { airport.icao }

  @concurrent func screen() async -> AirportDetailScreen {
    let notice = await loading.references.notices(for: [icao])[icao] ?? AirportListing.published(airport)
    let isBorder = loading.borderCrossings.contains(icao)
    let scores = loading.mode == .relevance ? await loading.references.scores(for: [icao]) : [:]
    let mark = Legend.mark(
      LegendFacts(
        airport, isPointOfEntry: isBorder, easiness: notice.map { Int($0.easiness) },
        relevanceQuarter: scores[icao].map { _ in 2 }), in: loading.mode)
    let rules = await loading.references.countryRules().map(categories)
    let tab = loading.query.tab ?? .airport
    return AirportDetailScreen(
      icao: icao, name: airport.name, place: loading.place(airport),
      elevation: airport.elevationFeet.map(figures.altitude) ?? "elevation not in this database",
      position: airport.position, mark: mark,
      isBorderCrossing: isBorder, hasProcedures: !airport.procedures.isEmpty, kind: Self.kind(airport.kind),
      runways: airport.runwaysByLength.map(runway), procedures: procedures(),
      facts: await facts(), wind: WindReading(airport: airport, wind: wind, loading: loading).screen(),
      notice: notice.map(self.notice), sections: sections(), aipSource: aipSource(),
      rules: rules, country: loading.surroundings.countryName(airport.country), note: note,
      isFavourite: loading.favourites.contains(icao), tab: tab == .rules && rules == nil ? .airport : tab,
      friendliness: await loading.references.friendliness(of: icao))
  }

  // MARK: Airport

  private func runway(_ runway: Runway) -> AirportDetailScreen.RunwayLine {
    let length = runway.lengthFeet.map(figures.runway)
    let width = runway.widthFeet.flatMap { $0 > 0 ? figures.runway($0) : nil }
    let size = [length, width].compactMap { $0 }.joined(separator: " × ")
    var tags: [String] = []
    if runway.isClosed { tags.append("Closed") }
    switch runway.surfaceClass {
    case .hard?: tags.append("Hard")
    case .soft?: tags.append("Soft")
    case .water?: tags.append("Water")
    case .snow?: tags.append("Snow")
    case nil: break
    }
    if runway.isLighted { tags.append("Lighted") }
    var more = [runway.surface.isEmpty ? nil : runway.surface].compactMap { $0 }
    for side in Runway.Side.allCases {
      let end = runway.end(side)
      if let moved = end.displacedThresholdFeet, moved > 0 {
        more.append(
          "threshold \(end.ident) moved in \(figures.runway(Int(moved)))\u{A0}\(figures.runwayUnit)")
      }
    }
    if let heading = runway.heading(of: .low), let text = Heading(rounding: heading.degrees)?.text {
      more.append(
        "\(runway.low.ident) points to \(text)°" + (heading.origin == .number ? " by its number" : " true"))
    }
    return AirportDetailScreen.RunwayLine(
      ident: Self.ident(runway),
      size: length == nil ? "Length not in this database" : size + "\u{A0}" + figures.runwayUnit,
      isKnown: length != nil, tags: tags, more: more.joined(separator: " · "), isClosed: runway.isClosed)
  }

  private static func ident(_ runway: Runway) -> String {
    let names = [runway.low.ident, runway.high.ident].filter { !$0.isEmpty }
    return names.isEmpty ? "—" : names.joined(separator: "/")
  }

  private func procedures() -> [ApproachTag] {
    let approaches = airport.approaches.enumerated().sorted {
      ($0.element.precisionRank, $0.offset) < ($1.element.precisionRank, $1.offset)
    }.map { _, approach in
      let word = approach.approach?.rawValue ?? (approach.name.isEmpty ? "approach" : approach.name)
      return ApproachTag(
        word: [approach.fullRunway, word].compactMap { $0 }.joined(separator: " "),
        precision: approach.precision)
    }
    return approaches + counted(.departure, "departure") + counted(.arrival, "arrival")
  }

  private func counted(_ kind: ProcedureKind, _ word: String) -> [ApproachTag] {
    let count = airport.procedures.count { $0.kind == kind }
    return count == 0 ? [] : [ApproachTag(word: "\(count) \(word)\(count == 1 ? "" : "s")", precision: nil)]
  }

  private func facts() async -> [AirportDetailScreen.Fact] {
    var facts = [
      AirportDetailScreen.Fact(
        name: "Position", value: AirportLoading.position(airport.position), isCode: true),
      AirportDetailScreen.Fact(
        name: "Declination", value: await loading.references.declination(of: airport)?.description),
    ]
    if let sun = AirportSun.words(airport.position, loading.surroundings) {
      facts.append(AirportDetailScreen.Fact(name: "Sun today, your clock", value: sun))
    }
    facts.append(AirportDetailScreen.Fact(name: "Kind", value: Self.kind(airport.kind)))
    if let isScheduled = airport.hasScheduledService {
      facts.append(AirportDetailScreen.Fact(name: "Airline service", value: isScheduled ? "Yes" : "No"))
    }
    let codes = [
      airport.iataCode.map { "IATA \($0)" }, airport.gpsCode.flatMap { $0 == icao ? nil : "GPS \($0)" },
      airport.localCode.map { "local \($0)" },
    ].compactMap { $0 }
    if !codes.isEmpty {
      facts.append(
        AirportDetailScreen.Fact(name: "Other codes", value: codes.joined(separator: ", "), isCode: true))
    }
    let fuel = FuelAvailability(of: airport.entries)
    facts.append(
      AirportDetailScreen.Fact(name: "Fuel", value: Self.fuel(fuel)))
    facts.append(
      AirportDetailScreen.Fact(
        name: "Border crossing",
        value: loading.borderCrossings.contains(icao) ? "Yes" : nil))
    return facts
  }

  private static func fuel(_ fuel: FuelAvailability) -> String? {
    if fuel.avgas == nil && fuel.jetA == nil { return nil }
    let kinds = [fuel.avgas == true ? "Avgas" : nil, fuel.jetA == true ? "Jet A" : nil].compactMap { $0 }
    return kinds.isEmpty ? "none of Avgas and Jet A, by the AIP" : kinds.joined(separator: ", ")
  }

  static func kind(_ kind: AirportKind) -> String {
    switch kind {
    case .large: "Large airport"
    case .medium: "Medium airport"
    case .small: "Small airport"
    case .seaplaneBase: "Seaplane base"
    case .balloonport: "Balloonport"
    case .closed: "Closed"
    case .other: "Other"
    }
  }

  private func categories(_ rules: CountryRules) -> [AirportDetailScreen.RuleCategory] {
    rules.categories(of: airport.country).map { name, rules in
      AirportDetailScreen.RuleCategory(
        name: name,
        rules: rules.map { rule in
          AirportDetailScreen.RuleCategory.Rule(
            question: rule.question.text, answer: rule.answer.markup,
            reviewed: rule.answer.lastReviewed ?? "",
            links: rule.answer.links)
        })
    }
  }

  // MARK: AIP

  private func notice(_ notice: AirportNotice) -> NoticeScreen {
    let what = Self.word(notice.ruleType)
    let title: String
    switch notice.kind {
    case .hours where notice.maxNoticeHours != nil:
      title = "\(notice.maxNoticeHours ?? 0) hours notice for \(what)"
    case .h24, .hours, .onRequest, .businessDay, .asADHours, .specificTime, .notAvailable, .unknown:
      title = notice.kindTitle
    }
    let tone: String
    switch notice.band {
    case .easy: tone = "good"
    case .moderate: tone = "sea"
    case .someHassle: tone = "warn"
    case .highHassle: tone = "bad"
    }
    let hours = notice.opensAt.flatMap { opens in notice.closesAt.map { "within \(opens)–\($0)" } }
    return NoticeScreen(
      title: title,
      easiness: notice.kind == .unknown ? nil : "\(notice.band.rawValue) · \(Int(notice.easiness))",
      tone: tone, summary: notice.summary, hours: hours,
      contacts: [notice.phone, notice.email].compactMap { $0 },
      doubt: notice.confidence < Self.sureMin
        ? "Read by a machine, \(Int((notice.confidence * 100).rounded()))\u{A0}% sure. Check the text below."
        : nil)
  }

  private static func word(_ rule: NoticeRuleType?) -> String {
    switch rule {
    case .customs?, nil: "customs"
    case .immigration?: "immigration"
    case .ppr?: "permission"
    case .pn?: "arrival"
    case .handling?: "handling"
    }
  }

  private func sections() -> [AirportDetailScreen.EntrySection] {
    AIPSection.allCases.sorted { $0.rawValue < $1.rawValue }.compactMap { section in
      let entries = airport.entries.filter { $0.section == section }
        .sorted { ($0.standardField?.id ?? 999) < ($1.standardField?.id ?? 999) }
        .map { entry in
          AirportDetailScreen.Entry(
            name: entry.effectiveName, value: entry.effectiveValue,
            original: entry.altValue.flatMap {
              $0.isEmpty || entry.value.isEmpty || $0 == entry.value ? nil : entry.value
            })
        }
      return entries.isEmpty ? nil : AirportDetailScreen.EntrySection(title: section.title, entries: entries)
    }
  }

  private func aipSource() -> String {
    guard !airport.entries.isEmpty else { return "" }
    let sources = Set(airport.entries.compactMap(\.source)).sorted()
    let from = sources.isEmpty ? "From the AIP" : "From " + sources.joined(separator: ", ")
    let date = loading.facts.date.isEmpty ? "" : " of " + AirportSourceWords.date(loading.facts.date)
    return "\(from), in the database\(date) stored on this computer."
  }

  /// Readings less sure than this say so. Source: airports 9.
  static let sureMin = 0.9
}

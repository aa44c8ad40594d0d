import Aviation
import Geography
import StrictJSON
import Terminal

extension AirportsReading {
  /// `tern airports info`: what the database holds, and what it does not.
  func info() throws {
    let counts: [(String, String, Int)] = [
      ("airports", "Airports", facts.airports), ("runways", "Runways", facts.runways),
      ("procedures", "Procedures", facts.procedures), ("aipEntries", "AIP texts", facts.entries),
      ("borderCrossings", "Border crossing points", facts.borderCrossings),
      ("waypoints", "Waypoints", facts.waypoints),
      ("notices", "Customs notices", snapshot.companions.notices.count),
      ("friendliness", "Figures of friendliness", snapshot.companions.friendliness.count),
      ("ruleCountries", "Countries with rules", snapshot.companions.rules?.countries.count ?? 0),
    ]
    if isJSON {
      let json = JSONValue.row([
        "path": .string(facts.path), "version": .string(facts.version),
        "schema": .whole(facts.schema), "source": .string(facts.source),
        "date": facts.date.isEmpty ? .null : .string(facts.date), "covers": .string(facts.coverage),
        "counts": .object(counts.map { JSONMember(name: $0.0, value: .whole($0.2)) }),
        "airportsWithProcedures": .whole(facts.airportsWithProcedures),
        "airportsWithEntries": .whole(facts.airportsWithEntries),
        "notLoaded": .whole(snapshot.passedOver.notSelected),
        "magneticModel": .text(snapshot.companions.magneticModel?.name),
      ])
      try output.line(json.serialized())
      return try closeWithSource()
    }
    var rows = [["Database", facts.path], ["Version", facts.version.isEmpty ? "not named" : facts.version]]
    if !facts.coverage.isEmpty { rows.append(["Covers", facts.coverage]) }
    rows += counts.map { [$0.1, $0.2 == 0 ? "not in this database" : "\($0.2)"] }
    rows.append(["Magnetic model", snapshot.companions.magneticModel?.name ?? "not here: run Scripts/setup"])
    try pairs(rows)
    try closeWithSource()
  }

  /// `tern airports show`: everything about one airport.
  func show() throws {
    let airport = try airport(request.words[0])
    let declination = declination(of: airport)
    let notice = snapshot.companions.notice(of: airport)
    if isJSON {
      let json = JSONValue.row([
        "airport": airport.json, "declination": .real(declination?.degreesEast),
        "declinationSource": .text(declination?.description),
        "notice": .optional(notice.map { AirportsWeather.json($0) }),
        "source": .string(facts.source), "date": facts.date.isEmpty ? .null : .string(facts.date),
        "statement": .string(AirportExport.statement),
      ])
      return try output.line(json.serialized())
    }
    try output.line(LineText("\(airport.icao)  \(airport.name)", columnsMax: 120).text)
    try pairs(facts(of: airport, declination, notice))
    try runways(of: airport, declination)
    try procedures(of: airport)
    try entries(of: airport)
    try closeWithSource()
  }

  /// How far magnetic north is off, by the best that is known.
  func declination(of airport: Airport) -> Declination? {
    guard let today = AirportsClock.today else { return nil }
    let published = airport.entries.first { $0.standardField?.id == Self.variationID }?.effectiveValue
    return Declination.best(
      at: airport.position, elevationFeet: airport.elevationFeet, day: today,
      model: snapshot.companions.magneticModel, published: published)
  }

  private func facts(
    of airport: Airport, _ declination: Declination?, _ notice: AirportNotice?
  ) -> [[String]] {
    let position = airport.position
    var rows: [[String]] = []
    rows.append(["Place", [airport.city, airport.country].filter { !$0.isEmpty }.joined(separator: ", ")])
    rows.append(["Kind", airport.kind.rawValue.replacing("_", with: " ")])
    rows.append(["IATA code", airport.iataCode ?? ""])
    rows.append(["GPS code", airport.gpsCode ?? ""])
    let place = AviationFormat.position(latitude: position.latitude, longitude: position.longitude)
    rows.append(["Position", place])
    rows.append(["Elevation", airport.elevationFeet.map { "\($0) ft" } ?? Self.absent])
    rows.append(["Declination", declination?.description ?? "not known"])
    let isEntry = known.isPointOfEntry(airport.icao)
    let border = facts.borderCrossings == 0 ? Self.absent : isEntry ? "yes" : "not on the list"
    rows.append(["Point of entry", border])
    if let notice {
      rows.append(["Customs notice", notice.kindTitle + ": " + notice.summary])
    } else if snapshot.companions.published(by: airport) != nil {
      rows.append(["Customs notice", "not understood: read the text on customs below"])
    } else {
      rows.append(["Customs notice", Self.absent])
    }
    rows += sun(at: position)
    if let home = airport.homeLink { rows.append(["Page", home]) }
    return rows.filter { !$0[1].isEmpty }
  }

  private func sun(at position: Coordinate) -> [[String]] {
    guard let today = AirportsClock.today else { return [] }
    func words(_ span: SunDay.Span) -> String {
      switch span {
      case .between(let begin, let end): "\(AviationFormat.clock(begin)) to \(AviationFormat.clock(end))"
      case .always: "all day"
      case .never: "not today"
      }
    }
    let sun = SunDay(at: position, on: today)
    return [["Sun today", words(sun.daylight)], ["Civil twilight", words(sun.civil)]]
  }

  private func runways(of airport: Airport, _ declination: Declination?) throws {
    try output.line("")
    guard !airport.runways.isEmpty else { return try output.line("Runways: none in this database") }
    let rows = airport.runwaysByLength.map { runway -> [String] in
      let surface = runway.surface + (runway.surfaceClass.map { " (" + $0.rawValue + ")" } ?? "")
      let headings = Runway.Side.allCases.map { Self.heading(runway.heading(of: $0)) }
      let marks = [runway.isLighted ? "lighted" : "", runway.isClosed ? "CLOSED" : ""]
      return [
        runway.ident, AirportRow.feet(runway.lengthFeet), AirportRow.feet(runway.widthFeet), surface,
        headings.joined(separator: " / "), marks.filter { !$0.isEmpty }.joined(separator: ", "),
      ]
    }
    let columns: [TextTable.Column] = [
      .init(title: "Runway"), .init(title: "Length", isRight: true), .init(title: "Width", isRight: true),
      .init(title: "Surface"), .init(title: "True headings", columnsMax: 60), .init(title: ""),
    ]
    for line in TextTable.lines(columns, rows) { try output.line(line) }
  }

  private func procedures(of airport: Airport) throws {
    try output.line("")
    guard !airport.procedures.isEmpty else {
      return try output.line(
        facts.procedures == 0 ? "Procedures: not in this database" : "Procedures: none in this database")
    }
    let rows = airport.procedures.map {
      [$0.kind.rawValue, $0.approach?.rawValue ?? "", $0.fullRunway ?? "", $0.name]
    }
    let columns: [TextTable.Column] = [
      .init(title: "Procedure"), .init(title: "Type"), .init(title: "Runway"),
      .init(title: "Name", columnsMax: 60),
    ]
    for line in TextTable.lines(columns, rows) { try output.line(line) }
  }

  private func entries(of airport: Airport) throws {
    try output.line("")
    guard !airport.entries.isEmpty else {
      return try output.line(
        facts.entries == 0 ? "AIP texts: not in this database" : "AIP texts: none in this database")
    }
    for section in AIPSection.allCases.sorted(by: { $0.rawValue < $1.rawValue }) {
      let entries = airport.entries.filter { $0.section == section }
      guard !entries.isEmpty else { continue }
      try output.line(section.title)
      for entry in entries {
        try output.line("  " + LineText(entry.effectiveName, columnsMax: 100).text)
        for line in entry.effectiveValue.split(whereSeparator: \.isNewline) {
          try output.line("    " + LineText(String(line), columnsMax: 400).text)
        }
      }
    }
  }

  private func pairs(_ rows: [[String]]) throws {
    let columns: [TextTable.Column] = [.init(title: ""), .init(title: "", columnsMax: 200)]
    for line in TextTable.lines(columns, rows).dropFirst() { try output.line(line) }
  }

  private static func heading(_ heading: RunwayHeading?) -> String {
    guard let heading, let degrees = Heading(rounding: heading.degrees) else { return "unknown" }
    return "\(degrees.text)°" + (heading.origin == .number ? " (of the number)" : "")
  }

  private static let absent = "not in this database"
  /// Magnetic variation, among the standard fields.
  private static let variationID = 205
}

import Aviation
import Geography
import StrictJSON
import Terminal

extension AirportsReading {
  /// `tern airports wind`: which runway, and the wind along and across each end.
  func wind() throws {
    let airport = try airport(request.words[0])
    let weather = AirportsWeather(isJSON: isJSON, output: output)
    let wind = try weather.wind(request)
    let declination = declination(of: airport)
    let ends = AirportsWeather.ends(of: airport, wind, declination)
    let best = wind.degrees.flatMap { degrees in
      wind.isCalm ? nil : BestRunway(of: airport.runways, windFrom: degrees, speedKnots: wind.speedKnots)
    }
    if isJSON {
      let json = JSONValue.row([
        "icao": .string(airport.icao), "wind": .string(wind.description),
        "moreThan": .bool(wind.isAbove || wind.isGustAbove),
        "reportOf": .text(try weather.report(request)?.station), "best": .text(best?.end),
        "declination": .real(declination?.degreesEast),
        "ends": .array(ends.map(\.json)),
      ])
      try output.line(json.serialized())
      return try closeWithSource()
    }
    try output.line(LineText("\(airport.icao)  \(airport.name), wind \(wind)", columnsMax: 160).text)
    if wind.isAbove || wind.isGustAbove {
      try output.line("More wind than can be reported: the figures below are the least it can be.")
    }
    if let report = try weather.report(request) {
      if report.hasMoreReports { try output.line("Two reports: the first was read.") }
      let age = report.time?.ageMinutes(now: AirportsClock.now)
      let observed = report.time.map { AirportsWeather.time($0, age) } ?? "at a time that is not said"
      let station = report.station ?? "an unnamed station"
      let isOwn = station == airport.icao
      let words = isOwn ? "" : ": not of \(airport.icao), the wind there may differ"
      try output.line(LineText("Report of \(station), \(observed)\(words).", columnsMax: 160).text)
    }
    if ends.isEmpty { try output.line("No runway of known direction is in this database.") }
    let columns: [TextTable.Column] = [
      .init(title: "Runway"), .init(title: "True"), .init(title: "Magnetic"), .init(title: "Along"),
      .init(title: "Across"), .init(title: "At worst across", isRight: true), .init(title: ""),
    ]
    for line in TextTable.lines(columns, ends.map { $0.cells(best: best?.end) }) { try output.line(line) }
    try output.line(
      best.map { "Into the wind: runway \($0.end)." }
        ?? (wind.isCalm ? "Calm: any runway." : "No open runway of known direction is into the wind."))
    try output.line("Directions of the wind are true, as in reports; a tower's are magnetic.")
    try closeWithSource()
  }

  /// `tern airports notify ICAO`: how much notice customs wants; false when nothing is known.
  func notice() throws -> Bool {
    let airport = try airport(request.words[0])
    let companions = snapshot.companions
    guard let notice = companions.notice(of: airport) ?? companions.published(by: airport) else {
      if isJSON {
        try output.line("null")
      } else {
        try output.line(
          "What customs wants at \(airport.icao) is not in this database. Read the AIP and ask the operator.")
      }
      try closeWithSource()
      return false
    }
    try AirportsWeather(isJSON: isJSON, output: output).show(notice)
    try closeWithSource()
    return true
  }
}

/// Reports and notices, which need no database.
struct AirportsWeather {
  let isJSON: Bool
  let output: ResultWriter

  /// `tern airports metar`: a report in words.
  func metar(_ words: [String]) throws {
    let report = try METAR.reading(try StandardInput.text(words.joined(separator: " ")))
    let age = report.time?.ageMinutes(now: AirportsClock.now)
    if isJSON { return try output.line(Self.json(report, age).serialized()) }
    func shown(_ number: Int?, _ unit: String, else none: String = "not reported") -> String {
      number.map { String($0) + unit } ?? none
    }
    var rows: [[String]] = []
    rows.append(["Station", report.station ?? "not named"])
    rows.append(["Observed", report.time.map { Self.time($0, age) } ?? "not said"])
    rows.append(["Wind", Self.wind(of: report)])
    rows.append(
      ["Visibility", report.isCAVOK ? "10 km or more (CAVOK)" : Self.visibility(report.visibility)])
    rows.append(["Clouds", Self.clouds(report)])
    let noCeiling = report.knowsCeiling ? "none" : "not known"
    rows.append(["Ceiling", shown(report.ceilingFeet, " ft", else: noCeiling)])
    rows.append(["Temperature", shown(report.temperature, " °C")])
    let dewPoint = shown(report.dewPoint, " °C")
    rows.append([
      "Dew point",
      report.isDewPointAbove ? "reported as \(dewPoint), above the temperature: that cannot be" : dewPoint,
    ])
    rows.append(["Pressure", shown(report.pressure?.hectopascals, " hPa")])
    rows.append(["Category", report.flightCategory?.rawValue ?? "cannot be told"])
    if !report.unread.isEmpty { rows.append(["Not read", report.unread.joined(separator: " ")]) }
    if report.hasMoreReports { rows.append(["Beware", "two reports: the first was read"]) }
    let columns: [TextTable.Column] = [.init(title: ""), .init(title: "", columnsMax: 200)]
    for line in TextTable.lines(columns, rows).dropFirst() { try output.line(line) }
    try output.line("")
    try output.line(AirportExport.statement)
  }

  /// `tern airports notify TEXT`: what a text of field 302 says.
  func notice(ofText text: String) throws {
    try show(AirportNotice(icao: "", fieldText: text))
    if !isJSON { try output.line(AirportExport.statement) }
  }

  func show(_ notice: AirportNotice) throws {
    if isJSON { return try output.line(Self.json(notice).serialized()) }
    var rows = [["Notice", notice.kindTitle], ["Summary", notice.summary]]
    if let hours = notice.maxNoticeHours {
      rows.append(["At most", hours == 0 ? "none" : "\(hours) h before"])
    }
    if let opens = notice.opensAt, let closes = notice.closesAt {
      rows.append(["Hours", "\(opens)-\(closes)"])
    }
    if notice.kind != .unknown { rows.append(["Easiness", "\(Int(notice.easiness.rounded())) of 100"]) }
    for rule in notice.weekdayRules { rows.append([rule.days, rule.text]) }
    if let phone = notice.phone { rows.append(["Phone", phone]) }
    if let email = notice.email { rows.append(["E-mail", email]) }
    rows.append(["Text", notice.rawText])
    if notice.confidence < 0.9 {
      rows.append([
        "Beware", "read by a program, \(Int(notice.confidence * 100)) % sure: read the text itself",
      ])
    }
    let columns: [TextTable.Column] = [.init(title: ""), .init(title: "", columnsMax: 400)]
    let shown = rows.filter { !$0[1].isEmpty }
    for line in TextTable.lines(columns, shown).dropFirst() { try output.line(line) }
  }

  /// The report of `--metar`; nil without one.
  func report(_ request: AirportsRequest) throws -> METAR? { try request.metar.map { try METAR.reading($0) } }

  /// The wind of `--wind` or of `--metar`.
  func wind(_ request: AirportsRequest) throws -> ReportedWind {
    if let report = try report(request) {
      guard let wind = report.wind else {
        throw CommandRefusal("The wind is missing from that report: give it by --wind.")
      }
      return wind
    }
    return try Self.wind(request.wind ?? "")
  }

  /// `240/15`, `240/15G25`, `VRB/3`, or as reports write it.
  static func wind(_ text: String) throws -> ReportedWind {
    let upper = text.uppercased()
    let refusal = UsageProblem(
      description: "“\(text)” is no wind. Write 240/15, 240/15G25 or VRB/3: degrees true, knots, gusts.")
    var group = upper
    if let slash = upper.firstIndex(of: "/") {
      let direction = upper[..<slash]
      let rest = upper[upper.index(after: slash)...].split(separator: "G", omittingEmptySubsequences: false)
      // Zeros are for what is short, never for what is missing: "240/" is not calm.
      guard !direction.isEmpty, rest.allSatisfy({ !$0.isEmpty }) else { throw refusal }
      let padded =
        direction.allSatisfy(\.isNumber)
        ? String(repeating: "0", count: max(0, 3 - direction.count)) + direction : String(direction)
      let speeds = rest.map { String(repeating: "0", count: max(0, 2 - $0.count)) + $0 }
      group = padded + speeds.joined(separator: "G")
    }
    if !group.hasSuffix("KT") && !group.hasSuffix("MPS") { group += "KT" }
    // A report of nothing but its wind; station and day are there because a report has them. Why a group
    // cannot be read is not told apart: the refusal shows how a wind is written.
    guard !text.isEmpty, let wind = try? METAR(reading: "XXXX 010000Z \(group)").wind else { throw refusal }
    return wind
  }

  /// The text that `notify` was given, rather than an identifier.
  static func noticeText(_ words: [String]) -> String? {
    let text = words.joined(separator: " ")
    let typed = SearchText.typed(text)
    let isIdent = words.count == 1 && typed.utf8.count <= 4 && typed != "-" && typed.uppercased() != "H24"
    return isIdent ? nil : text
  }

  static func json(_ notice: AirportNotice) -> JSONValue {
    .row([
      "icao": .text(notice.icao.isEmpty ? nil : notice.icao),
      "kind": .string(notice.kind.rawValue), "summary": .string(notice.summary),
      "hoursNotice": .whole(notice.maxNoticeHours),
      // A figure for what nobody understood would be a guess.
      "easiness": notice.kind == .unknown ? .null : .number(notice.easiness),
      "opens": .text(notice.opensAt), "closes": .text(notice.closesAt),
      "weekdays": .object(
        notice.weekdayRules.map { JSONMember(name: $0.days, value: .string($0.text)) }),
      "phone": .text(notice.phone), "email": .text(notice.email), "text": .string(notice.rawText),
      "confidence": .number(notice.confidence),
    ])
  }

  private static func json(_ report: METAR, _ age: Int?) -> JSONValue {
    .row([
      "station": .text(report.station), "ageMinutes": .whole(age),
      "wind": .optional(report.wind.map { json($0) }),
      "visibilityMetres": .whole(report.visibility?.metres),
      "cavok": .bool(report.isCAVOK),
      "clouds": .array(
        report.clouds.map { layer in
          .row([
            "amount": .string(layer.amount.rawValue),
            "baseFeet": .whole(layer.baseFeet), "kind": .text(layer.kind),
          ])
        }),
      "ceilingFeet": .whole(report.ceilingFeet),
      "temperature": .whole(report.temperature),
      "dewPoint": .whole(report.isDewPointAbove ? nil : report.dewPoint),
      "dewPointImpossible": .bool(report.isDewPointAbove),
      "hectopascals": .whole(report.pressure?.hectopascals),
      "category": .text(report.flightCategory?.rawValue),
      "unread": .array(report.unread.map(JSONValue.string)), "moreReports": .bool(report.hasMoreReports),
    ])
  }

  private static func json(_ wind: ReportedWind) -> JSONValue {
    .row([
      "degrees": .whole(wind.degrees),
      "knots": .whole(wind.speedKnots),
      "gustKnots": .whole(wind.gustKnots),
      "moreThanKnots": .bool(wind.isAbove),
      "moreThanGustKnots": .bool(wind.isGustAbove),
      "variableFrom": .whole(wind.variableFrom),
      "variableTo": .whole(wind.variableTo),
    ])
  }

  static func time(_ time: ReportTime, _ age: Int?) -> String {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let moment = "day \(time.day), \(two(time.hour))\(two(time.minute)) UTC"
    return moment + (age.map { ", \($0) minutes ago" } ?? ", more than an hour ago or not yet")
  }

  private static func wind(of report: METAR) -> String {
    report.wind?.description ?? (report.saysWindIsMissing ? "missing from the report" : "not reported")
  }

  private static func visibility(_ visibility: Visibility?) -> String {
    guard let visibility else { return "not reported" }
    return (visibility.isAtLeast ? "at least " : visibility.isLessThan ? "less than " : "")
      + "\(visibility.metres) m"
  }

  private static func clouds(_ report: METAR) -> String {
    if report.clouds.isEmpty { return report.saysClouds || report.isCAVOK ? "none" : "not reported" }
    return report.clouds.map { layer -> String in
      let base = layer.baseFeet.map { String($0) + " ft" } ?? "at an unknown height"
      let parts = [layer.amount.rawValue, base, layer.kind ?? ""]
      return parts.filter { !$0.isEmpty }.joined(separator: " ")
    }.joined(separator: ", ")
  }
}

extension METAR {
  /// Reads a report; what is wrong is said in words.
  static func reading(_ text: String) throws -> METAR {
    do { return try METAR(reading: text) } catch { throw CommandRefusal("\(error)") }
  }
}

import AirportData
import Aviation
import Terminal

/// `tern airports`: asks the databases of airports on this machine, without a running node.
enum AirportsCommand {
  /// Runs one command; answers whether there was something to show.
  static func run(
    _ request: AirportsRequest, isJSON: Bool, _ environment: [String: String]
  ) async throws -> Bool {
    let output = try request.output.map { path throws(CommandRefusal) in try ResultWriter(newFile: path) }
    let writer = output ?? ResultWriter()
    do {
      let result = try await perform(request, isJSON: isJSON, environment, writer)
      try writer.finish()
      return result
    } catch {
      writer.discard()
      switch error {
      case let error as AirportDataError: throw CommandRefusal("\(error)")
      case let error as AirportError:
        let words = [error.description, error.recoveryHint].compactMap { $0 }
        throw CommandRefusal(words.joined(separator: " "))
      default: throw error
      }
    }
  }

  private static func perform(
    _ request: AirportsRequest, isJSON: Bool, _ environment: [String: String], _ output: ResultWriter
  ) async throws -> Bool {
    let bundled = AssetsFolder.find(request.assets) + "/airports"
    let places = AirportPlaces(
      environment: environment, bundledFolder: bundled, chosenDatabase: request.database)
    guard let places else { throw ProfileProblem.noHome }
    let files = AirportsFiles(request: request, isJSON: isJSON, places: places, output: output)
    switch request.action {
    case .build: try await files.build()
    case .takeOver: try await files.takeOver()
    case .metar: try AirportsWeather(isJSON: isJSON, output: output).metar(request.words)
    case .info, .show, .search, .near, .box, .route, .filter, .wind, .notify, .export:
      if request.action == .notify, let text = AirportsWeather.noticeText(request.words) {
        let text = try StandardInput.text(text)
        guard !SearchText.typed(text).isEmpty else {
          throw UsageProblem(description: "There is nothing to search for: the text is empty.")
        }
        try AirportsWeather(isJSON: isJSON, output: output).notice(ofText: text)
        return true
      }
      try await files.buildIfNeeded()
      let selection = request.loadsEverything ? AirportSelection.everything : AirportSelection()
      let airports = LocalAirports(places: places, selection: selection, moment: { AirportsClock.moment() })
      let snapshot = try await airports.snapshot()
      for problem in snapshot.companions.problems { Console.say(LineText("\(problem)").text) }
      let reading = AirportsReading(
        request: request, isJSON: isJSON, airports: airports, snapshot: snapshot, output: output)
      return try await reading.perform()
    }
    return true
  }
}

/// One command that reads the loaded database.
struct AirportsReading {
  let request: AirportsRequest
  let isJSON: Bool
  let airports: LocalAirports
  let snapshot: AirportSnapshot
  let output: ResultWriter

  var facts: DatabaseFacts { snapshot.facts }
  var known: KnownAirports { snapshot.known }

  /// Prints the answer; false when there is nothing to show.
  func perform() async throws -> Bool {
    switch request.action {
    case .build, .takeOver, .metar: return true
    case .info:
      try info()
      return true
    case .show: try show()
    case .search: return try await search()
    case .near: return try await near()
    case .box: return try await box()
    case .route: return try await route()
    case .filter: return try await filter()
    case .wind: try wind()
    case .notify: return try notice()
    case .export: return try await export()
    }
    return true
  }

  /// An airport, or words that there is none.
  func airport(_ ident: String) throws -> Airport {
    if let airport = known.airport(ident) { return airport }
    throw AirportError.airportNotFound(icao: LineText(ident.uppercased(), columnsMax: 20).text)
  }

  /// What the figures come from, how old they are, and what they are not for; the last line of every answer.
  func closeWithSource() throws {
    let lines = [sourceLine, AirportExport.statement]
    if isJSON || request.output != nil {
      for line in lines { Console.say(line) }
    } else {
      try output.line("")
      for line in lines { try output.line(line) }
    }
  }

  /// `ourairports, 2022-10-11 (4 years old), database 20261130.1`.
  var sourceLine: String {
    var parts: [String] = []
    parts.append("Data: " + (facts.source.isEmpty ? "of an unknown source" : facts.source))
    if facts.date.isEmpty {
      parts.append("of an unknown day")
    } else {
      parts.append("of \(facts.date)" + (AirportsClock.age(ofDay: facts.date).map { " (\($0))" } ?? ""))
    }
    if !facts.version.isEmpty { parts.append("database \(facts.version)") }
    return LineText(parts.joined(separator: ", "), columnsMax: 200).text
  }

  /// Says what the database has none of, where a filter asks for it: an empty list then means nothing.
  func sayAbsences() {
    let filter = request.filter
    let asksProcedures: [Bool?] = [
      filter.hasProcedures, filter.hasILS, filter.hasRNAV, filter.hasPrecisionApproach,
    ]
    if facts.procedures == 0, asksProcedures.contains(true) {
      Console.say("Procedures are not in this database.")
    }
    if facts.borderCrossings == 0, filter.pointOfEntry != nil {
      Console.say(
        "Border crossing points are not in this database. Bring a list: tern airports import --border FILE")
    }
    if facts.entries == 0,
      filter.aipField != nil || filter.hasAvgas != nil || filter.hasJetA != nil
        || filter.hasAIPData != nil
    {
      Console.say("AIP texts are not in this database.")
    }
    if snapshot.filterData.landingFee.isEmpty, filter.maxLandingFee != nil {
      Console.say("Landing fees are not in this database; the filter leaves nothing out.")
    }
  }
}

import Aviation

/// The words and options of `tern airports`, sorted out of a command line.
struct AirportsRequestParser {
  var words: [String]
  var values: [String: String]
  var runways: [String]
  var flags: Set<String>

  static let flagNames: Set<String> = [
    "--download", "--everywhere", "--procedures", "--hard", "--lighted", "--entry", "--ils", "--rnav",
    "--precision", "--avgas", "--jet", "--open", "--aip", "--no-large", "--smaller",
  ]
  static let valueNames: Set<String> = [
    "--airports", "--border", "--database", "--notices", "--personas", "--rules", "--date", "--db",
    "--count", "--radius", "--corridor", "--wind", "--metar", "--country", "--min-runway", "--max-runway",
    "--aip-field", "--aip-text", "--max-fee", "--max-notice", "--hotel", "--restaurant",
    "--from", "--authority",
  ]
  /// Options that may be given several times.
  static let listNames: Set<String> = ["--runways"]

  private static let filters: Set<String> = [
    "--procedures", "--hard", "--lighted", "--entry", "--ils", "--rnav", "--precision", "--avgas", "--jet",
    "--open", "--aip", "--no-large", "--country", "--min-runway", "--max-runway", "--aip-field", "--aip-text",
    "--max-fee", "--max-notice", "--hotel", "--restaurant",
  ]
  private static let reading: Set<String> = ["--db", "--assets", "--everywhere", "--json"]

  /// Which options a command takes.
  static func options(of action: AirportsRequest.Action) -> Set<String> {
    let listing = filters.union(reading).union(["--limit", "--all"])
    return switch action {
    case .build:
      [
        "--airports", "--runways", "--border", "--date", "--download", "--from", "--authority", "--assets",
        "--smaller", "--json",
      ]
    case .takeOver:
      [
        "--airports", "--runways", "--border", "--date", "--database", "--notices", "--personas", "--rules",
        "--smaller", "--json",
      ]
    case .info, .show: reading
    case .search, .box, .filter: listing
    case .near: listing.union(["--count", "--radius"])
    case .route: listing.union(["--corridor"])
    case .wind: reading.union(["--wind", "--metar"])
    case .metar: ["--json"]
    case .notify: reading
    case .export: listing.subtracting(["--json"]).union(["--format", "--output", "--corridor"])
    }
  }

  /// Reads the words after `airports`.
  func request() throws(UsageProblem) -> AirportsRequest {
    guard let word = words.first else {
      throw UsageProblem(description: "What about airports? See: tern airports --help")
    }
    guard let action = AirportsRequest.Action(rawValue: word) else {
      throw UsageProblem(description: "There is no command “airports \(word)”. See: tern airports --help")
    }
    var given = flags.union(values.keys)
    if !runways.isEmpty { given.insert("--runways") }
    for option in given.sorted() where option != "--profile" && !Self.options(of: action).contains(option) {
      throw UsageProblem(
        description: "The command airports \(word) takes no option \(option). See: tern airports --help")
    }
    var request = AirportsRequest(action: action)
    request.words = Array(words.dropFirst())
    request.files = files
    request.filter = try filter()
    request.limit = try limit(action)
    request.radiusNM = try number("--radius", in: 0.1...25_000)
    request.corridorNM = try number("--corridor", in: 0.1...500) ?? request.corridorNM
    request.isCorridor = values["--corridor"] != nil
    (request.wind, request.metar) = (values["--wind"], values["--metar"])
    (request.output, request.database) = (values["--output"], values["--db"])
    request.assets = values["--assets"]
    request.loadsEverything = flags.contains("--everywhere")
    if let format = values["--format"] { request.format = try choice(format, "format") }
    try check(request)
    return request
  }

  private var files: AirportsRequest.Files {
    var files = AirportsRequest.Files()
    (files.airports, files.runways) = (values["--airports"], runways)
    (files.border, files.database) = (values["--border"], values["--database"])
    (files.notices, files.personas) = (values["--notices"], values["--personas"])
    (files.rules, files.day) = (values["--rules"], values["--date"])
    files.isDownloaded = flags.contains("--download")
    files.isSmaller = flags.contains("--smaller")
    (files.origin, files.authority) = (values["--from"], values["--authority"])
    return files
  }

  private func filter() throws(UsageProblem) -> FilterConfig {
    var filter = FilterConfig()
    func isOn(_ flag: String) -> Bool? { flags.contains(flag) ? true : nil }
    filter.country = values["--country"]?.uppercased()
    filter.hasProcedures = isOn("--procedures")
    filter.hasHardRunway = isOn("--hard")
    filter.hasLightedRunway = isOn("--lighted")
    filter.pointOfEntry = isOn("--entry")
    filter.hasILS = isOn("--ils")
    filter.hasRNAV = isOn("--rnav")
    filter.hasPrecisionApproach = isOn("--precision")
    filter.hasAvgas = isOn("--avgas")
    filter.hasJetA = isOn("--jet")
    filter.openOnly = isOn("--open")
    filter.hasAIPData = isOn("--aip")
    filter.excludeLargeAirports = isOn("--no-large")
    filter.minRunwayLengthFt = try number("--min-runway", in: 1...60_000).map { Int($0) }
    filter.maxRunwayLengthFt = try number("--max-runway", in: 1...60_000).map { Int($0) }
    filter.maxLandingFee = try number("--max-fee", in: 0...1_000_000)
    filter.maxHoursNotice = try number("--max-notice", in: 0...10_000).map { Int($0) }
    filter.aipField = values["--aip-field"]
    if let text = values["--aip-text"] {
      guard filter.aipField != nil else {
        throw UsageProblem(description: "In which field shall “\(text)” stand? Give --aip-field NAME too.")
      }
      (filter.aipOperator, filter.aipValue) = (.contains, text)
    }
    if let word = values["--hotel"] { filter.hotel = try choice(word, "place of a hotel") }
    if let word = values["--restaurant"] { filter.restaurant = try choice(word, "place of a restaurant") }
    return filter
  }

  private func limit(_ action: AirportsRequest.Action) throws(UsageProblem) -> Int? {
    let isNear = action == .near
    if flags.contains("--all"), values["--limit"] ?? values["--count"] != nil {
      throw UsageProblem(description: "Give either --all or a number, not both.")
    }
    if isNear, let count = try number("--count", in: 1...100_000) { return Int(count) }
    if flags.contains("--all") || action == .export, values["--limit"] == nil { return nil }
    return try number("--limit", in: 1...100_000).map { Int($0) } ?? (isNear ? 10 : 50)
  }

  private func number(_ option: String, in range: ClosedRange<Double>) throws(UsageProblem) -> Double? {
    guard let text = values[option] else { return nil }
    guard let number = Double(text), range.contains(number) else {
      throw UsageProblem(
        description: "\(option) “\(text)” is not a number from \(Self.plain(range.lowerBound)) to "
          + "\(Self.plain(range.upperBound)).")
    }
    return number
  }

  private static func plain(_ number: Double) -> String {
    number == number.rounded() ? String(Int(number)) : String(number)
  }

  private func choice<Choice: RawRepresentable & CaseIterable>(
    _ word: String, _ what: String
  ) throws(UsageProblem) -> Choice where Choice.RawValue == String {
    let wanted = word.lowercased().replacing("-", with: "_")
    if let choice = Choice(rawValue: wanted) { return choice }
    let all = Choice.allCases.map(\.rawValue).joined(separator: ", ")
    throw UsageProblem(description: "There is no \(what) “\(word)”. There are: \(all).")
  }

  private func check(_ request: AirportsRequest) throws(UsageProblem) {
    let usage: (isWrong: Bool, words: String)
    switch request.action {
    case .info: usage = (!request.words.isEmpty, "tern airports info")
    case .build:
      let files = request.files
      usage = (
        !request.words.isEmpty
          || (files.isDownloaded
            ? files.airports != nil || !files.runways.isEmpty
            : files.origin != nil || files.authority != nil),
        "tern airports build, with --airports FILE and --runways FILE, or --download, to that --from ADDRESS "
          + "and --authority FILE"
      )
    case .takeOver:
      usage = (
        !request.words.isEmpty || request.files.areNone,
        "tern airports import --database FILE, or --airports FILE, --border FILE, --notices FILE, "
          + "--personas FILE, --rules FILE"
      )
    case .show: usage = (request.words.count != 1, "tern airports show ICAO")
    case .search:
      usage = (request.words.isEmpty, "tern airports search TEXT")
      try checkText(request)
    case .near: usage = (request.words.isEmpty, "tern airports near LAT,LON (or an identifier)")
    case .box: usage = (request.words.isEmpty, "tern airports box SOUTH,WEST,NORTH,EAST")
    case .route: usage = (request.words.isEmpty, "tern airports route EGTF LFAT LFMD")
    case .filter: usage = (!request.words.isEmpty, "tern airports filter --country FR --hard")
    case .wind:
      usage = (
        request.words.count != 1 || (request.wind == nil) == (request.metar == nil),
        "tern airports wind ICAO --wind 240/15G25, or --metar TEXT"
      )
    case .metar: usage = (request.words.isEmpty, "tern airports metar TEXT (- for standard input)")
    case .notify:
      usage = (request.words.isEmpty, "tern airports notify ICAO, or a text of field 302")
      try checkText(request)
    case .export: usage = (false, "")
    }
    if usage.isWrong { throw UsageProblem(description: "Usage: \(usage.words)") }
  }

  /// Refuses words in which nothing can be seen: they would find everything, or nothing.
  private func checkText(_ request: AirportsRequest) throws(UsageProblem) {
    let text = request.words.joined(separator: " ")
    guard !request.words.isEmpty, SearchText.typed(text).isEmpty else { return }
    throw UsageProblem(description: "There is nothing to search for: the text is empty.")
  }
}

import Aviation
import Geography
import StrictJSON
import Terminal

extension AirportsReading {
  /// `tern airports search`: by identifier, name or town.
  func search() async throws -> Bool {
    let text = request.words.joined(separator: " ")
    let list = try await airports.search(text, filter: request.filter, limit: request.limit ?? .max)
    return try print(list.airports.map { AirportRow($0) }, total: list.total, empty: "Nothing matches.")
  }

  /// `tern airports box`: between four edges.
  func box() async throws -> Bool {
    let numbers = Self.numbers(request.words)
    guard numbers.count == 4,
      let box = GeoBox(south: numbers[0], west: numbers[1], north: numbers[2], east: numbers[3])
    else {
      throw UsageProblem(
        description: "“\(request.words.joined(separator: " "))” is no box: four numbers, south, west, north, "
          + "east, in degrees, south no greater than north. West may be greater than east, across 180°.")
    }
    let list = try await airports.airports(
      in: box, filter: request.filter, limit: request.limit ?? .max)
    return try print(list.airports.map { AirportRow($0) }, total: list.total, empty: "No airport there.")
  }

  /// `tern airports filter`: all that pass.
  func filter() async throws -> Bool {
    let list = try await airports.airports(passing: request.filter, limit: request.limit ?? .max)
    return try print(list.airports.map { AirportRow($0) }, total: list.total, empty: "No airport passes.")
  }

  /// `tern airports near`: by distance.
  func near() async throws -> Bool {
    let place = try place()
    let (rows, total): ([AirportDistance], Int)
    if let radius = request.radiusNM {
      let all = try await airports.airports(near: place, radiusNM: radius, filter: request.filter)
      (rows, total) = (Array(all.prefix(request.limit ?? .max)), all.count)
    } else {
      rows = try await airports.nearest(
        to: place, count: request.limit ?? known.count, filter: request.filter)
      total = rows.count
    }
    return try print(
      rows.map { row in
        AirportRow(
          row.airport, distanceNM: row.distance,
          bearing: Sphere.initialBearing(from: place, to: row.airport.position))
      }, total: total, empty: "No airport in reach.")
  }

  /// `tern airports route`: in flying order.
  func route() async throws -> Bool {
    let idents = Self.idents(request.words)
    let answer = try await airports.route(
      idents, corridorNM: request.corridorNM, filter: request.filter)
    guard !answer.points.isEmpty else {
      throw AirportError.airportNotFound(icao: idents.joined(separator: ", "))
    }
    if isJSON {
      let list = Array(answer.rows.prefix(request.limit ?? .max))
      try output.line(RouteJSON(answer: answer, rows: list).value(facts).serialized())
      try closeWithSource()
      return true
    }
    for ident in answer.unknownIdents {
      Console.say(
        "\(LineText(ident, columnsMax: 20).text) is not in this database; the other points are used.")
    }
    let legs = answer.legLengths.map { Decimals.fixed($0, places: 1) }.joined(separator: " + ")
    try output.line(
      answer.points.map(\.ident).joined(separator: " – ") + ": "
        + (legs.isEmpty ? "a circle" : "\(legs) = \(Decimals.fixed(answer.totalNM, places: 1)) NM")
        + ", \(Decimals.fixed(request.corridorNM, places: 0)) NM to each side")
    let kept = Set(answer.rows.prefix(request.limit ?? .max).map(\.airport.icao))
    let rows = answer.rowsAlongTrack.filter { kept.contains($0.airport.icao) }
    return try print(
      rows.map {
        AirportRow($0.airport, alongNM: $0.alongTrack, offNM: $0.crossTrack, distanceNM: $0.segmentDistance)
      },
      total: answer.rows.count, empty: "No airport along the route.")
  }

  /// Prints rows as a table or a list, and says how many there are more.
  private func print(_ rows: [AirportRow], total: Int, empty: String) throws -> Bool {
    sayAbsences()
    if isJSON {
      try output.array(rows.map { $0.json(facts, known) })
    } else if rows.isEmpty {
      try output.line(empty)
    } else {
      for line in TextTable.lines(AirportRow.columns(rows), rows.map { $0.cells(rows) }) {
        try output.line(line)
      }
    }
    if total > rows.count {
      Console.say("\(rows.count) of \(total) are shown; the others: --all")
    }
    try closeWithSource()
    return !rows.isEmpty
  }

  /// The place of `near`: two degrees, or an airport's identifier.
  private func place() throws -> Coordinate {
    let numbers = Self.numbers(request.words)
    if numbers.count == 2 {
      if let place = Coordinate(latitude: numbers[0], longitude: numbers[1]) { return place }
      throw UsageProblem(
        description:
          "“\(request.words.joined(separator: " "))” is no place: latitude −90 to 90, then longitude "
          + "−180 to 180, in degrees.")
    }
    guard request.words.count == 1 else {
      throw UsageProblem(description: "Usage: tern airports near LAT,LON (or an identifier)")
    }
    return try airport(request.words[0]).position
  }

  /// Numbers between commas or blanks; none unless all are numbers.
  static func numbers(_ words: [String]) -> [Double] {
    let parts = words.flatMap { $0.split(whereSeparator: { $0 == "," || $0 == " " }) }
    let numbers = parts.compactMap { Double($0) }
    return numbers.count == parts.count ? numbers : []
  }

  /// Identifiers between blanks, commas or hyphens.
  static func idents(_ words: [String]) -> [String] {
    words.flatMap { $0.split(whereSeparator: { $0 == "," || $0 == " " || $0 == "-" }) }
      .map { $0.uppercased() }
  }
}

/// One line of a list of airports.
struct AirportRow {
  let airport: Airport
  let distanceNM: Double?
  let bearing: Double?
  let alongNM: Double?
  let offNM: Double?

  init(
    _ airport: Airport, alongNM: Double? = nil, offNM: Double? = nil, distanceNM: Double? = nil,
    bearing: Double? = nil
  ) {
    self.airport = airport
    self.distanceNM = distanceNM
    self.bearing = bearing
    self.alongNM = alongNM
    self.offNM = offNM
  }

  static func columns(_ rows: [AirportRow]) -> [TextTable.Column] {
    var columns = [
      TextTable.Column(title: "Ident"), .init(title: "Name"), .init(title: "City", columnsMax: 24),
      .init(title: "In"), .init(title: "Longest", isRight: true), .init(title: "Surface", columnsMax: 12),
      .init(title: "Approaches", columnsMax: 24),
    ]
    if rows.contains(where: { $0.alongNM != nil }) { columns.append(.init(title: "Along", isRight: true)) }
    if rows.contains(where: { $0.offNM != nil }) { columns.append(.init(title: "Off track", isRight: true)) }
    if rows.contains(where: { $0.distanceNM != nil }) {
      columns.append(.init(title: "Distance", isRight: true))
    }
    if rows.contains(where: { $0.bearing != nil }) { columns.append(.init(title: "Bearing", isRight: true)) }
    return columns
  }

  func cells(_ rows: [AirportRow]) -> [String] {
    let longest = airport.runways.max { ($0.lengthFeet ?? 0) < ($1.lengthFeet ?? 0) }
    var cells = [
      airport.icao, airport.name, airport.city, airport.country,
      Self.feet(longest?.lengthFeet), longest?.surface ?? "",
      Self.approaches(airport),
    ]
    if rows.contains(where: { $0.alongNM != nil }) { cells.append(Self.miles(alongNM)) }
    if rows.contains(where: { $0.offNM != nil }) {
      // The side is in words: a sign alone is read wrong too easily.
      let side = (offNM ?? 0) < 0 ? " left" : " right"
      cells.append(Self.miles(offNM.map { abs($0) }) + (abs(offNM ?? 0) < 0.05 ? "" : side))
    }
    if rows.contains(where: { $0.distanceNM != nil }) { cells.append(Self.miles(distanceNM)) }
    if rows.contains(where: { $0.bearing != nil }) {
      cells.append(bearing.flatMap { Heading(rounding: $0) }.map { "\($0.text)°" } ?? "")
    }
    return cells
  }

  func json(_ facts: DatabaseFacts, _ known: KnownAirports) -> JSONValue {
    var members: [JSONMember] = [
      JSONMember(name: "icao", value: .string(airport.icao)),
      JSONMember(name: "name", value: .string(airport.name)),
      JSONMember(name: "city", value: .string(airport.city)),
      JSONMember(name: "country", value: .string(airport.country)),
      JSONMember(name: "type", value: .string(airport.kind.rawValue)),
      JSONMember(name: "latitude", value: .number(airport.position.latitude)),
      JSONMember(name: "longitude", value: .number(airport.position.longitude)),
      JSONMember(name: "elevationFeet", value: .whole(airport.elevationFeet)),
      JSONMember(
        name: "longestRunwayFeet",
        value: .whole(airport.longestRunwayFeet())),
      JSONMember(
        name: "procedures",
        value: facts.procedures == 0 ? .null : .whole(airport.procedures.count)),
      JSONMember(
        name: "pointOfEntry",
        value: facts.borderCrossings == 0 ? .null : .bool(known.isPointOfEntry(airport.icao))),
    ]
    if let distanceNM {
      members.append(JSONMember(name: "distanceNM", value: .number(Self.exact(distanceNM))))
    }
    if let bearing { members.append(JSONMember(name: "bearing", value: .number(Self.exact(bearing)))) }
    return .object(members)
  }

  /// Ten-thousandths: 20 centimetres. Adding nothing takes the sign off a zero.
  static func exact(_ number: Double) -> Double { (number * 10_000).rounded() / 10_000 + 0 }

  /// `2667 ft`.
  static func feet(_ feet: Int?) -> String { feet.map { String($0) + " ft" } ?? "unknown" }

  private static func miles(_ distance: Double?) -> String {
    distance.map { Decimals.fixed($0, places: 1) + " NM" } ?? ""
  }

  private static func approaches(_ airport: Airport) -> String {
    var kinds: [String] = []
    for kind in airport.approaches.compactMap(\.approach).sorted(by: { $0.precisionRank < $1.precisionRank })
    where !kinds.contains(kind.rawValue) { kinds.append(kind.rawValue) }
    return kinds.joined(separator: " ")
  }
}

/// A route as JSON.
struct RouteJSON {
  let answer: RouteAnswer
  let rows: [RouteRow]

  func value(_ facts: DatabaseFacts) -> JSONValue {
    .row([
      "points": .array(
        answer.points.map { point in
          .row([
            "icao": .string(point.ident), "latitude": .number(point.position.latitude),
            "longitude": .number(point.position.longitude),
          ])
        }),
      "unknown": .array(answer.unknownIdents.map(JSONValue.string)),
      "corridorNM": .number(answer.corridorNM),
      "legsNM": .array(answer.legLengths.map { .number(AirportRow.exact($0)) }),
      "totalNM": .number(AirportRow.exact(answer.totalNM)), "found": .whole(answer.rows.count),
      "airports": .array(
        rows.map { row in
          .row([
            "icao": .string(row.airport.icao), "name": .string(row.airport.name),
            "country": .string(row.airport.country),
            "longestRunwayFeet": .whole(row.airport.longestRunwayFeet()),
            "segmentDistanceNM": .number(AirportRow.exact(row.segmentDistance)),
            "enrouteDistanceNM": .number(AirportRow.exact(row.enrouteDistance)),
            "alongTrackNM": .number(AirportRow.exact(row.alongTrack)),
            "crossTrackNM": .number(AirportRow.exact(row.crossTrack)),
            "leg": .whole(row.legIndex),
          ])
        }),
    ])
  }
}

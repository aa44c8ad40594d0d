import AirportData
import Aviation
import Foundation
import Geography

/// Questions about all airports beside plain SQLite and euro-aip, on the same file in one run.
///
/// Every answer is compared before it is timed. Times are of one thread's processor, warm, the middle and the
/// 95th of 100 and more; the file is the sample database beside the checkout. Source: airports 22.
enum AirportFigures {
  /// One question, put in this product's way, with the most microseconds wanted.
  struct Question: Sendable {
    let name: String
    let goal: Double
    let ask: @Sendable (KnownAirports) -> [Airport]
  }

  static let folder = ".build/bench"
  private static let runs = 200

  static func all() async throws -> [Figure] {
    let path = try database()
    let europe = try AirportSQL.european(copyOf: path, in: folder)
    let before = Measure.residentMebibytes()
    let known = try await opened(path).known
    let added = Measure.residentMebibytes() - before
    var figures = [
      Figure(name: "airports, memory added", unit: "MiB", values: [added], goal: 80),
      try await opening(path, name: "the world", goal: 400),
      try await opening(europe, name: "Europe", goal: 60),
    ]
    let plain = try AirportSQL(path)
    let peer = AirportPeer(path, folder: folder)
    figures.append(
      Figure(
        name: "airports, plain SQLite reading every column", unit: "ms",
        values: try (0..<7).map { _ in try Measure.processorSeconds(plain.readEverything) * 1e3 },
        goal: .infinity))
    figures += peer.loading
    for question in questions { figures += try compared(question, known, plain, peer) }
    return figures
  }

  /// The three answers are equal, then each is timed.
  private static func compared(
    _ question: Question, _ known: KnownAirports, _ plain: AirportSQL, _ peer: AirportPeer
  ) throws -> [Figure] {
    let ours = question.ask(known).map(\.icao).sorted()
    guard !ours.isEmpty else { throw BenchmarkError.differs("\(question.name), which is empty") }
    guard try plain.ask(question.name) == ours else {
      throw BenchmarkError.differs("\(question.name) and plain SQLite's")
    }
    let times = (0..<runs).map { _ in
      Measure.processorSeconds { keep(question.ask(known)) } * 1e6
    }
    let bare = try (0..<30).map { _ in
      try Measure.processorSeconds { keep(try plain.ask(question.name)) } * 1e6
    }
    let name = "airports, \(question.name) (\(ours.count) found)"
    return [
      Figure(name: name, unit: "µs", values: times, goal: question.goal),
      Figure(
        name: name + ", 95th of \(runs)", unit: "µs", values: [percentile95(times)], goal: question.goal),
      Figure(name: name + ", plain SQLite", unit: "µs", values: bare, goal: .infinity),
    ] + peer.figures(question.name, ours: ours, title: name)
  }

  static func percentile95(_ values: [Double]) -> Double {
    values.sorted()[min(values.count - 1, values.count * 95 / 100)]
  }

  /// From the closed file to the first map: 500 airports of the padded box that is shown at first.
  private static func opening(_ path: String, name: String, goal: Double) async throws -> Figure {
    var times: [Double] = []
    for run in 0...10 {
      let seconds = try await Measure.processorSecondsWaiting { keep(try await opened(path).map) }
      if run > 0 { times.append(seconds * 1e3) }
    }
    return Figure(name: "airports, \(name) from file to first map", unit: "ms", values: times, goal: goal)
  }

  private static func opened(_ path: String) async throws -> (known: KnownAirports, map: AirportList) {
    let loaded = try await AirportDatabase.load(path, selection: .everything)
    let known = KnownAirports(
      airports: loaded.airports, borderCrossings: loaded.borderCrossings, waypoints: loaded.waypoints)
    let first = GeoBox(
      centre: place(50, 10), latitudeSpan: 30, longitudeSpan: 40
    ).padded(by: 1.3)
    return (known, known.airports(in: first, limit: 500))
  }

  private static let questions: [Question] = [
    Question(name: "box", goal: 300) { known in
      GeoBox(south: 46, west: 0, north: 52, east: 8).map { known.airports(in: $0).airports } ?? []
    },
    Question(name: "nearest", goal: 300) {
      $0.nearest(to: place(51.305, -0.4471), count: 10).map(\.airport)
    },
    Question(name: "corridor", goal: 3000) {
      $0.route(["EGTF", "LFMD"], corridorNM: 50).rows.map(\.airport)
    },
    Question(name: "filter", goal: 1000) { known in
      var filter = FilterConfig()
      filter.country = "FR"
      filter.pointOfEntry = true
      filter.hasHardRunway = true
      filter.minRunwayLengthFt = 4000
      return known.airports(passing: filter)
    },
    Question(name: "search", goal: 5000) { $0.rankedSearch("LONDON", limit: 100).airports },
  ]

  private static func place(_ latitude: Double, _ longitude: Double) -> Coordinate {
    Coordinate(latitude: latitude, longitude: longitude) ?? GeoBox.world.centre
  }

  /// A copy on the local disk, which may be written beside.
  private static func database() throws -> String {
    let shared = ProcessInfo.processInfo.environment["TERN_SHARED"] ?? "../shared"
    let origin = shared + "/vectors/airports/airports_full.db"
    let files = FileManager.default
    try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let copy = folder + "/airports_full.db"
    try? files.removeItem(atPath: copy)
    guard let bytes = files.contents(atPath: origin), files.createFile(atPath: copy, contents: bytes)
    else { throw BenchmarkError.unreadable(origin) }
    return copy
  }
}

/// A rule in full, for `--explain`.
package struct Explanation: Sendable {
  /// Lines for people; ends with an end of line.
  package let text: String

  /// Nothing for an id that no rule has.
  package init?(_ id: String, configuration: Configuration) {
    let rules = Rule.builtIn + configuration.dataRules.map(\.rule)
    guard let rule = rules.first(where: { $0.id == id }) else { return nil }
    let severity = configuration.severity(of: id, default: rule.severity)
    var lines = [
      "\(rule.id): \(rule.title) (\(severity.rawValue))", "", "Looks for: \(rule.detection)", "",
      "Problem: \(rule.problem)", "Fix: \(rule.fix)", "Impact: \(rule.impact)",
    ]
    if let example = Self.examples[id] {
      lines += ["", "Reported:"] + example.bad.map { "    \($0)" }
      lines += ["Instead:"] + example.good.map { "    \($0)" }
    }
    lines += ["", "To keep one: // archreview:ignore \(rule.id) the reason why it stays"]
    text = lines.joined(separator: "\n") + "\n"
  }

  private static let examples: [String: (bad: [String], good: [String])] = [
    "AR-00": (["// archreview:ignore AR-09"], ["// archreview:ignore AR-09 timer bridge, remove in 2.0"]),
    "AR-01": (
      ["struct AppAirport { let icao: String; let name: String; let latitude: Double }"],
      ["import RZFlight", "let airport: Airport"]
    ),
    "AR-02": (
      ["final class AppState { var airports: [Airport] = []; var messages: [Message] = [] }"],
      ["final class AppState {", "  let airports: AirportDomain", "  let chat: ChatDomain", "}"]
    ),
    "AR-03": (
      ["final class MapViewModel { … }"],
      [
        "struct MapViewCoordinator {", "  let airports: AirportDomain",
        "  var count: Int { airports.rows.count }", "}",
      ]
    ),
    "AR-04": (
      ["final class ServerAirports: AirportRepositoryProtocol { … }  // outside the data folder"],
      [
        "final class LocalAirportDataSource: AirportRepositoryProtocol {",
        "  private let known: KnownAirports", "}",
      ]
    ),
    "AR-05": (
      ["func apply(to airports: [Airport], db: FMDatabase) -> [Airport]"],
      ["struct FilterConfig: Codable, Equatable, Sendable { var country: String? }"]
    ),
    "AR-06": (
      ["var rows: [APIAirport] = []  // in a domain"],
      ["enum APIAirportAdapter { static func toRZFlight(_ row: APIAirport) -> RZFlight.Airport { … } }"]
    ),
    "AR-07": (
      ["airports = try await repository.allAirports()"],
      [
        "try? await Task.sleep(for: .milliseconds(300))", "airports = try await repository.airportsInRegion(",
        "  boundingBox: region.paddedBy(factor: 1.3).boundingBox, filters: filters, limit: 500)",
      ]
    ),
    "AR-08": (
      ["import SwiftData", "@Model final class CachedAirport { … }"],
      ["try JSONEncoder().encode(rows).write(to: cachesDirectory.appending(path: \"airports.json\"))"]
    ),
    "AR-09": (
      ["final class ChatDomain: ObservableObject { @Published var text = \"\" }"],
      ["@Observable final class ChatDomain { var text = \"\" }"]
    ),
    "AR-10": (
      ["db.execute(\"INSERT INTO airports(icao_code) VALUES(?)\")"],
      ["try FileManager.default.replaceItemAt(database, withItemAt: downloaded)"]
    ),
    "AR-11": (
      ["db.executeQuery(\"SELECT * FROM airports\", withArgumentsIn: [])"],
      ["try await repository.airports(matching: filters, limit: 500)"]
    ),
    "AR-12": (["let state = AppState.shared"], ["@Environment(\\.appState) private var state"]),
    "AR-13": (
      ["final class ChatDomain { let airports: AirportDomain }"],
      [
        "final class ChatDomain { var onVisualization: ((Visualization) -> Void)? }",
        "chat.onVisualization = { [weak self] in self?.airports.applyVisualization($0) }  // in AppState",
      ]
    ),
    "AR-14": (["state.airports.searchResults = []"], ["state.airports.clearSearch()"]),
    "AR-15": (["private let service = OnlineChatbotService()"], ["private let service: any ChatbotService"]),
    "AR-16": (["platforms: [.iOS(.v17)]"], ["platforms: [.iOS(.v18)]"]),
    "AR-17": (
      ["func load(completion: @escaping (Result<[Airport], Error>) -> Void)"],
      ["func load() async throws -> [Airport]"]
    ),
  ]
}

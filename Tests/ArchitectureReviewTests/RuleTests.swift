import Testing

@testable import ArchitectureReview

/// A breach of each rule, with its line; and beside it what is no breach.
@Suite struct RuleTests {
  private struct Planting {
    var path: String
    var text: String
    var expected: [String]

    init(_ path: String, _ text: String, _ expected: [String]) {
      self.path = path
      self.text = text
      self.expected = expected
    }
  }

  private func check(_ plantings: [Planting]) async {
    var failures: [String] = []
    for planting in plantings {
      let found = await Planted.findings(planting.text, at: planting.path)
      if found != planting.expected {
        failures.append("\(planting.text): \(found), expected \(planting.expected)")
      }
    }
    #expect(failures.isEmpty, "\(failures.joined(separator: "\n"))")
  }

  private let domain = "App/State/Domains/D.swift"
  private let view = "UserInterface/V.swift"

  @Test func modelsAreTheLibrarys() async {
    await check([
      Planting("App/A.swift", "\nenum Runway {}", ["AR-01:2"]),
      Planting("Sources/RZFlight/A.swift", "struct Airport {}", []),
      Planting("App/A.swift", "struct MapAirport { let icao, name: String }", []),
      Planting("App/A.swift", "struct AirportView { let icao = 1, name = 2, lat = 3 }", []),
      Planting("App/A.swift", "let a: [Airport] = []\nlet b: Runway", ["AR-01:1"]),
      Planting("App/A.swift", "import RZFlight\nlet a: [Airport] = []", []),
      Planting("App/A.swift", "typealias Airport = X.Airport\nlet a: [Airport] = []", []),
    ])
  }

  @Test func rootHoldsItsDomains() async {
    await check([
      Planting("App/S.swift", "final class AppState {\n let chat: ChatDomain\n}", ["AR-02:1"]),
      Planting(domain, String(repeating: "\n", count: 400), []),
      Planting(domain, String(repeating: "\n", count: 401), ["AR-02:401"]),
      Planting(domain, String(repeating: "\n", count: 801), ["AR-02:801"]),
    ])
  }

  @Test func thereAreNoViewModels() async {
    await check([
      Planting("App/MapViewModel.swift", "\n\nstruct Other {}", ["AR-03:1"]),
      Planting("App/M.swift", "\n@Observable class MapViewCoordinator {}", ["AR-03:2"]),
      Planting("App/M.swift", "struct MapViewCoordinator {\n let a: ADomain\n var b: Int { 1 }\n}", []),
    ])
  }

  @Test func dataComeFromTheRepository() async {
    let port =
      "protocol AirportRepositoryProtocol {\n func a() -> [APIAirport]\n func b() -> [RZFlight.Airport]\n}"
    await check([
      Planting("App/Networking/P.swift", port, ["AR-04:2", "AR-01:3"]),
      Planting("App/S.swift", "class Web: AirportRepositoryProtocol {}", ["AR-04:1"]),
      Planting("App/Data/S.swift", "\nclass LocalAirports: AirportRepositoryProtocol {}", ["AR-04:2"]),
      Planting("AppTests/S.swift", "class Fake: AirportRepositoryProtocol {}", []),
      Planting(
        view, "struct V {\n let s: LocalAirportDataSource\n let t: UITableViewDataSource\n}", ["AR-04:2"]),
    ])
  }

  @Test func theFilterIsData() async {
    await check([
      Planting("App/F.swift", "\nfinal class FilterConfig: Codable {}", ["AR-05:2"]),
      Planting("App/F.swift", "struct FilterConfig {}", ["AR-05:1"]),
      Planting("App/F.swift", "struct FilterConfig {}\nextension FilterConfig: Codable {}", []),
      Planting("App/F.swift", "extension FilterConfig {\n func query(_ c: Connection) {}\n}", ["AR-05:2"]),
      Planting(
        "App/F.swift", "struct FilterConfig: Codable { func matches(_ a: String) -> Bool { true } }", []),
    ])
  }

  @Test func serviceTypesStayInside() async {
    await check([
      Planting("App/A.swift", "let a: APIRouteAnswer\nlet b: APIKey, c: RouteAPI", ["AR-06:1"]),
      Planting("App/Data/DataSources/RemoteX.swift", "let a: APIRouteAnswer", []),
    ])
    var strict = Configuration()
    strict.strictAdapters = true
    strict.apiTypes = ["Wire"]
    let remote = "App/Data/DataSources/RemoteX.swift"
    #expect(await Planted.findings("\nlet a: Wire", at: remote, configuration: strict) == ["AR-06:2"])
    let adapter = "App/Networking/XAdapter.swift"
    #expect(await Planted.findings("let a: Wire", at: adapter, configuration: strict) == [])
  }

  @Test func aMapLoadsItsRegion() async {
    let call =
      "  rows = r.airportsInRegion(boundingBox: b.paddedBy(factor: 1.3).box, filters: f, limit: 500)\n"
    let pause = "  try? await Task.sleep(nanoseconds: 300_000_000)\n"
    await check([
      Planting(domain, "func a() {\n\(call)}", ["AR-07:2"]),
      Planting(domain, "func a() {\n\(pause)\(call)}", []),
      Planting(domain, "func a() {\n\(call)\(pause)}", ["AR-07:2"]),
      Planting(domain, "func loadRows() {\n\(call)}", []),
      Planting(domain, "private func rows() {\n\(call)}\nfunc a() {\n\(pause)  rows()\n}", []),
      Planting(domain, "private func rows() {\n\(call)}\nfunc a() {\n  rows()\n\(pause)}", ["AR-07:2"]),
      Planting(domain, "let a = k.matching(needle: \"\")", ["AR-07:1"]),
      Planting(
        domain, "let a = r.airports(matching: f, limit: 1_001), b = r.airports(matching: f, limit: 1000)",
        ["AR-07:1"]),
      Planting("App/Services/A.swift", "let a = r.allAirports()", []),
    ])
  }

  @Test func cachesAreFiles() async {
    await check([
      Planting("App/A.swift", "let a = NSPersistentContainer(name: n)", ["AR-08:1"]),
      Planting("App/A.swift", "@Model class A {}", []),
      Planting(
        "App/A.swift", "struct TileCache { func f() {\n data.write(to: documentDirectory) } }", ["AR-08:2"]),
      Planting(
        "App/A.swift", "struct TileCache { func f() {\n data.write(to: cachesDirectory) } }", []),
    ])
  }

  @Test func stateIsModern() async {
    await check([
      Planting(
        "App/A.swift",
        "@StateObject var a = A()\na.sink { }\nMap(coordinateRegion: $r)\nMap(position: $p) { }",
        ["AR-09:1", "AR-09:2", "AR-09:3"]),
      Planting("App/A.swift", "// ObservableObject\nlet sink = 1; let a = \"@Published\"", []),
    ])
  }

  @Test func sqlIsToldFromProse() async {
    let any = "App/Services/A.swift"
    await check([
      Planting(any, "let a = \"select a field from the list\"\nlet b = \"Update the map, then SET it\"", []),
      Planting(any, "let a = \"  select x from Airports\"", ["AR-11:1"]),
      Planting(any, "let a = \"SELECT x FROM anything\"", ["AR-11:1"]),
      Planting(any, "let a = \"\"\"\n\n  DELETE FROM runways\n  \"\"\"", ["AR-10:3", "AR-11:3"]),
      Planting(any, "let a = \"SELECT *\"\n  + \" FROM airports\"", ["AR-11:1"]),
      Planting("App/Data/A.swift", "let a = \"select x from airports\"", []),
      Planting("App/Data/A.swift", "sqlite3_open_v2(p, &db, SQLITE_OPEN_READWRITE, nil)", ["AR-10:1"]),
      Planting(
        "App/Services/SyncX/A.swift", "let a = SQLITE_OPEN_READWRITE, b = \"/sync/delta\"", ["AR-10:1"]),
      Planting("App/A.swift", "\nsqlite3_close(db)", ["AR-11:2"]),
    ])
  }

  @Test func viewsGetAndDoNotWriteState() async {
    await check([
      Planting(view, "struct V {\n init(state: AppState) {}\n}", ["AR-12:2"]),
      Planting(view, "#Preview { V(AppState()) }", []),
      Planting(view, "func a() { state.airports.filters.country = 1; state.chat.input = \"\" }", []),
      Planting(
        view, "\nfunc a() { if state.airports.searchResults == [] || state.airports.airports.isEmpty {} }", []
      ),
      Planting(view, "\nfunc a() { state.chat.messages = [] }", ["AR-14:2"]),
      Planting(view, "\nfunc a() { appState!.airports.airports[0] = b }", ["AR-14:2"]),
    ])
  }

  @Test func domainsMeetInTheRoot() async {
    let root =
      "class AppState {\n let a: AirportDomain, c: ChatDomain, n: NavigationDomain\n"
      + " let s: SystemDomain, t: SettingsDomain\n"
    await check(
      [
        Planting(domain, "class ADomain { init(\n  other: BDomain) {} }", ["AR-13:2"]),
        Planting(domain, "class ADomain { var onMove: ((BDomain) -> Void)? }", []),
        Planting("App/S.swift", root + "}", ["AR-13:1"]),
        Planting("App/S.swift", root + "func w() { c.onVisualization = { _ in } } }", []),
        Planting(
          "App/S.swift", root + "}\nclass ChatDomain {}\nextension AppState { func w() { c.onX = f } }",
          ["AR-15:5"]),
        Planting(domain, "\nlet s = OnlineChatbotService()", ["AR-15:2"]),
      ])
    let files = [
      Input(path: "App/S.swift", bytes: Array((root + "func w() { c.onX = f } }").utf8)),
      Input(path: "App/State/Domains/ChatDomain.swift", bytes: Array("\nclass ChatDomain {}".utf8)),
    ]
    let found = await Planted.review(files).findings.map { "\($0.rule) \($0.path):\($0.line)" }
    #expect(found == ["AR-04 App/S.swift:1", "AR-15 App/State/Domains/ChatDomain.swift:2"])
  }

  @Test func thePackageIsOfToday() async {
    await check([
      Planting(
        "Package.swift", "// swift-tools-version:5.10\nlet p = [.iOS(.v17), .macOS(\"14.0\"), .macOS(.v15)]",
        ["AR-16:1", "AR-16:2"]),
      Planting("Package.swift", "// swift-tools-version: 6.2\nlet p = [.iOS(.v18)]", []),
    ])
  }

  @Test func concurrencyIsStructured() async {
    await check([
      Planting("App/A.swift", "DispatchQueue.main.async { }", ["AR-17:1"]),
      Planting(
        "App/A.swift", "func a(x: Int, completion: @escaping (Result<[I], E>) -> Void) {}", ["AR-17:1"]),
      Planting(
        "App/A.swift", "func a(then: @escaping (Int) -> Void) {}\nfunc b(x: (Int) -> Bool) -> Int { 1 }",
        ["AR-17:1"]),
      Planting(
        "App/A.swift", "func a(onEvent: @escaping (Int) -> Void) async {}\nlet Thread = 1 // x", ["AR-17:2"]),
      Planting("Sources/A.swift", "DispatchQueue.main.async { }", []),
      Planting("App/A.swift", "init(now: @escaping () -> Int) {}\nvar onMove: (() -> Void)?", []),
    ])
    let review = await Planted.review([
      Input(
        path: "App/A.swift",
        bytes: Array("func get(id: Int, completion: @escaping (Result<[Row], Error>) -> Void) {}".utf8))
    ])
    #expect(review.findings.first?.fix == "func get(id: Int) async throws -> [Row]")
  }

  @Test func everyFindingHasAUsableFix() async {
    let review = await Planted.review([
      Input(
        path: "App/State/AppState.swift",
        bytes: Array("import FMDB\nclass AppState {}\nclass A: ObservableObject {}".utf8)),
      Input(
        path: "App/State/Domains/D.swift",
        bytes: Array("class D: X { let rows = r.allAirports(), a: APIAirport }".utf8)),
      Input(path: view, bytes: Array("func f() { state.chat.messages = []; AppState.shared }".utf8)),
    ])
    #expect(review.findings.count >= 7)
    #expect(review.findings.allSatisfy { $0.fix.count > 8 && $0.column >= 1 && $0.endLine >= $0.line })
  }

  @Test func aRuleCanBeTurnedOffOrDown() async throws {
    #expect(try await Planted.findings("import Combine", json: #"{"severity": {"AR-09": "off"}}"#) == [])
    let plan = ReviewPlan(
      configuration: try ConfigurationReader.read(Array(#"{"severity": {"AR-09": "warning"}}"#.utf8)),
      today: Day(number: 0))
    let review = await Planted.review(
      [Input(path: "App/A.swift", bytes: Array("import Combine".utf8))], plan: plan)
    #expect(review.findings.map(\.severity) == [.warning])
  }
}

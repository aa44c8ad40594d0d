import Aviation
import Geography

/// The pages of Airports: what the domains say of them, put together. Domains do not know each other; this
/// does.
extension AppState {
  /// Begins to read the database and the screen's parts where that is due.
  public func openAirports() { airports.open() }

  /// What a page shows while nothing is loaded: enough to tell which kind of page it is.
  public func airportsOutline(_ page: AirportPage) -> AirportsScreen {
    AirportsScreen(
      database: databaseScreen(), page: filled(page), settings: airportSettings.settings,
      favourites: airports.favourites)
  }

  /// What a page shows, loaded. `box` is the part of the map that is asked for.
  public func airportsScreen(_ page: AirportPage, in box: GeoBox? = nil) async -> AirportsScreen {
    let page = filled(page)
    var screen = airportsOutline(page)
    guard let loading = airports.loading(airportSettings.settings, page: page) else { return screen }
    screen.choices = FilterChips.choices(
      page.query, countries: airports.countries, loading.surroundings, loading.figures)
    if page.place != .sheet { screen.list = await loading.list(in: box) }
    if !page.query.airport.isEmpty { screen.detail = await detail(page, loading) }
    return screen
  }

  /// The airports of a page alone, for the map that moved; nil where the page has asked something newer
  /// since.
  public func airportRegion(
    _ page: AirportPage, in box: GeoBox?, of number: Int
  ) async -> AirportsScreen? {
    let question = airports.begin(questionOf: number)
    var list = page
    (list.query.airport, list.query.tab) = ("", nil)
    var screen = await airportsScreen(list, in: box)
    screen.page.query.airport = page.query.airport
    return airports.isNewest(question, of: number) ? screen : nil
  }

  /// The airport of a page alone.
  public func airportDetail(_ page: AirportPage) async -> AirportsScreen {
    let page = filled(page)
    var screen = airportsOutline(page)
    guard !page.query.airport.isEmpty, let loading = airports.loading(airportSettings.settings, page: page)
    else { return screen }
    screen.detail = await detail(page, loading)
    return screen
  }

  /// The airports and the route of a page as they are, for files.
  public func airportExport(_ page: AirportPage) async -> (name: String, export: AirportExport)? {
    let page = filled(page)
    guard let loading = airports.loading(airportSettings.settings, page: page) else { return nil }
    return await loading.export()
  }

  private func detail(_ page: AirportPage, _ loading: AirportLoading) async -> Shown<AirportDetailScreen> {
    do throws(AirportError) {
      guard let airport = try await loading.repository.airport(page.query.airport) else {
        return .failed("\(page.query.airport) is not in this database.")
      }
      let note = await airports.note(airport.icao)
      return .ready(
        await AirportDetailing(
          loading: loading, airport: airport, wind: airports.winds[airport.icao], note: note
        ).screen())
    } catch {
      return .failed(error.description)
    }
  }

  private func filled(_ page: AirportPage) -> AirportPage {
    AirportPage(page.place, airportNavigation.filled(page.query, airportSettings.settings))
  }

  private func databaseScreen() -> AirportsScreen.Database {
    switch airports.database {
    case .unread, .reading: .reading
    case .failed(let error): .failed(why: error.description, remedy: error.recoveryHint)
    case .ready(let facts): .ready(AirportSourceWords.source(facts))
    }
  }
}

/// Where the data are from, in words.
enum AirportSourceWords {
  static func source(_ facts: DatabaseFacts) -> AirportSource {
    let name = facts.source.isEmpty ? "Source not stated" : names[facts.source] ?? facts.source
    let words = facts.date.isEmpty ? "\(name), date not stated" : "\(name) of \(date(facts.date))"
    return AirportSource(airports: facts.airports, words: words, coverage: coverage(facts))
  }

  /// `11 Oct 2022`; what is no day as it stands.
  static func date(_ text: String) -> String {
    guard let day = UTCDay(text) else { return text }
    return "\(day.day) \(months[day.month - 1]) \(day.year)"
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
  /// Sources that write themselves otherwise than their packages do.
  private static let names = ["ourairports": "OurAirports"]

  private static func coverage(_ facts: DatabaseFacts) -> String {
    let have =
      "\(AirportFigures.grouped(facts.airports)) airports, \(AirportFigures.grouped(facts.runways)) runways"
    let parts = [
      (facts.procedures, "procedures of \(AirportFigures.grouped(facts.airportsWithProcedures)) airports"),
      (facts.entries, "AIP texts of \(AirportFigures.grouped(facts.airportsWithEntries)) airports"),
      (facts.borderCrossings, "\(AirportFigures.grouped(facts.borderCrossings)) border crossings"),
    ]
    let missing = [
      facts.procedures == 0 ? "procedures" : nil, facts.entries == 0 ? "AIP texts" : nil,
      facts.borderCrossings == 0 ? "border crossings" : nil,
    ].compactMap { $0 }
    let there = ([have] + parts.filter { $0.0 > 0 }.map(\.1)).joined(separator: ", ")
    return there + "." + (missing.isEmpty ? "" : " Not in this database: \(missing.joined(separator: ", ")).")
  }
}

import AirportData
import AppState
import Aviation
import Foundation
import KeyFile
import Timebase

/// Airports of this machine and of this profile, wired to the domains of the pages.
@MainActor struct AirportsOfMachine {
  let airports = AirportDomain()
  let navigation = AirportNavigationDomain()
  let settings = AirportSettingsDomain()
  private let notebook: AirportNotebook?

  /// Opens the profile's notebook. The database is read when the area is first opened; nothing here keeps a
  /// node from starting: without a notebook favourites and notes are said not to be kept.
  init(_ plan: NodePlan, keys: IdentityKeys, clock: SystemClock) async {
    let moment: @Sendable () -> Timestamp = { clock.now().unix }
    notebook = await Self.open(plan.folder.airportNotebook, keys, moment)
    let keeping = KeptInNotebook(notebook: notebook)
    let surroundings = AirportMachine(clock: clock)
    let places =
      plan.airports
      ?? AirportPlaces(
        dataFolder: plan.folder.path + "/airports.d", bundledFolder: "",
        cacheFolder: plan.folder.path + "/cache")
    airports.connect(
      repository: LocalAirports(places: places, moment: { Self.building(at: moment()) }),
      references: AirportShelf(places: places, moment: moment), keeping: keeping, surroundings: surroundings)
    await settings.connect(keeping)
    await navigation.connect(keeping, restores: settings.settings.restoresSession)
  }

  /// The state of the node with these domains.
  func state(_ profileName: String, talk: TalkDomain, money: MoneyDomain) -> AppState {
    AppState(
      profileName: profileName, talk: talk, money: money, airports: airports, airportNavigation: navigation,
      airportSettings: settings)
  }

  /// Ends what is on its way.
  func close() async {
    airports.close()
    await notebook?.close()
  }

  /// When a database is built that has to be.
  private nonisolated static func building(at moment: Timestamp) -> BuildMoment {
    let seconds = Int64(clamping: moment.milliseconds / 1_000)
    guard let day = UTCDay(seconds: seconds) else {
      return BuildMoment(text: "1970-01-01T00:00:00", version: DatabaseVersion(day: 19_700_101))
    }
    let rest = Int(seconds - day.startSeconds)
    let clock = [rest / 3_600, rest / 60 % 60, rest % 60].map { ($0 < 10 ? "0" : "") + String($0) }
    return BuildMoment(
      text: "\(day)T\(clock.joined(separator: ":"))",
      version: DatabaseVersion(day: day.year * 10_000 + day.month * 100 + day.day))
  }

  private static func open(
    _ path: String, _ keys: IdentityKeys, _ moment: @escaping @Sendable () -> Timestamp
  ) async -> AirportNotebook? {
    do throws(AirportNotebookError) {
      let opened = try await AirportNotebook.open(at: path, storeKey: keys.storeKey, now: moment)
      if let kept = opened.keptPath {
        Console.say("The airport notebook had damage. What it was is kept at \(kept).")
      }
      return opened.notebook
    } catch {
      Console.say("Airport favourites and notes cannot be kept: \(error)")
      return nil
    }
  }
}

/// Favourites, notes and kept texts in the profile's notebook.
private struct KeptInNotebook: AirportKeeping {
  /// Why nothing is kept.
  struct Absent: Error, CustomStringConvertible {
    let description = "the airport notebook of this profile could not be opened"
  }

  let notebook: AirportNotebook?

  private func opened() throws -> AirportNotebook {
    guard let notebook else { throw Absent() }
    return notebook
  }

  func favourites() async throws -> [String] { try await opened().favourites() }

  func setFavourite(_ isFavourite: Bool, icao: String) async throws {
    try await opened().setFavourite(isFavourite, icao: icao)
  }

  func note(icao: String) async throws -> String? { try await opened().note(icao: icao)?.text }

  func setNote(_ text: String, icao: String) async throws { try await opened().setNote(text, icao: icao) }

  func text(_ name: AirportKeptText) async -> String? { (try? await notebook?.text(name.rawValue)) ?? nil }

  // What cannot be kept is only missed at the next start.
  func keep(_ text: String, as name: AirportKeptText) async {
    try? await notebook?.set(text, as: name.rawValue)
  }
}

/// Clock and names of this machine.
private struct AirportMachine: AirportSurroundings {
  let clock: SystemClock
  private let names = Locale(identifier: "en")

  init(clock: SystemClock) { self.clock = clock }

  func now() -> Timestamp { clock.now().unix }

  func civil(_ moment: Timestamp) -> CivilTime { CivilTime.local(moment) }

  func countryName(_ code: String) -> String { names.localizedString(forRegionCode: code) ?? code }
}

/// What stands beside the database: the magnetic model that set-up brought, and the person's file of rules.
private actor AirportShelf: AirportReferences {
  private let places: AirportPlaces
  private let moment: @Sendable () -> Timestamp
  private lazy var model = readModel()
  private lazy var rules = readRules()

  init(places: AirportPlaces, moment: @escaping @Sendable () -> Timestamp) {
    self.places = places
    self.moment = moment
  }

  func countryRules() async -> CountryRules? { rules }

  func declination(of airport: Airport) async -> Declination? {
    guard let day = UTCDay(seconds: Int64(clamping: moment().milliseconds / 1_000)) else { return nil }
    return Declination.best(
      at: airport.position, elevationFeet: airport.elevationFeet, day: day, model: model,
      published: airport.entries.first { $0.standardField?.id == Self.variationField }?.effectiveValue)
  }

  private func readModel() -> MagneticModel? {
    guard let bytes = try? BundledTables(folder: places.bundledFolder)?.magneticModel() else { return nil }
    return try? MagneticModel(parsing: bytes)
  }

  private func readRules() -> CountryRules? {
    guard let data = FileManager.default.contents(atPath: places.rules), data.count <= CountryRules.bytesMax
    else {
      return nil
    }
    return try? CountryRules(parsing: [UInt8](data))
  }

  /// Magnetic variation of the AIP. Source: airports 2.2.
  private static let variationField = 205
}

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
        dataFolder: plan.folder.path(of: .airports), bundledFolder: "",
        cacheFolder: plan.folder.path(of: .cache))
    let source = LocalAirports(places: places, moment: { Self.building(at: moment()) })
    airports.connect(
      repository: source, references: AirportShelf(airports: source, moment: moment), keeping: keeping,
      surroundings: surroundings)
    await settings.connect(keeping)
    await navigation.connect(keeping, restores: settings.settings.restoresSession)
  }

  /// The state of the node with these domains.
  func state(
    _ profileName: String, isSimulated: Bool, talk: TalkDomain, money: MoneyDomain
  ) -> AppState {
    AppState(
      profileName: profileName, isSimulated: isSimulated, talk: talk, money: money, airports: airports,
      airportNavigation: navigation, airportSettings: settings)
  }

  /// Ends what is on its way.
  func close() async {
    airports.close()
    await notebook?.close()
  }

  /// When a database is built that has to be.
  private nonisolated static func building(at moment: Timestamp) -> BuildMoment {
    AirportsClock.moment(moment)
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

/// What stands beside the database: customs notices, figures of friendliness, country rules, the magnetic
/// model.
private struct AirportShelf: AirportReferences {
  let airports: LocalAirports
  let moment: @Sendable () -> Timestamp

  func notices(for idents: [String]) async -> [String: AirportNotice] {
    let all = await companions().notices
    return idents.reduce(into: [:]) { notices, icao in notices[icao] = all[icao] }
  }

  func scores(for idents: [String]) async -> [String: Double] {
    let all = await companions().friendliness
    return idents.reduce(into: [:]) { scores, icao in
      guard let features = all[icao]?.features, !features.isEmpty else { return }
      scores[icao] = Persona.touring.score(features)
    }
  }

  func friendliness(of icao: String) async -> [AirportDetailScreen.Fact] {
    guard let figures = await companions().friendliness[icao] else { return [] }
    var facts: [AirportDetailScreen.Fact] = []
    if let rating = figures.ratingAverage {
      let count = figures.ratingCount.map { " of \($0) ratings" } ?? ""
      facts.append(.init(name: "Rating", value: Decimals.fixed(rating, places: 1) + count))
    }
    for feature in FriendlinessFeature.allCases {
      guard let value = figures.features[feature] else { continue }
      facts.append(.init(name: feature.title, value: "\(Int((value * 100).rounded())) of 100"))
    }
    if let fee = figures.fee(takeOffKilograms: Self.touringKilograms) {
      let currency = figures.feeCurrency.map { " " + $0 } ?? ""
      let day = figures.feesUpdated.map { ", read " + $0 } ?? ""
      facts.append(.init(name: "Landing, 1,157 kg", value: Decimals.fixed(fee, places: 2) + currency + day))
    }
    if let summary = figures.reviewSummary { facts.append(.init(name: "Visitors say", value: summary)) }
    return facts
  }

  func countryRules() async -> CountryRules? { await companions().rules }

  func declination(of airport: Airport) async -> Declination? {
    guard let day = UTCDay(seconds: Int64(clamping: moment().milliseconds / 1_000)) else { return nil }
    return Declination.best(
      at: airport.position, elevationFeet: airport.elevationFeet, day: day,
      model: await companions().magneticModel,
      published: airport.entries.first { $0.standardField?.id == Self.variationField }?.effectiveValue)
  }

  private func companions() async -> Companions {
    (try? await airports.snapshot().companions) ?? Companions()
  }

  /// Magnetic variation of the AIP. Source: airports 2.2.
  private static let variationField = 205
  /// A Cessna 172. Source: airports 6.
  private static let touringKilograms = 1_157.0
}

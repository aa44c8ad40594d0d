import Aviation
import Geography
import Observation
import Text
import Timebase

/// The one owner of the airport database as pages know it: whether it is there, what it holds, the
/// favourites, and winds somebody pasted. Source: airports 10.
///
/// Main actor only; holds no rule and reads no file: that is behind `AirportRepository`. The database is read
/// when the area is first opened. Pages get their contents by value; a newer question of a page ends the one
/// before it.
@MainActor @Observable public final class AirportDomain {
  enum Database: Sendable {
    case unread
    case reading
    case ready(DatabaseFacts)
    case failed(AirportError)
  }

  private(set) var database = Database.unread
  /// Countries of the database, by code.
  public private(set) var countries: [String] = []
  /// Where a border can be crossed.
  public private(set) var borderCrossingIdents: Set<String> = []
  /// The favourites, the latest first.
  public private(set) var favourites: [String] = []
  private(set) var winds: [String: PastedWind] = [:]

  @ObservationIgnored private var repository: (any AirportRepository)?
  @ObservationIgnored private var references: any AirportReferences = NoAirportReferences()
  @ObservationIgnored private var keeping: (any AirportKeeping)?
  @ObservationIgnored private var surroundings: (any AirportSurroundings)?
  @ObservationIgnored private var reading: Task<Void, Never>?
  /// The number of each page's newest question; an older answer is not given.
  @ObservationIgnored private var questions: [(page: Int, number: Int)] = []
  @ObservationIgnored private var lastQuestion = 0

  /// An empty state; `connect` gives it something to do.
  public init() {}

  /// Joins the domain to the machine. Nothing is read yet.
  public func connect(
    repository: any AirportRepository, references: any AirportReferences, keeping: any AirportKeeping,
    surroundings: any AirportSurroundings
  ) {
    self.repository = repository
    self.references = references
    self.keeping = keeping
    self.surroundings = surroundings
  }

  // MARK: The database

  /// Begins to read the database, where that has not happened yet or did not succeed.
  public func open() {
    switch database {
    case .unread, .failed: break
    case .reading, .ready: return
    }
    guard let repository else { return }
    database = .reading
    reading = Task {
      do throws(AirportError) {
        let facts = try await repository.about()
        countries = try await repository.countries()
        borderCrossingIdents = Set(try await repository.borderCrossingIdents())
        favourites = await keptFavourites()
        database = .ready(facts)
      } catch {
        database = .failed(error)
      }
    }
  }

  /// Waits until the database is read, or cannot be.
  public func opened() async {
    for await isSettled in Observations({ self.isSettled }) where isSettled { return }
  }

  /// Whether that is decided.
  public var isSettled: Bool {
    switch database {
    case .unread, .reading: false
    case .ready, .failed: true
    }
  }

  /// Ends what is on its way.
  public func close() { reading?.cancel() }

  private func keptFavourites() async -> [String] {
    guard let keeping else { return [] }
    return (try? await keeping.favourites()) ?? []
  }

  // MARK: Questions

  /// What pages are made from, as it is now; nil until the database is there.
  func loading(_ settings: AirportSettings, page: AirportPage) -> AirportLoading? {
    guard case .ready(let facts) = database, let repository, let surroundings else { return nil }
    return AirportLoading(
      repository: repository, references: references, facts: facts, page: page, settings: settings,
      borderCrossings: borderCrossingIdents, favourites: Set(favourites), surroundings: surroundings)
  }

  /// Notes that a page asks something; its questions before are answered no more.
  func begin(questionOf page: Int) -> Int {
    lastQuestion += 1
    questions.removeAll { $0.page == page }
    questions = Array(questions.suffix(Self.pagesMax - 1)) + [(page, lastQuestion)]
    return lastQuestion
  }

  /// Whether a question is still its page's newest.
  func isNewest(_ question: Int, of page: Int) -> Bool {
    questions.contains { $0.page == page && $0.number == question }
  }

  /// What the person wrote about an airport.
  func note(_ icao: String) async -> String {
    guard let keeping else { return "" }
    return (try? await keeping.note(icao: icao)) ?? ""
  }

  /// Any airport whole; nil where there is none.
  public func airport(_ icao: String) async -> Airport? {
    guard let repository, case .ready = database else { return nil }
    return try? await repository.airport(icao)
  }

  // MARK: The person's own

  /// Makes an airport a favourite, or no longer. Throws where it cannot be kept.
  public func setFavourite(_ isFavourite: Bool, icao: String) async throws {
    try await keeping?.setFavourite(isFavourite, icao: icao)
    favourites = await keptFavourites()
  }

  /// Keeps a note; an empty one is removed. Throws where it cannot be kept.
  public func setNote(_ text: String, icao: String) async throws {
    try await keeping?.setNote(String(Text.trimmed(text).prefix(Self.noteCharactersMax)), icao: icao)
  }

  /// Takes a wind for an airport, or a report that somebody pasted. Winds are not kept beyond the run.
  public func setWind(_ wind: PastedWind.Source, icao: String) {
    winds[icao] = PastedWind(source: wind, at: surroundings?.now() ?? Timestamp(milliseconds: 0))
    if winds.count > Self.windsMax, let oldest = winds.min(by: { $0.value.at < $1.value.at })?.key {
      winds[oldest] = nil
    }
  }

  /// How many winds are held.
  public var windCount: Int { winds.count }

  /// Takes the wind of an airport away.
  public func clearWind(icao: String) { winds[icao] = nil }

  /// At most so many pages' questions are told apart; of more the oldest are answered no more.
  static let pagesMax = 32
  /// At most so many winds are held; the oldest goes.
  public nonisolated static let windsMax = 50
  /// The longest note.
  public nonisolated static let noteCharactersMax = 20_000
}

/// A wind the person set, and when.
public struct PastedWind: Sendable, Hashable {
  /// What was given.
  public enum Source: Sendable, Hashable {
    /// Direction, speed, gust.
    case wind(ReportedWind)
    /// A report as it was pasted.
    case report(String)
  }

  /// What was given.
  public var source: Source
  /// When.
  public var at: Timestamp
}

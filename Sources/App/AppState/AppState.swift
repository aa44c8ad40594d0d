import Observation

/// The root of what front ends see: one value a process, handed to each of them.
@MainActor @Observable public final class AppState {
  /// The profile this node runs for.
  public let profileName: String
  /// Whether everybody in sight is made up and runs in this program; front ends say so.
  public let isSimulated: Bool
  /// Talk: people, conversations, timelines.
  public let talk: TalkDomain
  /// What was said before, and how long it is kept.
  public let history: HistoryDomain
  /// The mesh as a map.
  public let topology: TopologyDomain
  /// What is told outside of the window.
  public let notices = NoticesDomain()
  /// Money: the open file and what several pages know of it.
  public let money: MoneyDomain
  /// Airports: the database and the person's own airports.
  public let airports: AirportDomain
  /// What was looked at last in Airports.
  public let airportNavigation: AirportNavigationDomain
  /// Units and defaults of Airports.
  public let airportSettings: AirportSettingsDomain

  /// Carries the emergency wipe out and does not return where it can be begun (chat-app 11); set by whoever
  /// runs the node.
  @ObservationIgnored public var wiping: (@MainActor () throws -> Void)?

  /// Composes the state of one node.
  public init(
    profileName: String, isSimulated: Bool = false, talk: TalkDomain, history: HistoryDomain? = nil,
    topology: TopologyDomain? = nil, money: MoneyDomain? = nil, airports: AirportDomain? = nil,
    airportNavigation: AirportNavigationDomain? = nil, airportSettings: AirportSettingsDomain? = nil
  ) {
    self.profileName = profileName
    self.isSimulated = isSimulated
    self.talk = talk
    self.history = history ?? HistoryDomain()
    talk.telling = { [notices] notice in notices.tell(notice) }
    self.topology = topology ?? TopologyDomain()
    self.money = money ?? MoneyDomain()
    self.airports = airports ?? AirportDomain()
    self.airportNavigation = airportNavigation ?? AirportNavigationDomain()
    self.airportSettings = airportSettings ?? AirportSettingsDomain()
  }

  /// Takes everything away that the profile has on this machine, and begins anew. It was confirmed before.
  /// Throws what can be shown where it cannot be begun.
  public func wipeEverything() throws {
    try wiping?()
  }
}

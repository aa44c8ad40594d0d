import TransportPorts

/// Remembers people over restarts: their keys, so that nobody takes over a name, and their last name.
public protocol PeerRepository: Sendable {
  /// Stores what was learned, by fingerprint. An authenticated signing key is never replaced by one
  /// that only an announce carried.
  func remember(_ peer: KnownPeer) async throws

  /// Everybody remembered, ordered by fingerprint.
  func knownPeers() async throws -> [KnownPeer]
}

/// Remembers whom the person trusts and why. What it keeps is sealed like messages.
public protocol TrustRepository: Sendable {
  /// Every record, ordered by fingerprint.
  func trustRecords() async throws -> [TrustRecord]

  /// Writes down what `TrustBook.takeChanges` named, in one commit.
  func keep(_ changes: [TrustChange]) async throws
}

/// Remembers who is not heard and who is a favourite. What it keeps is sealed like messages.
public protocol RelationRepository: Sendable {
  /// Everybody who is blocked, ordered by fingerprint.
  func blocked() async throws -> [BlockRecord]

  /// Blocks somebody. Favourite marks of ours go in the same commit.
  func block(_ person: BlockRecord) async throws

  /// Takes a block back; restores nothing.
  func unblock(fingerprint: String) async throws

  /// Every favourite in either direction, ordered by fingerprint.
  func favourites() async throws -> [FavouriteRecord]

  /// Keeps a record while either mark is set; removes it otherwise.
  func keep(_ favourite: FavouriteRecord) async throws
}

/// Small settings of a profile, by name.
public protocol SettingsRepository: Sendable {
  /// The stored value.
  func setting(_ name: SettingName) async throws -> String?

  /// Stores a value; `nil` removes it.
  func set(_ value: String?, for name: SettingName) async throws
}

/// The settings there are.
public enum SettingName: String, Sendable, CaseIterable {
  /// The name we announce.
  case nickname
  /// How long messages of the open channel are kept (`RetentionPeriod`).
  case publicRetention
  /// How long private messages are kept.
  case privateRetention
  /// The conversation that was looked at last.
  case openConversation
  /// The money files opened before, with what was chosen in each.
  case moneyFiles
  /// What is told outside of the window (`NoticePreferences`).
  case notices
}

import TransportPorts

/// Remembers people over restarts: their keys, so that nobody takes over a name, and their last name.
public protocol PeerRepository: Sendable {
  /// Stores what was learned, by fingerprint. An authenticated signing key is never replaced by one
  /// that only an announce carried.
  func remember(_ peer: KnownPeer) async throws

  /// Everybody remembered, ordered by fingerprint.
  func knownPeers() async throws -> [KnownPeer]
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
  /// The money files opened before, with what was chosen in each.
  case moneyFiles
}

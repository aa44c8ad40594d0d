import Bytes
import ConversationModel
import Storage
import TransportPorts

extension ConversationStore {
  /// Stores what was learned about a person, by fingerprint (`PeerRepository.remember`).
  ///
  /// An authenticated signing key stays against one that only an announce carried: if the keys differ, the
  /// whole record stays, otherwise the name is taken. An empty name never replaces a known one.
  public func remember(_ peer: KnownPeer) async throws {
    let limits = limits
    try await write { table, _ in
      let people = table.people
      let known = try people.peer(peer.fingerprint)
      guard let merged = peer.merged(over: known) else { return }
      try people.put(merged)
      if known == nil { try people.evict(above: limits.peersMax) }
    }
  }

  /// Everybody remembered, ordered by fingerprint (`PeerRepository.knownPeers`).
  public func knownPeers() async throws -> [KnownPeer] {
    try await read { table in
      try table.people.all().sorted { $0.fingerprint < $1.fingerprint }
    }
  }

  /// The stored value of a setting (`SettingsRepository.setting`).
  public func setting(_ name: SettingName) async throws -> String? {
    try await read { try $0.setting(name) }
  }

  /// Stores or removes a setting (`SettingsRepository.set`).
  public func set(_ value: String?, for name: SettingName) async throws {
    try await write { table, _ in
      // A damaged value is kept before it is replaced.
      _ = try table.setting(name)
      guard let value else {
        try table.connection.run("DELETE FROM setting WHERE name = ?", [.text(name.rawValue)])
        return
      }
      let sealed = try table.sealer.seal(Array(value.utf8), context: "setting " + name.rawValue)
      try table.connection.run(
        """
        INSERT INTO setting (name, sealed) VALUES (?, ?)
        ON CONFLICT (name) DO UPDATE SET sealed = excluded.sealed
        """,
        [.text(name.rawValue), .blob(sealed)])
    }
  }
}

extension KnownPeer {
  /// What to store when this is learned over `known`; `nil` when nothing changes.
  fileprivate func merged(over known: KnownPeer?) -> KnownPeer? {
    guard let known else { return self }
    var merged = self
    if known.isSigningKeyAuthenticated, !isSigningKeyAuthenticated {
      guard signingKey == known.signingKey else { return nil }
      merged.isSigningKeyAuthenticated = true
    }
    if nickname.isEmpty { merged.nickname = known.nickname }
    return merged == known ? nil : merged
  }
}

extension MessageTable {
  /// The table of people on the same connection.
  var people: PeopleTable { PeopleTable(connection: connection, sealer: sealer) }

  fileprivate func setting(_ name: SettingName) throws -> String? {
    try connection.first(
      "SELECT sealed FROM setting WHERE name = ?", [.text(name.rawValue)]
    ) { try openSetting(name.rawValue, try $0.blob(0)) }
  }

  /// The value that is sealed in a setting's row.
  func openSetting(_ name: String, _ sealed: [UInt8]) throws -> String {
    let plain = try sealer.open(sealed, context: "setting " + name)
    guard let value = String(validating: plain, as: UTF8.self) else {
      throw ConversationStoreError.damagedRow(table: "setting")
    }
    return value
  }
}

/// The table of remembered people on one connection. `sequence` is the order in which they last changed.
struct PeopleTable {
  let connection: Connection
  let sealer: RowSealer

  func peer(_ fingerprint: String) throws -> KnownPeer? {
    try connection.first(
      "SELECT fingerprint, sealed FROM peer WHERE fingerprint = ?", [.blob(index(fingerprint))]
    ) { try open($0) }
  }

  func all() throws -> [KnownPeer] {
    try connection.query("SELECT fingerprint, sealed FROM peer") { try open($0) }
  }

  /// Writes a person's row under a new sequence: the one changed last leaves last.
  func put(_ peer: KnownPeer) throws {
    let index = index(peer.fingerprint)
    let sealed = try sealer.seal(RowCoding.encode(peer), context: context(index))
    try connection.run(
      """
      INSERT OR REPLACE INTO peer (sequence, fingerprint, is_authenticated, sealed)
      VALUES ((SELECT coalesce(max(sequence), 0) + 1 FROM peer), ?, ?, ?)
      """,
      [.blob(index), .flag(peer.isSigningKeyAuthenticated), .blob(sealed)])
  }

  func evict(above limit: Int) throws {
    let excess = (try connection.integer("SELECT count(*) FROM peer") ?? 0) - Int64(limit)
    guard excess > 0 else { return }
    let leaving = try connection.query(
      "SELECT fingerprint, sealed, sequence FROM peer ORDER BY is_authenticated, sequence LIMIT ?",
      [.integer(excess)]
    ) { row in
      // A damaged row is kept before it goes.
      _ = try open(row)
      return try row.integer(2)
    }
    for sequence in leaving {
      try connection.run("DELETE FROM peer WHERE sequence = ?", [.integer(sequence)])
    }
  }

  /// The person in a row whose first two columns are `fingerprint` and `sealed`.
  func open(_ row: borrowing Row) throws -> KnownPeer {
    let plain = try sealer.open(try row.blob(1), context: context(try row.blob(0)))
    guard let peer = RowCoding.peer(plain) else { throw ConversationStoreError.damagedRow(table: "peer") }
    return peer
  }

  private func index(_ fingerprint: String) -> [UInt8] {
    sealer.index(Array(fingerprint.utf8), context: "peer")
  }

  private func context(_ index: [UInt8]) -> String {
    "peer " + index.hexadecimal
  }
}

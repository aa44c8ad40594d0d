import ConversationModel

extension ConversationStore: TrustRepository, RelationRepository {
  /// Every record of trust (`TrustRepository.trustRecords`).
  public func trustRecords() async throws -> [TrustRecord] {
    try await read { table in
      try table.relations.all(.trust, RelationCoding.trust).sorted { $0.fingerprint < $1.fingerprint }
    }
  }

  /// Writes down what changed (`TrustRepository.keep`), in one commit.
  public func keep(_ changes: [TrustChange]) async throws {
    guard !changes.isEmpty else { return }
    try await write { table, _ in
      for change in changes {
        switch change {
        case .kept(let record):
          // A damaged row is kept before it is replaced; so below.
          _ = try table.relations.one(.trust, record.fingerprint, RelationCoding.trust)
          try table.relations.put(.trust, record.fingerprint, RelationCoding.encode(record))
        case .removed(let fingerprint):
          _ = try table.relations.one(.trust, fingerprint, RelationCoding.trust)
          try table.relations.remove(.trust, fingerprint)
        }
      }
    }
  }

  /// Everybody who is blocked (`RelationRepository.blocked`).
  public func blocked() async throws -> [BlockRecord] {
    try await read { table in
      try table.relations.all(.block, RelationCoding.block).sorted { $0.fingerprint < $1.fingerprint }
    }
  }

  /// Blocks somebody and takes our favourite mark back (`RelationRepository.block`).
  public func block(_ person: BlockRecord) async throws {
    let limit = limits.favouritesOfTheirsMax
    try await write { table, _ in
      _ = try table.relations.one(.block, person.fingerprint, RelationCoding.block)
      try table.relations.put(.block, person.fingerprint, RelationCoding.encode(person))
      let known = try table.relations.one(.favourite, person.fingerprint, RelationCoding.favourite)
      guard let known, known.isFavourite else { return }
      try table.relations.keep(known.withoutOurMark, limit: limit)
    }
  }

  /// Takes a block back (`RelationRepository.unblock`).
  public func unblock(fingerprint: String) async throws {
    try await write { table, _ in
      _ = try table.relations.one(.block, fingerprint, RelationCoding.block)
      try table.relations.remove(.block, fingerprint)
    }
  }

  /// Every favourite in either direction (`RelationRepository.favourites`).
  public func favourites() async throws -> [FavouriteRecord] {
    try await read { table in
      try table.relations.all(.favourite, RelationCoding.favourite)
        .sorted { $0.fingerprint < $1.fingerprint }
    }
  }

  /// Keeps a favourite while either mark is set (`RelationRepository.keep`). Of those whose mark is the other
  /// person's alone the oldest leave above `StoreLimits.favouritesOfTheirsMax`.
  public func keep(_ favourite: FavouriteRecord) async throws {
    let limit = limits.favouritesOfTheirsMax
    try await write { table, _ in
      _ = try table.relations.one(.favourite, favourite.fingerprint, RelationCoding.favourite)
      try table.relations.keep(favourite, limit: limit)
    }
  }
}

extension RelationTable {
  fileprivate func keep(_ favourite: FavouriteRecord, limit: Int) throws {
    guard favourite.isKept else { return try remove(.favourite, favourite.fingerprint) }
    try put(
      .favourite, favourite.fingerprint, RelationCoding.encode(favourite), isOurs: favourite.isFavourite)
    if !favourite.isFavourite { try evictForeign(.favourite, above: limit) }
  }
}

extension FavouriteRecord {
  fileprivate var withoutOurMark: FavouriteRecord {
    FavouriteRecord(
      fingerprint: fingerprint, noiseKey: noiseKey, npub: npub, nickname: nickname, isFavourite: false,
      isFavouriteOfTheirs: isFavouriteOfTheirs, updatedAt: updatedAt)
  }
}

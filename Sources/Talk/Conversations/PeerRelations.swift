import Bytes
import ConversationModel
import TransportPorts

/// Blocks and favourites in memory, as they stand in the repository.
struct PeerRelations: Sendable {
  private(set) var blocks: [BlockRecord] = []
  private(set) var favourites: [FavouriteRecord] = []
  private var blockedAddresses: Set<PeerAddress> = []

  init() {}

  init(blocks: [BlockRecord], favourites: [FavouriteRecord]) {
    self.blocks = blocks
    self.favourites = favourites
    blockedAddresses = Set(blocks.compactMap { meshAddress($0.fingerprint) })
  }

  /// Whether nothing of the person is heard. An address on the mesh is the beginning of the fingerprint
  /// (mesh-wire 8.1).
  func isBlocked(_ peer: PeerAddress) -> Bool { blockedAddresses.contains(peer) }

  func favourite(_ fingerprint: String) -> FavouriteRecord? {
    favourites.first { $0.fingerprint == fingerprint }
  }

  /// As screens know it.
  var shown: PeopleRelations {
    PeopleRelations(
      blocked: blockedAddresses,
      favourites: Set(favourites.filter(\.isFavourite).compactMap { meshAddress($0.fingerprint) }),
      favouritesOfTheirs: Set(
        favourites.filter(\.isFavouriteOfTheirs).compactMap { meshAddress($0.fingerprint) }))
  }
}

/// Under which address somebody of this fingerprint is on the mesh.
func meshAddress(_ fingerprint: String) -> PeerAddress? { PeerAddress(fingerprint.prefix(16)) }

import TransportPorts

/// How the person stands to others, by their addresses on the mesh.
public struct PeopleRelations: Sendable, Hashable {
  /// Who is not heard.
  public var blocked: Set<PeerAddress>
  /// Favourites of ours.
  public var favourites: Set<PeerAddress>
  /// Whose favourite we are.
  public var favouritesOfTheirs: Set<PeerAddress>

  /// Joins the parts.
  public init(
    blocked: Set<PeerAddress> = [], favourites: Set<PeerAddress> = [],
    favouritesOfTheirs: Set<PeerAddress> = []
  ) {
    self.blocked = blocked
    self.favourites = favourites
    self.favouritesOfTheirs = favouritesOfTheirs
  }
}

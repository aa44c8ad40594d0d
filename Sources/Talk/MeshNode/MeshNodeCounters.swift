/// What one node did for its links since the start, in numbers that name nobody; they only grow.
public struct MeshNodeCounters: Sendable, Equatable {
  /// Frames given to the engine.
  public internal(set) var framesTaken = 0
  /// Frames the engine sent, once for each link.
  public internal(set) var framesSent = 0
  /// Announces that verified and made a link a peer's.
  public internal(set) var linksVerified = 0
  /// Links the engine closed.
  public internal(set) var linksClosed = 0
  /// Public messages that reached the application, own ones that came back included.
  public internal(set) var publicMessages = 0
  /// Private messages that reached the application.
  public internal(set) var privateMessages = 0
  /// Encrypted sessions that were set up.
  public internal(set) var sessions = 0
  /// Identities learned or renewed.
  public internal(set) var identitiesLearned = 0
  /// Times the links had to wait because the application was behind.
  public internal(set) var waits = 0
}

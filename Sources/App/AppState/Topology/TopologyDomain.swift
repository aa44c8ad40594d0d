import ConversationModel
import Conversations
import Observation

/// The mesh as a map: who is next to whom, and how far. Main actor only.
///
/// A map costs no traffic, and is only drawn while somebody looks at it.
@MainActor @Observable public final class TopologyDomain {
  /// A map is taken anew after so long while somebody looks.
  public static let pace: Duration = .seconds(2)

  /// The newest map; `nil` until somebody looked.
  public private(set) var map: MeshMap?

  @ObservationIgnored private var people: PeerCoordinator?
  @ObservationIgnored private var viewers = 0
  @ObservationIgnored private var following: Task<Void, Never>?
  @ObservationIgnored private let pause: @Sendable () async throws -> Void

  /// An empty state; `connect` gives it something to do. `pause` is the time between two maps: nothing tells
  /// of every change of the mesh, so a page that is looked at asks again. Tests let no time pass.
  public init(
    pause: @escaping @Sendable () async throws -> Void = { try await Task.sleep(for: TopologyDomain.pace) }
  ) {
    self.pause = pause
  }

  /// Joins the domain to its coordinator.
  public func connect(people: PeerCoordinator) {
    self.people = people
  }

  /// Takes a map now; `nil` before the node has started.
  @discardableResult
  public func look() async -> MeshMap? {
    guard let people else { return nil }
    let fresh = await people.map()
    // Two may be taken at once; the newer one stays.
    if fresh.takenAt.milliseconds >= map?.takenAt.milliseconds ?? 0 { map = fresh }
    return fresh
  }

  /// A page shows the map from now on: it is kept up to date until `close`.
  public func open() {
    viewers += 1
    guard following == nil else { return }
    following = Task { [weak self] in
      while !Task.isCancelled, let self {
        await look()
        guard (try? await pause()) != nil else { return }
      }
    }
  }

  /// The page went elsewhere.
  public func close() {
    viewers = max(viewers - 1, 0)
    guard viewers == 0 else { return }
    following?.cancel()
    following = nil
  }
}

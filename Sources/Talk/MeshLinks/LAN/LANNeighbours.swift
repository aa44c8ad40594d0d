import Networking
import Timebase

/// The instances heard lately, and where: decides whether a beacon is news and whether to dial.
///
/// Holds 1,024 instances; the one not heard for the longest goes first, linked ones excepted (there are
/// fewer links than places).
struct LANNeighbours: Sendable {
  private struct Place: Sendable {
    let address: SocketAddress
    var heardAt: Instant
    var triedAt: Instant?
  }

  private struct Neighbour: Sendable {
    var heardOrder: UInt64
    var places: [Place] = []
    var dialledAt: Instant?
  }

  private var neighbours: [LANInstance: Neighbour] = [:]
  private var recentDials: [Instant] = []
  private var heardCount: UInt64 = 0

  var count: Int { neighbours.count }

  func contains(_ instance: LANInstance) -> Bool { neighbours[instance] != nil }

  /// Records a beacon; answers whether the instance was unknown until now.
  mutating func hear(
    _ instance: LANInstance, at address: SocketAddress, now: Instant, keeping linked: Set<LANInstance>
  ) -> Bool {
    heardCount += 1
    let isNew = neighbours[instance] == nil
    if isNew, neighbours.count >= LANLimits.instancesMax { evict(keeping: linked) }
    var neighbour = neighbours[instance] ?? Neighbour(heardOrder: heardCount)
    neighbour.heardOrder = heardCount
    if let index = neighbour.places.firstIndex(where: { $0.address == address }) {
      neighbour.places[index].heardAt = now
    } else {
      if neighbour.places.count >= LANLimits.addressesPerInstanceMax,
        let oldest = neighbour.places.indices.min(by: {
          neighbour.places[$0].heardAt < neighbour.places[$1].heardAt
        })
      {
        neighbour.places.remove(at: oldest)
      }
      neighbour.places.append(Place(address: address, heardAt: now))
    }
    neighbours[instance] = neighbour
    return isNew
  }

  /// Whether a node that is heard at `address` and not linked may be dialled there now.
  ///
  /// Of several addresses it is heard at, the one tried longest ago is dialled, so that one that cannot be
  /// reached does not keep us from the others.
  func mayDial(_ instance: LANInstance, at address: SocketAddress, now: Instant) -> Bool {
    guard let neighbour = neighbours[instance],
      let place = neighbour.places.first(where: { $0.address == address })
    else { return false }
    if let last = neighbour.dialledAt, now.since(last) < LANLimits.dialGapPerInstance { return false }
    if recentDials.count >= LANLimits.dialsPerSecondMax, now.since(recentDials[0]) < .seconds(1) {
      return false
    }
    return neighbour.places.allSatisfy { other in
      other.address == address || now.since(other.heardAt) > LANLimits.addressLifetime
        || isTriedBefore(place, other)
    }
  }

  /// Takes one dial out of the budgets.
  mutating func recordDial(_ instance: LANInstance, at address: SocketAddress, now: Instant) {
    recentDials.append(now)
    if recentDials.count > LANLimits.dialsPerSecondMax { recentDials.removeFirst() }
    guard var neighbour = neighbours[instance] else { return }
    neighbour.dialledAt = now
    if let index = neighbour.places.firstIndex(where: { $0.address == address }) {
      neighbour.places[index].triedAt = now
    }
    neighbours[instance] = neighbour
  }

  private func isTriedBefore(_ place: Place, _ other: Place) -> Bool {
    guard let tried = place.triedAt else { return true }
    guard let otherTried = other.triedAt else { return false }
    return tried <= otherTried
  }

  private mutating func evict(keeping linked: Set<LANInstance>) {
    // Heard orders differ, so the result does not depend on the order of iteration.
    let oldest = neighbours.lazy.filter { !linked.contains($0.key) }.min {
      $0.value.heardOrder < $1.value.heardOrder
    }
    if let oldest { neighbours[oldest.key] = nil }
  }
}

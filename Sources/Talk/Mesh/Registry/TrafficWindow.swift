import Timebase

/// When packets came in lately: the last 100, no older than 30 seconds.
///
/// Source: mesh-engine 13.
struct TrafficWindow: Sendable {
  private var arrivals: [Instant] = []

  /// Notes one packet.
  mutating func note(at now: Instant) {
    arrivals.append(now)
    if arrivals.count > MeshLimits.trafficPacketsMax { arrivals.removeFirst() }
  }

  /// Whether a packet came within the last `duration`.
  func isBusy(within duration: Duration, at now: Instant) -> Bool {
    arrivals.last.map { now.since($0) <= min(duration, MeshLimits.trafficAge) } ?? false
  }
}

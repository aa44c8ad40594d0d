import MeshWire
import Timebase

/// What engines pass on: each message to everybody twice at most, once as it came first and once believed
/// (docs/decisions/0010), and nothing of others with all its hops (mesh-engine 16.3, TTL soundness).
struct RelayOracle: Sendable {
  /// A message that one run of an engine sends.
  private struct Passing: Hashable {
    let place: Int
    let run: Int
    let key: DeduplicationKey
  }

  /// Only looked up.
  private var passings: [Passing: Int] = [:]

  /// An engine sends a frame, on however many links.
  mutating func sent(
    _ frame: [UInt8], _ preview: PacketPreview, from place: Int, run: Int, id: PeerID
  ) -> Finding? {
    guard preview.sender != id, !preview.isRSR else { return nil }
    if preview.ttl >= WireLimits.originatingTTL {
      return Finding(.passedOnUnlowered, "\(preview.type) of \(preview.sender) with all its hops")
    }
    guard preview.type == .publicMessage, let packet = try? Packet.decode(frame) else { return nil }
    let passing = Passing(place: place, run: run, key: packet.deduplicationKey)
    passings[passing, default: 0] += 1
    guard passings[passing] == Self.timesMax + 1 else { return nil }
    return Finding(.passedOnTooOften, "a message of \(preview.sender)")
  }

  /// As it came first, and once believed.
  private static let timesMax = 2
}

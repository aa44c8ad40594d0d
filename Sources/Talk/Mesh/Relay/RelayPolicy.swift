import MeshWire

/// Whether a packet is passed on, with how many hops left and after which delay.
///
/// | # | case | new TTL | delay, ms |
/// |---|---|---|---|
/// | 1 | sync request | – | – |
/// | 2 | t ≤ 1, own packet, or for us | – | – |
/// | 3 | handshake | t − 1 | 10…35 |
/// | 4 | directed fragment, `0x11`, `0x04`, `0x26`, `0x27`, `0x28` | t − 1 | 20…60 |
/// | 5 | other fragment, voice frame; L = t, dense: min(t, 5) | L − 1 if L > 1 | 8…25 |
/// | 6 | degree ≥ 6 | max(2, min(t, 5)) − 1 | 80…180, from degree 10: 100…220 |
/// | 7 | degree 3…5; c = 7 for announces, else 6 | max(2, min(t, c)) − 1 | 60…150 |
/// | 8 | degree 0…2 | t − 1 | 10…40 |
///
/// t = min(TTL, 7). The first row that fits decides; there is no chance in it apart from the delay.
/// Source: mesh-engine 6.
enum RelayPolicy {
  /// What the decision depends on.
  struct Question: Sendable {
    var type: MessageType
    var ttl: UInt8
    /// Connected peers.
    var degree: Int
    /// Whether the packet has a recipient field, whatever is in it.
    var isDirected: Bool
    var isFromSelf: Bool
    var isForSelf: Bool
    /// Whether it is an urgent board post, which travels as far as an announce.
    var isUrgent = false
  }

  /// How a packet is passed on.
  struct Relay: Sendable, Equatable {
    let ttl: UInt8
    /// Uniform, both ends included.
    let delayMilliseconds: ClosedRange<UInt64>
  }

  /// The decision; `nil` means that the packet ends here.
  static func decide(_ question: Question) -> Relay? {
    let ttl = min(question.ttl, WireLimits.originatingTTL)
    guard question.type != .syncRequest, ttl > 1, !question.isFromSelf, !question.isForSelf else {
      return nil
    }
    if question.type == .noiseHandshake { return Relay(ttl: ttl - 1, delayMilliseconds: 10...35) }
    if question.isDirected, directedTypes.contains(question.type) {
      return Relay(ttl: ttl - 1, delayMilliseconds: 20...60)
    }
    let isDense = question.degree >= denseDegree
    if question.type == .fragment || question.type == .voiceFrame {
      return Relay(ttl: (isDense ? min(ttl, 5) : ttl) - 1, delayMilliseconds: 8...25)
    }
    if isDense {
      let delay: ClosedRange<UInt64> = question.degree >= veryDenseDegree ? 100...220 : 80...180
      return Relay(ttl: max(2, min(ttl, 5)) - 1, delayMilliseconds: delay)
    }
    if question.degree >= middleDegree {
      let cap: UInt8 = question.type == .announce || question.isUrgent ? 7 : 6
      return Relay(ttl: max(2, min(ttl, cap)) - 1, delayMilliseconds: 60...150)
    }
    return Relay(ttl: ttl - 1, delayMilliseconds: 10...40)
  }

  private static let directedTypes: [MessageType] = [
    .fragment, .noiseEncrypted, .courierEnvelope, .ping, .pong, .carrier,
  ]
  private static let middleDegree = 3
  private static let denseDegree = 6
  private static let veryDenseDegree = 10
}

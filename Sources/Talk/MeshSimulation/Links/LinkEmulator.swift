import Timebase

/// One direction of a link, sans-I/O: frames and the time go in, arrivals come out.
public struct LinkEmulator: Sendable {
  /// A frame on its way.
  public struct Passage: Sendable, Equatable {
    /// When it arrives.
    public let at: Instant
    /// What arrives.
    public let frame: [UInt8]
  }

  /// What the link does now.
  public var conditions: LinkConditions
  /// Whether anything passes in this direction.
  public var isOpen = true
  private var random: WorldRandom
  /// Whether the last frame was lost; losses in bursts depend on it.
  private var isInBurst = false

  /// A direction with draws of its own.
  public init(conditions: LinkConditions, random: WorldRandom) {
    self.conditions = conditions
    self.random = random
  }

  /// Sends a frame; what arrives of it, and when. Not sorted by time.
  public mutating func carry(_ frame: [UInt8], at moment: Instant) -> [Passage] {
    let (first, second) = passages(of: frame, at: moment)
    return [first, second].compactMap(\.self)
  }

  /// The same without a list, for a world, which sends a frame with almost everything that happens.
  mutating func passages(of frame: [UInt8], at moment: Instant) -> (Passage?, Passage?) {
    guard isOpen, !isLost() else { return (nil, nil) }
    let isDoubled = random.occurs(conditions.duplicates)
    return (passage(of: frame, at: moment), isDoubled ? passage(of: frame, at: moment) : nil)
  }

  private mutating func passage(of frame: [UInt8], at moment: Instant) -> Passage {
    Passage(at: moment + delay(), frame: random.occurs(conditions.flips) ? flipped(frame) : frame)
  }

  /// Losses come singly, or last for `burstFrames` in the mean and begin so seldom that the share holds.
  private mutating func isLost() -> Bool {
    let loss = conditions.loss
    guard loss > .none else {
      isInBurst = false
      return false
    }
    if conditions.burstFrames == 1 { return random.occurs(loss) }
    if isInBurst {
      isInBurst = random.below(conditions.burstFrames) != 0
    } else {
      let kept = max(1_000_000 - loss.perMillion, 1)
      let begins = loss.perMillion * 1_000_000 / (conditions.burstFrames * kept)
      isInBurst = random.occurs(Share(perMillion: begins))
    }
    return isInBurst
  }

  private mutating func delay() -> Duration {
    let jitter = random.below(conditions.jitterMilliseconds * 1_000 + 1)
    return .microseconds(Int64(conditions.delayMilliseconds * 1_000 + jitter))
  }

  private mutating func flipped(_ frame: [UInt8]) -> [UInt8] {
    guard !frame.isEmpty else { return frame }
    var changed = frame
    let bit = random.below(8 * frame.count)
    changed[bit / 8] ^= 1 << UInt8(bit % 8)
    return changed
  }
}

import ConversationModel
import Timebase

/// How many lines a node may write about itself: 200 at once, then one a second, so that no fault can fill a
/// disk with its log. What is over that is counted and left out.
struct LineBudget: Sendable {
  static let linesAtOnceMax = 200

  /// Lines written.
  private(set) var lines = 0
  /// Lines left out.
  private(set) var linesHeldBack = 0
  private var bucket: TokenBucket?

  /// Whether one more may be written; it is counted either way.
  mutating func admit(at moment: Instant) -> Bool {
    var current =
      bucket ?? TokenBucket(capacity: Double(Self.linesAtOnceMax), refillPerSecond: 1, at: moment)
    let isAdmitted = current.take(at: moment)
    bucket = current
    lines += isAdmitted ? 1 : 0
    linesHeldBack += isAdmitted ? 0 : 1
    return isAdmitted
  }
}

/// What a link does to the frames on it, one way.
public struct LinkConditions: Hashable, Sendable {
  /// Frames that get lost.
  public var loss: Share
  /// How many frames in a row a loss takes in the mean; 1 for losses that know nothing of one another.
  public var burstFrames: Int
  /// Frames that arrive twice.
  public var duplicates: Share
  /// Frames that arrive with one bit flipped.
  public var flips: Share
  /// How long a frame is under way at least.
  public var delayMilliseconds: Int
  /// What is added to that, drawn evenly for each frame from 0 to this: frames overtake each other.
  public var jitterMilliseconds: Int

  /// Joins the parts.
  public init(
    loss: Share = .none, burstFrames: Int = 1, duplicates: Share = .none, flips: Share = .none,
    delayMilliseconds: Int = 2, jitterMilliseconds: Int = 0
  ) {
    self.loss = loss
    self.burstFrames = max(burstFrames, 1)
    self.duplicates = duplicates
    self.flips = flips
    self.delayMilliseconds = max(delayMilliseconds, 0)
    self.jitterMilliseconds = max(jitterMilliseconds, 0)
  }

  /// A link without faults.
  public static let calm = LinkConditions()
}

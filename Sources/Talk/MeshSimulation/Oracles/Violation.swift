import Timebase

/// Something that must not be.
public struct Violation: Sendable, Hashable, CustomStringConvertible {
  /// What kind of thing.
  public enum Kind: String, Sendable, CaseIterable {
    /// A message was shown, or handed up by one engine, a second time.
    case duplicateShown
    /// A message was shown that its sender never wrote so.
    case forged
    /// Something encrypted was handed up twice for one hand-over.
    case replayed
    /// A private message is confirmed, and its reader does not have it.
    case confirmedUnstored
    /// A private message is neither confirmed nor reported, and nobody tries any more.
    case silentlyLost
    /// When there was time enough, somebody still waited for something.
    case unsettled
    /// Too little arrived.
    case undelivered
    /// An engine kept more than it may.
    case tooMuchKept
    /// A message to everybody was sent more often than a dense graph needs.
    case tooManyTransmissions
    /// An engine passed one message to everybody on more than twice.
    case passedOnTooOften
    /// An engine passed something on as if it were first-hand.
    case passedOnUnlowered
    /// Where nothing is ever lost, two made a session again and again.
    case sessionsWithoutEnd
  }

  /// What kind of thing.
  public let kind: Kind
  /// Simulated milliseconds from the start.
  public let atMilliseconds: Int
  /// The number of the node in the recipe, where it is one node's.
  public let node: Int?
  /// What happened.
  public let words: String

  /// One line.
  public var description: String {
    let seconds = Double(atMilliseconds) / 1_000
    return "\(kind.rawValue) at \(seconds) s\(node.map { ", node \($0)" } ?? ""): \(words)"
  }
}

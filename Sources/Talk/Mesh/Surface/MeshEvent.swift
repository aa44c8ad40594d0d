/// What the engine is told.
///
/// Source: mesh-engine 2.
public enum MeshEvent: Sendable {
  /// Something happened on a link.
  case link(LinkEvent)
  /// A deadline of the engine's passed; early and late calls are harmless.
  case timer(TimerID)
  /// The application wants something.
  case command(MeshCommand)
}

/// What the link layer reports. Frames of one link come in the order of their arrival.
///
/// Source: mesh-engine 2.1.
public enum LinkEvent: Sendable {
  /// A link is ready for frames.
  case up(LinkID, LinkFacts)
  /// The facts of a link changed.
  case changed(LinkID, LinkFacts)
  /// One whole frame, not decoded. Ignored for a link that is not up.
  case frame(LinkID, [UInt8])
  /// A link is gone. `runPeerBookkeeping` is true for a real disconnect, false for a failed or cancelled
  /// connection attempt.
  case ended(LinkID, runPeerBookkeeping: Bool)
  /// All links of a role are gone: with proofs and notices (power off), or without (no permission any more).
  case allEnded(LinkRole, retireProofsAndNotify: Bool)
}

/// What the link layer knows of a link.
public struct LinkFacts: Hashable, Sendable {
  /// The longest frame the link carries whole, in bytes.
  public var sendLimitBytes: Int
  /// Whether a frame given now can leave soon.
  public var isWritable: Bool
  /// Whether the greeting of a link that comes up again and again is limited (mesh-engine 7.4): true for
  /// radio subscriptions. On a LAN link the first announce is always sent (architecture, LAN links).
  public var isGreetingLimited: Bool

  /// Joins the parts.
  public init(sendLimitBytes: Int, isWritable: Bool = true, isGreetingLimited: Bool = false) {
    self.sendLimitBytes = sendLimitBytes
    self.isWritable = isWritable
    self.isGreetingLimited = isGreetingLimited
  }
}

/// Names a deadline between engine and driver. The engine keeps its own agenda and asks for one wake-up.
public struct TimerID: Hashable, Sendable {
  /// The number.
  public let rawValue: UInt32

  /// Any number.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// The next thing in the engine's agenda.
  public static let wake = TimerID(rawValue: 0)
}

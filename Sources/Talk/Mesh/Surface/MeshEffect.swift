import MeshWire
import Timebase

/// What the driver has to do, in this order. All effects of one call are done before the next event.
///
/// Source: mesh-engine 1.2, 2.2.
public enum MeshEffect: Sendable, Equatable {
  /// Put one frame on each of these links. Frames of one link leave by priority, then in the given order.
  case send(frame: [UInt8], links: [LinkID], priority: WritePriority)
  /// Come back with `timer` at this time; replaces an earlier wish with the same id.
  case schedule(TimerID, at: Instant)
  /// Forget the wish.
  case cancel(TimerID)
  /// Close the link; what the engine knew of it is already retired.
  case disconnect(LinkID)
  /// An announce of this peer was verified on the link: it is no stranger's.
  case linkVerified(LinkID, PeerID)
  /// Something for the application.
  case event(MeshAppEvent)
}

/// The order in which frames leave a link that is busy: lower first.
///
/// Source: mesh-engine 9.5.
public enum WritePriority: Sendable, Hashable, Comparable {
  /// Everything of known type that is not a file or a fragment.
  case normal
  /// A fragment; trains of fewer pieces go first.
  case fragment(totalCount: Int)
  /// Files, then types nobody knows.
  case bulk

  /// Normal before fragments before bulk; fragments by their total count.
  public static func < (left: WritePriority, right: WritePriority) -> Bool { left.order < right.order }

  private var order: (Int, Int) {
    switch self {
    case .normal: (0, 0)
    case .fragment(let totalCount): (1, totalCount)
    case .bulk: (2, 0)
    }
  }
}

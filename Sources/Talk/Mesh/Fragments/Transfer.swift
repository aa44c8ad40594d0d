import MeshWire
import Timebase

/// A frame that leaves in pieces: whose it is, where it goes, how far it is.
struct Transfer: Sendable {
  /// What the sender of the frame wants of it.
  struct Order: Sendable {
    /// Names a transfer that counts; frames without one are not limited to two at a time.
    var id: TransferID?
    /// Names a message of ours, whose fate the application hears.
    var messageID: String?
    /// The session that encrypted it: the pieces are worthless without it.
    var generation: SessionGeneration?
    /// Whether the frame is somebody else's.
    var isRelay = false
    /// Whether links that could carry the frame whole get pieces too.
    var isCutEverywhere = false
    /// Whether some links got it whole.
    var isSentWhole = false
  }

  /// Given by `Transfers`.
  var number: UInt64 = 0
  let order: Order
  let train: FragmentTrain
  /// The neighbour whose link the pieces take; `nil`: all links.
  let neighbour: PeerID?
  /// Whom a session encrypted it for.
  let recipient: PeerID?
  let excluding: Ingress?
  /// The length of the whole: links that carry it whole have it already, unless it is cut everywhere.
  let wholeBytes: Int
  /// Pieces that left.
  var sentCount = 0
  /// When the next piece is due.
  var nextAt: Instant
  /// Since when there has been no link.
  var linklessSince: Instant?

  var isDone: Bool { sentCount >= train.count }

  /// Between two pieces.
  var spacing: Duration {
    neighbour != nil || recipient != nil ? FragmentLimits.directedSpacing : FragmentLimits.broadcastSpacing
  }
}

/// What a transfer is known by.
enum TransferID: Hashable, Sendable {
  /// Given by the application.
  case named(String)
  /// The SHA-256 of the payload, to one peer or to everybody.
  case content(Fingerprint, PeerID?)

  /// The name, as the application hears it: its own, or 64 hexadecimal digits.
  var name: String {
    switch self {
    case .named(let name): name
    case .content(let hash, _): hash.description
    }
  }
}

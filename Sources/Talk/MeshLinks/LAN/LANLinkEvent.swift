/// What `LANLinks` tells its owner, in order for each link.
public enum LANLinkEvent: Sendable, Equatable {
  /// A link stands: both hellos were exchanged. A fresh announce belongs on it.
  case up(LANLinkID)
  /// A packet of 1…65,535 bytes arrived.
  case frame(LANLinkID, [UInt8])
  /// The link is gone.
  case ended(LANLinkID, LANEndReason)
  /// The state shown to people changed.
  case status(LANStatus)
}

/// Why a link ended.
public enum LANEndReason: Sendable, Equatable {
  /// The other end closed it.
  case closedByPeer
  /// The system reported a failure, by its error number.
  case failed(code: Int32)
  /// The other end broke the frame format.
  case malformed
  /// A frame was begun and not finished within 30 s.
  case unfinishedFrame
  /// Nothing was received for 75 s.
  case silent
  /// No verified announce came within 10 s.
  case unverified
  /// The other of two links to this node stays.
  case superseded
  /// The table was full and this was the oldest link without a verified announce, or one of a peer not
  /// known before in a place kept for known ones.
  case tableFull
  /// Our side asked for it.
  case closedByUs
}

/// What happened on the LAN since the start, in numbers that name nobody; they only grow.
public struct LANCounters: Sendable, Equatable {
  /// Beacons of others that were looked at.
  public internal(set) var beaconsHeard = 0
  /// Connections we dialled.
  public internal(set) var dials = 0
  /// Connections that others opened, refused ones included.
  public internal(set) var accepts = 0
  /// Those refused because too many came from one address within seconds.
  public internal(set) var acceptsOverRate = 0
  /// Those refused because their address had all its places.
  public internal(set) var acceptsOverAddress = 0
  /// Those refused because the table was full of links with a verified announce.
  public internal(set) var acceptsOverTable = 0
  /// Links that came up.
  public internal(set) var linksUp = 0
  /// Connections ended because no hello, no byte or no whole frame came in time.
  public internal(set) var endedSilent = 0
  /// Connections ended because they broke the frame format.
  public internal(set) var endedMalformed = 0
  /// Links ended because no announce verified in time.
  public internal(set) var endedUnverified = 0
  /// Connections ended to make room for newer ones, or because they held a place kept for known peers.
  public internal(set) var endedForRoom = 0
  /// Packets and keep-alives taken from links.
  public internal(set) var framesReceived = 0
  /// Bytes that came in on connections.
  public internal(set) var bytesReceived = 0
  /// Times a link was not read for a while because it was over its share.
  public internal(set) var pauses = 0
  /// Frames handed to the system.
  public internal(set) var framesSent = 0
  /// Bytes handed to the system.
  public internal(set) var bytesSent = 0
  /// Frames given up because their peer read too slowly.
  public internal(set) var framesDropped = 0

  mutating func noteEnd(_ reason: LANEndReason) {
    switch reason {
    case .malformed: endedMalformed += 1
    case .unfinishedFrame, .silent: endedSilent += 1
    case .unverified: endedUnverified += 1
    case .tableFull: endedForRoom += 1
    case .closedByPeer, .failed, .superseded, .closedByUs: break
    }
  }
}

/// How much the LAN holds at the moment.
public struct LANLoad: Sendable, Equatable {
  /// Connections others opened, of 64.
  public let inbound: Int
  /// Connections we dialled, of 64.
  public let outbound: Int
  /// Links on which an announce verified.
  public let verified: Int
  /// Bytes that wait because peers read slowly, of 4 MiB.
  public let queuedBytes: Int
  /// Bytes that were received and are not yet a taken frame.
  public let unfinishedBytes: Int
  /// Instances heard and remembered, of 1,024.
  public let instances: Int
}

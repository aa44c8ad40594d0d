import Networking
import Timebase

/// Names one TCP connection of the machine, from the dial or the accept on.
enum LANConnectionID: Hashable, Sendable, Comparable {
  /// Counted by the machine.
  case dialled(UInt64)
  /// Numbered by the socket layer.
  case accepted(SocketID)
}

/// Names a deadline of the machine.
enum LANTimer: Hashable, Sendable {
  case beacon
  case connection(LANConnectionID)
  /// The next dial of a static peer, by its number.
  case staticPeer(Int)
}

/// What happens to a `LANLinkMachine`.
enum LANMachineEvent: Sendable, Equatable {
  /// Beacons go out from now on; port 0 when nobody can dial us.
  case start(tcpPort: UInt16)
  /// Interfaces came or went, or the port did.
  case networkChanged(tcpPort: UInt16)
  /// A datagram came to a beacon socket.
  case beacon([UInt8], from: IPAddress)
  /// Where a static peer is to be found; nowhere when its name has no address.
  case resolved(peer: Int, [SocketAddress])
  case dialSucceeded(LANConnectionID)
  case accepted(LANConnectionID, from: IPAddress)
  case received(LANConnectionID, [UInt8])
  /// The system took bytes given by `write`.
  case wrote(LANConnectionID, bytes: Int)
  /// The connection is gone, or a dial failed.
  case closed(LANConnectionID, LANEndReason)
  case timer(LANTimer)
  /// The owner checked an announce that came directly over this link.
  case verified(LANLinkID, wasKnownBefore: Bool)
  case send([UInt8], to: [LANLinkID], LANWritePriority)
  case close(LANLinkID)
  case stop
}

/// What a `LANLinkMachine` wants done, in this order.
enum LANMachineEffect: Sendable, Equatable {
  /// On every beacon socket.
  case sendBeacon([UInt8])
  case dial(LANConnectionID, SocketAddress)
  /// The addresses of a static peer are wanted; `resolved` answers.
  case resolve(peer: Int)
  case write(LANConnectionID, [UInt8])
  /// An accepted connection is not read until this says so.
  case startReading(LANConnectionID)
  /// It is over its share: not to be read until `startReading` says so.
  case stopReading(LANConnectionID)
  /// The connection is forgotten; what was written before still goes out.
  case close(LANConnectionID)
  /// Replaces an earlier time of the same timer.
  case schedule(LANTimer, at: Instant)
  case cancel(LANTimer)
  case event(LANLinkEvent)
}

/// Names one socket of a `SocketLoop`; never used twice in a process.
public struct SocketID: Hashable, Sendable, Comparable {
  /// The number, counted up from 1.
  public let number: UInt64

  /// Names a socket by its number.
  public init(number: UInt64) {
    self.number = number
  }

  /// Earlier sockets come first.
  public static func < (left: SocketID, right: SocketID) -> Bool { left.number < right.number }
}

/// Who is at the other end of an accepted stream.
public enum SocketPeer: Hashable, Sendable {
  /// A TCP peer.
  case internet(SocketAddress)
  /// A process on this machine, as the system vouches for it.
  case local(user: UInt32, process: Int32)
}

/// What happens on sockets, in order for each socket.
///
/// After `ended` the socket is gone. After one's own `close` no further event arises, but events already
/// queued are still delivered: ignore names you no longer know.
public enum SocketEvent: Sendable, Equatable {
  /// A listener took a connection; it is not read until `setReading(true)`, and is the receiver's to close.
  case accepted(SocketID, on: SocketID, from: SocketPeer)
  /// A connect succeeded.
  case connected(SocketID)
  /// Bytes came, at most 64 KiB at once.
  case received(SocketID, [UInt8])
  /// A datagram came; longer ones than 2,047 bytes are not delivered.
  case datagram(SocketID, [UInt8], from: SocketAddress)
  /// The system took this many of the bytes given to `send`; only where asked for.
  case wrote(SocketID, bytes: Int)
  /// The peer will send no more; writing is still possible and closing is the receiver's duty.
  case endOfInput(SocketID)
  /// The connection failed, or could not be made; `code` is the system's error number.
  case ended(SocketID, code: Int32)
  /// A datagram could not be sent.
  case datagramFailed(SocketID, code: Int32)
}

/// What became of bytes given to a stream.
public enum SendOutcome: Sendable, Equatable {
  /// They will be written in order unless the connection ends before.
  case queued
  /// The queue has no room for them; nothing was queued.
  case full
  /// The stream is closed or has ended.
  case closed
}

/// A queue of socket events with one consumer; sockets feeding it are not read while it is full.
public final class SocketInbox: AsyncSequence, Sendable {
  let number: UInt64
  let channel: BoundedChannel<SocketEvent>

  init(number: UInt64, capacityBytes: Int, onRoom: @escaping @Sendable () -> Void) {
    self.number = number
    channel = BoundedChannel(capacity: capacityBytes, onRoom: onRoom)
  }

  /// Iterates the events; see `BoundedChannel`.
  public func makeAsyncIterator() -> BoundedChannel<SocketEvent>.Iterator {
    channel.makeAsyncIterator()
  }

  /// Ends the iteration once what is queued was taken.
  public func finish() {
    channel.finish()
  }
}

import CSockets

/// One thread that waits on all sockets of a kind and speaks values: names of sockets, bytes, addresses.
///
/// TCP listeners and connections, UDP multicast sockets and Unix sockets. The thread sleeps in epoll without
/// a timer and is woken by an eventfd; no descriptor leaves this module. Every method may be called from any
/// thread or task and returns at once, except `stop` and `waitForRoom`.
///
/// - Reading: events go to the inbox named when the socket was opened. While an inbox is full (bytes),
///   none of its sockets is read; the kernel then slows the peers.
/// - Writing: each stream has a write queue bounded in bytes; `send` answers `.full` and queues nothing
///   rather than exceed it.
/// - Out of descriptors: accepting pauses for 100 ms; nothing is dropped and nothing spins.
///
/// The owner calls `stop()` when done; a loop that is let go without it ends its thread as well.
public final class SocketLoop: Sendable {
  /// Write queue of a stream unless another is asked for, in bytes.
  public static let writeQueueBytesMaxDefault = 4 << 20

  let mailbox: SocketMailbox

  /// Starts the thread. Throws `.system` when epoll, eventfd or the thread cannot be had.
  public convenience init() throws(NetworkingError) {
    try self.init(acceptCall: { accept4($0, $1, $2, $3) })
  }

  init(acceptCall: @escaping AcceptCall) throws(NetworkingError) {
    mailbox = try SocketMailbox()
    try SocketThread.start(mailbox, acceptCall: acceptCall)
  }

  deinit {
    mailbox.requestStop()
  }

  /// Closes every socket, after one attempt to write what is queued, and ends the thread.
  public func stop() async {
    await mailbox.stop()
  }

  /// An inbox for any number of sockets; sockets are not read while `capacityBytes` or more are queued.
  public func makeInbox(capacityBytes: Int = 1 << 20) -> SocketInbox {
    let number = mailbox.nextNumber()
    return SocketInbox(number: number, capacityBytes: capacityBytes) { [mailbox] in
      mailbox.post(.room(inbox: number))
    }
  }

  /// Whether an accepted or connected stream is read. An accepted one is not until this says so; `inbox`
  /// replaces the inbox its events go to.
  public func setReading(_ isReading: Bool, on id: SocketID, inbox: SocketInbox? = nil) {
    mailbox.post(.setReading(id, isReading, inbox))
  }

  /// Queues bytes on a stream, all or nothing.
  @discardableResult
  public func send(_ bytes: [UInt8], on id: SocketID) -> SendOutcome {
    mailbox.send(bytes, on: id)
  }

  /// Returns when half of the stream's write queue is free, or the stream is gone.
  public func waitForRoom(on id: SocketID) async {
    await mailbox.waitForRoom(on: id)
  }

  /// Sends one datagram; a failure arrives as `datagramFailed`.
  public func sendDatagram(_ bytes: [UInt8], to address: SocketAddress, on id: SocketID) {
    mailbox.post(.datagram(id, bytes, to: address))
  }

  /// Closes a socket. With `afterWriting` a stream first writes what is queued, for at most 5 s.
  public func close(_ id: SocketID, afterWriting: Bool = false) {
    mailbox.post(.close(id, afterWriting: afterWriting))
  }

  func newID() -> SocketID { SocketID(number: mailbox.nextNumber()) }

  func add(_ descriptor: Descriptor, as kind: SocketKind, id: SocketID, inbox: SocketInbox)
    throws(NetworkingError)
  {
    guard mailbox.post(.add(id, descriptor, kind, inbox)) else {
      mailbox.forget(id)
      throw .stopped
    }
  }
}

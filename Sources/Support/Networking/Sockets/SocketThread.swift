import CSockets
import Glibc

/// Starts the thread of a `SocketLoop`.
enum SocketThread {
  /// What the new thread takes over; it owns both from its first line on.
  private final class Start: Sendable {
    let mailbox: SocketMailbox
    let epoll: Descriptor
    let acceptCall: AcceptCall

    init(mailbox: SocketMailbox, epoll: Descriptor, acceptCall: @escaping AcceptCall) {
      self.mailbox = mailbox
      self.epoll = epoll
      self.acceptCall = acceptCall
    }
  }

  static func start(_ mailbox: SocketMailbox, acceptCall: @escaping AcceptCall) throws(NetworkingError) {
    let number = epoll_create1(Int32(EPOLL_CLOEXEC))
    guard number >= 0 else { throw .system(call: "epoll_create1", code: errno) }
    let epoll = Descriptor(owning: number)
    let start = Unmanaged.passRetained(Start(mailbox: mailbox, epoll: epoll, acceptCall: acceptCall))
    var thread = pthread_t()
    let code = pthread_create(&thread, nil, body, start.toOpaque())
    guard code == 0 else {
      start.release()
      throw .system(call: "pthread_create", code: code)
    }
    pthread_detach(thread)
  }

  /// The thread: the reactor lives and dies in here.
  private static let body: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = {
    argument in
    guard let argument else { return nil }
    let start = Unmanaged<Start>.fromOpaque(argument).takeRetainedValue()
    SocketReactor(mailbox: start.mailbox, epoll: start.epoll, acceptCall: start.acceptCall).run()
    start.mailbox.didEnd()
    return nil
  }
}

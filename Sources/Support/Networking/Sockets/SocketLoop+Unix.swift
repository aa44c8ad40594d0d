import Glibc

extension SocketLoop {
  /// Listens on a Unix socket that only its owner may open (0600); the name is removed with the listener.
  ///
  /// A name left over by a program that is gone is replaced; one that somebody answers at, or that is no
  /// socket, is not: `.system` with EADDRINUSE. The folder is the caller's and should be 0700. Throws
  /// `.addressNotUsable` for a path over 107 bytes.
  public func listenUnix(at path: String, inbox: SocketInbox) throws(NetworkingError) -> SocketID {
    let socket = try SystemSocket.open(family: AF_UNIX, type: SOCK_STREAM)
    // A socket's name takes its mode at bind from the socket itself. Unlike a umask, which is the whole
    // process's, this touches no file that another thread makes at the same moment.
    guard fchmod(socket.number, 0o600) == 0 else { throw .system(call: "fchmod", code: errno) }
    try bind(socket, to: path)
    guard let name = UnixSocketName(path: path) else { throw .system(call: "lstat", code: ENOENT) }
    guard listen(socket.number, 64) == 0 else {
      let code = errno
      name.remove()
      throw .system(call: "listen", code: code)
    }
    let id = newID()
    do throws(NetworkingError) {
      try add(socket, as: .listener(name), id: id, inbox: inbox)
    } catch {
      name.remove()
      throw error
    }
    return id
  }

  /// Connects to a Unix socket, at once or not at all, and says who listens there.
  ///
  /// Throws `.system`: ENOENT and ECONNREFUSED mean that nobody listens, EAGAIN that too many wait.
  public func connectUnix(
    to path: String, inbox: SocketInbox
  ) throws(NetworkingError) -> (id: SocketID, peer: SocketPeer) {
    let socket = try SystemSocket.open(family: AF_UNIX, type: SOCK_STREAM)
    let result = try UnixSocketName.withAddress(path) { connect(socket.number, $0, $1) }
    guard result == 0 else { throw .system(call: "connect", code: errno) }
    guard let peer = SystemSocket.localPeer(of: socket) else {
      throw .system(call: "getsockopt(SO_PEERCRED)", code: errno)
    }
    let id = newID()
    mailbox.register(id, queueBytesMax: Self.writeQueueBytesMaxDefault)
    let kind = SocketKind.stream(isConnecting: false, isReading: true, reportsWrites: false)
    try add(socket, as: kind, id: id, inbox: inbox)
    return (id, peer)
  }

  private func bind(_ socket: Descriptor, to path: String) throws(NetworkingError) {
    let first = try UnixSocketName.withAddress(path) { Glibc.bind(socket.number, $0, $1) }
    if first == 0 { return }
    let code = errno
    guard code == EADDRINUSE, let leftOver = UnixSocketName(path: path) else {
      throw .system(call: "bind", code: code)
    }
    let probe = try SystemSocket.open(family: AF_UNIX, type: SOCK_STREAM)
    let answered = try UnixSocketName.withAddress(path) { connect(probe.number, $0, $1) }
    guard answered != 0, errno == ECONNREFUSED else { throw .system(call: "bind", code: code) }
    leftOver.remove()
    let second = try UnixSocketName.withAddress(path) { Glibc.bind(socket.number, $0, $1) }
    guard second == 0 else { throw .system(call: "bind", code: errno) }
  }
}

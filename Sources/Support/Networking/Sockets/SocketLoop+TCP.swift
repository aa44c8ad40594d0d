import Glibc

/// A socket that was bound, and where.
public struct BoundSocket: Sendable, Equatable {
  /// Its name.
  public let id: SocketID
  /// The address the system confirms, with the port it chose.
  public let address: SocketAddress
}

extension SocketLoop {
  /// Listens for TCP connections; `.any6` also takes IPv4 peers, who appear under their IPv4 address.
  ///
  /// A port that is asked for can be had again at once after a restart.
  ///
  /// Throws `.system` with the failed call, `.boundElsewhere` when the system bound another address.
  public func listenTCP(on wanted: SocketAddress, inbox: SocketInbox) throws(NetworkingError) -> BoundSocket {
    let socket = try SystemSocket.open(family: wanted.family, type: SOCK_STREAM)
    if wanted.port != 0 {
      try SystemSocket.set(SO_REUSEADDR, at: SOL_SOCKET, to: Int32(1), on: socket, named: "SO_REUSEADDR")
    }
    if wanted.host.isIPv6 {
      let only6: Int32 = wanted.host == .any6 ? 0 : 1
      try SystemSocket.set(
        Int32(IPV6_V6ONLY), at: Int32(IPPROTO_IPV6), to: only6, on: socket, named: "IPV6_V6ONLY")
    }
    try SystemSocket.bind(socket, to: wanted)
    let bound = try SystemSocket.localAddress(of: socket)
    guard bound.host == wanted.host, wanted.port == 0 || bound.port == wanted.port else {
      throw .boundElsewhere(wanted: wanted.description, got: bound.description)
    }
    guard listen(socket.number, 64) == 0 else { throw .system(call: "listen", code: errno) }
    let id = newID()
    try add(socket, as: .listener(nil), id: id, inbox: inbox)
    return BoundSocket(id: id, address: bound)
  }

  /// Begins a TCP connection; `connected` or `ended` follows in the inbox. The kernel gives up after minutes:
  /// callers with less patience close the socket.
  ///
  /// `reportsWrites` asks for `wrote` events.
  public func connectTCP(
    to address: SocketAddress, inbox: SocketInbox, reportsWrites: Bool = false,
    writeQueueBytesMax: Int = SocketLoop.writeQueueBytesMaxDefault
  ) -> SocketID {
    let id = newID()
    do throws(NetworkingError) {
      let socket = try SystemSocket.open(family: address.family, type: SOCK_STREAM)
      try SystemSocket.set(
        TCP_NODELAY, at: SystemSocket.tcpLevel, to: Int32(1), on: socket, named: "TCP_NODELAY")
      let result = address.withSystemAddress { connect(socket.number, $0, $1) }
      guard result == 0 || errno == EINPROGRESS else {
        throw NetworkingError.system(call: "connect", code: errno)
      }
      mailbox.register(id, queueBytesMax: writeQueueBytesMax)
      let kind = SocketKind.stream(isConnecting: true, isReading: true, reportsWrites: reportsWrites)
      try add(socket, as: kind, id: id, inbox: inbox)
    } catch {
      mailbox.post(.fail(id, code: error.systemCode, inbox))
    }
    return id
  }
}

extension NetworkingError {
  /// The system's error number; ECANCELED where there is none.
  var systemCode: Int32 {
    if case .system(_, let code) = self { code } else { ECANCELED }
  }
}

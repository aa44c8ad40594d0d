import CSockets
import Glibc

extension SocketReactor {
  /// Takes the connections that wait, a few a turn.
  func accept(on socket: Socket) {
    guard case .listener(let name, _) = socket.role else { return }
    let isUnix = name != nil
    for _ in 0..<acceptsPerTurnMax {
      guard !fullInboxes.contains(socket.inbox.number) else { return }
      var storage = sockaddr_storage()
      var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
      let number = withUnsafeMutablePointer(to: &storage) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          acceptCall(
            socket.descriptor.number, $0, &length,
            Int32(SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue))
        }
      }
      guard number >= 0 else { return acceptFailed(on: socket, name, code: errno) }
      let descriptor = Descriptor(owning: number)
      guard let peer = isUnix ? SystemSocket.localPeer(of: descriptor) : internetPeer(storage, length) else {
        continue
      }
      if !isUnix {
        var one: Int32 = 1
        _ = setsockopt(
          number, SystemSocket.tcpLevel, TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
      }
      let id = SocketID(number: mailbox.nextNumber())
      mailbox.register(id, queueBytesMax: SocketLoop.writeQueueBytesMaxDefault)
      let stream = StreamState(isConnecting: false, isReading: false, reportsWrites: !isUnix, isHeld: true)
      add(Socket(id: id, descriptor: descriptor, inbox: socket.inbox, role: .stream(stream)))
      deliver(.accepted(id, on: socket.id, from: peer), to: socket.inbox)
    }
  }

  /// Out of descriptors or memory: look again in 100 ms. Anything else concerns that one connection.
  private func acceptFailed(on socket: Socket, _ name: UnixSocketName?, code: Int32) {
    guard code == EMFILE || code == ENFILE || code == ENOBUFS || code == ENOMEM else { return }
    let until = look(at: socket.id, afterMilliseconds: acceptPauseMilliseconds)
    socket.role = .listener(name, pausedUntil: until)
    watch(socket)
  }

  private func internetPeer(_ storage: sockaddr_storage, _ length: socklen_t) -> SocketPeer? {
    SocketAddress(storage, length: length).map(SocketPeer.internet)
  }

}

/// The system's accept4, or what a test puts in its place.
typealias AcceptCall =
  @Sendable (Int32, UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>, Int32) -> Int32

private let acceptsPerTurnMax = 64
private let acceptPauseMilliseconds: UInt64 = 100

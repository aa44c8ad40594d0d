import CWebSockets
import Glibc

extension HTTPLoop {
  /// Connections accepted in one turn of the loop, so that others get their turn.
  private static let acceptedAtOnce = 32
  /// Connections beyond the limit while those that were ended for them have not gone yet; the library takes a
  /// turn or two for it.
  private static let displacedMax = 128

  /// Gives the listeners to the library, which watches them.
  func adoptListeners() -> Bool {
    while let listener = listeners.first {
      var descriptor = lws_sock_file_fd_type()
      descriptor.filefd = listener.descriptor
      // From here on the library closes it, also when it refuses.
      listeners.removeFirst()
      guard let wsi = lws_adopt_descriptor_vhost(vhost, LWS_ADOPT_RAW_FILE_DESC, descriptor, "http", nil)
      else { return false }
      listenerObjects.append(wsi)
    }
    return true
  }

  /// A listener has connections.
  func acceptConnections(_ listener: OpaquePointer) -> Int32 {
    guard !isDraining else { return -1 }
    let descriptor = lws_get_socket_fd(listener)
    for _ in 0..<Self.acceptedAtOnce {
      var storage = sockaddr_storage()
      var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
      let accepted = withUnsafeMutablePointer(to: &storage) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { accept(descriptor, $0, &length) }
      }
      guard accepted >= 0 else {
        if errno == EMFILE || errno == ENFILE { shedOne(descriptor) }
        return 0
      }
      guard let remote = NumericAddress(&storage), makeRoom(for: remote) else {
        close(accepted)
        continue
      }
      adopt(accepted, from: remote)
    }
    return 0
  }

  /// No descriptor is left: the spare one is given up to accept one connection and close it, since a listener
  /// left readable would keep the loop spinning.
  private func shedOne(_ descriptor: Int32) {
    guard spareDescriptor >= 0 else {
      // Another thread was faster at taking it. A short pause is better than a spin.
      usleep(10_000)
      spareDescriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
      return
    }
    close(spareDescriptor)
    let accepted = accept(descriptor, nil, nil)
    if accepted >= 0 { close(accepted) }
    spareDescriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
  }

  /// Whether one more connection may come. Where all places are taken, of the address or of all, another one
  /// goes for it: first the oldest that never sent a whole head, then the longest idle one.
  private func makeRoom(for remote: NumericAddress) -> Bool {
    let limits = configuration.limits
    let key = remote.limitKey
    if connectionsOfAddress[key, default: 0] >= limits.connectionsPerAddressMax {
      return connectionsOfAddress[key, default: 0] < limits.connectionsPerAddressMax + Self.displacedMax
        && endIdle { $0.limitKey == key }
    }
    if connections.count >= limits.connectionsMax {
      return connections.count < limits.connectionsMax + Self.displacedMax && endIdle { _ in true }
    }
    return true
  }

  private func endIdle(_ isMeant: (HTTPConnection) -> Bool) -> Bool {
    let idle = connections.values.filter { $0.isIdle && isMeant($0) }
    guard
      let one = idle.min(by: { ($0.hasServed ? 1 : 0, $0.idleSince) < ($1.hasServed ? 1 : 0, $1.idleSince) })
    else { return false }
    end(one)
    counters.countDisplaced()
    return true
  }

  private func adopt(_ descriptor: Int32, from remote: NumericAddress) {
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL, 0) | O_NONBLOCK)
    var on: Int32 = 1
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
    guard let wsi = lws_adopt_socket_vhost(vhost, descriptor) else { return }
    nextNumber += 1
    let connection = HTTPConnection(
      number: nextNumber, wsi: wsi, remoteAddress: remote.text, limitKey: remote.limitKey)
    connection.idleSince = nextNumber
    connections[connection.number] = connection
    connectionsOfAddress[remote.limitKey, default: 0] += 1
    counters.countCreated()
    lws_set_opaque_user_data(wsi, Unmanaged.passRetained(connection).toOpaque())
    setTimer(configuration.deadlines.head, of: connection)
  }
}

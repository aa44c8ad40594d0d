import CSockets
import Glibc

extension SocketReactor {
  func serveStream(_ socket: Socket, _ ready: UInt32) {
    guard case .stream(let stream) = socket.role else { return }
    if stream.isConnecting { return finishConnecting(socket) }
    if ready & EPOLLOUT.rawValue != 0 || ready & (EPOLLERR.rawValue | EPOLLHUP.rawValue) != 0 {
      writeOnce(socket)
    }
    if socket.watched & EPOLLIN.rawValue != 0, sockets[socket.id] != nil {
      readOnce(socket)
    }
  }

  private func finishConnecting(_ socket: Socket) {
    var code: Int32 = 0
    var length = socklen_t(MemoryLayout<Int32>.size)
    if getsockopt(socket.descriptor.number, SOL_SOCKET, SO_ERROR, &code, &length) != 0 { code = errno }
    guard code == 0 else { return end(socket, code: code) }
    updateStream(socket) { $0.isConnecting = false }
    deliver(.connected(socket.id), to: socket.inbox)
    writeOnce(socket)
  }

  private func readOnce(_ socket: Socket) {
    guard case .stream(let stream) = socket.role, stream.isReading, !stream.hasInputEnded,
      !fullInboxes.contains(socket.inbox.number)
    else { return }
    let count = recv(socket.descriptor.number, readBuffer.baseAddress, readBuffer.count, 0)
    if count > 0 {
      let bytes = [UInt8](readBuffer[..<count])
      deliver(.received(socket.id, bytes), to: socket.inbox, cost: eventCostBytes + count)
    } else if count == 0 {
      updateStream(socket) { $0.hasInputEnded = true }
      deliver(.endOfInput(socket.id), to: socket.inbox)
    } else if errno != EAGAIN, errno != EINTR {
      end(socket, code: errno)
    }
  }

  func queue(_ bytes: [UInt8], on id: SocketID) {
    guard let socket = sockets[id], case .stream(let stream) = socket.role else { return }
    guard !stream.isWriteBroken else { return mailbox.didWrite(bytes.count, on: id) }
    let wasEmpty = stream.outgoing.isEmpty
    updateStream(socket, watching: !wasEmpty) { $0.outgoing.append(bytes) }
    if wasEmpty, !stream.isConnecting { writeOnce(socket) }
  }

  /// Gives the system as much as it takes. A failed write does not end the socket: what the peer sent before
  /// it went is still to be read, and reading then finds the end.
  func writeOnce(_ socket: Socket) {
    guard case .stream(var stream) = socket.role, !stream.isConnecting else { return }
    socket.role = .datagram  // gives up the copy, so that the bytes are consumed in place
    var failure: Int32?
    var written = 0
    while !stream.outgoing.isEmpty {
      let count = stream.outgoing.consume {
        Glibc.send(socket.descriptor.number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count > 0 {
        written += count
      } else {
        if errno == EINTR { continue }
        if errno != EAGAIN { failure = errno }
        break
      }
    }
    if failure != nil {
      written += stream.outgoing.count
      stream.outgoing.removeAll()
      stream.isWriteBroken = true
    }
    socket.role = .stream(stream)
    if written > 0 {
      mailbox.didWrite(written, on: socket.id)
      if stream.reportsWrites { deliver(.wrote(socket.id, bytes: written), to: socket.inbox) }
    }
    settle(socket, stream, failure: failure)
  }

  private func settle(_ socket: Socket, _ stream: StreamState, failure: Int32?) {
    if stream.closesBy != nil, stream.outgoing.isEmpty {
      remove(socket)
    } else if let failure, stream.hasInputEnded || !stream.isReading {
      end(socket, code: failure)
    } else {
      watch(socket)
    }
  }

  func setReading(_ isReading: Bool, on id: SocketID, inbox: SocketInbox?) {
    guard let socket = sockets[id] else {
      // It went with its listener before it was taken over: its new owner must not wait for it.
      if let inbox { deliver(.ended(id, code: ECONNABORTED), to: inbox) }
      return
    }
    if let inbox { socket.inbox = inbox }
    updateStream(socket) { stream in
      stream.isReading = isReading
      stream.isHeld = false
    }
  }

  func close(_ id: SocketID, afterWriting: Bool) {
    guard let socket = sockets[id] else { return }
    if afterWriting, case .stream(let stream) = socket.role, !stream.outgoing.isEmpty, !stream.isConnecting {
      let at = look(at: id, afterMilliseconds: lingerMilliseconds)
      updateStream(socket) { $0.closesBy = at }
    } else {
      remove(socket)
    }
  }

  private func end(_ socket: Socket, code: Int32) {
    remove(socket)
    deliver(.ended(socket.id, code: code), to: socket.inbox)
  }

  private func updateStream(
    _ socket: Socket, watching: Bool = true, _ change: (inout StreamState) -> Void
  ) {
    guard case .stream(var stream) = socket.role else { return }
    socket.role = .datagram  // gives up the copy, so that the change is made in place
    change(&stream)
    socket.role = .stream(stream)
    if watching { watch(socket) }
  }
}

private let lingerMilliseconds: UInt64 = 5000

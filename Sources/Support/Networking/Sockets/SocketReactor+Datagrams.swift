import Glibc

extension SocketReactor {
  func receiveDatagrams(on socket: Socket) {
    for _ in 0..<datagramsPerTurnMax {
      guard !fullInboxes.contains(socket.inbox.number), sockets[socket.id] != nil else { return }
      var storage = sockaddr_storage()
      var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
      let count = withUnsafeMutablePointer(to: &storage) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          recvfrom(socket.descriptor.number, readBuffer.baseAddress, datagramBytesMax + 1, 0, $0, &length)
        }
      }
      // EAGAIN ends the turn; an error reported by an earlier send does as well and is cleared by this read.
      guard count >= 0 else { return }
      guard count <= datagramBytesMax, let source = SocketAddress(storage, length: length) else { continue }
      let bytes = [UInt8](readBuffer[..<count])
      deliver(.datagram(socket.id, bytes, from: source), to: socket.inbox, cost: eventCostBytes + count)
    }
  }

  func sendDatagram(_ bytes: [UInt8], to address: SocketAddress, on id: SocketID) {
    guard let socket = sockets[id], case .datagram = socket.role else { return }
    let count = address.withSystemAddress { pointer, length in
      sendto(socket.descriptor.number, bytes, bytes.count, Int32(MSG_NOSIGNAL), pointer, length)
    }
    guard count < 0, errno != EAGAIN else { return }
    deliver(.datagramFailed(id, code: errno), to: socket.inbox)
  }
}

private let datagramBytesMax = 2047
private let datagramsPerTurnMax = 64

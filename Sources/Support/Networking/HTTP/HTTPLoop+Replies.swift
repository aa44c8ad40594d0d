import CWebSockets
import Glibc

extension HTTPLoop {
  /// The service's answer. An answer that comes too late finds another phase and is dropped.
  func reply(_ response: HTTPResponse, to request: UInt64, on connection: HTTPConnection) {
    guard case .awaitingReply(request, let omitsBody) = connection.phase else { return }
    let endsConnection = isDraining || response.status == 504
    let reply = HTTPReply(response, omitsBody: omitsBody, endsConnection: endsConnection)
    setPhase(.replying(reply), of: connection)
    setTimer(Self.firstWait, of: connection)
    // In this order: a paused connection gets no writable callbacks.
    lws_rx_flow_control(connection.wsi, 1)
    lws_callback_on_writable(connection.wsi)
  }

  /// The next piece of an answer may go out, or all has gone.
  func replyWritable(_ connection: HTTPConnection) -> Int32 {
    guard case .replying(var reply) = connection.phase else { return 0 }
    if !reply.isComplete {
      // The answer leaves the connection while it changes, so that it is not copied.
      connection.phase = .ending
      let target = UnsafeMutableRawBufferPointer(rebasing: scratch[Self.spareBytes...])
      let count = reply.takePiece(into: target)
      let isComplete = reply.isComplete
      reply.waited = .zero
      connection.phase = .replying(reply)
      guard write(target, count, on: connection, isLast: isComplete) else { return -1 }
      // What the socket did not take is still ours to watch: the request ends when all of it is gone.
      guard isComplete, lws_partial_buffered(connection.wsi) == 0 else {
        if reply.isPaced {
          lws_rx_flow_control(connection.wsi, 0)
        } else {
          lws_callback_on_writable(connection.wsi)
        }
        setTimer(reply.isPaced ? Self.shortWait : Self.firstWait, of: connection)
        return 0
      }
    }
    if reply.endsConnection { return -1 }
    nextNumber += 1
    connection.idleSince = nextNumber
    setPhase(.awaitingHead, of: connection)
    setTimer(configuration.deadlines.keepAlive, of: connection)
    return lws_http_transaction_completed(connection.wsi) == 0 ? 0 : -1
  }

  /// How long an answer waits for the peer to read before it is paced.
  private static var firstWait: Duration { .milliseconds(20) }
  /// How often the socket of a paced answer is looked at: at first, and after it has stood still for a while.
  private static var shortWait: Duration { .milliseconds(5) }
  private static var longWait: Duration { .milliseconds(50) }

  /// An answer waits for the peer to read.
  ///
  /// From now on it is paced: reading is paused, since whatever the peer sends meanwhile would be readable
  /// and unread, and keep the loop spinning. A paused connection gets no writable callbacks either, so we
  /// look ourselves, and let it go on when the socket takes more.
  func replyWaits(_ connection: HTTPConnection) -> Int32 {
    guard case .replying(var reply) = connection.phase else { return -1 }
    reply.waited +=
      reply.isPaced ? (reply.waited < .seconds(1) ? Self.shortWait : Self.longWait) : Self.firstWait
    guard reply.waited < configuration.deadlines.send else { return -1 }
    var poll = pollfd(fd: lws_get_socket_fd(connection.wsi), events: Int16(POLLOUT), revents: 0)
    let isWritable = Glibc.poll(&poll, 1, 0) > 0
    lws_rx_flow_control(connection.wsi, isWritable ? 1 : 0)
    if isWritable { lws_callback_on_writable(connection.wsi) }
    reply.isPaced = true
    setTimer(reply.waited < .seconds(1) ? Self.shortWait : Self.longWait, of: connection)
    connection.phase = .replying(reply)
    return 0
  }

  /// Answers by ourselves, at once, and ends the connection.
  func refuse(_ connection: HTTPConnection, status: Int) -> Int32 {
    send(HTTPResponse(status: status, headers: configuration.errorHeaders), andEnd: connection)
  }

  /// Answers at once and ends the connection; only where nothing of ours is on its way.
  func send(_ response: HTTPResponse, andEnd connection: HTTPConnection) -> Int32 {
    var reply = HTTPReply(response, omitsBody: false, endsConnection: true)
    setPhase(.ending, of: connection)
    var bytes: [UInt8] = []
    while !reply.isComplete {
      let count = reply.takePiece(into: scratch)
      bytes += scratch[..<count]
    }
    _ = writeNow(bytes, on: connection)
    return -1
  }

  func writeNow(_ bytes: [UInt8], on connection: HTTPConnection) -> Int32 {
    let target = UnsafeMutableRawBufferPointer(rebasing: scratch[Self.spareBytes...])
    let count = min(bytes.count, target.count)
    target.copyBytes(from: bytes[..<count])
    return write(target, count, on: connection, isLast: false) ? 0 : -1
  }

  private func write(
    _ bytes: UnsafeMutableRawBufferPointer, _ count: Int, on connection: HTTPConnection, isLast: Bool
  ) -> Bool {
    let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
    let kind = isLast ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP
    return lws_write(connection.wsi, start, count, kind) >= 0
  }
}

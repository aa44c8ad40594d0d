import CWebSockets

extension HTTPLoop {
  /// The service's answer. An answer that comes too late finds another phase and is dropped.
  func reply(_ response: HTTPResponse, to request: UInt64, on connection: HTTPConnection) {
    guard case .awaitingReply(request, let omitsBody) = connection.phase else { return }
    let endsConnection = isDraining || response.status == 504
    let reply = HTTPReply(response, omitsBody: omitsBody, endsConnection: endsConnection)
    setPhase(.replying(reply), of: connection)
    setTimer(configuration.deadlines.send, of: connection)
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
      connection.phase = .replying(reply)
      guard write(target, count, on: connection, isLast: isComplete) else { return -1 }
      // What the socket did not take is still ours to watch: the request ends when all of it is gone.
      guard isComplete, lws_partial_buffered(connection.wsi) == 0 else {
        setTimer(configuration.deadlines.send, of: connection)
        lws_callback_on_writable(connection.wsi)
        return 0
      }
    }
    if reply.endsConnection { return -1 }
    connection.hasServed = true
    nextNumber += 1
    connection.idleSince = nextNumber
    setPhase(.awaitingHead, of: connection)
    setTimer(configuration.deadlines.keepAlive, of: connection)
    return lws_http_transaction_completed(connection.wsi) == 0 ? 0 : -1
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

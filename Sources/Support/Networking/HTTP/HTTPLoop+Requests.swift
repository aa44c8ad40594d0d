import CWebSockets

extension HTTPLoop {
  /// A head has come that does not ask for an upgrade.
  func headArrived(_ connection: HTTPConnection, path: UnsafeRawBufferPointer) -> Int32 {
    let head: HTTPCheckedHead
    do throws(HTTPRefusal) {
      head = try HTTPHeadRules.check(reader.read(connection.wsi, path: path), limits: configuration.limits)
    } catch {
      return refuse(connection, status: error.status)
    }
    guard !isDraining, counters.requestsInFlight < configuration.limits.requestsMax else {
      return refuse(connection, status: 503)
    }
    // The library tells of the end of an empty body for POST, and only for it.
    guard head.bodyBytes > 0 || head.method == "POST" else { return dispatch(head, body: [], connection) }
    var received: [UInt8] = []
    received.reserveCapacity(min(head.bodyBytes, Self.pieceBytes))
    setPhase(.receivingBody(head, received: received), of: connection)
    setTimer(configuration.deadlines.body, of: connection)
    if head.expectsContinue, head.bodyBytes > 0 {
      return writeNow(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8), on: connection)
    }
    return 0
  }

  /// A piece of a body.
  func bodyArrived(_ connection: HTTPConnection, _ piece: UnsafeRawBufferPointer) -> Int32 {
    guard case .receivingBody(let head, var received) = connection.phase else { return -1 }
    guard piece.count <= head.bodyBytes - received.count else { return refuse(connection, status: 400) }
    if received.isEmpty, connection.hasServed, Self.isHead(piece, of: head) {
      return refuse(connection, status: 400)
    }
    // The array leaves the connection while it grows: a copy at each piece would cost the square of the body.
    connection.phase = .receivingBody(head, received: [])
    received += piece
    connection.phase = .receivingBody(head, received: received)
    return 0
  }

  /// Whether a body's first piece is the very head that announced it.
  ///
  /// The library hands that out where a request with a body stood behind others in one piece: it has stored
  /// them, and reads the body from the start of its store.
  private static func isHead(_ piece: UnsafeRawBufferPointer, of head: HTTPCheckedHead) -> Bool {
    let start = Array("\(head.method) /".utf8)
    return !piece.isEmpty && piece.prefix(start.count).elementsEqual(start.prefix(piece.count))
  }

  /// The body is whole. Comes again when more bytes arrive before the answer is out.
  ///
  /// The library may even come again and again in one turn, without end, when more requests stand behind a
  /// body that it had stored: nothing but the end of the connection gets it out of that.
  func bodyEnded(_ connection: HTTPConnection) -> Int32 {
    switch connection.phase {
    case .receivingBody(let head, let received):
      guard received.count == head.bodyBytes else { return refuse(connection, status: 400) }
      isTurnEmpty = false
      return dispatch(head, body: received, connection)
    case .awaitingReply, .replying:
      return connection.isRepeating(inTurn: turnNumber) ? -1 : 0
    case .awaitingHead, .upgrading, .webSocket, .ending: return -1
    }
  }

  /// Hands a request to the service.
  ///
  /// Until the answer comes reading is paused: a byte or a close of the peer that nobody reads would keep the
  /// loop spinning. The library's own time limit is lifted, ours is set.
  private func dispatch(_ head: HTTPCheckedHead, body: [UInt8], _ connection: HTTPConnection) -> Int32 {
    let request = makeRequest(head, body: body, connection)
    lws_rx_flow_control(connection.wsi, 0)
    lws_set_timeout(connection.wsi, NO_PENDING_TIMEOUT, 0)
    setTimer(configuration.deadlines.reply, of: connection)
    setPhase(.awaitingReply(request: request.id, omitsBody: head.method == "HEAD"), of: connection)
    let number = connection.number
    tasks.start(request.id) { [service, mailbox] in
      let response = await service.respond(to: request)
      mailbox.post(.reply(connection: number, request: request.id, response))
    }
    return 0
  }

  /// A request under a number of its own.
  func makeRequest(_ head: HTTPCheckedHead, body: [UInt8], _ connection: HTTPConnection) -> HTTPRequest {
    nextNumber += 1
    return HTTPRequest(
      id: nextNumber, method: head.method, path: head.path, query: head.query, headers: head.headers,
      body: body, remoteAddress: connection.remoteAddress)
  }
}

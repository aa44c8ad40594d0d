import CWebSockets

extension HTTPLoop {
  /// A head has come that asks for an upgrade: 0 lets the library answer the handshake.
  ///
  /// Its first line must stay the first: with any value but `websocket` on a kept connection the library
  /// calls with headers it has freed (CVE-2025-11677).
  func confirmUpgrade(_ connection: HTTPConnection) -> Int32 {
    guard isWebSocketUpgrade(connection.wsi) else { return -1 }
    let head: HTTPCheckedHead
    do throws(HTTPRefusal) {
      head = try checkedUpgrade(connection)
    } catch {
      return refuse(connection, status: error.status)
    }
    let request = makeRequest(head, body: [], connection)
    switch service.acceptsWebSocket(request) {
    case .refuse(let response):
      return send(response, andEnd: connection)
    case .accept:
      setPhase(.upgrading(request), of: connection)
      return 0
    }
  }

  private func isWebSocketUpgrade(_ wsi: OpaquePointer) -> Bool {
    var characters = [CChar](repeating: 0, count: 16)
    guard lws_hdr_total_length(wsi, WSI_TOKEN_UPGRADE) == 9,
      lws_hdr_copy(wsi, &characters, Int32(characters.count), WSI_TOKEN_UPGRADE) == 9
    else { return false }
    let bytes = characters.prefix(9).map { UInt8(bitPattern: $0) }
    return String(decoding: bytes, as: UTF8.self).lowercased() == "websocket"
  }

  private func checkedUpgrade(_ connection: HTTPConnection) throws(HTTPRefusal) -> HTTPCheckedHead {
    var uri: UnsafeMutablePointer<CChar>?
    var length: Int32 = 0
    guard lws_http_get_uri_and_method(connection.wsi, &uri, &length) == LWSHUMETH_GET, let uri, length > 0
    else { throw HTTPRefusal(status: 400) }
    let path = UnsafeRawBufferPointer(start: uri, count: Int(length))
    let head = reader.read(connection.wsi, path: path)
    let checked = try HTTPHeadRules.check(head, limits: configuration.limits)
    guard head.values("sec-websocket-version") == [Array("13".utf8)] else { throw HTTPRefusal(status: 426) }
    guard head.values("sec-websocket-key").map(Self.isKey) == [true],
      head.values("sec-websocket-protocol").isEmpty
    else { throw HTTPRefusal(status: 400) }
    guard !isDraining else { throw HTTPRefusal(status: 503) }
    return checked
  }

  /// 16 bytes in base64 (RFC 6455, 4.1).
  private static func isKey(_ bytes: [UInt8]) -> Bool {
    let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
    let digits = Set("0123456789+/".utf8)
    return bytes.count == 24 && bytes.suffix(2).elementsEqual("==".utf8)
      && bytes.prefix(22).allSatisfy { letters.contains($0 | 0x20) || digits.contains($0) }
  }

  /// The handshake is done: the service's task starts.
  func webSocketEstablished(_ connection: HTTPConnection) -> Int32 {
    guard case .upgrading(let request) = connection.phase else { return -1 }
    let socket = WebSocketConnection(id: connection.number, mailbox: mailbox, limits: configuration.limits)
    setPhase(.webSocket(WebSocketSession(socket: socket, request: request)), of: connection)
    setTimer(configuration.deadlines.ping, of: connection)
    if isDraining { socket.close(code: 1001, reason: "stopping") }
    tasks.start(request.id) { [service] in
      await service.run(socket, request: request)
      socket.close(code: 1000)
    }
    return 0
  }

  /// A piece of a message.
  func webSocketReceived(_ connection: HTTPConnection, _ piece: UnsafeRawBufferPointer) -> Int32 {
    guard case .webSocket(let session) = connection.phase else { return -1 }
    session.wasHeard = true
    let wsi = connection.wsi
    let isLast = lws_is_final_fragment(wsi) != 0 && lws_remaining_packet_payload(wsi) == 0
    let outcome = session.receive(
      piece, isFirst: lws_is_first_fragment(wsi) != 0, isLast: isLast,
      isBinary: lws_frame_is_binary(wsi) != 0, bytesMax: configuration.limits.messageBytesMax)
    switch outcome {
    case .incomplete: return 0
    case .tooLong: return close(connection, session, code: 1009, reason: "message too long")
    case .notText: return close(connection, session, code: 1007, reason: "not UTF-8")
    case .message(let message):
      if !session.socket.inbox.put(message) { lws_rx_flow_control(wsi, 0) }
      return 0
    }
  }

  /// An answer to a ping.
  func webSocketHeard(_ connection: HTTPConnection) -> Int32 {
    if case .webSocket(let session) = connection.phase { session.wasHeard = true }
    return 0
  }

  /// Frames may go out: as many whole ones as fit one send, framed by us and sent as they are.
  func webSocketWritable(_ connection: HTTPConnection) -> Int32 {
    guard case .webSocket(let session) = connection.phase else { return -1 }
    let target = UnsafeMutableRawBufferPointer(rebasing: scratch[Self.spareBytes...])
    let count = session.socket.takeFrames(into: target)
    if count > 0 {
      let start = target.baseAddress?.assumingMemoryBound(to: UInt8.self)
      // LWS_WRITE_HTTP sends bytes untouched, also on a WebSocket.
      guard lws_write(connection.wsi, start, count, LWS_WRITE_HTTP) >= 0 else { return -1 }
      lws_callback_on_writable(connection.wsi)
      return 0
    }
    switch session.socket.nextDuty() {
    case .send:
      lws_callback_on_writable(connection.wsi)
      return 0
    case .close(let code, let reason):
      return close(connection, session, code: code, reason: reason)
    case .rest:
      return 0
    }
  }

  /// Time for a ping, or the end of a socket that has been silent for two.
  func webSocketPing(_ connection: HTTPConnection, _ session: WebSocketSession) -> Int32 {
    if session.wasHeard || session.socket.inbox.isPaused {
      session.silentPings = 0
    } else if session.silentPings >= 2 {
      return -1
    }
    session.wasHeard = false
    session.silentPings += 1
    session.socket.ping()
    lws_callback_on_writable(connection.wsi)
    setTimer(configuration.deadlines.ping, of: connection)
    return 0
  }

  /// The socket is gone. Its task may take what has come in before, but is not kept for it.
  func webSocketClosed(_ session: WebSocketSession) {
    guard session.markClosed() else { return }
    session.socket.end()
    let number = session.request.id
    guard !session.socket.inbox.isEmpty else { return tasks.cancel(number) }
    // Ends with its sleep at the latest; a number that is gone by then is nobody's.
    Task { [tasks, grace = configuration.deadlines.stop] in
      try? await Task.sleep(for: grace)
      tasks.cancel(number)
    }
  }

  /// The close is sent by returning -1 from the very callback that gives the reason.
  private func close(
    _ connection: HTTPConnection, _ session: WebSocketSession, code: UInt16, reason: String
  ) -> Int32 {
    var bytes = Array(reason.utf8.prefix(123))
    while String(validating: bytes, as: UTF8.self) == nil { bytes.removeLast() }
    lws_close_reason(connection.wsi, lws_close_status(rawValue: UInt32(code)), &bytes, bytes.count)
    return -1
  }
}

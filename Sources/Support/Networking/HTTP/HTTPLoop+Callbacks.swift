import CWebSockets

/// What the library calls, always on the service thread. A global function: a closure written in an isolated
/// place would carry that isolation and trap there.
func httpLibraryCallback(
  _ wsi: OpaquePointer?, _ reason: lws_callback_reasons, _ user: UnsafeMutableRawPointer?,
  _ input: UnsafeMutableRawPointer?, _ length: Int
) -> Int32 {
  guard let wsi, let context = lws_get_context(wsi), let pointer = lws_context_user(context) else { return 0 }
  let loop = Unmanaged<HTTPLoop>.fromOpaque(pointer).takeUnretainedValue()
  return loop.handle(wsi, reason, UnsafeRawBufferPointer(start: input, count: input == nil ? 0 : length))
}

extension HTTPLoop {
  /// Sends each callback to its place. What is returned is the library's: 0 goes on, -1 ends the connection.
  fileprivate func handle(
    _ wsi: OpaquePointer, _ reason: lws_callback_reasons, _ input: UnsafeRawBufferPointer
  ) -> Int32 {
    if reason != LWS_CALLBACK_GET_THREAD_ID, reason != LWS_CALLBACK_HTTP_BODY_COMPLETION {
      isTurnEmpty = false
    }
    switch reason {
    case LWS_CALLBACK_EVENT_WAIT_CANCELLED:
      assertThread()
      handleCommands()
      return 0
    case LWS_CALLBACK_RAW_RX_FILE:
      return acceptConnections(wsi)
    case LWS_CALLBACK_WSI_DESTROY:
      destroyed(wsi)
      return 0
    default:
      guard let connection = connection(wsi) else { return 0 }
      return handle(connection, reason, input)
    }
  }

  private func handle(
    _ connection: HTTPConnection, _ reason: lws_callback_reasons, _ input: UnsafeRawBufferPointer
  ) -> Int32 {
    switch reason {
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE: confirmUpgrade(connection)
    case LWS_CALLBACK_HTTP: headArrived(connection, path: input)
    case LWS_CALLBACK_HTTP_BODY: bodyArrived(connection, input)
    case LWS_CALLBACK_HTTP_BODY_COMPLETION: bodyEnded(connection)
    case LWS_CALLBACK_HTTP_WRITEABLE: replyWritable(connection)
    case LWS_CALLBACK_TIMER: timeIsUp(connection)
    case LWS_CALLBACK_ESTABLISHED: webSocketEstablished(connection)
    case LWS_CALLBACK_RECEIVE: webSocketReceived(connection, input)
    case LWS_CALLBACK_RECEIVE_PONG: webSocketHeard(connection)
    case LWS_CALLBACK_SERVER_WRITEABLE: webSocketWritable(connection)
    case LWS_CALLBACK_CLOSED, LWS_CALLBACK_CLOSED_HTTP: closedByLibrary(connection)
    default: 0
    }
  }

  private func closedByLibrary(_ connection: HTTPConnection) -> Int32 {
    closed(connection)
    return 0
  }

  /// Every deadline comes by here.
  private func timeIsUp(_ connection: HTTPConnection) -> Int32 {
    switch connection.phase {
    case .awaitingHead, .upgrading, .replying, .ending:
      return -1
    case .receivingBody:
      return refuse(connection, status: 408)
    case .awaitingReply(let request, _):
      tasks.cancel(request)
      reply(HTTPResponse(status: 504, headers: configuration.errorHeaders), to: request, on: connection)
      return 0
    case .webSocket(let session):
      return webSocketPing(connection, session)
    }
  }
}

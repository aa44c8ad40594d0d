/// What a server offers: the answers to requests and the life of its WebSockets.
public protocol HTTPService: Sendable {
  /// Answers one request. Called in a task of its own, which is cancelled when the connection goes away, the
  /// answer takes longer than `HTTPServerConfiguration.replyDeadline`, or the server stops.
  func respond(to request: HTTPRequest) async -> HTTPResponse

  /// Decides on a WebSocket handshake. Called on the server's thread, which serves nobody else meanwhile: it
  /// must return at once and must not wait for anything.
  func acceptsWebSocket(_ request: HTTPRequest) -> WebSocketDecision

  /// Lives with one WebSocket. Called in a task of its own, which is cancelled when the socket is gone; when
  /// it returns, the socket is closed with code 1000.
  func run(_ socket: WebSocketConnection, request: HTTPRequest) async
}

extension HTTPService {
  /// No WebSockets unless the service says otherwise.
  public func acceptsWebSocket(_ request: HTTPRequest) -> WebSocketDecision {
    .refuse(HTTPResponse(status: 404))
  }

  /// Nothing to do, since no WebSocket is accepted.
  public func run(_ socket: WebSocketConnection, request: HTTPRequest) async {}
}

/// The decision on a WebSocket handshake.
public enum WebSocketDecision: Sendable {
  /// Become a WebSocket.
  case accept
  /// Answer with this and close the connection.
  case refuse(HTTPResponse)
}

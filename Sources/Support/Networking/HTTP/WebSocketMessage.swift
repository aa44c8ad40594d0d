/// A whole message of a WebSocket.
public enum WebSocketMessage: Sendable, Equatable {
  /// A text message; its bytes were valid UTF-8.
  case text(String)
  /// A binary message.
  case binary([UInt8])
}

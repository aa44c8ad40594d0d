/// The service thread's side of one WebSocket.
final class WebSocketSession {
  /// What the service sees of it.
  let socket: WebSocketConnection
  /// The handshake it began with.
  let request: HTTPRequest
  /// The message being received.
  private var assembling: [UInt8] = []
  private var isBinary = false
  /// Whether anything came since the last ping.
  var wasHeard = true
  /// Pings without an answer.
  var silentPings = 0

  private var isClosed = false

  /// What a piece of a message leads to.
  enum Outcome {
    /// The message goes on.
    case incomplete
    /// It is whole.
    case message(WebSocketMessage)
    /// It is longer than allowed.
    case tooLong
    /// It is not UTF-8.
    case notText
  }

  init(socket: WebSocketConnection, request: HTTPRequest) {
    self.socket = socket
    self.request = request
  }

  /// Marks it closed; false when it was.
  func markClosed() -> Bool {
    defer { isClosed = true }
    return !isClosed
  }

  /// Adds a piece.
  func receive(
    _ piece: UnsafeRawBufferPointer, isFirst: Bool, isLast: Bool, isBinary: Bool, bytesMax: Int
  ) -> Outcome {
    if isFirst {
      assembling = []
      self.isBinary = isBinary
    }
    guard piece.count <= bytesMax - assembling.count else { return .tooLong }
    assembling += piece
    guard isLast else { return .incomplete }
    let bytes = assembling
    assembling = []
    if self.isBinary { return .message(.binary(bytes)) }
    // The library has checked it too; what it would let pass must not become another text in silence.
    guard let text = String(validating: bytes, as: UTF8.self) else { return .notText }
    return .message(.text(text))
  }
}

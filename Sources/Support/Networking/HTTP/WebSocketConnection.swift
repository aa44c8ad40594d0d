import Locks

/// One end of a WebSocket, as the service sees it.
///
/// Messages come in order through `incoming`. What is sent goes out in order, or the socket ends: single
/// messages are never dropped. May be used from anywhere.
public final class WebSocketConnection: Sendable {
  /// A number of its own among all connections of one server.
  public let id: UInt64
  /// The other end's messages; ends when the socket does. At most
  /// `HTTPServerConfiguration.Limits.incomingMessagesMax` wait in it: then reading from the network pauses
  /// until some are taken. For one reader.
  public let incoming: AsyncStream<WebSocketMessage>

  let inbox: WebSocketInbox
  private let mailbox: HTTPMailbox
  private let outgoingBytesMax: Int
  private let outbox = Mutex(WebSocketOutbox())

  init(id: UInt64, mailbox: HTTPMailbox, limits: HTTPServerConfiguration.Limits) {
    self.id = id
    self.mailbox = mailbox
    self.outgoingBytesMax = limits.outgoingBytesMax
    let inbox = WebSocketInbox(messagesMax: limits.incomingMessagesMax) {
      mailbox.post(.resume(connection: id))
    }
    self.inbox = inbox
    self.incoming = AsyncStream { await inbox.next() }
  }

  /// Sends a text message.
  ///
  /// Returns false when the socket is closing or closed, and when this message would make more wait than
  /// `HTTPServerConfiguration.Limits.outgoingBytesMax`: then the socket is ended.
  @discardableResult public func send(text: String) -> Bool {
    send(.text, Array(text.utf8))
  }

  /// Sends a binary message; otherwise as `send(text:)`.
  @discardableResult public func send(binary: [UInt8]) -> Bool {
    send(.binary, binary)
  }

  /// Closes the socket behind what was sent before. `reason` is cut to 123 bytes of UTF-8.
  public func close(code: UInt16 = 1000, reason: String = "") {
    let mustWake = outbox.withLock { $0.beginClose(code: code, reason: reason) }
    if mustWake { mailbox.post(.flush(connection: id)) }
  }

  /// Bytes that wait to be sent.
  public var outgoingBytes: Int { outbox.withLock { $0.byteCount } }

  /// Whether the socket is closing or closed.
  public var isClosed: Bool { outbox.withLock { $0.isClosed } }

  private func send(_ kind: WebSocketFrame.Kind, _ payload: [UInt8]) -> Bool {
    let outcome = outbox.withLock { $0.add(kind, payload, bytesMax: outgoingBytesMax) }
    switch outcome {
    case .queued: break
    case .queuedFirst: mailbox.post(.flush(connection: id))
    case .refused: return false
    case .overflowed:
      mailbox.post(.end(connection: id))
      return false
    }
    return true
  }

  // MARK: - For the service thread

  /// Copies whole frames to `target` and says how many bytes.
  func takeFrames(into target: UnsafeMutableRawBufferPointer) -> Int {
    outbox.withLock { $0.takeFrames(into: target) }
  }

  /// Whether frames wait, or how the socket is to be closed now that none wait.
  func nextDuty() -> WebSocketOutbox.Duty {
    outbox.withLock { $0.nextDuty() }
  }

  /// Puts a ping in front of what waits.
  func ping() {
    outbox.withLock { $0.ping() }
  }

  /// The socket is gone: nothing can be sent any more, and `incoming` ends behind what it holds.
  func end() {
    outbox.withLock { $0.end() }
    inbox.finish()
  }
}

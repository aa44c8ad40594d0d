/// What waits to be sent on one WebSocket: whole frames, counted, and then perhaps a close.
struct WebSocketOutbox {
  /// What became of a message.
  enum Outcome {
    /// It waits behind others.
    case queued
    /// It waits, and the service thread must be told.
    case queuedFirst
    /// The socket is closing or closed.
    case refused
    /// Too much waits already: the socket must be ended.
    case overflowed
  }

  /// What is to be done next.
  enum Duty {
    /// Send frames.
    case send
    /// Close: nothing waits any more.
    case close(code: UInt16, reason: String)
    /// Nothing.
    case rest
  }

  private enum State {
    case open
    case closing(code: UInt16, reason: String)
    case closed
  }

  private var state = State.open
  private var frames: [[UInt8]] = []
  private var firstFrame = 0
  private var isThreadTold = false
  /// Bytes of all frames that wait.
  private(set) var byteCount = 0

  /// Whether nothing more can be added.
  var isClosed: Bool {
    if case .open = state { return false }
    return true
  }

  /// Adds a message.
  mutating func add(_ kind: WebSocketFrame.Kind, _ payload: [UInt8], bytesMax: Int) -> Outcome {
    guard case .open = state else { return .refused }
    guard payload.count <= bytesMax - byteCount else {
      end()
      return .overflowed
    }
    for frame in WebSocketFrame.frames(kind, payload) { append(frame) }
    return tell() ? .queuedFirst : .queued
  }

  /// Adds a ping in front of all.
  mutating func ping() {
    guard case .open = state else { return }
    frames.insert(WebSocketFrame.ping, at: firstFrame)
    byteCount += WebSocketFrame.ping.count
    _ = tell()
  }

  /// Closes behind what waits; says whether the service thread must be told.
  mutating func beginClose(code: UInt16, reason: String) -> Bool {
    guard case .open = state else { return false }
    state = .closing(code: code, reason: reason)
    return tell()
  }

  /// Drops everything.
  mutating func end() {
    state = .closed
    frames = []
    firstFrame = 0
    byteCount = 0
  }

  /// Moves as many whole frames as fit to `target`; says how many bytes.
  mutating func takeFrames(into target: UnsafeMutableRawBufferPointer) -> Int {
    var filled = 0
    while firstFrame < frames.count, frames[firstFrame].count <= target.count - filled {
      frames[firstFrame].withUnsafeBytes { bytes in
        UnsafeMutableRawBufferPointer(rebasing: target[filled...]).copyMemory(from: bytes)
      }
      filled += frames[firstFrame].count
      frames[firstFrame] = []
      firstFrame += 1
    }
    byteCount -= filled
    if firstFrame == frames.count {
      frames.removeAll(keepingCapacity: frames.count <= 64)
      firstFrame = 0
    } else if firstFrame > 64, firstFrame > frames.count / 2 {
      frames.removeFirst(firstFrame)
      firstFrame = 0
    }
    return filled
  }

  /// What is to be done next. After `rest` the thread is told again when something is added.
  mutating func nextDuty() -> Duty {
    if firstFrame < frames.count { return .send }
    isThreadTold = false
    guard case .closing(let code, let reason) = state else { return .rest }
    state = .closed
    return .close(code: code, reason: reason)
  }

  private mutating func append(_ frame: [UInt8]) {
    frames.append(frame)
    byteCount += frame.count
  }

  private mutating func tell() -> Bool {
    defer { isThreadTold = true }
    return !isThreadTold
  }
}

/// Frames as a server sends them (RFC 6455, 5.2): unmasked, without extensions.
///
/// | bytes | meaning |
/// | --- | --- |
/// | 1 | 0x80 in the last frame of a message, plus the kind (0: continues a message) |
/// | 1, 3 or 9 | length: up to 125; 126 and u16be; 127 and u64be |
/// | length | payload |
enum WebSocketFrame {
  /// The kind of a message.
  enum Kind: UInt8 {
    case text = 1
    case binary = 2
  }

  /// Payload of one frame at most. Longer messages go out in several, so that what the library sends by
  /// itself (an answer to a ping) finds a place between two frames.
  static let payloadBytesMax = 32_768

  /// A ping with one byte of payload: the library does not tell of an answer to an empty one.
  static let ping: [UInt8] = [0x89, 0x01, 0x2E]

  /// The frames of one message.
  static func frames(_ kind: Kind, _ payload: [UInt8]) -> [[UInt8]] {
    var frames: [[UInt8]] = []
    var start = 0
    repeat {
      let end = min(start + payloadBytesMax, payload.count)
      var frame: [UInt8] = []
      frame.reserveCapacity(end - start + 4)
      frame.append((start == 0 ? kind.rawValue : 0) | (end == payload.count ? 0x80 : 0))
      let length = end - start
      if length <= 125 {
        frame.append(UInt8(length))
      } else {
        frame.append(126)
        frame.append(UInt8(length >> 8))
        frame.append(UInt8(length & 0xFF))
      }
      frame += payload[start..<end]
      frames.append(frame)
      start = end
    } while start < payload.count
    return frames
  }
}

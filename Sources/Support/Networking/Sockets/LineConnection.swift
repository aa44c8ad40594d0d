import Glibc

/// A Unix stream of lines in both directions, each ended by a line feed.
///
/// One task reads and one task writes at a time; the two may differ. The connection closes when it is let
/// go.
public actor LineConnection {
  /// Bytes of the longest line in either direction, without its line feed.
  public static let lineBytesMax = 1 << 20

  /// Who is at the other end.
  public nonisolated let peer: SocketPeer
  private nonisolated let id: SocketID
  private nonisolated let sockets: SocketLoop
  private nonisolated let onClose: @Sendable () -> Void
  private let inbox: SocketInbox
  private var received = LineBuffer(lineBytesMax: lineBytesMax)
  private var hasInputEnded = false

  init(
    id: SocketID, peer: SocketPeer, sockets: SocketLoop, inbox: SocketInbox,
    onClose: @escaping @Sendable () -> Void = {}
  ) {
    self.id = id
    self.peer = peer
    self.sockets = sockets
    self.inbox = inbox
    self.onClose = onClose
  }

  deinit {
    sockets.close(id, afterWriting: true)
    onClose()
  }

  /// Connects to whoever listens at `path`. Throws what `SocketLoop.connectUnix` throws.
  public static func connect(to path: String, on sockets: SocketLoop) throws(NetworkingError)
    -> LineConnection
  {
    let inbox = sockets.makeInbox()
    let (id, peer) = try sockets.connectUnix(to: path, inbox: inbox)
    return LineConnection(id: id, peer: peer, sockets: sockets, inbox: inbox)
  }

  /// Sends a line, without its line feed; waits while the peer reads slowly.
  ///
  /// Throws `.tooLong` over `lineBytesMax`, `.closed` when the connection has ended.
  public nonisolated func send(line: [UInt8]) async throws(NetworkingError) {
    guard line.count <= Self.lineBytesMax else { throw .tooLong(bytesMax: Self.lineBytesMax) }
    let bytes = line + [lineFeed]
    while true {
      switch sockets.send(bytes, on: id) {
      case .queued: return
      case .closed: throw .closed
      case .full: await sockets.waitForRoom(on: id)
      }
    }
  }

  /// The next line without its line feed; `nil` when the peer has ended its input, the connection is
  /// closed, or the task is cancelled. A last line without line feed is not delivered.
  ///
  /// Throws `.tooLong` for a line over `lineBytesMax` and `.system` when the connection fails; both end it.
  public func nextLine() async throws(NetworkingError) -> [UInt8]? {
    while true {
      if let line = received.next() { return line }
      guard !hasInputEnded else { return nil }
      guard !received.isTooLong else {
        close()
        throw .tooLong(bytesMax: Self.lineBytesMax)
      }
      var events = inbox.makeAsyncIterator()
      guard let event = await events.next() else { return nil }
      switch event {
      case .received(_, let bytes): received.append(bytes)
      case .endOfInput: hasInputEnded = true
      case .ended(_, let code):
        hasInputEnded = true
        throw .system(call: "recv", code: code)
      case .accepted, .connected, .datagram, .wrote, .datagramFailed: break
      }
    }
  }

  /// Closes the connection after what was sent has gone out.
  public nonisolated func close() {
    sockets.close(id, afterWriting: true)
    inbox.finish()
  }
}

/// Cuts bytes into lines.
struct LineBuffer {
  let lineBytesMax: Int
  private var bytes: [UInt8] = []
  private var head = 0
  /// Where to go on looking for a line feed.
  private var searched = 0

  init(lineBytesMax: Int) {
    self.lineBytesMax = lineBytesMax
  }

  /// Whether what is left can no longer become a line of allowed length.
  var isTooLong: Bool { bytes.count - head > lineBytesMax }

  mutating func append(_ more: [UInt8]) {
    bytes.removeFirst(head)
    searched -= head
    head = 0
    bytes.append(contentsOf: more)
  }

  mutating func next() -> [UInt8]? {
    guard let end = bytes[searched...].firstIndex(of: lineFeed) else {
      searched = bytes.count
      return nil
    }
    guard end - head <= lineBytesMax else { return nil }
    defer {
      head = end + 1
      searched = head
    }
    return Array(bytes[head..<end])
  }
}

private let lineFeed = UInt8(ascii: "\n")

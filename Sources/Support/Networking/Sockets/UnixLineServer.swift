import Glibc
import Locks

/// Listens on a Unix socket for line connections of the same user.
///
/// Whoever takes the connections calls `nextConnection` in a loop. A peer of another user (root excepted)
/// and one beyond `connectionsMax` open connections are hung up on. The owner calls `stop()`.
public final class UnixLineServer: Sendable {
  private let sockets: SocketLoop
  private let inbox: SocketInbox
  private let listener: SocketID
  private let connectionsMax: Int
  private let open = OpenCount()

  /// Listens at `path`; throws what `SocketLoop.listenUnix` throws.
  public init(path: String, on sockets: SocketLoop, connectionsMax: Int = 64) throws(NetworkingError) {
    self.sockets = sockets
    self.connectionsMax = connectionsMax
    inbox = sockets.makeInbox()
    listener = try sockets.listenUnix(at: path, inbox: inbox)
  }

  deinit {
    sockets.close(listener)
  }

  /// Waits for the next connection; `nil` after `stop()` or when the task is cancelled.
  public func nextConnection() async -> LineConnection? {
    for await event in inbox {
      guard case .accepted(let id, _, let peer) = event else { continue }
      guard case .local(let user, _) = peer, user == geteuid() || user == 0, open.take(max: connectionsMax)
      else {
        sockets.close(id)
        continue
      }
      let own = sockets.makeInbox()
      sockets.setReading(true, on: id, inbox: own)
      return LineConnection(id: id, peer: peer, sockets: sockets, inbox: own) { [open] in open.giveBack() }
    }
    return nil
  }

  /// Stops listening and removes the name; connections already taken stay.
  public func stop() {
    sockets.close(listener)
    inbox.finish()
  }
}

/// Counts connections that are in use.
private final class OpenCount: Sendable {
  private let count = Mutex(0)

  func take(max: Int) -> Bool {
    count.withLock { count in
      guard count < max else { return false }
      count += 1
      return true
    }
  }

  func giveBack() {
    count.withLock { $0 -= 1 }
  }
}

import AppState
import Glibc
import Networking

/// Asks a running node, or follows it.
public enum ControlClient {
  /// Why there is no answer.
  public enum Failure: Error, Sendable, Equatable {
    /// Nobody listens at the socket.
    case notRunning
    /// The node ended, or answered something that cannot be read, in words.
    case noAnswer(String)
  }

  /// Sends the request to the socket at `path` and waits for the reply.
  public static func ask(
    _ request: ControlRequest, at path: String, sockets: SocketLoop
  ) async throws(Failure) -> ControlReply {
    do {
      let connection = try connect(path, sockets)
      try await connection.send(line: Array(request.line.utf8))
      var reader = ControlReplyReader()
      while let line = try await connection.nextLine() {
        if let reply = try reader.take(line) { return reply }
      }
    } catch let error as NetworkingError {
      throw failure(error)
    } catch let failure as Failure {
      throw failure
    } catch {
      throw .noAnswer("\(error)")
    }
    throw .noAnswer("The node ended before it answered.")
  }

  /// Follows a conversation: hands over views, each consistent in itself, until the node ends or the task is
  /// cancelled; answers why it is over.
  ///
  /// While `onView` runs nothing more is read. A node whose reader is slow skips states and never the last.
  public static func follow(
    _ wish: FollowWish, at path: String, sockets: SocketLoop, onView: (TalkView) -> Void
  ) async -> Failure {
    do {
      let connection = try connect(path, sockets)
      try await connection.send(line: Array(ControlRequest.follow(wish).line.utf8))
      var reader = FollowReader(wish.conversation)
      while let line = try await connection.nextLine() {
        if let view = try reader.take(line) { onView(view) }
      }
      return .noAnswer("The node ended.")
    } catch let error as NetworkingError {
      return failure(error)
    } catch let failure as Failure {
      return failure
    } catch {
      return .noAnswer("\(error)")
    }
  }

  /// Only a process of our own user, or root's, is asked.
  private static func connect(_ path: String, _ sockets: SocketLoop) throws -> LineConnection {
    let connection = try LineConnection.connect(to: path, on: sockets)
    guard case .local(let user, _) = connection.peer, user == geteuid() || user == 0 else {
      throw Failure.noAnswer("Somebody else listens at \(path). Nothing was asked.")
    }
    return connection
  }

  private static func failure(_ error: NetworkingError) -> Failure {
    if case .system(call: "connect", let code) = error, code == ENOENT || code == ECONNREFUSED {
      return .notRunning
    }
    return .noAnswer("The node cannot be asked: \(error.explanation).")
  }
}

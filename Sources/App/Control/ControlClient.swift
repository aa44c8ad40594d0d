import Glibc
import Networking

/// Asks a running node one thing.
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
      let connection = try LineConnection.connect(to: path, on: sockets)
      guard case .local(let user, _) = connection.peer, user == geteuid() || user == 0 else {
        throw Failure.noAnswer("Somebody else listens at \(path). Nothing was asked.")
      }
      try await connection.send(line: Array(request.line.utf8))
      var reader = ControlReplyReader()
      while let line = try await connection.nextLine() {
        if let reply = try reader.take(line) { return reply }
      }
    } catch let error as NetworkingError {
      if case .system(call: "connect", let code) = error, code == ENOENT || code == ECONNREFUSED {
        throw .notRunning
      }
      throw .noAnswer("The node cannot be asked: \(error.explanation).")
    } catch let failure as Failure {
      throw failure
    } catch {
      throw .noAnswer("\(error)")
    }
    throw .noAnswer("The node ended before it answered.")
  }
}

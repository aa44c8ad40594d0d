import CWebSockets
import Locks

/// What other threads ask of the service thread. Connections are named by our own numbers, never by the
/// library's pointers: the connection may be gone, and its memory used again, when the command arrives.
enum HTTPCommand: Sendable {
  /// The service has answered.
  case reply(connection: UInt64, request: UInt64, HTTPResponse)
  /// A WebSocket has something to send, or wants to close.
  case flush(connection: UInt64)
  /// The service has taken messages of a WebSocket whose reading was paused.
  case resume(connection: UInt64)
  /// A WebSocket did not keep up.
  case end(connection: UInt64)
  /// Accept nothing new, finish what is on its way.
  case drain
  /// Leave the loop.
  case finish
}

/// The way to the service thread: a list of commands and a wake-up, one for each burst.
///
/// Its size is bounded by its senders: one answer a request, and of each other kind one a WebSocket.
final class HTTPMailbox: Sendable {
  private struct State {
    var commands: [HTTPCommand] = []
    /// The library's context as a bit pattern, while it may be woken; kept under the lock so that a late
    /// sender cannot touch a context that is being destroyed.
    var context: UInt = 0
  }

  private let state = Mutex(State())

  /// Adds a command and wakes the thread unless a wake-up is already on its way.
  func post(_ command: HTTPCommand) {
    state.withLock { state in
      state.commands.append(command)
      guard state.commands.count == 1, let context = OpaquePointer(bitPattern: state.context) else { return }
      lws_cancel_service(context)
    }
  }

  /// Takes all commands.
  func take() -> [HTTPCommand] {
    state.withLock { state in
      let commands = state.commands
      state.commands = []
      return commands
    }
  }

  /// From now on the context is woken; nil: never again. Commands posted before are found at the next
  /// wake-up.
  func setContext(_ context: OpaquePointer?) {
    state.withLock { state in
      state.context = UInt(bitPattern: context)
      if let context, !state.commands.isEmpty { lws_cancel_service(context) }
    }
  }
}

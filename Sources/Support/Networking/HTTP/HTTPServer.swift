import Glibc
import Locks

/// An HTTP/1.1 server with WebSockets, on one thread of its own.
///
/// It listens as soon as it is made. It must be stopped; one that is let go is shut down without waiting for
/// anything. May be used from anywhere.
///
/// What a peer sends is checked before the service sees it. The server answers by itself: 400 (no Host or
/// more than one, two readings of one head, control characters, not UTF-8), 408 (body too slow), 411 (body
/// without its length), 413, 417, 426 (another WebSocket version), 431, 503 (too many requests at once), 504
/// (the service was too slow), 505. Bytes that are no request, and heads that are far too long, end the
/// connection.
public final class HTTPServer: Sendable {
  /// The port all addresses listen at.
  public let port: UInt16
  /// The addresses that are listened at, as the system tells them.
  public let addresses: [String]

  private let loop: HTTPLoop
  private let thread: pthread_t
  private let stopping = Mutex<Task<Void, Never>?>(nil)

  /// Opens the sockets and starts the thread.
  ///
  /// Throws `addressNotUsable`, `system` or `boundElsewhere` when it cannot listen, `libraryRefused` when the
  /// protocol library does not start.
  public init(
    configuration: HTTPServerConfiguration, service: any HTTPService
  ) async throws(NetworkingError) {
    // The library does the same; a peer that is gone must not end the process in between.
    signal(SIGPIPE, SIG_IGN)
    let listeners = try HTTPListener.open(configuration)
    let loop = HTTPLoop(configuration: configuration, service: service, listeners: listeners)
    self.port = listeners[0].port
    self.addresses = listeners.map(\.address)
    self.loop = loop
    self.thread = try Self.startThread(loop)
    await loop.started.wait()
    guard loop.counters.hasStarted else {
      await stop()
      throw .libraryRefused(stage: "context")
    }
  }

  deinit {
    guard stopping.withLock({ $0 == nil }) else { return }
    loop.tasks.cancelAll()
    loop.mailbox.post(.finish)
    pthread_detach(thread)
  }

  /// Stops: no new connections, answers on their way go out, WebSockets are closed with 1001, at most for
  /// `HTTPServerConfiguration.Deadlines.stop`; then everything ends, the service's tasks are cancelled, and
  /// the thread is gone. May be called more than once; every call returns when that is done.
  public func stop() async {
    let task = stopping.withLock { stopping in
      if let stopping { return stopping }
      let task = Task { [loop, thread] in await Self.shutDown(loop, thread) }
      stopping = task
      return task
    }
    await task.value
  }

  /// Figures of a running server.
  public var statistics: HTTPServerStatistics {
    HTTPServerStatistics(
      connectionsCreated: loop.counters.connectionsCreated,
      connectionsDestroyed: loop.counters.connectionsDestroyed,
      connectionsDisplaced: loop.counters.connectionsDisplaced,
      requestsInFlight: loop.counters.requestsInFlight, tasksRunning: loop.tasks.count,
      threadTime: loop.counters.threadTime)
  }

  private static func shutDown(_ loop: HTTPLoop, _ thread: pthread_t) async {
    let limit = loop.configuration.deadlines.stop
    loop.mailbox.post(.drain)
    await loop.drained.wait(atMost: limit)
    loop.mailbox.post(.finish)
    await loop.finished.wait()
    // The thread has nothing left to do but return.
    pthread_join(thread, nil)
    loop.tasks.cancelAll()
    await loop.tasks.waitUntilNoneRuns(atMost: limit)
  }

  private static func startThread(_ loop: HTTPLoop) throws(NetworkingError) -> pthread_t {
    var thread: pthread_t = 0
    let argument = Unmanaged.passRetained(loop)
    let code = pthread_create(&thread, nil, httpThreadBody, argument.toOpaque())
    guard code == 0 else {
      for listener in loop.listeners { listener.close() }
      argument.release()
      throw .system(call: "pthread_create", code: code)
    }
    return thread
  }
}

/// Figures of a server.
public struct HTTPServerStatistics: Sendable, Equatable {
  /// Connections accepted since the start.
  public let connectionsCreated: Int
  /// Those of them that are gone; equal to `connectionsCreated` after a stop.
  public let connectionsDestroyed: Int
  /// Idle ones that were ended to make room for newcomers.
  public let connectionsDisplaced: Int
  /// Requests being received, answered or sent.
  public let requestsInFlight: Int
  /// Tasks of the service: one a request being answered, one a WebSocket.
  public let tasksRunning: Int
  /// Processor time of the server's thread, service not included; measured each time it wakes.
  public let threadTime: Duration
}

/// A global function, for the same reason as the library's callback.
private func httpThreadBody(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let argument else { return nil }
  let loop = Unmanaged<HTTPLoop>.fromOpaque(argument).takeRetainedValue()
  loop.run()
  return nil
}

import Glibc
import Locks
import Networking

/// A service made of closures, counting what reaches it.
struct TestService: HTTPService {
  var onRequest: @Sendable (HTTPRequest) async -> HTTPResponse = { request in
    .text("\(request.method) \(request.path) \(request.body.count)")
  }
  var onUpgrade: @Sendable (HTTPRequest) -> WebSocketDecision = { _ in .accept }
  var onSocket: @Sendable (WebSocketConnection, HTTPRequest) async -> Void = { socket, _ in
    for await message in socket.incoming {
      switch message {
      case .text(let text): socket.send(text: text)
      case .binary(let bytes): socket.send(binary: bytes)
      }
    }
  }
  let seen = Seen()

  /// Requests that reached the service.
  final class Seen: Sendable {
    private let requests = Mutex<[HTTPRequest]>([])
    var all: [HTTPRequest] { requests.withLock { $0 } }
    func add(_ request: HTTPRequest) { requests.withLock { $0.append(request) } }
  }

  func respond(to request: HTTPRequest) async -> HTTPResponse {
    seen.add(request)
    return await onRequest(request)
  }

  func acceptsWebSocket(_ request: HTTPRequest) -> WebSocketDecision { onUpgrade(request) }

  func run(_ socket: WebSocketConnection, request: HTTPRequest) async { await onSocket(socket, request) }
}

/// Runs a server for the length of a test, and checks that it leaves nothing behind.
func withServer<T>(
  _ service: TestService = TestService(),
  configure: (inout HTTPServerConfiguration) -> Void = { _ in },
  _ body: (HTTPServer) async throws -> T
) async throws -> T {
  var configuration = HTTPServerConfiguration()
  configuration.deadlines.stop = .milliseconds(500)
  configure(&configuration)
  let server = try await HTTPServer(configuration: configuration, service: service)
  do {
    let result = try await body(server)
    await server.stop()
    return result
  } catch {
    await server.stop()
    throw error
  }
}

/// Waits until something holds, at most so long times `Patience.factor`; whether it held.
func eventually(seconds: Double = 30, _ holds: () async -> Bool) async -> Bool {
  let end = ContinuousClock.now + .seconds(seconds) * Patience.factor
  while ContinuousClock.now < end {
    if await holds() { return true }
    await pass(milliseconds: 2)
  }
  return await holds()
}

/// The most processor time of the server's thread that still is waiting, in so many milliseconds: far above
/// what waiting costs (one, some tens where the loop naps) and below a spin, also in a slow build.
func idleBound(of milliseconds: Int) -> Duration {
  min(.milliseconds(100) * Patience.factor, .milliseconds(milliseconds) / 2)
}

/// Lets time pass on a thread of its own, for what is about time itself: deadlines, dripping bytes.
func pass(milliseconds: Int32) async {
  await onOwnThread { _ = poll(nil, 0, milliseconds) }
}

/// A gate that opens once, or when the task that waits is cancelled.
final class Gate: Sendable {
  private struct State {
    var isOpen = false
    var waiters: [CheckedContinuation<Void, Never>] = []
  }
  private let state = Mutex(State())

  func open() {
    let waiters = state.withLock { state in
      state.isOpen = true
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.resume() }
  }

  func wait() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOpen = state.withLock { state in
          if !state.isOpen, !Task.isCancelled { state.waiters.append(continuation) }
          return state.isOpen || Task.isCancelled
        }
        if isOpen { continuation.resume() }
      }
    } onCancel: {
      open()
    }
  }
}

/// Facts noted from anywhere.
final class Notes: Sendable {
  private let notes = Mutex<[String]>([])
  var all: [String] { notes.withLock { $0 } }
  func add(_ note: String) { notes.withLock { $0.append(note) } }
}

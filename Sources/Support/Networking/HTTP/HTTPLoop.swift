import CWebSockets
import Glibc

/// The service thread: the library's context, the listeners and every connection.
///
/// `@unchecked Sendable`: after `init` its variables are touched by the service thread only, which `run` is
/// and which every library callback runs on; `assertThread` checks it in debug builds. Other threads use the
/// mailbox, the tasks, the counters and the signals, which are safe by themselves.
final class HTTPLoop: @unchecked Sendable {  // archreview:ignore unchecked-sendable one thread owns it
  let configuration: HTTPServerConfiguration
  let service: any HTTPService
  let mailbox = HTTPMailbox()
  let tasks = HTTPTasks()
  let counters = HTTPCounters()
  /// Fires when the context stands, or could not be made.
  let started = HTTPSignal()
  /// Fires when, after `drain`, the last connection is gone.
  let drained = HTTPSignal()
  /// Fires as the last thing the thread does.
  let finished = HTTPSignal()

  var listeners: [HTTPListener]
  var listenerObjects: [OpaquePointer] = []
  var spareDescriptor: Int32 = -1
  var connections: [UInt64: HTTPConnection] = [:]
  var connectionsOfAddress: [String: Int] = [:]
  var nextNumber: UInt64 = 0
  var isDraining = false
  var vhost: OpaquePointer?
  let reader: HTTPHeadReader
  let scratch: UnsafeMutableRawBufferPointer
  /// The number of the turn of the loop.
  private(set) var turnNumber: UInt64 = 0
  /// Whether the turn has brought nothing yet.
  var isTurnEmpty = true

  private var emptyTurns = 0
  private var mustFinish = false
  private var thread: pthread_t = 0
  private var context: OpaquePointer?
  private let memory: HTTPLibraryMemory

  /// Turns without an event before the loop naps.
  private static let emptyTurnsMax = 64
  /// Bytes of one send.
  static let pieceBytes = 65_536
  /// The library wants so many spare bytes in front of what it sends (`LWS_PRE`).
  static let spareBytes = 16

  init(configuration: HTTPServerConfiguration, service: any HTTPService, listeners: [HTTPListener]) {
    self.configuration = configuration
    self.service = service
    self.listeners = listeners
    self.memory = HTTPLibraryMemory(configuration: configuration)
    self.reader = HTTPHeadReader(
      extraHeaderNames: configuration.extraHeaderNames, tableBytes: memory.headTableBytes)
    self.scratch = .allocate(byteCount: Self.spareBytes + Self.pieceBytes, alignment: 16)
  }

  deinit {
    scratch.deallocate()
    reader.free()
  }

  /// The thread's whole life.
  func run() {
    thread = pthread_self()
    nameThread()
    let stands = start()
    counters.setStarted(stands)
    started.fire()
    if stands, let context {
      while !mustFinish { turn(context) }
    }
    mailbox.setContext(nil)
    if let context { HTTPLibraryMemory.serially { lws_context_destroy(context) } }
    context = nil
    for listener in listeners { listener.close() }
    if spareDescriptor >= 0 { close(spareDescriptor) }
    drained.fire()
    finished.fire()
  }

  /// One turn of the library's loop, which sleeps until something happens.
  ///
  /// There are states in which the library finds a connection ready, turn after turn, and does nothing with
  /// it: a peer that sends while its answer waits to be read, requests sent in one piece. Many empty turns in
  /// a row are therefore followed by naps: such a peer costs hundredths of a processor, not a whole one.
  private func turn(_ context: OpaquePointer) {
    turnNumber &+= 1
    isTurnEmpty = true
    lws_service(context, 0)
    counters.setThreadTime()
    emptyTurns = isTurnEmpty ? emptyTurns + 1 : 0
    if emptyTurns > Self.emptyTurnsMax { usleep(1_000) }
  }

  /// Gives the thread a name that tools show; nothing depends on it.
  private func nameThread() {
    guard let file = fopen("/proc/thread-self/comm", "w") else { return }
    fputs("http-server", file)
    fclose(file)
  }

  private func start() -> Bool {
    let user = Unmanaged.passUnretained(self).toOpaque()
    context = HTTPLibraryMemory.serially { memory.makeContext(user: user) }
    guard let context, let vhost = memory.makeVhost(context) else { return false }
    self.vhost = vhost
    spareDescriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
    guard adoptListeners() else { return false }
    mailbox.setContext(context)
    return true
  }

  /// Everything that other threads have asked for.
  func handleCommands() {
    for command in mailbox.take() {
      switch command {
      case .reply(let number, let request, let response):
        guard let connection = connections[number] else { continue }
        reply(response, to: request, on: connection)
      case .flush(let number):
        guard let connection = connections[number] else { continue }
        lws_callback_on_writable(connection.wsi)
      case .resume(let number):
        guard let connection = connections[number] else { continue }
        lws_rx_flow_control(connection.wsi, 1)
      case .end(let number):
        guard let connection = connections[number] else { continue }
        end(connection)
      case .drain:
        drain()
      case .finish:
        mustFinish = true
      }
    }
  }

  /// Stops accepting, closes what is idle, asks WebSockets to close.
  private func drain() {
    guard !isDraining else { return }
    isDraining = true
    for listener in listenerObjects { kill(listener) }
    listenerObjects = []
    for number in connections.keys.sorted() {
      guard let connection = connections[number] else { continue }
      switch connection.phase {
      case .awaitingHead, .upgrading: end(connection)
      case .webSocket(let session): session.socket.close(code: 1001, reason: "stopping")
      case .receivingBody, .awaitingReply, .replying, .ending: break
      }
    }
    if connections.isEmpty { drained.fire() }
  }

  /// Ends a connection at once, without a word.
  func end(_ connection: HTTPConnection) {
    setPhase(.ending, of: connection)
    kill(connection.wsi)
  }

  /// Ends one of the library's objects at the next turn of the loop.
  func kill(_ wsi: OpaquePointer) {
    // LWS_TO_KILL_ASYNC: the other kind frees the object inside the call.
    lws_set_timeout(wsi, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC)
  }

  /// Moves a connection on, and keeps the count of requests.
  func setPhase(_ phase: HTTPConnection.Phase, of connection: HTTPConnection) {
    let held = connection.holdsRequest
    connection.phase = phase
    if held != connection.holdsRequest { counters.addRequests(held ? -1 : 1) }
  }

  /// Asks for a TIMER callback; it replaces the one asked for before.
  func setTimer(_ duration: Duration, of connection: HTTPConnection) {
    let microseconds = duration.components.seconds.multipliedReportingOverflow(by: 1_000_000)
    let part = duration.components.attoseconds / 1_000_000_000_000
    lws_set_timer_usecs(
      connection.wsi, microseconds.overflow ? Int64.max / 4 : microseconds.partialValue + part)
  }

  /// Our object behind one of the library's.
  func connection(_ wsi: OpaquePointer) -> HTTPConnection? {
    guard let pointer = lws_get_opaque_user_data(wsi) else { return nil }
    return Unmanaged<HTTPConnection>.fromOpaque(pointer).takeUnretainedValue()
  }

  /// The library has destroyed a connection: every connection comes by here exactly once.
  func destroyed(_ wsi: OpaquePointer) {
    guard let connection = connection(wsi) else { return }
    lws_set_opaque_user_data(wsi, nil)
    closed(connection)
    setPhase(.ending, of: connection)
    connections[connection.number] = nil
    let left = (connectionsOfAddress[connection.limitKey] ?? 1) - 1
    connectionsOfAddress[connection.limitKey] = left > 0 ? left : nil
    counters.countDestroyed()
    Unmanaged.passUnretained(connection).release()
    if isDraining, connections.isEmpty { drained.fire() }
  }

  /// Whatever waits for the connection learns that it is gone; may come more than once.
  func closed(_ connection: HTTPConnection) {
    switch connection.phase {
    case .awaitingReply(let request, _): tasks.cancel(request)
    case .webSocket(let session): webSocketClosed(session)
    case .awaitingHead, .receivingBody, .replying, .upgrading, .ending: break
    }
  }

  /// Callbacks come on the service thread.
  func assertThread() {
    assert(pthread_equal(thread, pthread_self()) != 0)
  }
}

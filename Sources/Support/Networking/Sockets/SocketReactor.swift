import CSockets
import Glibc

/// The thread's own state: sockets, epoll set, deadlines. Made on the thread and never leaves it.
final class SocketReactor {
  /// One socket as the thread sees it.
  final class Socket {
    let id: SocketID
    let descriptor: Descriptor
    var inbox: SocketInbox
    var role: Role
    /// What epoll watches for; 0 when the socket is not in the epoll set.
    var watched: UInt32 = 0

    init(id: SocketID, descriptor: Descriptor, inbox: SocketInbox, role: Role) {
      self.id = id
      self.descriptor = descriptor
      self.inbox = inbox
      self.role = role
    }
  }

  enum Role {
    /// A Unix listener carries its name, which is removed with it.
    case listener(UnixSocketName?, pausedUntil: UInt64?)
    case stream(StreamState)
    case datagram
  }

  /// Reading, writing and closing of one stream.
  struct StreamState {
    var isConnecting: Bool
    var isReading: Bool
    var reportsWrites: Bool
    /// Accepted, and nobody has taken it over yet: goes with its listener.
    var isHeld = false
    var hasInputEnded = false
    /// The peer can take nothing any more; reading goes on until that ends as well.
    var isWriteBroken = false
    var outgoing = OutgoingBytes()
    /// Set once the owner closed it and bytes were still to be written.
    var closesBy: UInt64?
  }

  let mailbox: SocketMailbox
  let epoll: Descriptor
  let readBuffer = UnsafeMutableRawBufferPointer.allocate(byteCount: readBytesMax, alignment: 16)
  var sockets: [SocketID: Socket] = [:]
  var fullInboxes: Set<UInt64> = []
  /// When a paused listener or a lingering stream has to be looked at again.
  var deadlines: [(at: UInt64, id: SocketID)] = []
  private var isStopping = false

  let acceptCall: AcceptCall

  init(mailbox: SocketMailbox, epoll: Descriptor, acceptCall: @escaping AcceptCall) {
    self.mailbox = mailbox
    self.acceptCall = acceptCall
    self.epoll = epoll
    watchWake()
  }

  deinit {
    readBuffer.deallocate()
  }

  /// Serves until told to stop.
  func run() {
    var events = [epoll_event](repeating: epoll_event(), count: eventsPerTurnMax)
    while !isStopping {
      let count = epoll_wait(epoll.number, &events, Int32(eventsPerTurnMax), waitMilliseconds())
      for command in mailbox.takeCommands() { perform(command) }
      for event in events.prefix(Int(max(0, count))) {
        guard let socket = sockets[SocketID(number: event.data.u64)] else { continue }
        serve(socket, event.events)
      }
      meetDeadlines()
    }
    for socket in sockets.values {
      writeOnce(socket)
      remove(socket)
    }
  }

  private func perform(_ command: SocketMailbox.Command) {
    switch command {
    case .add(let id, let descriptor, let kind, let inbox):
      add(Socket(id: id, descriptor: descriptor, inbox: inbox, role: Role(kind)))
    case .fail(let id, let code, let inbox):
      deliver(.ended(id, code: code), to: inbox)
    case .setReading(let id, let isReading, let inbox):
      setReading(isReading, on: id, inbox: inbox)
    case .write(let id, let bytes):
      queue(bytes, on: id)
    case .datagram(let id, let bytes, let address):
      sendDatagram(bytes, to: address, on: id)
    case .close(let id, let afterWriting):
      close(id, afterWriting: afterWriting)
    case .room(let inbox):
      fullInboxes.remove(inbox)
      for socket in sockets.values where socket.inbox.number == inbox { watch(socket) }
    case .stop:
      isStopping = true
    }
  }

  private func serve(_ socket: Socket, _ ready: UInt32) {
    switch socket.role {
    case .listener: accept(on: socket)
    case .stream: serveStream(socket, ready)
    case .datagram: receiveDatagrams(on: socket)
    }
  }

  func add(_ socket: Socket) {
    sockets[socket.id] = socket
    watch(socket)
  }

  /// Takes a socket out for good; the descriptor closes with its last reference.
  func remove(_ socket: Socket) {
    unwatch(socket)
    if case .listener(let name, _) = socket.role {
      name?.remove()
      removeHeld(by: socket.inbox)
    }
    sockets[socket.id] = nil
    mailbox.forget(socket.id)
  }

  private func removeHeld(by inbox: SocketInbox) {
    for socket in sockets.values where socket.inbox.number == inbox.number {
      if case .stream(let stream) = socket.role, stream.isHeld { remove(socket) }
    }
  }

  func deliver(_ event: SocketEvent, to inbox: SocketInbox, cost: Int = eventCostBytes) {
    guard !inbox.channel.append(event, cost: cost) else { return }
    guard fullInboxes.insert(inbox.number).inserted else { return }
    for socket in sockets.values where socket.inbox.number == inbox.number { watch(socket) }
  }
}

extension SocketReactor {
  /// Brings epoll up to date with what the socket waits for. A socket that waits for nothing is taken out:
  /// epoll reports a hang-up whether or not one asked, and would spin.
  func watch(_ socket: Socket) {
    let wanted = interest(of: socket)
    guard wanted != socket.watched else { return }
    guard wanted != 0 else { return unwatch(socket) }
    var event = epoll_event()
    event.events = wanted
    event.data.u64 = socket.id.number
    let operation = socket.watched == 0 ? EPOLL_CTL_ADD : EPOLL_CTL_MOD
    guard epoll_ctl(epoll.number, operation, socket.descriptor.number, &event) == 0 else {
      let code = errno
      socket.watched = 0
      sockets[socket.id] = nil
      mailbox.forget(socket.id)
      deliver(.ended(socket.id, code: code), to: socket.inbox)
      return
    }
    socket.watched = wanted
  }

  private func unwatch(_ socket: Socket) {
    guard socket.watched != 0 else { return }
    var event = epoll_event()
    _ = epoll_ctl(epoll.number, EPOLL_CTL_DEL, socket.descriptor.number, &event)
    socket.watched = 0
  }

  private func interest(of socket: Socket) -> UInt32 {
    let hasRoom = !fullInboxes.contains(socket.inbox.number)
    switch socket.role {
    case .listener(_, let pausedUntil):
      return hasRoom && pausedUntil == nil ? EPOLLIN.rawValue : 0
    case .datagram:
      return hasRoom ? EPOLLIN.rawValue : 0
    case .stream(let stream):
      if stream.isConnecting { return EPOLLOUT.rawValue }
      let reads = stream.isReading && !stream.hasInputEnded && hasRoom && stream.closesBy == nil
      let writes = !stream.outgoing.isEmpty && !stream.isWriteBroken
      return (reads ? EPOLLIN.rawValue : 0) | (writes ? EPOLLOUT.rawValue : 0)
    }
  }

  private func watchWake() {
    var event = epoll_event()
    event.events = EPOLLIN.rawValue
    event.data.u64 = 0  // no socket has the number 0
    _ = epoll_ctl(epoll.number, EPOLL_CTL_ADD, mailbox.wake.number, &event)
  }

  // MARK: deadlines

  func look(at id: SocketID, afterMilliseconds milliseconds: UInt64) -> UInt64 {
    let at = monotonicMilliseconds() + milliseconds
    deadlines.append((at, id))
    return at
  }

  private func waitMilliseconds() -> Int32 {
    guard let next = deadlines.map(\.at).min() else { return -1 }
    let now = monotonicMilliseconds()
    return next <= now ? 0 : Int32(clamping: next - now)
  }

  private func meetDeadlines() {
    guard !deadlines.isEmpty else { return }
    let now = monotonicMilliseconds()
    let due = deadlines.filter { $0.at <= now }
    deadlines.removeAll { $0.at <= now }
    for (_, id) in due {
      guard let socket = sockets[id] else { continue }
      switch socket.role {
      case .listener(let name, .some):
        socket.role = .listener(name, pausedUntil: nil)
        watch(socket)
      case .stream(let stream) where stream.closesBy != nil:
        remove(socket)
      case .listener, .stream, .datagram:
        break
      }
    }
  }
}

extension SocketReactor.Role {
  init(_ kind: SocketKind) {
    switch kind {
    case .listener(let name):
      self = .listener(name, pausedUntil: nil)
    case .stream(let isConnecting, let isReading, let reportsWrites):
      self = .stream(
        .init(isConnecting: isConnecting, isReading: isReading, reportsWrites: reportsWrites))
    case .datagram:
      self = .datagram
    }
  }
}

/// Milliseconds of the system's monotonic clock.
func monotonicMilliseconds() -> UInt64 {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return UInt64(time.tv_sec) * 1000 + UInt64(time.tv_nsec) / 1_000_000
}

/// Bytes of one read at most.
let readBytesMax = 1 << 16
/// What an event without bytes counts in an inbox.
let eventCostBytes = 256
private let eventsPerTurnMax = 128

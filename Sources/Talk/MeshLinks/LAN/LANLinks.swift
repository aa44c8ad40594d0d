import Networking
import Timebase

/// Links to other nodes on the local network: finds them by multicast, keeps one TCP link to each.
///
/// Runs one `LANLinkMachine` on sockets. Start it once, consume `events` until it ends, stop it once; a
/// wipe stops it and makes a new one, which has a new instance. Interfaces that come and go are followed with
/// every beacon, so within six seconds. While 1 MiB of events is not consumed the
/// sockets are not read.
///
/// The owner must call `markVerified` when it has checked an announce that came directly over a link, or
/// the link ends after 10 s. The LAN is trusted with nothing: instances and addresses can be forged.
///
/// Source: architecture, "LAN links".
public actor LANLinks {
  /// What happens on the links; one consumer. Ends after `stop()`.
  public nonisolated let events = BoundedChannel<LANLinkEvent>(capacity: eventBytesMax)
  /// Our instance, as others see it.
  public nonisolated let instance: LANInstance

  private let configuration: LANConfiguration
  private let sockets: SocketLoop
  private let inbox: SocketInbox
  /// Datagrams have a small inbox of their own, so that a flood of them keeps no connection waiting.
  private let beaconInbox: SocketInbox
  private let clock = ContinuousClock()
  private let clockZero: ContinuousClock.Instant
  private var machine: LANLinkMachine
  private var state = State.idle
  private var currentStatus = LANStatus()
  private var beaconSockets = LANBeaconSockets()
  private var listener: SocketID?
  private var timers: [LANTimer: Task<Void, Never>] = [:]
  private var pumps: [Task<Void, Never>] = []
  /// Names being looked up, by static peer: one at a time for each.
  private var lookUps: [Int: Task<Void, Never>] = [:]
  /// Dialled connections by their socket, and the other way round; accepted ones carry theirs.
  private var dials: [SocketID: LANConnectionID] = [:]
  private var dialSockets: [LANConnectionID: SocketID] = [:]

  private enum State {
    case idle
    case running
    case stopped
  }

  /// Links on `sockets`, which the caller owns and stops after these.
  public init(
    configuration: LANConfiguration = LANConfiguration(), sockets: SocketLoop,
    random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
  ) {
    var random = random
    instance = LANInstance(using: &random)
    machine = LANLinkMachine(
      instance: instance, jitter: random, staticPeers: configuration.staticPeers.count)
    self.configuration = configuration
    self.sockets = sockets
    inbox = sockets.makeInbox()
    beaconInbox = sockets.makeInbox(capacityBytes: beaconInboxBytes)
    clockZero = clock.now
  }

  /// Opens the listener and the multicast sockets and sends the first beacon.
  ///
  /// What cannot be opened is said in `status` and tried again with every beacon; the rest works. Throws
  /// `.stopped` when called twice or after `stop()`.
  public func start() throws(NetworkingError) {
    guard case .idle = state else { throw .stopped }
    state = .running
    openWhatIsThere()
    publish(.status(currentStatus))
    let connections = Task { [weak self, inbox, events] in
      var count = 0
      for await event in inbox {
        await self?.handle(event)
        await events.waitForRoom()
        count &+= 1
        // Nothing above waits while there is much to do: others shall have the thread as well.
        if count.isMultiple(of: eventsPerTurn) { await Task.yield() }
      }
    }
    let beacons = Task { [weak self, beaconInbox, clock] in
      var allowance = DatagramAllowance(clock: clock)
      for await event in beaconInbox {
        await self?.handle(event)
        await allowance.wait()
      }
    }
    pumps = [connections, beacons]
    run(.start(tcpPort: currentStatus.tcpPort ?? 0))
  }

  /// Where we listen and what works, as it is now; changes also come as events.
  public var status: LANStatus { currentStatus }

  /// What happened since the start, in numbers.
  public var counters: LANCounters { machine.counters }

  /// What is held now, in numbers.
  public var load: LANLoad { machine.load }

  /// Sends a packet of 1…65,535 bytes on links; others, and links that are gone, are ignored.
  ///
  /// A peer that reads slowly lets packets wait, up to 1 MB a link and 4 MiB in all; beyond that the lowest
  /// priority is dropped.
  public func send(_ frame: [UInt8], on links: [LANLinkID], priority: LANWritePriority = .normal) {
    run(.send(frame, to: links, priority))
  }

  /// Ends a link; `ended` follows.
  public func close(_ link: LANLinkID) {
    run(.close(link))
  }

  /// Says that an announce which came directly over the link was verified, and whether its peer was known
  /// before the link came up.
  public func markVerified(_ link: LANLinkID, wasKnownBefore: Bool) {
    run(.verified(link, wasKnownBefore: wasKnownBefore))
  }

  /// Ends all links, after what was sent has gone out, and all sockets; `events` ends.
  public func stop() async {
    guard case .running = state else { return state = .stopped }
    run(.stop)
    state = .stopped
    beaconSockets.close(on: sockets)
    if let listener { sockets.close(listener) }
    for timer in timers.values { timer.cancel() }
    timers = [:]
    // A resolver cannot be hurried; what it says is not heard any more.
    lookUps = [:]
    inbox.finish()
    beaconInbox.finish()
    events.finish()
    for pump in pumps { pump.cancel() }
    for pump in pumps { await pump.value }
    pumps = []
  }

  // MARK: sockets

  /// Opens the listener unless it stands, and brings the multicast sockets up to the interfaces of now.
  private func openWhatIsThere() {
    let before = currentStatus
    var enumerating: NetworkingError?
    let listening = listener == nil ? listen() : nil
    do throws(NetworkingError) {
      let interfaces = try NetworkInterface.all()
      currentStatus.interfaces = beaconSockets.follow(
        interfaces, configuration, on: sockets, inbox: beaconInbox)
    } catch {
      enumerating = error
    }
    currentStatus.keepProblems(of: before)
    currentStatus.summarise(listening: listening, enumerating: enumerating)
  }

  /// Interfaces may have come or gone, or the port may be free now: says so when it is so.
  private func lookAround() {
    let before = currentStatus
    openWhatIsThere()
    guard currentStatus != before else { return }
    publish(.status(currentStatus))
    run(.networkChanged(tcpPort: currentStatus.tcpPort ?? 0))
  }

  /// One port for both families; IPv4 alone where the system has no IPv6.
  private func listen() -> NetworkingError? {
    let hosts: [IPAddress] =
      switch configuration.reach {
      case .everywhere: [.any6, .any4]
      case .thisMachine: [.loopback4]
      }
    var failure: NetworkingError?
    for host in hosts {
      do throws(NetworkingError) {
        let bound = try sockets.listenTCP(on: SocketAddress(host, port: configuration.tcpPort), inbox: inbox)
        listener = bound.id
        currentStatus.tcpPort = bound.address.port
        return nil
      } catch {
        failure = error
      }
    }
    return failure
  }

  private func handle(_ event: SocketEvent) {
    guard case .running = state else { return }
    switch event {
    case .accepted(let id, _, .internet(let peer)):
      run(.accepted(.accepted(id), from: peer.host))
    case .accepted(let id, _, .local):
      sockets.close(id)
    case .connected(let id):
      if let connection = dials[id] { run(.dialSucceeded(connection)) }
    case .received(let id, let bytes):
      run(.received(connection(of: id), bytes))
    case .wrote(let id, let bytes):
      run(.wrote(connection(of: id), bytes: bytes))
    case .endOfInput(let id):
      run(.closed(connection(of: id), .closedByPeer))
    case .ended(let id, let code):
      run(.closed(connection(of: id), .failed(code: code)))
    case .datagram(let id, let bytes, let source):
      setProblem(nil, onInterfaceOf: id)
      run(.beacon(bytes, from: source.host))
    case .datagramFailed(let id, let code):
      setProblem("beacons cannot be sent: \(NetworkingError.systemText(code: code))", onInterfaceOf: id)
    }
  }

  private func connection(of id: SocketID) -> LANConnectionID {
    dials[id] ?? .accepted(id)
  }

  private func socket(of connection: LANConnectionID) -> SocketID? {
    switch connection {
    case .dialled: dialSockets[connection]
    case .accepted(let id): id
    }
  }

  private func setProblem(_ problem: String?, onInterfaceOf id: SocketID) {
    guard let name = beaconSockets.interface(of: id),
      let index = currentStatus.interfaces.firstIndex(where: { $0.name == name }),
      currentStatus.interfaces[index].problem != problem
    else { return }
    currentStatus.interfaces[index].problem = problem
    currentStatus.interfaces[index].sendProblem = problem
    publish(.status(currentStatus))
  }

  // MARK: the machine

  private func run(_ event: LANMachineEvent) {
    guard case .running = state else { return }
    for effect in machine.handle(event, now: now()) { perform(effect) }
  }

  private func perform(_ effect: LANMachineEffect) {
    switch effect {
    case .sendBeacon(let beacon):
      beaconSockets.send(beacon, on: sockets)
    case .dial(let connection, let address):
      let id = sockets.connectTCP(to: address, inbox: inbox, reportsWrites: true)
      dials[id] = connection
      dialSockets[connection] = id
    case .resolve(let peer):
      resolve(peer)
    case .write(let connection, let bytes):
      if let id = socket(of: connection) { sockets.send(bytes, on: id) }
    case .startReading(let connection):
      if let id = socket(of: connection) { sockets.setReading(true, on: id) }
    case .stopReading(let connection):
      if let id = socket(of: connection) { sockets.setReading(false, on: id) }
    case .close(let connection):
      guard let id = socket(of: connection) else { return }
      sockets.close(id, afterWriting: true)
      dials[id] = nil
      dialSockets[connection] = nil
    case .schedule(let timer, let time):
      schedule(timer, at: time)
    case .cancel(let timer):
      timers.removeValue(forKey: timer)?.cancel()
    case .event(let event):
      publish(event)
    }
  }

  private func resolve(_ peer: Int) {
    guard lookUps[peer] == nil, configuration.staticPeers.indices.contains(peer) else { return }
    let wanted = configuration.staticPeers[peer]
    lookUps[peer] = Task { [weak self] in
      let hosts = await HostNames.addresses(of: wanted.host)
      await self?.resolved(peer, hosts.map { SocketAddress($0, port: wanted.port) })
    }
  }

  private func resolved(_ peer: Int, _ addresses: [SocketAddress]) {
    lookUps[peer] = nil
    run(.resolved(peer: peer, addresses))
  }

  private func publish(_ event: LANLinkEvent) {
    if case .frame(_, let bytes) = event {
      events.append(event, cost: eventCostBytes + bytes.count)
    } else {
      events.append(event, cost: eventCostBytes)
    }
  }

  private func schedule(_ timer: LANTimer, at time: Instant) {
    timers[timer]?.cancel()
    let deadline = clockZero + .nanoseconds(Int64(clamping: time.nanoseconds))
    timers[timer] = Task { [weak self, clock] in
      try? await clock.sleep(until: deadline)
      // Cancelling happens on the actor, so one that was replaced is seen as such here.
      await self?.fire(timer)
    }
  }

  private func fire(_ timer: LANTimer) {
    guard !Task.isCancelled, case .running = state else { return }
    timers[timer] = nil
    if timer == .beacon { lookAround() }
    run(.timer(timer))
  }

  private func now() -> Instant {
    Instant(nanoseconds: UInt64(clamping: clockZero.duration(to: clock.now).wholeNanoseconds))
  }
}

/// Lets datagrams through at a bounded rate; while it waits, the system drops what is beyond the inbox.
private struct DatagramAllowance {
  let clock: ContinuousClock
  private var began: ContinuousClock.Instant
  private var count = 0

  init(clock: ContinuousClock) {
    self.clock = clock
    began = clock.now
  }

  mutating func wait() async {
    count += 1
    guard count >= LANLimits.beaconsPerSecondMax else { return }
    try? await clock.sleep(until: began + .seconds(1))
    began = clock.now
    count = 0
  }
}

/// Events that are taken before others have their turn on the thread.
private let eventsPerTurn = 8
private let beaconInboxBytes = 1 << 16
private let eventBytesMax = 1 << 20
private let eventCostBytes = 256

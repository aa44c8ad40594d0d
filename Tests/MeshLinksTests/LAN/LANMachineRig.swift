import Networking
import Testing
import Timebase

@testable import MeshLinks

/// One machine with a clock that jumps from timer to timer; `effects` are those of the last step.
struct LANMachineRig: CustomTestStringConvertible {
  private(set) var machine: LANLinkMachine
  private(set) var now = Instant(nanoseconds: 1_000_000_000_000)
  private(set) var effects: [LANMachineEffect] = []
  private var timers: [LANTimer: Instant] = [:]
  private var acceptedCount: UInt64 = 0
  private var dialCount: UInt8 = 0

  /// A started machine; its first beacon is not among the effects.
  init(
    instance: LANInstance = lanInstance(5), jitter: UInt64 = 0, staticPeers: Int = 0, isStarted: Bool = true
  ) {
    machine = LANLinkMachine(
      instance: instance, jitter: LANTestRandom(value: jitter), staticPeers: staticPeers)
    if isStarted { feed(.start(tcpPort: 4000)) }
  }

  var testDescription: String { "rig with \(machine.connections.count) connections" }

  var events: [LANLinkEvent] {
    effects.compactMap { if case .event(let event) = $0 { event } else { nil } }
  }

  var closed: [LANConnectionID] {
    effects.compactMap { if case .close(let id) = $0 { id } else { nil } }
  }

  var dials: [SocketAddress] {
    effects.compactMap { if case .dial(_, let address) = $0 { address } else { nil } }
  }

  var beaconCount: Int {
    effects.count { if case .sendBeacon = $0 { true } else { false } }
  }

  /// What was written on a connection in the last step.
  func written(on id: LANConnectionID) -> [UInt8] {
    effects.flatMap { if case .write(id, let bytes) = $0 { bytes } else { [UInt8]() } }
  }

  mutating func feed(_ event: LANMachineEvent) {
    effects = []
    take(event)
  }

  mutating func receive(_ bytes: [UInt8], on id: LANConnectionID) {
    feed(.received(id, bytes))
  }

  /// Lets time pass and fires what is due at its time.
  mutating func advance(_ duration: Duration) {
    effects = []
    let end = now + duration
    while let (timer, time) = nextTimer(until: end) {
      now = max(now, time)
      timers[timer] = nil
      take(.timer(timer))
    }
    now = end
  }

  /// Lets time pass until a timer is due and fires it; a second when there is none.
  mutating func advanceToNextTimer() {
    effects = []
    guard let (timer, time) = timers.min(by: { ($0.value, "\($0.key)") < ($1.value, "\($1.key)") }) else {
      return now = now + .seconds(1)
    }
    now = max(now, time)
    timers[timer] = nil
    take(.timer(timer))
  }

  /// The earliest timer; of several at one time, always the same.
  private func nextTimer(until end: Instant) -> (LANTimer, Instant)? {
    let due = timers.filter { $0.value <= end }
    return due.min { ($0.value, "\($0.key)") < ($1.value, "\($1.key)") }.map { ($0.key, $0.value) }
  }

  mutating func accept(from host: IPAddress = .loopback4) -> LANConnectionID {
    acceptedCount += 1
    let id = LANConnectionID.accepted(SocketID(number: acceptedCount))
    feed(.accepted(id, from: host))
    return id
  }

  /// An accepted link that is up.
  @discardableResult
  mutating func acceptLink(from other: LANInstance, host: IPAddress = .loopback4) -> LANConnectionID {
    let id = accept(from: host)
    receive(LANFrames.hello(other), on: id)
    return id
  }

  /// Hears a beacon of `expected`, lets the dial succeed and the other end say hello.
  @discardableResult
  mutating func dialLink(
    to expected: LANInstance, answering other: LANInstance? = nil, host: IPAddress = .loopback4
  ) -> LANConnectionID? {
    guard let id = dial(to: expected, host: host) else { return nil }
    feed(.dialSucceeded(id))
    receive(LANFrames.hello(other ?? expected), on: id)
    return id
  }

  /// Hears a beacon; the dial it led to.
  mutating func dial(
    to expected: LANInstance, host: IPAddress = .loopback4, port: UInt16 = 7000
  ) -> LANConnectionID? {
    feed(.beacon(LANBeacon(instance: expected, tcpPort: port).bytes, from: host))
    for case .dial(let id, _) in effects { return id }
    return nil
  }

  private mutating func take(_ event: LANMachineEvent) {
    for effect in machine.handle(event, now: now) {
      switch effect {
      case .schedule(let timer, let time): timers[timer] = time
      case .cancel(let timer): timers[timer] = nil
      case .sendBeacon, .dial, .resolve, .write, .startReading, .stopReading, .close, .event: break
      }
      effects.append(effect)
    }
  }
}

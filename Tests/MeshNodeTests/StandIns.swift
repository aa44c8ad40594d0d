import Cryptography
import Mesh
import MeshNode
import Timebase
import TransportPorts

/// A link layer on which nothing ever happens but what a test says; keeps what it was asked for.
actor SilentLinks: MeshLinkLayer {
  private var events: [MeshLinkEvent] = []
  private var waiting: CheckedContinuation<MeshLinkEvent?, Never>?
  private var hasStopped = false
  private(set) var commands: [MeshLinkCommand] = []
  /// Events handed to the node so far.
  private(set) var taken = 0
  /// How often the node asked for an event; it asks again when it has carried the last one out.
  private(set) var asked = 0

  func start() async throws {}

  func emit(_ event: MeshLinkEvent) {
    if let node = waiting {
      waiting = nil
      taken += 1
      node.resume(returning: event)
    } else {
      events.append(event)
    }
  }

  func nextEvent() async -> MeshLinkEvent? {
    asked += 1
    if !events.isEmpty {
      taken += 1
      return events.removeFirst()
    }
    if hasStopped { return nil }
    return await withCheckedContinuation { waiting = $0 }
  }

  func perform(_ commands: [MeshLinkCommand]) async {
    self.commands += commands
  }

  func stop() async {
    hasStopped = true
    waiting?.resume(returning: nil)
    waiting = nil
  }
}

/// A clock that runs, since the node sleeps until the engine's deadlines.
struct RunningClock: Sendable {
  private let clock = ContinuousClock()
  private let start = ContinuousClock.now

  var now: Now {
    let passed = UInt64(clamping: start.duration(to: clock.now).wholeNanoseconds)
    return Now(
      monotonic: Instant(nanoseconds: 1_000_000_000 + passed),
      unix: Timestamp(milliseconds: 1_750_000_000_000 + passed / 1_000_000))
  }
}

/// Keys out of a number.
func testIdentity(_ number: UInt64) throws -> MeshIdentity {
  var random = SeededRandom(number: number)
  return MeshIdentity(noise: .generate(using: &random), signing: .generate(using: &random))
}

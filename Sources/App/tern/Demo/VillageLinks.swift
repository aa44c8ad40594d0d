import Mesh
import MeshNode
import MeshSimulation
import Timebase
import TransportPorts

/// A simulated village as the node's link layer, in place of the local network: the same engine, the same
/// frames, and no socket. Drives the village by this machine's clock.
actor VillageLinks: MeshLinkLayer {
  /// So many happenings wait for the node at most; frames beyond that are lost, as on a radio.
  static let waitingMax = 4_096

  private var village: Village
  private let clock: SystemClock
  private var waiting: [MeshLinkEvent] = []
  private var consumer: CheckedContinuation<MeshLinkEvent?, Never>?
  private var links = 0
  private var hasStarted = false
  private var hasStopped = false
  private var wake: Task<Void, Never>?

  /// A village that begins now.
  init(seed: UInt64, clock: SystemClock) {
    village = Village(seed: seed, at: clock.now())
    self.clock = clock
  }

  func start() {
    hasStarted = true
    emit(status)
    turn()
  }

  func nextEvent() async -> MeshLinkEvent? {
    if !waiting.isEmpty { return waiting.removeFirst() }
    if hasStopped { return nil }
    return await withCheckedContinuation { consumer = $0 }
  }

  func perform(_ commands: [MeshLinkCommand]) {
    guard hasStarted, !hasStopped else { return }
    for command in commands {
      switch command {
      case .send(let frame, let targets, _):
        for link in targets { village.receive(frame, on: link, at: clock.now()) }
      case .verified: break
      case .close(let link): village.close(link, at: clock.now())
      }
    }
    turn()
  }

  func stop() {
    hasStopped = true
    wake?.cancel()
    consumer?.resume(returning: nil)
    consumer = nil
  }

  /// Lets everything happen that is due, and comes back for the next thing.
  private func turn() {
    guard hasStarted, !hasStopped else { return }
    for happening in village.advance(to: clock.now()) {
      switch happening {
      case .up(let link, let facts):
        links += 1
        emit(.link(.up(link, facts)))
        emit(status)
      case .frame(let link, let frame):
        if waiting.count < Self.waitingMax { emit(.link(.frame(link, frame))) }
      case .ended(let link):
        links = max(links - 1, 0)
        emit(.link(.ended(link, runPeerBookkeeping: true)))
        emit(status)
      }
    }
    wake?.cancel()
    guard let due = village.nextDue else { return }
    let delay = due.since(clock.now().monotonic)
    wake = Task {
      // Ends early only where a later turn took its place; the clock of the village is this machine's.
      if delay > .zero, (try? await Task.sleep(for: delay, tolerance: .milliseconds(2))) == nil { return }
      self.turn()
    }
  }

  private var status: MeshLinkEvent {
    .status(TransportStatus(condition: .listening, links: links))
  }

  private func emit(_ event: MeshLinkEvent) {
    if let consumer {
      self.consumer = nil
      consumer.resume(returning: event)
    } else {
      waiting.append(event)
    }
  }
}

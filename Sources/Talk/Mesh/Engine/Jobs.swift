import MeshWire
import Timebase

/// The agenda at work.
extension MeshEngine {
  /// Runs what is due. What these jobs schedule in turn waits for the next wake-up.
  mutating func runDueJobs() {
    armedWake = nil
    let mark = agenda.mark
    while let job = agenda.popDue(at: now.monotonic, setBefore: mark) { run(job) }
  }

  /// Asks for a wake-up at the next deadline, if the last wish was another.
  mutating func armWake() {
    let next = agenda.next
    guard next != armedWake else { return }
    armedWake = next
    if let next {
      effects.append(.schedule(.wake, at: next))
    } else {
      effects.append(.cancel(.wake))
    }
  }

  private mutating func run(_ job: Job) {
    switch job {
    case .firstAnnounce: announce(isForced: true)
    case .greet(let link): greet(link)
    case .flushSpool: flushSpool()
    case .afterglow:
      lastAfterglow = now.monotonic
      announce(isForced: true)
    case .tick: tick()
    case .rekeyCheck: rekeySessions()
    case .relay(let number): sendRelay(number)
    case .disconnectNotice(let peer):
      if !registry.isConnected(peer) { emit(.peerDisconnected(peer)) }
    case .publishPeers: publication.isDue = true
    case .handshakeTimeout(let peer):
      let wasResponding = noise.isResponding(to: peer)
      noise.expireAttempt(of: peer, at: now.monotonic)
      performNoiseActions()
      if wasResponding { makeUpForLostMessage3(of: peer) }
    case .recovery(let peer):
      let isReachable = registry.isReachable(peer, at: now.monotonic)
      noise.recover(peer, isReachable: isReachable, at: now.monotonic, using: &random)
      performNoiseActions()
    case .proofDeadline(let peer): proofs.expire(peer)
    case .drainQueue(let peer): drainQueue(of: peer)
    case .openWaiting(let link): openWaiting(on: link)
    case .piece(let number): sendPiece(of: number)
    case .module(let index, let timer): deliver(.timer(timer), toModule: index)
    case .gossip(let job): run(job)
    case .finishStop: finishStop()
    }
  }

  private mutating func rekeySessions() {
    schedule(.rekeyCheck, after: NoiseLimits.rekeyCheck)
    for peer in noise.peersToRekey(at: now.monotonic) {
      noise.restart(with: peer, at: now.monotonic, using: &random)
    }
    performNoiseActions()
  }
}

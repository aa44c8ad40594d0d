import MeshWire
import Timebase

/// What the link layer reports (mesh-engine 2.1).
extension MeshEngine {
  mutating func handle(_ event: LinkEvent) {
    switch event {
    case .up(let id, let facts): linkUp(id, facts)
    case .changed(let id, let facts): links.update(id, facts)
    case .frame(let id, let frame): receive(frame, on: id)
    case .ended(let id, let runPeerBookkeeping):
      linkEnded(id, runPeerBookkeeping: runPeerBookkeeping)
    case .allEnded(let role, let retireProofsAndNotify):
      for link in links.all where link.id.role == role {
        linkEnded(link.id, runPeerBookkeeping: retireProofsAndNotify)
      }
    }
  }

  private mutating func linkUp(_ id: LinkID, _ facts: LinkFacts) {
    if links.binding(of: id) != nil { linkEnded(id, runPeerBookkeeping: false) }
    guard phase != .stopping, phase != .suspended else { return effects.append(.disconnect(id)) }
    guard links.add(id, facts) else {
      counts.linksRefused += 1
      return effects.append(.disconnect(id))
    }
    let answer = facts.isGreetingLimited ? subscriptions.admit(id, at: now.monotonic) : .announce
    if answer != .announce { counts.greetingsThrottled += 1 }
    let delay =
      id.role == .peripheral ? MeshLimits.peripheralGreetingDelay : MeshLimits.centralGreetingDelay
    switch answer {
    case .announce: schedule(.greet(id), after: delay)
    case .flushOnly: schedule(.flushSpool(id), after: delay)
    case .nothing: break
    }
  }

  /// Announces to a link that came up, and sends what waited for one.
  ///
  /// Where every new link must get an announce, but the last is too fresh for another, that one is repeated
  /// on the new link.
  mutating func greet(_ id: LinkID) {
    guard phase == .running, let link = links[id] else { return }
    if !announce(isForced: true), !link.facts.isGreetingLimited, let lastAnnounce,
      let frame = try? lastAnnounce.encoded(padded: false), frame.count <= link.facts.sendLimitBytes
    {
      counts.announcesSent += 1
      effects.append(.send(frame: frame, links: [id], priority: .normal))
    }
    flushSpool()
  }

  /// Forgets a link with its proof and binding; a peer without another live link is no longer connected.
  private mutating func linkEnded(_ id: LinkID, runPeerBookkeeping: Bool) {
    agenda.cancel(.greet(id))
    agenda.cancel(.flushSpool(id))
    noise.budgets.forget(id)
    guard let link = links.remove(id), let peer = link.binding.verified else { return }
    publication.isDirty = true
    if runPeerBookkeeping, !links.isLinked(peer) { markDisconnected(peer) }
  }
}

import Cryptography
import MeshWire
import Timebase

/// What the application asks for.
extension MeshEngine {
  mutating func handle(_ command: MeshCommand) {
    switch command {
    case .start: start()
    case .stop: stop()
    case .setNickname(let name):
      let name = Self.announceable(name)
      guard name != nickname else { return }
      nickname = name
      announce(isForced: true)
    case .sendPublic(let text, let timestamp): sendPublic(text, at: timestamp)
    case .triggerHandshake(let peer): startHandshake(with: peer)
    case .restoreIdentities(let identities): pins.restore(identities)
    case .setCapability(let bits, let isOn):
      let old = toggledCapabilities
      if isOn { toggledCapabilities.formUnion(bits) } else { toggledCapabilities.subtract(bits) }
      if toggledCapabilities != old { announce(isForced: true) }
    case .cancelTransfer(let id): cancelTransfer(named: id)
    case .module(let command): deliver(.command(command))
    case .restoreModule(let name, let value): restoreModule(name, value)
    case .restoreArchive(let frames): restoreArchive(frames)
    case .dropStoredMessages(let peer): dropStoredMessages(of: peer)
    case .panic(let command): handle(command)
    }
  }

  mutating func start() {
    guard phase == .idle else { return }
    phase = .running
    schedule(.firstAnnounce, after: MeshLimits.firstAnnounceDelay)
    schedule(.tick, after: MeshLimits.tick)
    schedule(.rekeyCheck, after: NoiseLimits.rekeyCheck)
    schedule(.gossip(.tick), after: GossipLimits.tick)
  }

  /// Says goodbye on every link; the links close a moment later (mesh-engine 15).
  private mutating func stop() {
    switch phase {
    case .running: break
    case .idle, .suspended: return emit(.stopped)
    case .stopping: return
    }
    let leave = Packet.leave(sender: own, timestamp: now.unix)
    if let frame = try? leave.signed(with: identity.signing).encoded(padded: false), links.count > 0 {
      effects.append(.send(frame: frame, links: links.all.map(\.id), priority: .normal))
    }
    archiveIfChanged()
    phase = .stopping
    agenda.removeAll()
    schedule(.finishStop, after: MeshLimits.stopDelay)
  }

  /// Closes the links and forgets everything that belongs to this run. Identities, and what the application
  /// gave us to send, stay.
  mutating func finishStop() {
    disconnectAndForget()
    links = LinkTable()
    ingress = IngressRecords()
    gossip.requests = GossipRequests()
    giveUp(spool.takeAll())
    phase = .idle
    emit(.stopped)
  }

  /// What a stop and a panic have in common: no link, no session, nothing half done, no timer.
  mutating func disconnectAndForget() {
    for link in links.all { effects.append(.disconnect(link.id)) }
    agenda.removeAll()
    registry = Registry()
    noise = NoiseSessions(identity: identity)
    proofs = SessionProofs()
    deferred = DeferredPackets()
    waiting = WaitingMessages()
    assemblies = FragmentAssemblies()
    answered = AnsweredPackets()
    relays = RelayQueue()
    abandonTransfers()
    counts = MeshCounters()
    topology = Topology()
    routeHealth = RouteHealth()
    lastAfterglow = nil
    publication.isDirty = true
  }

  /// A name that fits into an announce: at most 200 bytes of UTF-8, cut at a whole character.
  static func announceable(_ name: String) -> String {
    var bytes = 0
    return String(
      name.prefix { character in
        bytes += character.utf8.count
        return bytes <= MeshLimits.nicknameBytesMax
      })
  }
}

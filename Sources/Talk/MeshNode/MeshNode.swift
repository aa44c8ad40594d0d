import Bytes
import Cryptography
import Mesh
import MeshWire
import Timebase
import TransportPorts

/// Owns one engine and drives it: the only place that touches it.
///
/// Every call decides synchronously: the engine handles the event and its effects are queued before
/// anything is awaited, so effects of two events never mix.
public actor MeshNode: CoreTransport {
  /// Private messages whose outcome is awaited; the oldest is forgotten (its outcome then goes unreported,
  /// and the outbox sends it again).
  static let pendingMax = 4_096

  /// Events of links that are taken before others have their turn.
  private static let eventsPerTurn = 16

  /// What the node did since the start.
  public private(set) var counters = MeshNodeCounters()

  private var engine: MeshEngine
  private let identity: MeshIdentity
  private let links: any MeshLinkLayer
  private let clock: @Sendable () -> Now
  private var events = EventQueue()
  private var consumer: CheckedContinuation<TransportEvent?, Never>?
  private var roomWaiter: CheckedContinuation<Void, Never>?
  private var commands: [MeshLinkCommand] = []
  private var isDraining = false
  private var linkTask: Task<Void, Never>?
  private var wakeTask: Task<Void, Never>?
  private var hasStopped = false
  private var questions = DiagnosticQuestions()
  private var stopWaiter: CheckedContinuation<Void, Never>?
  private var pending: [(id: String, peer: PeerAddress)] = []
  private var known: Set<PeerID>
  let stateFile: MeshStateFile?
  /// Values on their way to the file, by name; as many as the engine has modules, and one.
  var unsaved: [String: [UInt8]] = [:]
  var saving: Task<Void, Never>?
  private var peers: [PeerSnapshot] = []

  /// A node that takes part after `start`. `known` are the people of earlier runs; `seed`, 32 bytes, is all
  /// the randomness the engine will have; without `state` nothing of the engine outlives the node. The file
  /// is closed by whoever opened it, after `stop`.
  public init(
    identity: MeshIdentity, nickname: String, known: [KnownPeer], links: any MeshLinkLayer, seed: [UInt8],
    state: MeshStateFile? = nil, clock: @escaping @Sendable () -> Now
  ) {
    self.identity = identity
    self.links = links
    stateFile = state
    self.clock = clock
    let identities = known.compactMap(knownIdentity)
    self.known = Set(identities.map(\.peerID))
    engine = MeshEngine(
      configuration: MeshConfiguration(), identity: identity, nickname: nickname,
      random: SeededRandom(seed: seed))
    _ = engine.handle(.command(.restoreIdentities(identities)), now: clock())
  }

  /// Opens the links and takes part.
  public func start() async throws {
    await restoreState()
    try await links.start()
    handle(.command(.start))
    linkTask = Task { await self.followLinks() }
  }

  /// Says goodbye, closes the links and ends the events.
  public func stop() async {
    guard !hasStopped else { return }
    handle(.command(.stop))
    // The engine answers with `stopped` 0.05 s later, when the goodbye is on the wire; at once when it never
    // took part.
    if !hasStopped { await withCheckedContinuation { stopWaiter = $0 } }
    await links.stop()
    linkTask?.cancel()
    wakeTask?.cancel()
    resumeRoomWaiter()
    await saving?.value
    consumer?.resume(returning: nil)
    consumer = nil
  }

  /// What the engine and its modules count, and the bytes of packets it keeps.
  public func engineTraffic() -> (counters: MeshCounters, modules: [ModuleCounter], heldBytes: Int) {
    (engine.counters, engine.moduleCounters, engine.heldBytes)
  }

  // MARK: CoreTransport

  /// The next event; see `CoreTransport`.
  public func nextEvent() async -> TransportEvent? {
    if let event = events.removeFirst() {
      if !events.isFull { resumeRoomWaiter() }
      return event
    }
    if hasStopped { return nil }
    precondition(consumer == nil, "A transport has one consumer; share its events above it.")
    return await withCheckedContinuation { consumer = $0 }
  }

  /// Our mesh id.
  public func ownAddress() -> PeerAddress { address(identity.peerID) }

  /// The stable id of a public message of ours.
  public func publicMessageID(text: String, at moment: Timestamp) -> MessageID {
    MessageID(MeshWire.publicMessageID(sender: identity.peerID, timestamp: moment, text: text))
  }

  /// Sends to everybody.
  public func sendPublic(_ text: String, at moment: Timestamp) {
    handle(.command(.sendPublic(text: text, timestamp: moment)))
  }

  /// Sends to one person.
  public func sendPrivate(_ text: String, to peer: PeerAddress, id: MessageID, at moment: Timestamp) {
    guard let recipient = peerID(peer) else {
      emit(.sendOutcome(id, peer, .refused(.unknownAddress)))
      return
    }
    if pending.count >= Self.pendingMax { pending.removeFirst() }
    pending.append((id.text, peer))
    handle(.command(.sendPrivate(text: text, to: recipient, messageID: id.text)))
  }

  /// Confirms storage.
  public func sendDelivered(_ id: MessageID, to peer: PeerAddress) {
    guard let recipient = peerID(peer) else { return }
    handle(.command(.sendDelivered(messageID: id.text, to: recipient)))
  }

  /// Confirms reading.
  public func sendRead(_ id: MessageID, to peer: PeerAddress) -> Bool {
    guard let recipient = peerID(peer), peers.contains(where: { $0.id == recipient && $0.isReachable })
    else { return false }
    handle(.command(.sendRead(messageID: id.text, to: recipient)))
    return true
  }

  /// Starts a session.
  public func prepareSession(with peer: PeerAddress) {
    guard let recipient = peerID(peer) else { return }
    handle(.command(.triggerHandshake(recipient)))
  }

  /// Takes another name.
  public func setNickname(_ nickname: String) {
    handle(.command(.setNickname(nickname)))
  }

  // MARK: Driving the engine

  private func followLinks() async {
    var count = 0
    while !Task.isCancelled, let event = await links.nextEvent() {
      switch event {
      case .link(let link):
        if case .frame = link { counters.framesTaken += 1 }
        handle(.link(link))
      case .status(let status): emit(.statusChanged(status))
      }
      count &+= 1
      // While links bring much nothing here waits: others shall have the actor and its thread as well.
      if count.isMultiple(of: Self.eventsPerTurn) { await Task.yield() }
      guard events.isFull, !Task.isCancelled else { continue }
      counters.waits += 1
      await withCheckedContinuation { roomWaiter = $0 }
    }
  }

  /// Asks the diagnostics module; `nil` once the node has stopped.
  func ask(_ question: (UInt64) -> Diagnostics.Command) async -> Diagnostics.Report? {
    guard !hasStopped else { return nil }
    return await withCheckedContinuation { continuation in
      let token = questions.add(continuation)
      handle(.command(.module(question(token))))
    }
  }

  /// Whether payloads to the peer go out encrypted at once.
  func isInSession(with peer: PeerID) -> Bool { engine.sessionState(of: peer) == .established }

  func handle(_ event: MeshEvent) {
    for effect in engine.handle(event, now: clock()) { perform(effect) }
    startDraining()
  }

  private func perform(_ effect: MeshEffect) {
    switch effect {
    case .send(let frame, let links, let priority):
      counters.framesSent += links.count
      commands.append(.send(frame: frame, links: links, priority: priority))
    case .disconnect(let link):
      counters.linksClosed += 1
      commands.append(.close(link))
    case .linkVerified(let link, let peer):
      counters.linksVerified += 1
      commands.append(.verified(link, wasKnownBefore: known.contains(peer)))
    case .schedule(let timer, let instant): schedule(timer, at: instant)
    case .cancel: wakeTask?.cancel()
    case .event(let event): pass(event)
    }
  }

  private func schedule(_ timer: TimerID, at instant: Instant) {
    wakeTask?.cancel()
    let delay = instant.since(clock().monotonic)
    wakeTask = Task {
      if delay > .zero, (try? await Task.sleep(for: delay, tolerance: .milliseconds(1))) == nil { return }
      self.handle(.timer(timer))
    }
  }

  /// One drain at a time keeps the order of frames; what comes meanwhile goes with the next round.
  private func startDraining() {
    guard !isDraining, !commands.isEmpty else { return }
    isDraining = true
    Task {
      while !self.commands.isEmpty {
        let batch = self.commands
        self.commands = []
        await self.links.perform(batch)
      }
      self.isDraining = false
    }
  }

  private func emit(_ event: TransportEvent) {
    if let waiting = consumer {
      consumer = nil
      waiting.resume(returning: event)
    } else {
      events.append(event)
    }
  }

  private func resumeRoomWaiter() {
    roomWaiter?.resume()
    roomWaiter = nil
  }
}

// MARK: - Events upward

extension MeshNode {
  private func pass(_ event: MeshAppEvent) {
    switch event {
    case .publicMessage(let sender, let nickname, let text, let timestamp, let messageID, let isOwn):
      counters.publicMessages += 1
      emit(
        .publicMessage(
          IncomingPublicMessage(
            id: MessageID(messageID), sender: address(sender), noiseKey: noiseKey(of: sender),
            nickname: nickname, text: text, sentAt: timestamp, isOwn: isOwn)))
    case .privateMessage(let sender, let messageID, let text, let timestamp):
      counters.privateMessages += 1
      emit(
        .privateMessage(
          IncomingPrivateMessage(
            id: MessageID(messageID), sender: address(sender),
            nickname: peers.first { $0.id == sender }?.nickname ?? "", text: text, sentAt: timestamp)))
    case .delivered(let messageID, let peer):
      emit(.receipt(Receipt(kind: .delivered, id: MessageID(messageID), peer: address(peer))))
    case .read(let messageID, let peer):
      emit(.receipt(Receipt(kind: .read, id: MessageID(messageID), peer: address(peer))))
    case .peerConnected(let peer): emit(.peerReady(address(peer)))
    case .peerDisconnected: break  // `peersChanged` says it
    case .peersChanged(let snapshots): showPeers(snapshots)
    case .deliveryStatus(let messageID, let status): report(status, of: messageID)
    case .sessionChanged(let peer, let state):
      guard state == .established else { return }
      counters.sessions += 1
      emit(.peerReady(address(peer)))
    case .identityLearned(let identity):
      counters.identitiesLearned += 1
      emit(.peerLearned(knownPeer(identity)))
    case .stopped:
      hasStopped = true
      questions.endAll()
      stopWaiter?.resume()
      stopWaiter = nil
    case .transfer: break  // no module of ours sends files yet
    case .module(let event):
      if let report = event.value as? Diagnostics.Report { questions.answer(report) }
      if let told = trustEvent(event.value) { emit(told) }
    case .archiveChanged(let frames):
      keep(ArchiveCoding.encode(frames), under: MeshStateFile.archiveName)
    case .moduleState(let name, let value): keep(value, under: MeshStateFile.modulePrefix + name)
    }
  }

  private func showPeers(_ snapshots: [PeerSnapshot]) {
    let reachableBefore = Set(peers.filter(\.isReachable).map(\.id))
    peers = snapshots
    emit(.peersChanged(snapshots.map(transportPeer)))
    for peer in snapshots where peer.isReachable && !reachableBefore.contains(peer.id) {
      emit(.peerReady(address(peer.id)))
    }
  }

  private func report(_ status: DeliveryStatus, of messageID: String) {
    guard let place = pending.firstIndex(where: { $0.id == messageID }) else { return }
    let peer = pending[place].peer
    let id = MessageID(messageID)
    switch status {
    case .sent: emit(.sendOutcome(id, peer, .sent))
    case .failed(let failure):
      switch failure {
      case .tooLong, .frameTooLarge: emit(.sendOutcome(id, peer, .refused(.tooLong)))
      // The outbox holds it and tries again when the peer is ready.
      case .queueFull, .noLink, .notRunning, .cancelled: break
      }
    }
    pending.remove(at: place)
  }

  private func noiseKey(of peer: PeerID) -> PeerAddress? {
    peers.first { $0.id == peer }.flatMap { PeerAddress($0.noiseKey.bytes.hexadecimal) }
  }
}

// MARK: - Between the mesh's words and the port's

func address(_ peer: PeerID) -> PeerAddress {
  guard let address = PeerAddress(peer.description) else {
    preconditionFailure("A peer id always prints 16 hexadecimal digits.")
  }
  return address
}

func peerID(_ address: PeerAddress) -> PeerID? {
  switch address.form {
  case .meshID: return PeerID(hexadecimal: address.text)
  case .noiseKey:
    guard let bytes = [UInt8](hexadecimal: address.text),
      let key = try? X25519.PublicKey(rawBytes: bytes)
    else { return nil }
    return PeerID(noiseKey: key)
  }
}

private func transportPeer(_ peer: PeerSnapshot) -> TransportPeer {
  TransportPeer(
    address: address(peer.id), nickname: peer.nickname,
    noiseKey: PeerAddress(peer.noiseKey.bytes.hexadecimal), fingerprint: peer.fingerprint,
    isConnected: peer.isConnected, isReachable: peer.isReachable, hops: peer.hops,
    session: session(peer.session), lastSeen: peer.lastSeen,
    links: peer.links.map { $0.role == .peripheral ? .openedHere : .openedThere },
    signingKey: peer.signingKey.bytes,
    understandsVouches: peer.capabilities.map { $0.isEmpty || $0.contains(.vouch) } ?? true)
}

private func session(_ state: SessionState) -> TransportPeer.Session {
  switch state {
  case .none: .none
  case .handshaking: .handshaking
  case .established: .established
  }
}

private func knownPeer(_ identity: KnownIdentity) -> KnownPeer {
  KnownPeer(
    fingerprint: SHA256.hash(identity.noiseKey.bytes).hexadecimal, noiseKey: identity.noiseKey.bytes,
    signingKey: identity.signingKey.bytes, isSigningKeyAuthenticated: identity.isSigningKeyAuthenticated,
    nickname: identity.nickname)
}

private func knownIdentity(_ peer: KnownPeer) -> KnownIdentity? {
  guard let noiseKey = try? X25519.PublicKey(rawBytes: peer.noiseKey),
    let signingKey = try? Ed25519.PublicKey(rawBytes: peer.signingKey)
  else { return nil }
  return KnownIdentity(
    noiseKey: noiseKey, signingKey: signingKey, isSigningKeyAuthenticated: peer.isSigningKeyAuthenticated,
    nickname: peer.nickname)
}

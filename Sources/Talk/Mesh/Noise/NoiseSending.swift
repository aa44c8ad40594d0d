import MeshWire
import Timebase

/// Noise packets of ours, and what the sessions ask for (mesh-engine 8.3, 8.8).
extension MeshEngine {
  /// Starts a handshake, unless there is a session or one is under way.
  mutating func startHandshake(with peer: PeerID) {
    guard phase == .running else { return }
    noise.start(with: peer, at: now.monotonic, using: &random)
    performNoiseActions()
  }

  /// The same toward a peer whose announce was verified: garbage from a phantom id must not make us flood.
  mutating func startHandshakeIfKnown(with peer: PeerID) {
    if registry.contains(peer) { startHandshake(with: peer) }
  }

  /// Sends a payload inside the peer's session, or lets it wait behind a handshake.
  mutating func send(_ payload: OutboundPayload, to peer: PeerID, startsHandshake: Bool) {
    guard phase == .running else {
      if let id = payload.messageID { report(id, .failed(.notRunning)) }
      return
    }
    if queues.count(for: peer) == 0, encryptAndSend(payload, to: peer) { return }
    enqueue(payload, for: peer)
    if noise.isPendingConvergence(peer) {
      noise.requestConvergence(with: peer, at: now.monotonic)
      performNoiseActions()
    } else if startsHandshake {
      startHandshake(with: peer)
    }
  }

  private mutating func enqueue(_ payload: OutboundPayload, for peer: PeerID) {
    for evicted in queues.append(payload, for: peer, at: now.monotonic) {
      counts.queueEvicted += 1
      if let id = evicted.messageID { report(id, .failed(.queueFull)) }
    }
  }

  /// Whether something sent to the peer now can be expected to arrive. What cannot waits unencrypted: by
  /// the time there is a way, the session may be another.
  func hasWay(to peer: PeerID) -> Bool {
    guard links.count > 0 else { return false }
    return links.isLinked(peer) || registry.isReachable(peer, at: now.monotonic)
      || !registry.contains(peer) && noise.isFresh(peer, at: now.monotonic)
  }

  /// Sends what waits for peers with a good session, where there is a way again.
  mutating func drainQueues() {
    for peer in queues.peers where isSecureDeliverable(peer) && hasWay(to: peer) { drainQueue(of: peer) }
  }

  /// Tells the application about messages for which there was a session but no way for a minute. Those that
  /// wait for a session stay until the peer shows itself.
  mutating func expireQueues() {
    for peer in queues.peers where isSecureDeliverable(peer) && !hasWay(to: peer) {
      for payload in queues.takeExpired(for: peer, at: now.monotonic) {
        if let id = payload.messageID { report(id, .failed(.noLink)) }
      }
    }
  }

  /// Sends what waits for a peer, in order; what cannot leave goes back to the front.
  mutating func drainQueue(of peer: PeerID) {
    var waiting = queues.takeAll(for: peer)[...]
    while let payload = waiting.first, encryptAndSend(payload, to: peer) { waiting.removeFirst() }
    queues.putBack(Array(waiting), for: peer)
  }

  /// Carries out what the sessions ask for. `link` is where a handshake message just came in.
  mutating func performNoiseActions(link: LinkID? = nil) {
    var actions = noise.takeActions()
    while !actions.isEmpty {
      for action in actions { perform(action, link: link) }
      actions = noise.takeActions()
    }
  }

  /// Our state, once a session and once more as the answer to the peer's.
  mutating func sendPeerState(to peer: PeerID) {
    let state = PeerState(capabilities: capabilities, signingKey: identity.signing.publicKey.bytes)
    guard let state, let plaintext = try? NoisePayload.peerState(state).encoded() else { return }
    let payload = OutboundPayload(plaintext: plaintext, isMessage: false, messageID: nil)
    if !encryptAndSend(payload, to: peer) { enqueue(payload, for: peer) }
  }

  private mutating func perform(_ action: NoiseAction, link: LinkID?) {
    switch action {
    case .send(let message, let peer): sendHandshake(message, to: peer)
    case .armTimeout(let peer, let deadline): agenda.schedule(.handshakeTimeout(peer), at: deadline)
    case .disarmTimeout(let peer): agenda.cancel(.handshakeTimeout(peer))
    case .armRecovery(let peer, let deadline): agenda.schedule(.recovery(peer), at: deadline)
    case .disarmRecovery(let peer): agenda.cancel(.recovery(peer))
    case .startIfKnown(let peer): startHandshakeIfKnown(with: peer)
    case .changed(let peer, let state):
      if state == .none {
        proofs.remove(peer)
        agenda.cancel(.proofDeadline(peer))
      }
      publication.isDirty = publication.isDirty || registry.contains(peer)
      emit(.sessionChanged(peer, state))
      tellModules(peer, state)
    case .established(let peer, let generation):
      if let link { links.prove(link, for: peer) }
      proofs.install(generation, for: peer)
      schedule(.proofDeadline(peer), after: NoiseLimits.proofDelay)
      retryDeferred(from: peer)
      sendPeerState(to: peer)
      drainQueue(of: peer)
      announce(isForced: true)
    case .restored(let peer, let mayDrain):
      retryDeferred(from: peer)
      if mayDrain { drainQueue(of: peer) }
    }
  }

  private mutating func sendHandshake(_ message: [UInt8], to peer: PeerID) {
    let packet = Packet(
      type: .noiseHandshake, timestamp: now.unix, sender: own, recipient: peer, payload: message)
    guard case .sent = transmit(packet), noise.isCurrentMessage1(message, to: peer) else { return }
    noise.noteHandedOver(to: peer, at: now.monotonic)
  }

  /// Encrypts and sends; `false` when it has to wait.
  private mutating func encryptAndSend(_ payload: OutboundPayload, to peer: PeerID) -> Bool {
    guard hasWay(to: peer) else { return false }
    let message: [UInt8]
    do throws(NoiseSendError) {
      message = try noise.encrypt(payload.plaintext, for: peer, at: now.monotonic)
    } catch {
      switch error {
      case .notReady: break
      case .limited(let until): agenda.schedule(.drainQueue(peer), at: until)
      case .sessionOver: startHandshake(with: peer)
      }
      return false
    }
    let packet = Packet(
      version: message.count > WireLimits.payloadV1BytesMax ? .two : .one, type: .noiseEncrypted,
      timestamp: now.unix, sender: own, recipient: peer, payload: message)
    let outcome = transmit(
      packet, messageID: payload.messageID, transferID: payload.transferID,
      generation: noise.generation(of: peer))
    guard let id = payload.messageID else { return true }
    switch outcome {
    case .sent: report(id, .sent)
    case .spooled, .nowhere, .cutting: break
    case .busy: report(id, .failed(.queueFull))
    case .tooLarge(let bytes, let limit): report(id, .failed(.frameTooLarge(bytes: bytes, limit: limit)))
    case .unwritable: report(id, .failed(.tooLong))
    }
    return true
  }
}

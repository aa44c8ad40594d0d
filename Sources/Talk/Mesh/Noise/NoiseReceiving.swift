import Cryptography
import MeshWire
import Timebase

/// Noise packets for us (mesh-engine 8.4, 8.7).
extension MeshEngine {
  mutating func receiveHandshake(_ packet: Packet, on link: LinkID) {
    guard packet.payload.count <= NoiseLimits.handshakeBytesMax else { return }
    noise.receiveHandshake(
      packet.payload, from: packet.sender, on: link,
      isOwnLink: links.owner(of: link) == packet.sender, at: now.monotonic, using: &random)
    performNoiseActions(link: link)
  }

  mutating func receiveEncrypted(_ packet: Packet, on link: LinkID) {
    let waitingBefore = waiting.count
    if waiting.isWaiting(link) {
      _ = waiting.add(packet, on: link)
    } else if open(packet, on: link) {
      return
    }
    if waiting.count > waitingBefore {
      counts.noiseMessagesDelayed += 1
    } else {
      counts.noiseMessagesRefused += 1
    }
  }

  /// Goes on with what waited for a budget, in order, until one is used up again.
  mutating func openWaiting(on link: LinkID) {
    var packets = waiting.takeAll(of: link)[...]
    while let packet = packets.first {
      packets.removeFirst()
      if !open(packet, on: link) { break }
    }
    for packet in packets { _ = waiting.add(packet, on: link) }
  }

  /// Decrypts a packet and does what it says. `false` when it has to wait.
  private mutating func open(_ packet: Packet, on link: LinkID) -> Bool {
    let receipt = noise.decrypt(packet.payload, from: packet.sender, on: link, at: now.monotonic)
    performNoiseActions()
    switch receipt {
    case .limited(let until):
      if waiting.add(packet, on: link) { agenda.schedule(.openWaiting(link), at: until) }
      return false
    case .plaintext(let plaintext, let generation):
      receivePlaintext(plaintext, generation, from: packet.sender, sentAt: packet.timestamp)
    case .deferred:
      if !deferred.add(packet, on: link, at: now.monotonic) { counts.noiseMessagesRefused += 1 }
    case .dropped: break
    case .sessionMissing: startHandshakeIfKnown(with: packet.sender)
    case .sessionOver: startHandshake(with: packet.sender)
    }
    return true
  }

  /// Tries what came too early once more; what fails again is dropped.
  mutating func retryDeferred(from peer: PeerID) {
    for entry in deferred.take(of: peer, at: now.monotonic) {
      let receipt = noise.decrypt(entry.packet.payload, from: peer, on: nil, at: now.monotonic)
      if case .plaintext(let plaintext, let generation) = receipt {
        receivePlaintext(plaintext, generation, from: peer, sentAt: entry.packet.timestamp)
      }
    }
  }

  /// Message 3 never came, but something waits: what the peer encrypted in a session that it alone believes
  /// in, or what we have for it. There being no session now, either starts a handshake (8.1, 8.7); with the
  /// next packet of the peer it would start only then.
  mutating func makeUpForLostMessage3(of peer: PeerID) {
    let hasCome = !deferred.take(of: peer, at: now.monotonic).isEmpty
    guard noise.state(of: peer) == .none, !noise.isRecovering(peer), hasWay(to: peer),
      hasCome || queues.count(for: peer) > 0
    else { return }
    startHandshakeIfKnown(with: peer)
  }

  private mutating func receivePlaintext(
    _ plaintext: [UInt8], _ generation: SessionGeneration, from peer: PeerID, sentAt: Timestamp
  ) {
    guard let payload = try? NoisePayload.decode(plaintext) else { return }
    if case .peerState(let state) = payload {
      receivePeerState(state, generation, from: peer)
    } else {
      deliver(.noisePayload(payload, from: peer, timestamp: sentAt), ofType: payload.type)
    }
  }

  /// Binds the peer's signing key to its Noise key for good. Counts only if the session that carried it is
  /// still the current one (mesh-wire 11.4).
  private mutating func receivePeerState(
    _ state: PeerState, _ generation: SessionGeneration, from peer: PeerID
  ) {
    guard noise.generation(of: peer) == generation, let noiseKey = noise.remoteStatic(of: peer),
      let signingKey = try? Ed25519.PublicKey(rawBytes: state.signingKey)
    else { return }
    let nickname = registry[peer]?.nickname ?? ""
    if let learned = pins.authenticate(signingKey, for: noiseKey, nickname: nickname) {
      emit(.identityLearned(learned))
    }
    if let entry = registry[peer], entry.noiseKey == noiseKey, entry.signingKey != signingKey {
      registry.setSigningKey(signingKey, of: peer)
      publication.isDirty = true
      retractBindings(of: peer)
    }
    agenda.cancel(.proofDeadline(peer))
    if proofs.record(state.capabilities, of: peer) { sendPeerState(to: peer) }
  }
}

import MeshWire
import Text
import Timebase

/// Announces that come in (mesh-engine 7.3).
extension MeshEngine {
  /// Takes an announce in; whether it was believed.
  mutating func receiveAnnounce(_ packet: Packet, from source: Ingress) -> Bool {
    guard let judged = judge(packet) else { return false }
    let peer = packet.sender
    let isDirect = packet.ttl == WireLimits.originatingTTL
    if isDirect, judged.isContradiction { challenge(peer, on: source.link) }
    if judged.isVerified {
      if isDirect { _ = bindIfFree(source.link, to: peer) }
      guard register(packet, judged, source) else { return true }
    }
    if isDirect { answer(peer) }
    guard judged.isVerified else { return false }
    if judged.known == nil { scheduleAfterglow() }
    if isDirect { welcome(peer, judged, source) }
    resume(with: peer)
    return true
  }

  /// Announces us at once to a peer in direct reach; once in 300 s.
  ///
  /// Not to peers further away, as mesh-engine 7.3 words it: each answer travels through the whole mesh, and
  /// would come from everybody who hears of a newcomer. The late announce serves all of those together.
  private mutating func answer(_ peer: PeerID) {
    if !seen.isKnown(.announceBack(peer), at: now.monotonic), announce(isForced: true) {
      seen.mark(.announceBack(peer), at: now.monotonic)
    }
  }

  /// Starts a handshake with a peer that announces itself with another signing key than the one it was met
  /// with: only whoever has the Noise key can finish it, and says there which signing key is its own.
  ///
  /// At most once a minute for a link, as others can write such announces as well.
  private mutating func challenge(_ peer: PeerID, on link: LinkID) {
    guard noise.state(of: peer) == .none, links.admitRevalidation(link, at: now.monotonic) else { return }
    links.noteChallenger(peer, on: link)
    startHandshake(with: peer)
  }

  /// A direct announce that was seen before is verified all the same, so that each of a peer's links gets
  /// bound; it counts for nothing else (mesh-engine 4 step 6).
  mutating func bindByDuplicate(_ packet: Packet, on link: LinkID) {
    let peer = packet.sender
    guard let binding = links.binding(of: link), binding.verified == nil else { return }
    guard chargeSignature(to: link) else { return counts.signaturesOverBudget += 1 }
    guard let judged = judge(packet), judged.isVerified, registry.contains(peer), bindIfFree(link, to: peer)
    else { return }
    markConnected(peer)
    resume(with: peer)
  }

  /// Takes a verified announce into the registry and among the identities. `false` when there is no room.
  private mutating func register(_ packet: Packet, _ judged: JudgedAnnounce, _ source: Ingress) -> Bool {
    let peer = packet.sender
    let old = judged.known
    let isDirect = packet.ttl == WireLimits.originatingTTL
    let owner = links.owner(of: source.link)
    let isConnected = links.isLinked(peer) || (isDirect && (owner == nil || owner == peer))
    let entry = entry(packet, judged, isConnected: isConnected)
    var evicted: PeerID?
    guard registry.upsert(entry, evicted: &evicted) else { return false }
    if let evicted {
      counts.peersEvicted += 1
      agenda.cancel(.disconnectNotice(evicted))
      gossip.stores.forget(evicted)
    }
    if old.map({ entry.looksLike($0) }) ?? false {
      publication.isStale = true
    } else {
      publication.isDirty = true
    }
    trackForSync(packet)
    if !judged.announce.neighbours.isEmpty {
      topology.claim(judged.announce.neighbours, by: peer, at: now.monotonic)
    }
    let identity = KnownIdentity(
      noiseKey: judged.noiseKey, signingKey: judged.signingKey, isSigningKeyAuthenticated: false,
      nickname: entry.nickname)
    if let learned = pins.learn(identity, as: peer) { emit(.identityLearned(learned)) }
    if isConnected, old?.isConnected != true {
      agenda.cancel(.disconnectNotice(peer))
      emit(.peerConnected(peer))
      scheduleInitialSync(with: peer)
    } else if !isConnected, old?.isConnected == true {
      schedule(.disconnectNotice(peer), after: MeshLimits.disconnectNoticeDelay)
    }
    return true
  }

  /// What an announce makes of its sender's entry.
  private func entry(_ packet: Packet, _ judged: JudgedAnnounce, isConnected: Bool) -> RegisteredPeer {
    // A key that was here before has its fingerprint, and a name in normal form stays what it is.
    let known = judged.known.flatMap { $0.noiseKey == judged.noiseKey ? $0 : nil }
    let announced = judged.announce.nickname
    return RegisteredPeer(
      id: packet.sender, nickname: known?.nickname == announced ? known?.nickname ?? "" : Text.nfc(announced),
      noiseKey: judged.noiseKey,
      fingerprint: known?.fingerprint ?? judged.announce.fingerprint.description,
      signingKey: judged.signingKey,
      capabilities: judged.announce.capabilities, bridgeCell: judged.announce.bridgeCell,
      isConnected: isConnected,
      hops: hops(of: packet, known: judged.known?.hops),
      lastSeen: now)
  }

  /// How many hops an announce took. One out of a neighbour's store does not say: at least two.
  private func hops(of packet: Packet, known: Int?) -> Int {
    packet.isRSR
      ? known ?? 2
      : Int(WireLimits.originatingTTL) - Int(min(packet.ttl, WireLimits.originatingTTL)) + 1
  }

  /// Goes on with what waits for a peer that shows itself, or tries for a session again.
  private mutating func resume(with peer: PeerID) {
    guard queues.count(for: peer) > 0 else { return }
    if isSecureDeliverable(peer) { return drainQueue(of: peer) }
    noise.requestConvergence(with: peer, at: now.monotonic)
    performNoiseActions()
    startHandshake(with: peer)
  }

  /// Announces once more a little later, for peers that were just met, near or far: one announce for all of
  /// them, and no more than one in `afterglowInterval`.
  private mutating func scheduleAfterglow() {
    let soon = now.monotonic + drawMilliseconds(MeshLimits.afterglowMilliseconds)
    guard agenda.deadline(of: .afterglow) == nil else { return }
    let next = lastAfterglow.map { $0 + MeshLimits.afterglowInterval }
    agenda.schedule(.afterglow, at: max(soon, next ?? soon))
  }

  /// What a peer gets that was verified on its own link: a look at its links, a session where one helps.
  private mutating func welcome(_ peer: PeerID, _ judged: JudgedAnnounce, _ source: Ingress) {
    rebind(source.link, to: peer)
    guard links.owner(of: source.link) == peer else { return }
    if judged.announce.capabilities?.contains(.encryptedPrivateMedia) == true {
      startHandshake(with: peer)
    }
    revalidate(source.link, of: peer)
    closeRedundantLinks(of: peer)
  }
}

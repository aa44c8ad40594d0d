import Cryptography
import MeshWire
import Testing
import Timebase

@testable import Mesh

/// Goal: everything a peer can make the engine keep has a cap, and what gives way is what the type says.
/// Method: fill each collection past its cap.
struct CapTests {
  private let start = Instant(nanoseconds: 1_000_000_000)

  private func packet(
    _ number: Int, bytes: Int = 10, recipient: PeerID? = nil, type: MessageType = .publicMessage
  )
    -> Packet
  {
    var payload = [UInt8](repeating: 0, count: bytes)
    for index in 0..<min(8, bytes) { payload[index] = UInt8(truncatingIfNeeded: number >> (8 * index)) }
    return Packet(
      type: type, timestamp: Timestamp(milliseconds: UInt64(number)), sender: PeerID(rawValue: 7),
      recipient: recipient, payload: payload)
  }

  @Test func duplicateStoreDropsTheOldestQuarterAndExpires() {
    var seen = Deduplicator()
    for number in 0...MeshLimits.seenPacketsMax {
      seen.mark(.announceBack(PeerID(rawValue: UInt64(number))), at: start)
    }
    #expect(seen.count == MeshLimits.seenPacketsKept)
    let isNewestKnown = seen.isKnown(.announceBack(PeerID(rawValue: 1_000)), at: start)
    let isOldestKnown = seen.isKnown(.announceBack(PeerID(rawValue: 250)), at: start)
    #expect(isNewestKnown && !isOldestKnown)
    seen.expire(at: start + MeshLimits.seenPacketAge + .milliseconds(1))
    #expect(seen.count == 0)
  }

  @Test func duplicateIsKnownForThreeHundredSecondsAndNotRefreshed() {
    var seen = Deduplicator()
    let key = SeenKey.announceBack(PeerID(rawValue: 1))
    let answers = [0, 200, 300, 301].map { seen.admit(key, at: start + .seconds($0)) }
    #expect(answers == [true, false, false, true])
  }

  @Test func ingressRecordsKeepTheNewest() {
    var records = IngressRecords()
    for number in 0..<MeshLimits.ingressRecordsMax + 10 {
      _ = records.admit(packet(number).deduplicationKey, at: start)
    }
    #expect(records.count == MeshLimits.ingressRecordsMax)
    let isNewestKnown = !records.admit(packet(MeshLimits.ingressRecordsMax + 9).deduplicationKey, at: start)
    let isOldestKnown = !records.admit(packet(0).deduplicationKey, at: start)
    #expect(isNewestKnown && !isOldestKnown)
    for number in 0..<MeshLimits.ingressRecordsMax + 10 {
      let frame = FrameDigest(Array("frame\(number)".utf8))
      records.note(frame, of: packet(number).deduplicationKey, at: start)
    }
    #expect(records.frameCount == MeshLimits.ingressRecordsMax)
    records.expire(at: start + MeshLimits.ingressRecordAge + .milliseconds(1))
    #expect(records.frameCount == 0, "no digest is kept longer than a record")
  }

  @Test func packetsThatCameAsAnswersAreForgottenOldestFirst() {
    var answered = AnsweredPackets()
    let most = MeshLimits.answeredPacketsMax
    for number in 0..<most + 2 { answered.note(packet(number).deduplicationKey, at: start) }
    #expect(answered.count == most)
    #expect(!answered.contains(packet(1).deduplicationKey, at: start))
    #expect(answered.contains(packet(2).deduplicationKey, at: start))
    let later = start + MeshLimits.seenPacketAge + .milliseconds(1)
    #expect(!answered.contains(packet(2).deduplicationKey, at: later))
    answered.expire(at: later)
    #expect(answered.count == 0)
  }

  @Test func shownMessagesAreForgottenOldestFirst() throws {
    var shown = ShownMessages()
    func admit(_ number: Int, _ sender: Int) -> Bool {
      shown.admit(packet(number).gossipID, from: PeerID(rawValue: UInt64(sender)))
    }
    let most = MeshLimits.shownMessagesMax
    for number in 0..<most + 3 { _ = admit(number, number % 40) }
    #expect(shown.count == most)
    let isOldestNew = admit(0, 0)
    let isNewestNew = admit(most + 2, (most + 2) % 40)
    #expect(isOldestNew && !isNewestNew)
    // What one wrote that writes without end goes first, whoever writes then.
    for number in 10_000..<10_000 + 3 * most { _ = admit(number, number.isMultiple(of: 20) ? 78 : 77) }
    #expect(shown.count == most)
    let areKnown = (most / 2..<most).map { !admit($0, $0 % 40) }
    #expect(!areKnown.contains(false), "what others wrote is still known")
  }

  @Test func copiesOfAWaitingRelayAreCounted() throws {
    var relays = RelayQueue()
    let packet = packet(1)
    let source = Ingress(link: LinkID(role: .central, name: "x"), peer: PeerID(rawValue: 1))
    let (number, _) = relays.add(packet, key: packet.deduplicationKey, ingress: source)
    for name in 0..<MeshLimits.relayCopiesMax + 5 {
      let link = LinkID(role: .central, name: "\(name)")
      for _ in 0..<2 {
        relays.note(RelayQueue.Copy(link: link, peer: nil), of: packet.deduplicationKey) {
          $0.signature == packet.signature
        }
      }
    }
    #expect(relays.take(number)?.copies.count == MeshLimits.relayCopiesMax)
  }

  @Test func waitingRelaysGiveWayByNumberAndByBytes() {
    var relays = RelayQueue()
    let source = Ingress(link: LinkID(role: .central, name: "x"), peer: PeerID(rawValue: 1))
    for number in 0..<MeshLimits.waitingRelaysMax + 5 {
      let packet = packet(number)
      _ = relays.add(packet, key: packet.deduplicationKey, ingress: source)
    }
    #expect(relays.count == MeshLimits.waitingRelaysMax)
    let isOldestThere = relays.take(1) != nil
    let isNewestThere = relays.take(UInt64(MeshLimits.waitingRelaysMax + 5)) != nil
    #expect(!isOldestThere && isNewestThere)
    for number in 1_000..<1_100 {
      let packet = packet(number, bytes: 60_000)
      _ = relays.add(packet, key: packet.deduplicationKey, ingress: source)
    }
    #expect(relays.payloadBytes <= MeshLimits.waitingRelayBytesMax)
    #expect(relays.count > 0)
  }

  @Test func spoolGivesWayPerRecipientInAllAndByBytesAndExpires() {
    var spool = Spool()
    func entry(_ number: Int, to recipient: UInt64, bytes: Int = 10) -> Spool.Entry {
      Spool.Entry(
        packet: packet(number, bytes: bytes, type: .noiseEncrypted), recipient: PeerID(rawValue: recipient),
        excluding: nil, messageID: "\(number)", generation: nil, since: start)
    }
    for number in 0..<40 {
      let evicted = spool.add(entry(number, to: 1)).map(\.messageID)
      #expect(evicted == (number < 32 ? [] : ["\(number - 32)"]))
    }
    #expect(spool.count == MeshLimits.spoolPacketsPerPeerMax)
    for number in 100..<500 { _ = spool.add(entry(number, to: UInt64(number))) }
    #expect(spool.count == MeshLimits.spoolPacketsMax)
    for number in 1_000..<1_040 { _ = spool.add(entry(number, to: UInt64(number), bytes: 60_000)) }
    #expect(spool.payloadBytes <= MeshLimits.spoolBytesMax)
    let expired = spool.takeExpired(at: start + MeshLimits.spoolAge + .seconds(1))
    #expect(!expired.isEmpty && spool.count == 0 && spool.payloadBytes == 0)
  }

  @Test func queuesGiveBackWhatGaveWay() {
    var queues = OutboundQueues()
    func payload(_ number: Int, bytes: Int = 10) -> OutboundPayload {
      OutboundPayload(plaintext: [UInt8](repeating: 1, count: bytes), isMessage: true, messageID: "\(number)")
    }
    let peer = PeerID(rawValue: 1)
    let evicted = (0..<105).flatMap { queues.append(payload($0), for: peer, at: start) }
    #expect(evicted.map(\.messageID) == (0..<5).map { "\($0)" })
    #expect(queues.count(for: peer) == MeshLimits.queuedMessagesPerPeerMax)
    for number in 0..<200 {
      _ = queues.append(payload(number), for: PeerID(rawValue: UInt64(number + 2)), at: start)
    }
    #expect(queues.peerCount == MeshLimits.queuedPeersMax)
    for number in 0..<100 {
      _ = queues.append(payload(number, bytes: 60_000), for: PeerID(rawValue: 9_999), at: start)
    }
    #expect(queues.bytes <= MeshLimits.queuedBytesMax)
  }

  @Test func receiptsGiveWayAmongThemselvesAndMessagesToMessages() {
    var queues = OutboundQueues()
    let peer = PeerID(rawValue: 1)
    let message = OutboundPayload(plaintext: [1], isMessage: true, messageID: "M")
    let before = queues.append(message, for: peer, at: start)
    let evicted = (0..<210).flatMap { number in
      queues.append(
        OutboundPayload(plaintext: [3, UInt8(number)], isMessage: false, messageID: nil), for: peer, at: start
      )
    }
    #expect(before.isEmpty && evicted.map(\.plaintext) == (0..<10).map { [3, $0] })
    #expect(queues.count(for: peer) == MeshLimits.queuedOthersPerPeerMax + 1)
    let expired = queues.takeExpired(for: peer, at: start + MeshLimits.queuedAge + .seconds(1))
    #expect(expired.count == MeshLimits.queuedOthersPerPeerMax + 1 && queues.bytes == 0)
  }

  @Test func deferredPacketsAreFewShortLivedAndSmall() {
    var deferred = DeferredPackets()
    let link = LinkID(role: .central, name: "x")
    func add(_ sender: UInt64, bytes: Int) -> Bool {
      let packet = Packet(
        type: .noiseEncrypted, timestamp: Timestamp(milliseconds: 1), sender: PeerID(rawValue: sender),
        payload: [UInt8](repeating: 0, count: bytes))
      return deferred.add(packet, on: link, at: start)
    }
    let ofOne = (0..<6).filter { _ in add(1, bytes: 100) }.count
    #expect(ofOne == NoiseLimits.deferredPerPeerMax)
    let ofMany = (2..<100).filter { add($0, bytes: 100) }.count
    #expect(ofMany == NoiseLimits.deferredMax - ofOne)
    let kept = deferred.take(of: PeerID(rawValue: 2), at: start).count
    #expect(kept == 1 && deferred.count == NoiseLimits.deferredMax - 1)
    let isTooLarge = !add(500, bytes: NoiseLimits.deferredBytesMax)
    #expect(isTooLarge)
    deferred.expire(at: start + NoiseLimits.deferredAge + .seconds(1))
    #expect(deferred.count == 0 && deferred.payloadBytes == 0)
  }

  @Test func linksBeyondTheCapAreClosedAtOnce() {
    var bench = Bench()
    for number in 0..<MeshLimits.linksMax { _ = bench.link("\(number)") }
    _ = bench.takeEffects()
    let extra = bench.link("one too many")
    #expect(bench.effects.contains(.disconnect(extra)))
    #expect(bench.engine.links.count == MeshLimits.linksMax)
  }

  @Test func cooldownsAndSubscribersAreForgottenOldestFirst() {
    var table = LinkTable()
    var limiter = SubscriptionLimiter()
    for number in 0..<MeshLimits.cooldownsMax + 1 {
      let id = LinkID(role: .central, name: "\(number)")
      table.noteRebind(id, at: start)
      _ = table.admitRetirement(of: PeerID(rawValue: UInt64(number)), at: start)
      _ = limiter.admit(id, at: start)
    }
    #expect(!table.isRebindTooSoon(LinkID(role: .central, name: "0"), at: start))
    #expect(table.isRebindTooSoon(LinkID(role: .central, name: "1"), at: start))
    let isForgotten = table.admitRetirement(of: PeerID(rawValue: 0), at: start)
    #expect(isForgotten)
    #expect(limiter.count == MeshLimits.subscribersMax)
  }

  @Test func noisePeersGiveWayStrangersFirst() {
    var random = SeededRandom(number: 1)
    let identity = MeshIdentity(noise: .generate(using: &random), signing: .generate(using: &random))
    var sessions = NoiseSessions(identity: identity)
    var now = start
    let mine = PeerID(rawValue: 1)
    let isStarted = sessions.start(with: mine, at: now, using: &random)
    #expect(isStarted)
    for number in 0..<NoiseLimits.peersMax + 20 {
      now = now + .seconds(1)
      let link = LinkID(role: .central, name: "\(number / 20)")
      let key = X25519.PrivateKey.generate(using: &random).publicKey.bytes
      let peer = PeerID(rawValue: 1_000 + UInt64(number))
      sessions.receiveHandshake(key, from: peer, on: link, at: now, using: &random)
    }
    #expect(sessions.peers.count == NoiseLimits.peersMax)
    #expect(sessions.state(of: mine) == .handshaking, "our own attempt outlives strangers'")
    #expect(sessions.budgets.peerCount <= NoiseLimits.budgetedPeersMax)
  }

  @Test func budgetsOfClaimedPeersAreBounded() {
    var budgets = NoiseBudgets()
    for number in 0..<NoiseLimits.budgetedPeersMax + 50 {
      _ = budgets.admitStart(with: PeerID(rawValue: UInt64(number)), at: start)
    }
    #expect(budgets.peerCount == NoiseLimits.budgetedPeersMax)
  }

  @Test func sessionProofsAreAsFewAsSessions() {
    var random = SeededRandom(number: 1)
    var proofs = SessionProofs()
    for number in 0..<NoiseLimits.peersMax + 5 {
      proofs.install(SessionGeneration(using: &random), for: PeerID(rawValue: UInt64(number)))
    }
    #expect(proofs.count == NoiseLimits.peersMax)
    #expect(proofs[PeerID(rawValue: 0)] == nil)
  }

  @Test func vouchedIdentitiesOutliveTheOthers() throws {
    var random = SeededRandom(number: 3)
    var pins = IdentityPins()
    let friend = Stranger(using: &random).identity
    _ = pins.authenticate(friend.signing.publicKey, for: friend.noise.publicKey, nickname: "friend")
    let signing = friend.signing.publicKey
    for _ in 0..<MeshLimits.knownIdentitiesMax + 10 {
      let key = try X25519.PublicKey(rawBytes: random.bytes(32))
      let known = KnownIdentity(
        noiseKey: key, signingKey: signing, isSigningKeyAuthenticated: false, nickname: "")
      _ = pins.learn(known, as: known.peerID)
    }
    #expect(pins.count == MeshLimits.knownIdentitiesMax)
    #expect(pins[friend.peerID]?.isSigningKeyAuthenticated == true)
  }
}

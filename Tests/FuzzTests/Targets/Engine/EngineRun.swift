import Cryptography
import MeshWire
import Timebase

@testable import Mesh

/// One engine and what may be seen of it so far.
struct EngineRun {
  private(set) var fault: String?
  private(set) var isAnythingShown = false
  private var engine: MeshEngine
  private var now = Now(
    monotonic: Instant(nanoseconds: 1_000_000_000), unix: Timestamp(milliseconds: 1_750_000_000_000))
  private var wake: Instant?
  private var up: [LinkID] = []
  private var linkCount = 0
  private let peers: [HandPeer]
  private var session: NoiseSession?
  private var frames: [[UInt8]] = []
  private var answers: [[UInt8]] = []
  /// What each of the two signed, what the one with a session sealed, what the engine was told to say.
  private var genuine: [PeerID: Set<String>] = [:]
  private var sealed: Set<String> = []
  private var own: Set<String> = []
  /// Names under signed announces.
  private var names: Set<String> = ["peer"]
  private var shownAt: [String: Instant] = [:]
  private var isSilent = false
  private var number = 0

  /// With three links, one of a peer that has a session, one of another, one of nobody. Made once.
  static let start: EngineRun? = {
    var run = EngineRun(seed: 1)
    return run.meet() ? run : nil
  }()

  private init(seed: UInt64) {
    var random = SeededRandom(number: seed)
    peers = (0..<2).map { _ in HandPeer(using: &random) }
    engine = MeshEngine(
      identity: HandPeer(using: &random).identity, nickname: "fuzzed", random: random)
  }

  private mutating func meet() -> Bool {
    tell(.command(.start))
    for _ in 0..<3 { addLink(.central, limit: 65_535) }
    pass(.seconds(1))
    for (peer, link) in zip(peers, up) { give(peer.announce(at: now.unix), on: link) }
    var random = SeededRandom(number: 2)
    var handshake = NoiseHandshake(
      role: .initiator, localStatic: peers[0].identity.noise, ephemeral: .generate(using: &random))
    guard let first = try? handshake.writeMessage() else { return false }
    give(noise(.noiseHandshake, first), on: up[0])
    guard let answer = answers.last, (try? handshake.readMessage(answer)) != nil,
      let third = try? handshake.writeMessage()
    else { return false }
    give(noise(.noiseHandshake, third), on: up[0])
    session = try? handshake.split()
    // Greetings and first questions cost more than most inputs: they are made once.
    for _ in 0..<40 { pass(.milliseconds(50)) }
    return session != nil && engine.sessionState(of: peers[0].id) == .established && fault == nil
  }

  mutating func operate(_ input: inout ArraySlice<UInt8>) {
    number += 1
    switch input.next() % 14 {
    case 0: give(frame: input.next(input.next()), on: link(input.next()))
    case 1: giveCrafted(&input)
    case 2: giveText(of: peers[input.next() % 2], on: link(input.next()))
    case 3:
      let ttl = UInt8(truncatingIfNeeded: input.next())
      give(peers[Int(ttl >> 7)].announce(at: now.unix, ttl: ttl & 7), on: link(input.next()))
    case 4: giveSealed(on: link(input.next()))
    case 5: giveDamaged(&input)
    case 6: if let frame = old(input.next()) { give(frame: frame, on: link(input.next())) }
    case 7: changeLinks(input.next())
    case 8: pass(.milliseconds(input.next() * input.next()))
    case 9: command(input.next())
    case 10: panic(input.next())
    case 11: give(noise(.noiseHandshake, input.next(input.next() % 100)), on: link(input.next()))
    case 12: give(noise(.noiseEncrypted, input.next(input.next())), on: link(input.next()))
    default: tell(.timer(.wake))
    }
  }

  /// Time goes on, and the first wake-ups that were asked for come. Later ones come late, as on a machine
  /// that slept: what an input costs must not grow with the time in it.
  mutating func pass(_ duration: Duration) {
    let end = now.later(by: duration)
    for count in 1...EngineTargets.wakesMax {
      guard let next = wake, next <= end.monotonic, fault == nil else { break }
      now = count == EngineTargets.wakesMax ? end : now.later(by: max(.zero, next.since(now.monotonic)))
      wake = nil
      tell(.timer(.wake))
    }
    now = now.later(by: max(.zero, end.monotonic.since(now.monotonic)))
  }

  // MARK: Operations

  private mutating func giveCrafted(_ input: inout ArraySlice<UInt8>) {
    let type = MessageType(rawValue: UInt8(truncatingIfNeeded: input.next()))
    let flags = input.next()
    let sender = [peers[0].id, peers[1].id, engine.peerID, PeerID(rawValue: UInt64(flags >> 4))][flags & 3]
    let recipients = [nil, engine.peerID, peers[1].id, PeerID(rawValue: 77)]
    let age = UInt64(input.next())
    let payload = input.next(input.next())
    var packet = Packet(
      type: type, ttl: UInt8(truncatingIfNeeded: input.next()),
      timestamp: Timestamp(milliseconds: now.unix.milliseconds - age * age * 10), sender: sender,
      recipient: recipients[(flags >> 2) & 3], payload: payload, isRSR: flags & 0x40 != 0)
    if flags & 0x80 != 0, flags & 3 < 2, let signed = peers[flags & 3].sign(packet) {
      packet = signed
      if type == .publicMessage, let text = try? packet.publicText() {
        genuine[sender, default: []].insert(text)
      }
      if type == .announce, let announce = try? Announce.decode(payload) { names.insert(announce.nickname) }
    }
    give(packet, on: link(input.next()))
  }

  private mutating func giveText(of peer: HandPeer, on link: LinkID?) {
    let text = "public \(number)"
    genuine[peer.id, default: []].insert(text)
    give(peer.message(text, at: now.unix), on: link)
  }

  private mutating func giveSealed(on link: LinkID?) {
    let message = PrivateMessage(messageID: "\(number)", text: "private \(number)")
    guard let plaintext = try? NoisePayload.privateMessage(message).encoded(),
      let ciphertext = try? session?.encrypt(plaintext)
    else { return }
    sealed.insert("private \(number)")
    give(noise(.noiseEncrypted, ciphertext), on: link)
  }

  private mutating func giveDamaged(_ input: inout ArraySlice<UInt8>) {
    guard var frame = old(input.next()), !frame.isEmpty else { return }
    frame[input.next() % frame.count] ^= UInt8(truncatingIfNeeded: input.next())
    if input.next() % 4 == 0 { frame.removeLast(min(frame.count, input.next())) }
    give(frame: frame, on: link(input.next()))
  }

  private mutating func changeLinks(_ choice: Int) {
    let id = link(choice >> 3)
    switch choice & 7 {
    case 0, 1: addLink(choice & 8 == 0 ? .central : .peripheral, limit: 65_535)
    case 2: addLink(.peripheral, limit: 512)
    case 3: if let id { tell(.link(.changed(id, LinkFacts(sendLimitBytes: 512, isWritable: false)))) }
    case 4: if let id { tell(.link(.up(id, LinkFacts(sendLimitBytes: 65_535)))) }
    case 5:
      let role = choice & 8 == 0 ? LinkRole.central : .peripheral
      up.removeAll { $0.role == role }
      tell(.link(.allEnded(role, retireProofsAndNotify: choice & 16 == 0)))
    default:
      guard let id else { return }
      up.removeAll { $0 == id }
      tell(.link(.ended(id, runPeerBookkeeping: choice & 7 == 6)))
    }
  }

  private mutating func addLink(_ role: LinkRole, limit: Int) {
    linkCount += 1
    let id = LinkID(role: role, name: "link \(linkCount)")
    up.append(id)
    tell(.link(.up(id, LinkFacts(sendLimitBytes: limit))))
  }

  private mutating func command(_ choice: Int) {
    let peer = [peers[0].id, peers[1].id, PeerID(rawValue: 77), engine.peerID][choice >> 6]
    switch choice % 9 {
    case 0: tell(.command(.start))
    case 1: tell(.command(.stop))
    case 2: tell(.command(.setNickname("name \(number)")))
    case 3:
      own.insert("own \(number)")
      tell(.command(.sendPublic(text: "own \(number)", timestamp: now.unix)))
    case 4: tell(.command(.sendPrivate(text: "own \(number)", to: peer, messageID: "\(number)")))
    case 5: tell(.command(.triggerHandshake(peer)))
    case 6: tell(.command(.sendRead(messageID: "\(number - 1)", to: peer)))
    case 7: tell(.command(.module(Diagnostics.Command.ping(peer, token: UInt64(number)))))
    default: tell(.command(.dropStoredMessages(of: peer)))
    }
  }

  private mutating func panic(_ choice: Int) {
    switch choice % 3 {
    case 0:
      isSilent = true
      shownAt = [:]
      tell(.command(.panic(.suspend)))
      isSilent = engine.phase == .suspended
    case 1:
      var random = SeededRandom(number: UInt64(100 + number))
      tell(.command(.panic(.resetIdentity(HandPeer(using: &random).identity, nickname: "new"))))
    default:
      isSilent = false
      tell(.command(.panic(.complete(restarts: choice & 1 == 0))))
    }
  }

  // MARK: Frames

  private func noise(_ type: MessageType, _ payload: [UInt8]) -> Packet {
    Packet(
      type: type, timestamp: now.unix, sender: peers[0].id, recipient: engine.peerID, payload: payload)
  }

  private func isHonest(_ peer: PeerID) -> Bool { peers.contains { $0.id == peer } }

  private func link(_ choice: Int) -> LinkID? { up.isEmpty ? nil : up[choice % up.count] }

  private func old(_ choice: Int) -> [UInt8]? { frames.isEmpty ? nil : frames[choice % frames.count] }

  private mutating func give(_ packet: Packet?, on link: LinkID?) {
    guard let packet, let frame = try? packet.encoded(padded: packet.type.isPaddedOnAir) else { return }
    give(frame: frame, on: link)
  }

  private mutating func give(frame: [UInt8], on link: LinkID?) {
    frames.append(frame)
    if frames.count > 16 { frames.removeFirst() }
    if let link { tell(.link(.frame(link, frame))) }
  }

  private mutating func tell(_ event: MeshEvent) {
    guard fault == nil else { return }
    let effects = engine.handle(event, now: now)
    for effect in effects where fault == nil { fault = judge(effect) }
    if fault == nil, effects.count > EngineTargets.effectsMax {
      fault = "one event has \(effects.count) effects"
    }
    if fault == nil, engine.keptBytes + engine.assemblies.heldBytes > MeshLimits.keptBytesMax {
      fault = "more is kept than an engine may hold"
    }
  }

  /// What is wrong with an effect.
  private mutating func judge(_ effect: MeshEffect) -> String? {
    switch effect {
    case .send(let frame, let links, _): return judge(sent: frame, on: links)
    case .schedule(_, let at): wake = at
    case .cancel: wake = nil
    case .disconnect(let link): up.removeAll { $0 == link }
    case .linkVerified(_, let peer): return isHonest(peer) ? nil : "a link is verified for a forged peer"
    case .event(.peersChanged(let list)):
      return list.allSatisfy { isHonest($0.id) && names.contains($0.nickname) }
        ? nil : "a peer is in sight that is forged, or has a forged name"
    case .event(.publicMessage(_, _, let text, _, _, true)):
      return own.contains(text) ? nil : "a message is shown as our own and is not"
    case .event(.publicMessage(let sender, _, let text, _, let id, false)):
      isAnythingShown = true
      guard genuine[sender]?.contains(text) == true else {
        return "a message is shown that its sender did not sign"
      }
      if let last = shownAt[id], now.monotonic.since(last) <= .seconds(300) {
        return "a message is shown twice"
      }
      shownAt[id] = now.monotonic
    case .event(.privateMessage(let sender, _, let text, _)):
      isAnythingShown = true
      guard sender == peers[0].id else { return "a private message comes from another" }
      if sealed.remove(text) == nil { return "a private message is shown twice, or nobody sent it" }
    case .event: break
    }
    return nil
  }

  private mutating func judge(sent frame: [UInt8], on links: [LinkID]) -> String? {
    if isSilent { return "something is sent in a panic" }
    guard let packet = try? Packet.decode(frame) else { return "a frame nobody can read is sent" }
    if packet.type == .noiseHandshake { answers = [packet.payload] }
    if packet.ttl > WireLimits.originatingTTL { return "a frame leaves with TTL \(packet.ttl)" }
    if packet.type == .syncRequest, packet.ttl != 0 { return "a sync request is to go on" }
    if links.isEmpty || !links.allSatisfy(up.contains) { return "a frame is sent on a link that is gone" }
    return nil
  }
}

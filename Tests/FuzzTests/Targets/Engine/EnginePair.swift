import Cryptography
import MeshWire
import Timebase

@testable import Mesh

/// Two engines that know each other, and the frames between them.
struct EnginePair {
  private struct Flight {
    let to: Int
    let frame: [UInt8]
  }

  private(set) var fault: String?
  private(set) var isAnythingShown = false
  private var engines: [MeshEngine] = []
  private var identities: [MeshIdentity] = []
  private var now = Now(
    monotonic: Instant(nanoseconds: 1_000_000_000), unix: Timestamp(milliseconds: 1_750_000_000_000))
  private var wakes: [Instant?] = [nil, nil]
  private var links: [LinkID] = []
  private var linkCount = 0
  private var flights: [Flight] = []
  private var past: [Flight] = []
  private var random = SeededRandom(number: 3)
  private var restarts = 0
  private var number = 0
  /// Private texts on their way to each of the two, and those that came.
  private var sent: [Set<String>] = [[], []]
  private var arrived: [Set<String>] = [[], []]
  /// Public texts of each of the two, and those that were shown to it.
  private var said: [Set<String>] = [[], []]
  private var publicShownAt: [[String: Instant]] = [[:], [:]]

  /// Two that have met and have a session. Made once.
  static let start: EnginePair? = {
    var run = EnginePair()
    run.run(for: .seconds(3))
    run.tell(0, .command(.triggerHandshake(run.identities[1].peerID)))
    run.run(for: .seconds(3))
    let state = run.engines[0].sessionState(of: run.identities[1].peerID)
    return state == .established && run.fault == nil ? run : nil
  }()

  private init() {
    identities = (0..<2).map { _ in HandPeer(using: &random).identity }
    for node in 0..<2 { engines.append(engine(node)) }
    for node in 0..<2 { tell(node, .command(.start)) }
    join()
  }

  mutating func operate(_ input: inout ArraySlice<UInt8>) {
    number += 1
    let operation = input.next()
    let node = operation >> 7
    switch (operation & 0x7F) % 14 {
    case 0: deliver(0)
    case 1: deliver(input.next())
    case 2: if !flights.isEmpty { flights.remove(at: input.next() % flights.count) }
    case 3: if !flights.isEmpty { hand(flights[input.next() % flights.count]) }
    case 4: damage(&input)
    case 5:
      sent[1 - node].insert("private \(number)")
      let peer = identities[1 - node].peerID
      tell(node, .command(.sendPrivate(text: "private \(number)", to: peer, messageID: "\(number)")))
    case 6: say(node, isLong: input.next() & 1 == 1)
    case 7: move(by: .milliseconds(input.next() * input.next()))
    case 8: join(limit: input.next() & 1 == 1 ? 512 : 65_535)
    case 9: restart(node)
    case 10: forge(&input, to: node)
    case 11: for _ in 0..<8 { deliver(0) }
    case 12: if !past.isEmpty { hand(past[input.next() % past.count]) }
    default: tell(node, .command(.triggerHandshake(identities[1 - node].peerID)))
    }
  }

  /// A new link, two minutes without trouble, and a word each way after another that may show a dead session.
  mutating func makePeace() {
    flights = []
    join()
    run(for: .seconds(150))
    for word in ["knock", "last"] {
      for node in 0..<2 {
        sent[1 - node].insert(word)
        let peer = identities[1 - node].peerID
        tell(node, .command(.sendPrivate(text: word, to: peer, messageID: "peace \(word)")))
      }
      run(for: .seconds(40))
    }
    if fault == nil, !arrived.allSatisfy({ $0.contains("last") }) {
      fault = "no word passes after two quiet minutes"
    }
  }

  /// A public text; a long one crosses a narrow link in pieces.
  private mutating func say(_ node: Int, isLong: Bool) {
    var text = "public \(number)"
    if isLong { text += String(decoding: random.bytes(600).map { 0x21 + $0 % 0x5E }, as: UTF8.self) }
    said[node].insert(text)
    tell(node, .command(.sendPublic(text: text, timestamp: now.unix)))
  }

  // MARK: Trouble

  private mutating func deliver(_ choice: Int) {
    guard !flights.isEmpty else { return }
    let flight = flights.remove(at: choice % flights.count)
    past.append(flight)
    if past.count > 16 { past.removeFirst() }
    hand(flight)
  }

  private mutating func damage(_ input: inout ArraySlice<UInt8>) {
    guard !flights.isEmpty else { return }
    let flight = flights.remove(at: input.next() % flights.count)
    var frame = flight.frame
    frame[input.next() % frame.count] ^= UInt8(truncatingIfNeeded: input.next())
    hand(Flight(to: flight.to, frame: frame))
  }

  /// A Noise packet that claims to come from the other.
  private mutating func forge(_ input: inout ArraySlice<UInt8>, to node: Int) {
    let choice = input.next()
    let packet = Packet(
      type: choice & 1 == 0 ? .noiseHandshake : .noiseEncrypted, timestamp: now.unix,
      sender: identities[1 - node].peerID, recipient: identities[node].peerID,
      payload: choice & 2 == 0 ? random.bytes([32, 96, 64][choice % 3]) : input.next(input.next()))
    if let frame = try? packet.encoded(padded: true) { hand(Flight(to: node, frame: frame)) }
  }

  private mutating func restart(_ node: Int) {
    guard restarts < 2 else { return }
    restarts += 1
    engines[node] = engine(node)
    wakes[node] = nil
    publicShownAt[node] = [:]
    tell(node, .command(.start))
    join()
  }

  private mutating func engine(_ node: Int) -> MeshEngine {
    MeshEngine(
      identity: identities[node], nickname: "n\(node)",
      random: SeededRandom(seed: random.bytes(SeededRandom.seedBytes)))
  }

  /// Cuts the link, if there is one, and joins the two by another.
  private mutating func join(limit: Int = 65_535) {
    let old = links
    links = []
    flights = []
    for (node, link) in old.enumerated() { tell(node, .link(.ended(link, runPeerBookkeeping: true))) }
    linkCount += 1
    links = [.peripheral, .central].map { LinkID(role: $0, name: "link \(linkCount)") }
    for node in 0..<2 { tell(node, .link(.up(links[node], LinkFacts(sendLimitBytes: limit)))) }
  }

  // MARK: Time and frames

  private mutating func run(for duration: Duration) {
    let end = now.monotonic + duration
    while fault == nil {
      while !flights.isEmpty, fault == nil { deliver(0) }
      guard let next = wakes.compactMap({ $0 }).min(), next <= end else { break }
      wake(at: next)
    }
    now = now.later(by: max(.zero, end.since(now.monotonic)))
  }

  /// Lets time pass without delivering anything; after some wake-ups the last comes late.
  private mutating func move(by duration: Duration) {
    let end = now.monotonic + duration
    for count in 1...EngineTargets.wakesMax {
      guard let next = wakes.compactMap({ $0 }).min(), next <= end, fault == nil else { break }
      wake(at: count == EngineTargets.wakesMax ? end : next)
    }
    now = now.later(by: max(.zero, end.since(now.monotonic)))
  }

  private mutating func wake(at moment: Instant) {
    now = now.later(by: max(.zero, moment.since(now.monotonic)))
    for node in 0..<2 {
      guard let wake = wakes[node], wake <= now.monotonic else { continue }
      wakes[node] = nil
      tell(node, .timer(.wake))
    }
  }

  private mutating func hand(_ flight: Flight) {
    if links.count == 2 { tell(flight.to, .link(.frame(links[flight.to], flight.frame))) }
  }

  private mutating func tell(_ node: Int, _ event: MeshEvent) {
    guard fault == nil else { return }
    let effects = engines[node].handle(event, now: now)
    for effect in effects where fault == nil { fault = judge(effect, of: node) }
    guard fault == nil else { return }
    if effects.count > EngineTargets.effectsMax { fault = "one event has \(effects.count) effects" }
    if engines[node].keptBytes + engines[node].assemblies.heldBytes > MeshLimits.keptBytesMax {
      fault = "more is kept than an engine may hold"
    }
  }

  /// What is wrong with an effect.
  private mutating func judge(_ effect: MeshEffect, of node: Int) -> String? {
    switch effect {
    case .send(let frame, let ways, _):
      guard links.count == 2, ways.contains(links[node]) else { return nil }
      flights.append(Flight(to: 1 - node, frame: frame))
      if flights.count > 64 { flights.removeFirst() }
    case .schedule(_, let at): wakes[node] = at
    case .cancel: wakes[node] = nil
    case .linkVerified(_, let peer):
      return peer == identities[1 - node].peerID ? nil : "a link is verified for a forged peer"
    case .event(.privateMessage(let sender, _, let text, _)):
      isAnythingShown = true
      guard sender == identities[1 - node].peerID else { return "a private message comes from another" }
      if sent[node].remove(text) == nil { return "a private message is shown twice, or nobody sent it" }
      arrived[node].insert(text)
    case .event(.publicMessage(let sender, _, let text, _, let id, let isOwn)):
      let author = isOwn ? node : 1 - node
      guard sender == identities[author].peerID, said[author].contains(text) else {
        return "a message is shown that its sender did not say"
      }
      if isOwn { break }
      isAnythingShown = true
      if let last = publicShownAt[node][id], now.monotonic.since(last) <= .seconds(300) {
        return "a message is shown twice"
      }
      publicShownAt[node][id] = now.monotonic
    case .event, .disconnect: break
    }
    return nil
  }
}

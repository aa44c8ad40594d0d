import Cryptography
import MeshWire
import Testing
import Timebase

@testable import Mesh

/// Goal: what one missed comes from a neighbour, and only from one that was asked (mesh-engine 10, 16.3).
struct GossipTests {
  @Test(arguments: [11, 12] as [UInt64])
  func neighboursWithTheSameStoresAskButSendNothing(_ seed: UInt64) throws {
    var rig = MeshRig(["ann", "bob", "cid"], seed: seed)
    rig.connect(0, 1)
    rig.connect(1, 2)
    rig.run(for: .seconds(5))
    for number in 0..<40 {
      rig.tell(number % 3, .command(.sendPublic(text: "m\(number)", timestamp: rig.now.unix)))
      rig.run(for: .milliseconds(50))
    }
    rig.run(for: .seconds(120))
    let before = rig.deliveries.count
    rig.run(for: .seconds(120))
    let packets = try rig.deliveries[before...].map { try Packet.decode($0.frame) }
    #expect(packets.filter { $0.type == .syncRequest }.count >= 12)
    #expect(packets.filter { $0.isRSR && $0.type == .publicMessage }.isEmpty)
  }

  @Test func requestsAndAnswersNeverGoBeyondOneLink() throws {
    var rig = MeshRig(["ann", "bob", "cid", "dan"], seed: 5)
    let ends = (0..<3).map { rig.connect($0, $0 + 1) }
    rig.run(for: .seconds(3))
    rig.tell(0, .command(.sendPublic(text: "one", timestamp: rig.now.unix)))
    rig.run(for: .seconds(70))
    let neighbours: [LinkID: [PeerID]] = [
      ends[0].dialler: [rig.nodes[0].id, rig.nodes[1].id], ends[0].acceptor: [rig.nodes[0].id],
    ]
    var requests = 0
    for delivery in rig.deliveries {
      let packet = try Packet.decode(delivery.frame)
      #expect(!packet.isRSR || packet.ttl == 0)
      guard packet.type == .syncRequest else { continue }
      requests += 1
      #expect(packet.ttl == 0 && packet.recipient == rig.nodes[delivery.to].id)
      if let known = neighbours[delivery.link], delivery.to <= 1 { #expect(known.contains(packet.sender)) }
    }
    #expect(requests > 0)
  }

  @Test func aRequestWithATTLOrFromSomebodyElseIsNotAnswered() throws {
    var random = SeededRandom(number: 3)
    let bob = Stranger(using: &random)
    var bench = Bench(seed: 7)
    let link = bench.link("b")
    bench.run(for: .seconds(1))
    try bench.receive(try bob.announce(at: bench.now.unix), on: link)
    bench.tell(.command(.sendPublic(text: "mine", timestamp: bench.now.unix)))
    bench.run(for: .milliseconds(100))
    var good = Packet(
      type: .syncRequest, ttl: 0, timestamp: bench.now.unix, sender: bob.id,
      payload: try SyncRequest(filter: .empty, types: .message).encoded())
    good = try good.signed(with: bob.identity.signing)
    var far = good
    far.ttl = 7
    var unsigned = good
    unsigned.signature = nil
    unsigned.timestamp = Timestamp(milliseconds: good.timestamp.milliseconds + 1)
    let other = bench.link("o")
    _ = bench.takeEffects()
    try bench.receive(unsigned, on: link)
    try bench.receive(good, on: other)
    #expect(bench.sent.filter(\.packet.isRSR).isEmpty)
    bench.run(for: .seconds(4))
    far.timestamp = Timestamp(milliseconds: good.timestamp.milliseconds + 2)
    try bench.receive(try far.signed(with: bob.identity.signing), on: link)
    #expect(bench.sent.filter(\.packet.isRSR).isEmpty)
    good.timestamp = Timestamp(milliseconds: good.timestamp.milliseconds + 3)
    try bench.receive(try good.signed(with: bob.identity.signing), on: link)
    let answers = bench.sent.filter(\.packet.isRSR)
    #expect(answers.map(\.packet.payload) == [Array("mine".utf8)])
    #expect(answers.allSatisfy { $0.links == [link] && $0.packet.ttl == 0 })
  }

  @Test func aPeerIsAnsweredEightTimesInThirtySeconds() throws {
    let bob = Stranger(seed: 4)
    var bench = Bench(seed: 7)
    let link = bench.link("b")
    bench.run(for: .seconds(1))
    try bench.receive(try bob.announce(at: bench.now.unix), on: link)
    bench.tell(.command(.sendPublic(text: "mine", timestamp: bench.now.unix)))
    for number in 0..<12 {
      let request = Packet(
        type: .syncRequest, ttl: 0,
        timestamp: Timestamp(milliseconds: bench.now.unix.milliseconds + UInt64(number)), sender: bob.id,
        payload: try SyncRequest(filter: .empty, types: .message).encoded())
      try bench.receive(try request.signed(with: bob.identity.signing), on: link)
    }
    #expect(bench.sent.filter(\.packet.isRSR).count == 8)
    bench.run(for: .seconds(31))
    try bench.receive(try bob.announce(at: bench.now.unix), on: link)
    _ = bench.takeEffects()
    let late = Packet(
      type: .syncRequest, ttl: 0, timestamp: bench.now.unix, sender: bob.id,
      payload: try SyncRequest(filter: .empty, types: .message).encoded())
    try bench.receive(try late.signed(with: bob.identity.signing), on: link)
    #expect(bench.sent.filter(\.packet.isRSR).count == 1)
  }

  @Test func anOldPacketNobodyAskedForChangesNothing() throws {
    let (bob, cid) = (Stranger(seed: 4), Stranger(seed: 5))
    var bench = Bench(seed: 7)
    bench.run(for: .seconds(1))
    let (link, dark) = (bench.link("b"), bench.link("d"))
    let hourAgo = Timestamp(milliseconds: bench.now.unix.milliseconds - 3_600_000)
    try bench.receive(try bob.announce(at: bench.now.unix), on: link)
    var answer = try bob.message("an hour ago", at: hourAgo, ttl: 0)
    answer.isRSR = true
    let texts = { (bench: Bench) in
      bench.events.filter { if case .publicMessage = $0 { true } else { false } }.count
    }
    try bench.receive(answer, on: link)
    #expect(texts(bench) == 0, "not asked yet")
    bench.run(for: .milliseconds(1_100))
    #expect(bench.sent.contains { $0.packet.type == .syncRequest && $0.packet.recipient == bob.id })
    // A link nobody is verified on was not asked, whatever its packets say.
    try bench.receive(answer, on: dark)
    #expect(texts(bench) == 0)
    var foreign = try cid.message("from nobody", at: hourAgo, ttl: 0)
    foreign.isRSR = true
    try bench.receive(foreign, on: link)
    #expect(texts(bench) == 0, "an author nobody knows")
    try bench.receive(answer, on: link)
    #expect(texts(bench) == 1)
    let relayed = bench.sent.filter { $0.packet.type == .publicMessage && $0.packet.sender == bob.id }
    #expect(relayed.isEmpty, "answers are not passed on")
  }

  @Test func archivedMessagesAreHandedOnAfterARestartAndGoWhenTold() throws {
    var rig = MeshRig(["ann"], seed: 9)
    rig.tell(0, .command(.sendPublic(text: "kept", timestamp: rig.now.unix)))
    rig.run(for: .seconds(31))
    let frames = try #require(archives(rig.nodes[0]).last)
    #expect(frames.count == 1)
    let reborn = rig.add("ann", identity: rig.nodes[0].identity)
    rig.tell(reborn, .command(.restoreArchive(frames + [[1, 2, 3]])))
    rig.run(for: .seconds(120))
    let bob = rig.add("bob")
    rig.connect(reborn, bob)
    rig.run(for: .seconds(3))
    #expect(rig.nodes[bob].publicTexts == ["kept"])
    rig.tell(bob, .command(.dropStoredMessages(of: rig.nodes[0].id)))
    #expect(archives(rig.nodes[bob]).last == [])
  }

  @Test func aMessageThatSyncBringsAgainAfterItsStoreForgotItIsNotShownAgain() throws {
    let (bob, cid) = (Stranger(seed: 4), Stranger(seed: 5))
    var bench = Bench(seed: 7)
    bench.run(for: .seconds(1))
    let link = bench.link("b")
    let bobsLink = bench.link("c")
    try bench.receive(try cid.announce(at: bench.now.unix), on: bobsLink)
    var message = try cid.message("once", at: bench.now.unix, ttl: 7)
    try bench.receive(message, on: bobsLink)
    #expect(shown(bench) == 1)
    // Its sender is silent for so long that the store and the memory for duplicates have forgotten it.
    bench.run(for: .seconds(400))
    try bench.receive(try bob.announce(at: bench.now.unix), on: link)
    bench.run(for: .milliseconds(1_100))
    message.ttl = 0
    message.isRSR = true
    _ = bench.takeEffects()
    try bench.receive(message, on: link)
    #expect(shown(bench) == 0, "the application has it")
    // It is here again for those who lack it, so that bob is not asked for it for ever.
    #expect(bench.engine.gossip.stores[.message].count == 1)
    bench.tell(.command(.dropStoredMessages(of: nil)))
    bench.run(for: .seconds(400))
    try bench.receive(try bob.announce(at: bench.now.unix), on: link)
    bench.run(for: .seconds(31))
    _ = bench.takeEffects()
    try bench.receive(message, on: link)
    #expect(bench.engine.gossip.stores[.message].count == 1)
    #expect(shown(bench) == 0, "a cleared timeline stays clear")
  }

  private func shown(_ bench: Bench) -> Int {
    bench.events.filter { if case .publicMessage = $0 { true } else { false } }.count
  }

  private func archives(_ node: RigNode) -> [[[UInt8]]] {
    node.events.compactMap { if case .archiveChanged(let frames) = $0 { frames } else { nil } }
  }
}

/// Goal: stores stay within their caps and say the right things about themselves.
struct GossipStoreTests {
  @Test func theOldestGoAboveTheCountAndAboveTheBytes() throws {
    var store = GossipStore(capacity: 1_000)
    for number in 0..<1_200 { store.add(message(number), heard: start) }
    #expect(store.count == 1_000)
    #expect(store.entries.first?.packet.timestamp == message(200).timestamp)
    let known = store.bytes
    let isNew = store.add(message(700), heard: start)
    #expect(!isNew, "a known packet keeps its place")
    #expect(store.bytes == known)
    for number in 0..<100 { store.add(message(5_000 + number, bytes: 60_000), heard: start) }
    #expect(store.bytes <= GossipLimits.storeBytesMax)
    #expect(store.entries.last?.packet.timestamp == message(5_099).timestamp)
  }

  @Test func allStoresTogetherAreBoundedAndNoKindPushesOutAnother() {
    var stores = GossipStores()
    for number in 0..<300 { stores.add(message(number, bytes: 8_000), heard: start) }
    let alone = stores[.message].bytes
    #expect(alone > GossipLimits.storeBytesMax - 10_000)
    for number in 0..<900 {
      stores.add(
        Packet(
          type: .fragment, timestamp: Timestamp(milliseconds: base + UInt64(number)),
          sender: PeerID(rawValue: 2), payload: [UInt8](repeating: 9, count: 8_000)),
        heard: start)
      #expect(stores.bytes <= GossipLimits.allStoresBytesMax)
    }
    #expect(stores.bytes > GossipLimits.allStoresBytesMax - 10_000)
    #expect(stores[.message].bytes > GossipLimits.allStoresBytesMax / 2 - 10_000)
    #expect(stores[.message].entries.last?.packet.timestamp == message(299).timestamp, "the oldest went")
  }

  @Test func anOlderAnnounceNeverReplacesANewerOne() {
    var store = GossipStore(capacity: 4)
    let peer = PeerID(rawValue: 1)
    store.add(message(5), as: .peer(peer), heard: start)
    let tookOlder = store.add(message(4), as: .peer(peer), heard: start)
    let tookNewer = store.add(message(6), as: .peer(peer), heard: start)
    #expect(!tookOlder && tookNewer)
    #expect(store.count == 1)
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func equalStoresMissNothingHoweverFullTheyAre(_ seed: UInt64) {
    var random = SeededRandom(number: seed)
    for count in [0, 1, 355, 356, 1_000] {
      var numbers = Array(0..<count)
      var (one, other) = (GossipStores(), GossipStores())
      for number in numbers { one.add(message(number), heard: start) }
      numbers.shuffle(using: &random)
      for number in numbers { other.add(message(number), heard: start) }
      let request = one.request(for: [.announce, .message], at: moment)
      #expect((request.since != nil) == (count > 355))
      #expect(other.missing(for: request, at: moment).isEmpty, "\(count)")
    }
  }

  @Test func whatIsMissingIsSentBarTheFilterMistakes() {
    var (one, other) = (GossipStores(), GossipStores())
    for number in 0..<300 {
      other.add(message(number), heard: start)
      if number % 2 == 0 { one.add(message(number), heard: start) }
    }
    let request = one.request(for: .message, at: moment)
    let missing = other.missing(for: request, at: moment)
    #expect(missing.allSatisfy { ($0.timestamp.milliseconds - base) % 2 == 1 })
    #expect(missing.count >= 140)
    #expect(other.missing(for: SyncRequest(filter: .empty, types: .file), at: moment).isEmpty)
    #expect(other.missing(for: SyncRequest(filter: .empty), at: moment).count == 300)
  }

  @Test func streamsAskedForByNameIgnoreTheTime() throws {
    var stores = GossipStores()
    for stream in 1...3 {
      let packet = Packet(
        type: .fragment, timestamp: Timestamp(milliseconds: base + UInt64(stream)),
        sender: PeerID(rawValue: 1),
        payload: [0, 0, 0, 0, 0, 0, 0, UInt8(stream), 0, 0, 0, 2, 0x22, 7])
      stores.add(packet, heard: start)
    }
    let request = SyncRequest(
      filter: .empty, types: .fragment, since: moment, streams: [FragmentStreamID(rawValue: 2)])
    #expect(stores.missing(for: request, at: moment).map(\.timestamp.milliseconds) == [base + 2])
  }

  @Test func everyBudgetedCollectionOfRequestsIsCapped() {
    var requests = GossipRequests()
    let now = Instant(nanoseconds: 5)
    for number in 0..<2_000 {
      requests.register(PeerID(rawValue: UInt64(number)), at: now)
      _ = requests.admitAnswer(to: PeerID(rawValue: UInt64(number)), at: now)
    }
    #expect(requests.count == MeshLimits.linksMax)
    #expect(requests.budgetedCount == GossipLimits.budgetedPeersMax)
    #expect(requests.isOpen(PeerID(rawValue: 1_999), at: now + .seconds(30)))
    #expect(!requests.isOpen(PeerID(rawValue: 1_999), at: now + .milliseconds(30_001)))
  }

  @Test func oneSenderDoesNotFillWhatAFilterCovers() {
    let share = GossipLimits.messageShare
    var stores = GossipStores()
    for number in 0..<40 { stores.add(message(number, sender: 1_000 + UInt64(number)), heard: start) }
    for number in 40..<3_000 { stores.add(message(number, sender: 7), heard: start) }
    #expect(stores[.message].count == share.fairFrom)
    let request = stores.request(for: .message, at: moment)
    #expect(request.since == nil, "what was there first is asked for as well")
    #expect(stores.missing(for: request, at: moment).isEmpty)
    // By the time they were made: an older one that sync brings does not push out a newer one.
    let kept = stores[.message].entries.map(\.packet.timestamp)
    stores.add(message(50, sender: 7), heard: start)
    #expect(stores[.message].entries.map(\.packet.timestamp) == kept)
    for number in 3_000..<3_300 { stores.add(message(number, sender: UInt64(number)), heard: start) }
    for number in 3_300..<3_500 { stores.add(message(number, sender: 8), heard: start) }
    let counts = [7, 8].map { sender in
      stores[.message].entries.count { $0.packet.sender == PeerID(rawValue: sender) }
    }
    #expect(counts == [share.fairFrom - 40, share.perSenderMax])
  }

  private let start = Instant(nanoseconds: 1)
  private let base: UInt64 = 1_750_000_000_000
  private var moment: Timestamp { Timestamp(milliseconds: base + 20_000) }

  private func message(_ number: Int, bytes: Int = 8, sender: UInt64? = nil) -> Packet {
    Packet(
      type: .publicMessage, timestamp: Timestamp(milliseconds: base + UInt64(number)),
      sender: PeerID(rawValue: sender ?? UInt64(number % 40)), payload: [UInt8](repeating: 7, count: bytes))
  }
}

import Bytes
import Cryptography
import Mesh
import MeshWire
import Timebase

/// One engine that others and the application give as much to keep as it takes: verified peers with long
/// messages, pieces that never become whole, packets to pass on, packets it cannot read yet, messages faster
/// than it may decrypt, messages that wait for a session, long texts on narrow links.
struct Flood {
  private(set) var frameCount = 0
  private(set) var byteCount = 0
  private var bench: Bench
  private var links: [LinkID]
  private var random: SeededRandom
  private let strangers: [Stranger]
  private var session: NoiseSession
  private let sessionPeer: Stranger
  private let block: [UInt8]

  /// An engine with sixteen links, narrow ones among them, and a session with one peer.
  init?(seed: UInt64) {
    random = SeededRandom(number: seed)
    bench = Bench(seed: seed)
    var links: [LinkID] = []
    for number in 0..<16 { links.append(bench.link("l\(number)", limit: number < 3 ? 512 : 65_535)) }
    self.links = links
    var keys = SeededRandom(number: seed &+ 1)
    strangers = (0..<4_200).map { _ in Stranger(using: &keys) }
    sessionPeer = Stranger(using: &keys)
    block = random.bytes(60_000)
    bench.run(for: .seconds(1))
    guard let session = Self.session(with: sessionPeer, in: &bench, on: links[15], using: &keys) else {
      return nil
    }
    self.session = session
  }

  /// Gives everything; what needs verified peers first, what is kept for a moment last.
  mutating func fill() {
    for round in 0..<4 {
      for (number, stranger) in strangers.enumerated() {
        let link = links[number % links.count]
        if round == 0 { send(try? stranger.announce(at: bench.now.unix, ttl: 6), on: link) }
        let text = payload(round == 0 ? 2_000 : 4_000).hexadecimal
        if number < 600 { send(try? stranger.message(text, at: bench.now.unix), on: link) }
        if number.isMultiple(of: 100) { pass(.milliseconds(100)) }
      }
    }
    sayMuch()
    for number in 0..<1_500 { sendPiece(number) }
    for number in 0..<400 { sendWhatIsKeptForAMoment(number) }
    for number in 0..<400 { sendEncrypted(number) }
    _ = bench.takeEffects()
  }

  /// Puts an engine that holds nothing in its place.
  mutating func forgetEngine() {
    bench = Bench()
  }

  /// What the application gives: messages to peers without a session, and long texts, which narrow links
  /// carry in pieces.
  private mutating func sayMuch() {
    for number in 0..<12_000 {
      let text = payload(120).hexadecimal
      bench.tell(
        .command(.sendPrivate(text: text, to: strangers[number % 120].id, messageID: "Q\(number)")))
      if number < 60 {
        bench.tell(.command(.sendPublic(text: payload(8_000).hexadecimal, timestamp: bench.now.unix)))
      }
      _ = bench.takeEffects()
    }
  }

  /// A piece of something long, to everybody; its other pieces never come.
  private mutating func sendPiece(_ number: Int) {
    let stranger = strangers[number % 64]
    let stream = random.bytes(8)
    send(
      Packet(
        type: .fragment, timestamp: bench.now.unix, sender: stranger.id,
        payload: stream + [0, 0, 0, 9, MessageType.fileTransfer.rawValue] + payload(16_000)),
      on: links[3 + number % 12])
  }

  /// Something to pass on, something for somebody else, something for us that cannot be read yet.
  private mutating func sendWhatIsKeptForAMoment(_ number: Int) {
    let (stranger, link) = (strangers[number], links[3 + number % 12])
    send(
      Packet(type: .voiceFrame, timestamp: bench.now.unix, sender: stranger.id, payload: payload(20_000)),
      on: link)
    for recipient in [PeerID(rawValue: 5), bench.id] {
      send(
        Packet(
          type: .noiseEncrypted, timestamp: bench.now.unix, sender: stranger.id, recipient: recipient,
          payload: payload(20_000)),
        on: link)
    }
  }

  /// One of more genuine messages a second than are decrypted.
  private mutating func sendEncrypted(_ number: Int) {
    let message = PrivateMessage(messageID: "M\(number)", text: payload(100).hexadecimal)
    guard let plaintext = try? NoisePayload.privateMessage(message).encoded(),
      let ciphertext = try? session.encrypt(plaintext)
    else { return }
    send(
      Packet(
        type: .noiseEncrypted, timestamp: bench.now.unix, sender: sessionPeer.id, recipient: bench.id,
        payload: ciphertext),
      on: links[15])
  }

  private mutating func send(_ packet: Packet?, on link: LinkID) {
    guard let packet, let frame = try? packet.encoded(padded: packet.type.isPaddedOnAir) else { return }
    frameCount += 1
    byteCount += frame.count
    bench.tell(.link(.frame(link, frame)))
    _ = bench.takeEffects()
  }

  private mutating func pass(_ duration: Duration) {
    bench.run(for: duration)
    _ = bench.takeEffects()
  }

  /// Bytes that do not compress to nothing and differ from call to call.
  private mutating func payload(_ count: Int) -> [UInt8] { random.bytes(8) + block.prefix(count - 8) }

  /// A handshake written by hand, as its initiator.
  private static func session(
    with peer: Stranger, in bench: inout Bench, on link: LinkID, using random: inout SeededRandom
  ) -> NoiseSession? {
    var handshake = NoiseHandshake(
      role: .initiator, localStatic: peer.identity.noise, ephemeral: .generate(using: &random))
    do {
      try bench.receive(try peer.announce(at: bench.now.unix), on: link)
      let send = { (payload: [UInt8], bench: inout Bench) in
        try bench.receive(
          Packet(
            type: .noiseHandshake, timestamp: bench.now.unix, sender: peer.id, recipient: bench.id,
            payload: payload), on: link)
      }
      _ = bench.takeEffects()
      try send(try handshake.writeMessage(), &bench)
      guard let answer = bench.sent.last(where: { $0.packet.type == .noiseHandshake }) else { return nil }
      _ = try handshake.readMessage(answer.packet.payload)
      try send(try handshake.writeMessage(), &bench)
      return try handshake.split()
    } catch {
      return nil
    }
  }
}

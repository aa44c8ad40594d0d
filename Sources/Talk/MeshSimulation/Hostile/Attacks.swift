import Cryptography
import Mesh
import MeshWire
import Timebase

/// What each kind of hostile node sends when it acts.
extension HostileNode {
  /// A signed message, a packet of a type nobody knows, and bytes that are no packet.
  mutating func flood(_ now: Now) -> [Output] {
    let text = Array("spam \(random.next())".utf8)
    let message = Packet(
      type: .publicMessage, timestamp: now.unix, sender: identity.peerID, payload: text)
    var outputs: [Output] = []
    if let signed = try? message.signed(with: identity.signing) { outputs += everywhere(signed) }
    let unknown = Packet(
      type: MessageType(rawValue: 0x7B), timestamp: now.unix, sender: PeerID(rawValue: random.next()),
      payload: rubbish(200))
    outputs += somewhere(unknown)
    outputs += links.map { Output(link: $0, frame: rubbish(60)) }
    return outputs
  }

  /// A frame of somebody else again, as it was or as if its sender were the next neighbour.
  mutating func replay() -> [Output] {
    guard !overheard.isEmpty else { return [] }
    // Mostly a fresh one, now and then one of minutes ago, or something private.
    let choice = random.below(4)
    let heard = choice == 3 && !sealed.isEmpty ? sealed : overheard
    let place = choice < 2 ? heard.count - 1 - random.below(min(heard.count, 16)) : random.below(heard.count)
    let frame = heard[place]
    guard random.below(2) == 0, var packet = try? Packet.decode(frame) else {
      return links.map { Output(link: $0, frame: frame) }
    }
    packet.ttl = WireLimits.originatingTTL
    return everywhere(packet)
  }

  /// Somebody else's announce with another key or name, and a message in that name.
  mutating func spoof(_ now: Now) -> [Output] {
    guard !announces.isEmpty else { return [] }
    let victim = announces[random.below(announces.count)]
    guard victim.sender != identity.peerID, var announce = try? Announce.decode(victim.payload) else {
      return []
    }
    var forged = victim
    forged.ttl = WireLimits.originatingTTL
    forged.timestamp = now.unix
    switch random.below(3) {
    case 0: announce.signingKey = identity.signing.publicKey.bytes
    case 1: announce.nickname += "!"
    default: announce.neighbours = [identity.peerID]
    }
    forged.payload = (try? announce.encoded()) ?? victim.payload
    if random.below(2) == 0 { forged = (try? forged.signed(with: identity.signing)) ?? forged }
    var message = Packet(
      type: .publicMessage, timestamp: now.unix, sender: victim.sender, payload: Array("not mine".utf8))
    message = (try? message.signed(with: identity.signing)) ?? message
    message.isRSR = random.below(4) == 0
    let leave = Packet.leave(sender: victim.sender, timestamp: now.unix)
    return everywhere(forged) + everywhere(message)
      + everywhere((try? leave.signed(with: identity.signing)) ?? leave)
  }

  /// The first pieces of frames whose other pieces never come, for everybody and for one.
  mutating func bomb(_ now: Now) -> [Output] {
    (0..<4).flatMap { number -> [Output] in
      let header = rubbish(8) + [0, UInt8(number), 0x27, 0x0F, MessageType.fileTransfer.rawValue]
      let recipient = number == 0 ? announces.last?.sender : nil
      return everywhere(
        Packet(
          type: .fragment, timestamp: now.unix, sender: PeerID(rawValue: random.next()),
          recipient: recipient, payload: header + rubbish(400)))
    }
  }

  /// A request by somebody who has nothing, and an old message that nobody asked for.
  mutating func abuseSync(_ now: Now) -> [Output] {
    var outputs: [Output] = []
    if let payload = try? SyncRequest(filter: .empty, types: [.announce, .message, .fragment]).encoded() {
      let request = Packet(
        type: .syncRequest, ttl: 0, timestamp: now.unix, sender: identity.peerID, payload: payload)
      outputs += everywhere((try? request.signed(with: identity.signing)) ?? request)
    }
    let messages = overheard.suffix(64).compactMap { try? Packet.decode($0) }
      .filter { $0.type == .publicMessage }
    if var old = messages.last {
      old.isRSR = true
      old.ttl = 0
      outputs += everywhere(old)
    }
    return outputs
  }

  /// Somebody who is nowhere and what was said ten minutes ago, as answers on a link that asked nobody.
  func haunt(_ link: LinkID, _ now: Now) -> [Output] {
    let then = Now(
      monotonic: now.monotonic,
      unix: Timestamp(milliseconds: now.unix.milliseconds - min(now.unix.milliseconds, 600_000)))
    let message = Packet(
      type: .publicMessage, timestamp: then.unix, sender: ghost.peerID, payload: Array("I was here".utf8))
    return [announce(of: ghost, at: then), try? message.signed(with: ghost.signing)].compactMap { packet in
      guard var packet else { return nil }
      (packet.isRSR, packet.ttl) = (true, 0)
      guard let frame = try? packet.encoded(padded: packet.type.isPaddedOnAir) else { return nil }
      return Output(link: link, frame: frame)
    }
  }

  /// First messages of handshakes by nobody, and something encrypted that nobody can read.
  mutating func floodHandshakes(_ now: Now) -> [Output] {
    guard !announces.isEmpty else { return [] }
    let victim = announces[random.below(announces.count)].sender
    let sender = random.below(2) == 0 ? PeerID(rawValue: random.next()) : announces[0].sender
    let start = Packet(
      type: .noiseHandshake, timestamp: now.unix, sender: sender, recipient: victim, payload: rubbish(32))
    let ciphertext = Packet(
      type: .noiseEncrypted, timestamp: now.unix, sender: sender, recipient: victim, payload: rubbish(80))
    return everywhere(start) + everywhere(ciphertext)
  }
}

import MeshWire
import Timebase

/// What became of a packet that was to be sent.
enum Transmission: Sendable, Equatable {
  /// Handed to these links.
  case sent([LinkID])
  /// No link: it waits for one.
  case spooled
  /// No link, and nothing waits.
  case nowhere
  /// Longer than any of the chosen links carries whole.
  case tooLarge(bytes: Int, limit: Int)
  /// The codec cannot write it.
  case unwritable
}

extension MeshEngine {
  /// Sends a packet along the broadcast path: encoded as its type wants it, on the planned links; Noise
  /// packets without a link wait in the spool.
  ///
  /// Links that cannot carry the frame whole are left out. Source: mesh-engine 9.1 to 9.4.
  @discardableResult
  mutating func transmit(
    _ packet: Packet, excluding: Ingress? = nil, messageID: String? = nil,
    generation: SessionGeneration? = nil, since: Instant? = nil
  ) -> Transmission {
    guard let frame = try? packet.encoded(padded: packet.type.isPaddedOnAir) else { return .unwritable }
    let plan = LinkPlan(for: packet, excluding: excluding)
    let planned = plan.select(from: links)
    let able = planned.filter { frame.count <= $0.facts.sendLimitBytes }
    if let limit = planned.map(\.facts.sendLimitBytes).max(), able.isEmpty {
      return .tooLarge(bytes: frame.count, limit: limit)
    }
    if able.isEmpty {
      guard let recipient = plan.hint, packet.type.isPaddedOnAir else { return .nowhere }
      let entry = Spool.Entry(
        packet: packet, recipient: recipient, excluding: excluding, messageID: messageID,
        generation: generation, since: since ?? now.monotonic)
      giveUp(spool.add(entry))
      return .spooled
    }
    let ids = able.map(\.id)
    effects.append(.send(frame: frame, links: ids, priority: WritePriority(of: packet)))
    return .sent(ids)
  }

  /// Tries again with everything that waits for a way. A message 1 leaves only while its attempt is under
  /// way, and what a session encrypted only while that session stands.
  mutating func flushSpool() {
    guard links.count > 0 else { return }
    for entry in spool.takeAll() {
      guard !isStale(entry) else {
        giveUp([entry])
        continue
      }
      switch transmit(
        entry.packet, excluding: entry.excluding, messageID: entry.messageID, generation: entry.generation,
        since: entry.since)
      {
      case .sent: noteSent(entry)
      case .spooled: break
      case .nowhere, .tooLarge, .unwritable: giveUp([entry])
      }
    }
    drainQueues()
  }

  /// Drops what waited too long for a link.
  mutating func expireSpool() {
    giveUp(spool.takeExpired(at: now.monotonic))
  }

  private func isStale(_ entry: Spool.Entry) -> Bool {
    let packet = entry.packet
    if let generation = entry.generation { return noise.generation(of: entry.recipient) != generation }
    guard packet.sender == own, packet.type == .noiseHandshake,
      packet.payload.count == NoiseLimits.message1Bytes
    else { return false }
    return !noise.isCurrentMessage1(packet.payload, to: entry.recipient)
  }

  private mutating func noteSent(_ entry: Spool.Entry) {
    if let messageID = entry.messageID { report(messageID, .sent) }
    guard entry.packet.sender == own, noise.isCurrentMessage1(entry.packet.payload, to: entry.recipient)
    else { return }
    noise.noteHandedOver(to: entry.recipient, at: now.monotonic)
    performNoiseActions()
  }

  /// Tells the application about messages that found no link in time.
  mutating func giveUp(_ entries: [Spool.Entry]) {
    for entry in entries {
      if let messageID = entry.messageID { report(messageID, .failed(.noLink)) }
    }
  }
}

extension WritePriority {
  /// The priority of a packet's frame.
  init(of packet: Packet) {
    switch packet.type {
    case .fragment:
      // The total stands behind the stream id and the index (mesh-wire 9.1).
      let total = packet.payload.dropFirst(10).prefix(2).reduce(0) { $0 << 8 | Int($1) }
      self = .fragment(totalCount: total)
    case .fileTransfer: self = .bulk
    default: self = packet.type.isKnown ? .normal : .bulk
    }
  }
}

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
  /// It leaves in pieces, perhaps after others; what becomes of them is told later.
  case cutting
  /// Too much leaves in pieces already.
  case busy
  /// Longer than any of the chosen links carries, even in pieces.
  case tooLarge(bytes: Int, limit: Int)
  /// The codec cannot write it.
  case unwritable
}

extension MeshEngine {
  /// Sends a packet along the broadcast path: encoded as its type wants it, on the planned links; Noise
  /// packets without a link wait in the spool.
  ///
  /// Links that cannot carry the frame whole get it in pieces; files and what has a transfer id go in pieces
  /// everywhere. Source: mesh-engine 9.1 to 9.4.
  @discardableResult
  mutating func transmit(
    _ packet: Packet, excluding: Ingress? = nil, messageID: String? = nil, transferID: String? = nil,
    generation: SessionGeneration? = nil, since: Instant? = nil, served: [LinkID] = []
  ) -> Transmission {
    if let (routed, hop) = routed(packet), let link = sendOnLink(routed, to: hop) {
      routeHealth.noteSent(to: routed.recipient ?? hop, at: now.monotonic)
      return .sent([link])
    }
    guard let frame = try? packet.encoded(padded: packet.type.isPaddedOnAir) else { return .unwritable }
    let plan = LinkPlan(for: packet, excluding: excluding, served: served)
    let planned = plan.select(from: links)
    guard !planned.isEmpty else {
      guard served.isEmpty, let recipient = plan.hint, packet.type.isPaddedOnAir else { return .nowhere }
      let entry = Spool.Entry(
        packet: packet, recipient: recipient, excluding: excluding, messageID: messageID,
        transferID: transferID, generation: generation, since: since ?? now.monotonic)
      let evicted = spool.add(entry)
      counts.spoolEvicted += evicted.count
      giveUp(evicted)
      return .spooled
    }
    let isRelay = excluding != nil
    let isCutEverywhere = !isRelay && (packet.type == .fileTransfer || transferID != nil)
    let able = isCutEverywhere ? [] : planned.filter { frame.count <= $0.facts.sendLimitBytes }
    let ids = able.map(\.id)
    if !ids.isEmpty {
      effects.append(.send(frame: frame, links: ids, priority: WritePriority(of: packet)))
    }
    if able.count == planned.count { return .sent(ids) }
    let narrow = planned.filter { !ids.contains($0.id) }
    guard !narrow.isEmpty, packet.type != .fragment else {
      return ids.isEmpty ? .tooLarge(bytes: frame.count, limit: widest(planned)) : .sent(ids)
    }
    let order = Transfer.Order(
      id: isCutEverywhere ? id(of: packet, named: transferID) : nil, messageID: messageID,
      generation: generation, isRelay: isRelay, isCutEverywhere: isCutEverywhere, isSentWhole: !ids.isEmpty)
    switch cut(frame, of: packet, for: narrow, excluding: excluding, order: order) {
    case .cutting: return .cutting
    case let failure: return ids.isEmpty ? failure : .sent(ids)
    }
  }

  private func widest(_ links: [Link]) -> Int { links.map(\.facts.sendLimitBytes).max() ?? 0 }

  private func id(of packet: Packet, named name: String?) -> TransferID {
    if let name { return .named(name) }
    return .content(Fingerprint(hashing: packet.payload), packet.isBroadcast ? nil : packet.recipient)
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
        entry.packet, excluding: entry.excluding, messageID: entry.messageID,
        transferID: entry.transferID, generation: entry.generation, since: entry.since)
      {
      case .sent: noteSent(entry)
      case .spooled, .cutting: break
      case .nowhere, .busy, .tooLarge, .unwritable: giveUp([entry])
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

import MeshWire
import Timebase

/// Frames that a link cannot carry whole (mesh-wire 9, mesh-engine 9.3, 9.6).
extension MeshEngine {
  /// Cuts a frame for these links, each of which is too narrow for it or gets pieces all the same. The first
  /// piece leaves at once. With a neighbour the pieces take its link alone, and are for it if they are for
  /// nobody else.
  mutating func cut(
    _ frame: [UInt8], of packet: Packet, for narrow: [Link], neighbour: PeerID? = nil,
    excluding: Ingress? = nil, order: Transfer.Order
  ) -> Transmission {
    let narrowest = narrow.map(\.facts.sendLimitBytes).min() ?? 0
    let limit = min(narrowest, FragmentChunk.planningLimitBytes)
    // Pieces need the addresses of the packet alone; its payload is in the frame.
    var head = packet
    head.payload = []
    let hops = packet.version == .two ? packet.route.count : 0
    let chunk = FragmentChunk.bytes(
      linkLimitBytes: limit, isDirected: packet.recipient != nil || neighbour != nil, routeHops: hops)
    let stream = FragmentStreamID(rawValue: random.next())
    guard
      let train = try? FragmentTrain(
        cutting: frame, of: head, stream: stream, chunkBytes: chunk,
        to: packet.recipient == nil ? neighbour : nil),
      let first = try? train.fragment(0)?.encoded(), first.count <= limit
    else { return .tooLarge(bytes: frame.count, limit: narrowest) }
    let transfer = Transfer(
      order: order, train: train, neighbour: neighbour,
      recipient: packet.isBroadcast ? nil : packet.recipient, excluding: excluding,
      wholeBytes: frame.count, nextAt: now.monotonic)
    switch transfers.add(transfer) {
    case .started(let number): sendPiece(of: number)
    case .waits: if let id = order.id { emit(.transfer(id: id.name, .waiting)) }
    case .isUnderWay: break
    case .refused:
      counts.transfersRefused += 1
      return .busy
    }
    return .cutting
  }

  /// Sends the next piece and sees to the one after it. One piece a call: a driver that comes late spreads
  /// the rest as if it had not.
  mutating func sendPiece(of number: UInt64) {
    guard var transfer = transfers[number] else { return }
    if let generation = transfer.order.generation, let peer = transfer.recipient,
      noise.generation(of: peer) != generation
    {
      return finish(transfer, .failed(.noLink))
    }
    if hand(over: transfer) {
      transfer.sentCount += 1
      transfer.linklessSince = nil
      transfer.nextAt = now.monotonic + transfer.spacing
      if transfer.isDone { return finish(transfer, .done) }
      reportProgress(of: transfer)
    } else {
      let since = transfer.linklessSince ?? now.monotonic
      guard now.monotonic.since(since) < FragmentLimits.linkPatience else {
        return finish(transfer, transfer.order.isSentWhole ? .done : .failed(.noLink))
      }
      transfer.linklessSince = since
      transfer.nextAt = now.monotonic + FragmentLimits.linkRetry
    }
    transfers[number] = transfer
    agenda.schedule(.piece(number), at: transfer.nextAt)
  }

  /// Stops transfers of that name, under way or not.
  mutating func cancelTransfer(named name: String) {
    let (active, waiting) = transfers.cancel(named: name)
    for transfer in waiting { report(transfer, .failed(.cancelled)) }
    for number in active {
      if let transfer = transfers[number] { finish(transfer, .failed(.cancelled)) }
    }
  }

  /// Gives all of them up, because the engine stops.
  mutating func abandonTransfers() {
    let all = transfers.all
    transfers = Transfers()
    for transfer in all {
      agenda.cancel(.piece(transfer.number))
      report(transfer, .failed(.notRunning))
    }
  }

  /// Puts the next piece on its links; `false` when there is none.
  private mutating func hand(over transfer: Transfer) -> Bool {
    guard let piece = transfer.train.fragment(transfer.sentCount), let frame = try? piece.encoded() else {
      return false
    }
    let plan = LinkPlan(for: piece, hint: transfer.neighbour, excluding: transfer.excluding)
    if let neighbour = transfer.neighbour, !links.isLinked(neighbour) { return false }
    let ids = plan.select(from: links).filter { link in
      let limit = link.facts.sendLimitBytes
      return frame.count <= limit && (transfer.order.isCutEverywhere || transfer.wholeBytes > limit)
    }.map(\.id)
    guard !ids.isEmpty else { return false }
    effects.append(.send(frame: frame, links: ids, priority: .fragment(totalCount: transfer.train.count)))
    if piece.sender == own { trackForSync(piece) }
    return true
  }

  private mutating func finish(_ transfer: Transfer, _ progress: TransferProgress) {
    agenda.cancel(.piece(transfer.number))
    let next = transfers.remove(transfer.number)
    report(transfer, progress)
    if let next { sendPiece(of: next) }
  }

  private mutating func report(_ transfer: Transfer, _ progress: TransferProgress) {
    if let id = transfer.order.id { emit(.transfer(id: id.name, progress)) }
    guard let messageID = transfer.order.messageID else { return }
    switch progress {
    case .waiting, .sending: break
    case .done: report(messageID, .sent)
    case .failed(let failure): report(messageID, .failed(failure))
    }
  }

  private mutating func reportProgress(of transfer: Transfer) {
    guard let id = transfer.order.id else { return }
    let total = transfer.train.count
    guard transfer.sentCount.isMultiple(of: max(1, total / 50)) else { return }
    emit(.transfer(id: id.name, .sending(sent: transfer.sentCount, total: total)))
  }
}

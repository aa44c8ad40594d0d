import Networking
import Timebase

extension LANLinkMachine {
  mutating func add(
    _ id: LANConnectionID, role: LANLinkRole, host: IPAddress, expected: LANInstance?,
    phase: LANConnection.Phase, now: Instant
  ) {
    connectionCount += 1
    connections[id] = LANConnection(
      id: id, role: role, host: host, order: connectionCount, expected: expected, phase: phase,
      phaseBegan: now, lastReceived: now, lastSent: now)
  }

  mutating func dialSucceeded(_ id: LANConnectionID, now: Instant) {
    guard let connection = connections[id], case .dialling = connection.phase else { return }
    connections[id]?.phase = .greeting
    connections[id]?.phaseBegan = now
    greet(id, now: now)
  }

  mutating func accepted(_ id: LANConnectionID, from host: IPAddress, now: Instant) {
    counters.accepts += 1
    guard beacons.tcpPort != nil, connections[id] == nil, mayAccept(host, now: now) else {
      return effects.append(.close(id))
    }
    add(id, role: .acceptor, host: host, expected: nil, phase: .greeting, now: now)
    effects.append(.startReading(id))
    greet(id, now: now)
  }

  /// Our hello goes out at once, without waiting for theirs.
  private mutating func greet(_ id: LANConnectionID, now: Instant) {
    write(LANFrames.hello(instance), on: id, now: now)
    connections[id]?.lastReceived = now
    updateTimer(id)
  }

  mutating func received(_ bytes: [UInt8], on id: LANConnectionID, now: Instant) {
    // The phase alone is copied: with a copy of the parser at hand, every append would copy its bytes.
    guard let phase = connections[id]?.phase else { return }
    connections[id]?.parser.append(bytes)
    connections[id]?.lastReceived = now
    counters.bytesReceived += bytes.count
    switch phase {
    case .dialling:
      break  // the system connects before it reads
    case .greeting:
      takeHello(id, now: now)
    case .up:
      takeFrames(id, now: now)
    case .spare:
      let pending = connections[id]?.parser.pendingBytes ?? 0
      if pending > LANLimits.spareBytesMax { end(id, .malformed, now: now) }
    }
  }

  private mutating func takeHello(_ id: LANConnectionID, now: Instant) {
    switch connections[id]?.parser.takeHello() {
    case .none, .incomplete: break
    case .malformed: end(id, .malformed, now: now)
    case .hello(let other): settle(id, with: other, now: now)
    }
  }

  /// Makes a link of a connection whose hello came, and takes what followed the hello.
  mutating func bringUp(_ id: LANConnectionID, with other: LANInstance, now: Instant) {
    guard let connection = connections[id] else { return }
    let link = LANLinkID(instance: other, role: connection.role)
    connections[id]?.phase = .up(link)
    connections[id]?.phaseBegan = now
    linkConnections[link] = id
    linksHaveChanged = true
    counters.linksUp += 1
    effects.append(.event(.up(link)))
    takeFrames(id, now: now)
  }

  /// Takes the frames that have come whole, until the link is over its share.
  mutating func takeFrames(_ id: LANConnectionID, now: Instant) {
    var hasTaken = false
    while let connection = connections[id], case .up(let link) = connection.phase {
      if pauseIfOverShare(id, now: now) { return }
      switch connections[id]?.parser.takeFrame() {
      case .none, .incomplete:
        let isUnfinished = connection.parser.pendingBytes > 0
        connections[id]?.frameBegan = isUnfinished ? (hasTaken ? now : connection.frameBegan ?? now) : nil
        return updateTimer(id)
      case .keepAlive:
        hasTaken = true
        charge(id, bytes: 0, now: now)
      case .packet(let packet):
        hasTaken = true
        charge(id, bytes: packet.count, now: now)
        effects.append(.event(.frame(link, packet)))
      case .malformed:
        end(id, .malformed, now: now)
      }
    }
  }

  private mutating func charge(_ id: LANConnectionID, bytes: Int, now: Instant) {
    counters.framesReceived += 1
    guard let verification = connections[id]?.verification else { return }
    connections[id]?.budget.charge(
      bytes, isVerified: verification != .none, links: linkConnections.count, now: now)
  }

  /// What is over the link's share stays where it is; reading goes on later.
  private mutating func pauseIfOverShare(_ id: LANConnectionID, now: Instant) -> Bool {
    if connections[id]?.resumesAt != nil { return true }
    guard let resumesAt = connections[id]?.budget.pause(now: now) else { return false }
    counters.pauses += 1
    connections[id]?.resumesAt = resumesAt
    connections[id]?.frameBegan = nil
    effects.append(.stopReading(id))
    updateTimer(id)
    return true
  }

  /// The link's pause is over: what waits is taken, then it is read again.
  mutating func resume(_ id: LANConnectionID, now: Instant) {
    connections[id]?.resumesAt = nil
    takeFrames(id, now: now)
    if connections[id] != nil, connections[id]?.resumesAt == nil { effects.append(.startReading(id)) }
  }

  mutating func closed(_ id: LANConnectionID, _ reason: LANEndReason, now: Instant) {
    guard connections[id] != nil else { return }
    end(id, reason, now: now)
  }

  /// Forgets a connection and closes it; the node's waiting second link takes its place.
  mutating func end(
    _ id: LANConnectionID, _ reason: LANEndReason, promoting: Bool = true, now: Instant
  ) {
    guard let connection = connections.removeValue(forKey: id) else { return }
    linksHaveChanged = true
    counters.noteEnd(reason)
    effects.append(.close(id))
    if connection.timerAt != nil { effects.append(.cancel(.connection(id))) }
    guard case .up(let link) = connection.phase else { return }
    linkConnections[link] = nil
    effects.append(.event(.ended(link, reason)))
    guard promoting, connection.role == .acceptor, let spare = spare(of: link.instance) else {
      return forgetSettlement(of: link.instance)
    }
    connections[spare]?.settlesAt = nil
    connections[spare]?.lastReceived = now
    bringUp(spare, with: link.instance, now: now)
  }

  mutating func verified(_ link: LANLinkID, _ wasKnownBefore: Bool, now: Instant) {
    guard let id = linkConnections[link], let connection = connections[id], connection.verification != .known
    else { return }
    connections[id]?.verification = wasKnownBefore ? .known : .stranger
    noteVerified(link.instance)
    let strangers = connections.values.count { $0.role == .acceptor && $0.verification == .stranger }
    if link.role == .acceptor, strangers > LANLimits.inboundMax - LANLimits.inboundReserved, !wasKnownBefore {
      end(id, .tableFull, now: now)
    }
  }
}

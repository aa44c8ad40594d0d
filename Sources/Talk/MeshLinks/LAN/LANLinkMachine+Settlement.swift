import Timebase

/// One link per pair (architecture, "LAN links").
///
/// Of links dialled by different ends the one dialled by the lower instance stays, and its acceptor closes
/// the other. Of two dialled by the same end only that dialler closes the later. Until it has, the
/// acceptor keeps what comes on the later one unread, since the dialler makes a link of one of them only.
extension LANLinkMachine {
  /// Decides what becomes of a connection when its hello names `other`.
  mutating func settle(_ id: LANConnectionID, with other: LANInstance, now: Instant) {
    learnStaticPeer(of: id, other)
    guard other != instance, let role = connections[id]?.role else { return end(id, .superseded, now: now) }
    makePlace(for: role, with: other, now: now)
    let rivals = connections.values.filter { $0.instance == other }.sorted { $0.order < $1.order }
    guard rivals.count < LANLimits.linksPerInstanceMax else { return end(id, .superseded, now: now) }
    guard let rival = rivals.first else { return bringUp(id, with: other, now: now) }
    switch (role, rival.role) {
    case (.dialler, .dialler):
      end(id, .superseded, now: now)
    case (.acceptor, .acceptor):
      connections[id]?.phase = .spare(other)
      connections[id]?.phaseBegan = now
      connections[id]?.settlesAt = now + LANLimits.settlementDeadline
      updateTimer(id)
    case (.dialler, .acceptor), (.acceptor, .dialler):
      settleBothDialled(id, rival.id, with: other, now: now)
    }
  }

  /// Our dial stays when we are the lower: then neither of two that the other end dialled will, and the one
  /// that waits goes first. Refusing ours instead could leave none, since the other end closes both of its.
  private mutating func makePlace(for role: LANLinkRole, with other: LANInstance, now: Instant) {
    if role == .dialler, instance < other, let spare = spare(of: other) { end(spare, .superseded, now: now) }
  }

  /// The lower instance's dial stays. As its acceptor we close our own; as its dialler we wait for that.
  private mutating func settleBothDialled(
    _ id: LANConnectionID, _ rival: LANConnectionID, with other: LANInstance, now: Instant
  ) {
    let dialled = connections[id]?.role == .dialler ? id : rival
    if other < instance {
      if dialled == id { return end(id, .superseded, now: now) }
      // The new link stands before the old one goes, so that the peer is never seen to leave.
      bringUp(id, with: other, now: now)
      end(rival, .superseded, now: now)
    } else {
      bringUp(id, with: other, now: now)
      let accepted = dialled == id ? rival : id
      connections[accepted]?.settlesAt = now + LANLimits.settlementDeadline
      updateTimer(accepted)
    }
  }

  /// The other end did not settle in time: the link it would have closed goes, unless the one that should
  /// stay shows no life. A living end sends something every 30 s, so it has lost that link without our
  /// noticing.
  mutating func settleOverdue(_ id: LANConnectionID, now: Instant) {
    guard let connection = connections[id], let other = connection.instance else { return }
    connections[id]?.settlesAt = nil
    let rival = connections.values.filter { $0.instance == other && $0.id != id }.min { $0.order < $1.order }
    guard let rival else { return }
    let isRivalDead = now.since(rival.lastReceived) > LANLimits.livingSilenceMax
    end(isRivalDead ? rival.id : id, .superseded, now: now)
  }

  func spare(of other: LANInstance) -> LANConnectionID? {
    connections.values.first { connection in
      if case .spare(other) = connection.phase { true } else { false }
    }?.id
  }

  /// With one link left there is nothing to settle.
  mutating func forgetSettlement(of other: LANInstance) {
    for id in connections.keys.sorted() where connections[id]?.instance == other {
      if case .up = connections[id]?.phase { connections[id]?.settlesAt = nil }
    }
  }
}

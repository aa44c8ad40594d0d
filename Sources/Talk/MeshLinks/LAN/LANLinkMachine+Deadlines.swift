import Timebase

extension LANLinkMachine {
  /// A connection's timer fired: ends it, keeps it alive, or only sets the timer anew.
  mutating func deadlineReached(_ id: LANConnectionID, now: Instant) {
    guard let connection = connections[id] else { return }
    connections[id]?.timerAt = nil
    guard now >= connection.deadline else { return updateTimer(id) }
    switch connection.phase {
    case .dialling, .greeting: end(id, .silent, now: now)
    case .spare: settleOverdue(id, now: now)
    case .up: linkDeadlineReached(connection, now: now)
    }
    updateTimer(id)
  }

  private mutating func linkDeadlineReached(_ connection: LANConnection, now: Instant) {
    let id = connection.id
    if let resumesAt = connection.resumesAt, now >= resumesAt {
      resume(id, now: now)
      guard connections[id] != nil else { return }
    }
    if now >= connection.lastReceived + LANLimits.silenceMax { return end(id, .silent, now: now) }
    if let began = connection.frameBegan, now >= began + LANLimits.frameDeadline {
      return end(id, .unfinishedFrame, now: now)
    }
    if connection.verification == .none, now >= connection.phaseBegan + LANLimits.verificationDeadline {
      return end(id, .unverified, now: now)
    }
    if let settlesAt = connection.settlesAt, now >= settlesAt { settleOverdue(id, now: now) }
    if connections[id] != nil, now >= connection.lastSent + LANLimits.keepAliveInterval {
      keepAlive(id, now: now)
    }
  }
}

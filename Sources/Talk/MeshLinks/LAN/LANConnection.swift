import Networking
import Timebase

/// One TCP connection of the machine: what is known in each phase of its life.
struct LANConnection: Sendable {
  enum Phase: Sendable {
    /// We dialled and wait for the system.
    case dialling
    /// Connected, our hello is written, theirs is awaited.
    case greeting
    /// A link its owner knows of.
    case up(LANLinkID)
    /// A second link dialled by a node whose first one stands: its frames wait until the first ends.
    case spare(LANInstance)
  }

  enum Verification: Sendable, Equatable {
    case none
    case stranger
    case known
  }

  let id: LANConnectionID
  let role: LANLinkRole
  let host: IPAddress
  /// Counts connections; lower is older.
  let order: UInt64
  /// Whom a dial is meant for, by the beacon.
  let expected: LANInstance?

  var phase: Phase
  /// When the phase began.
  var phaseBegan: Instant
  var verification = Verification.none
  var parser = LANFrameParser()
  /// When the first byte of an unfinished frame came.
  var frameBegan: Instant?
  var lastReceived: Instant
  var lastSent: Instant
  var budget = LANReceiveBudget()
  /// When reading goes on; `nil` while the connection is read.
  var resumesAt: Instant?
  var queue = LANWriteQueue()
  var inFlightBytes = 0
  /// When we settle what the other end should have settled.
  var settlesAt: Instant?
  /// What the timer is set to.
  var timerAt: Instant?

  /// The other node, once its hello came.
  var instance: LANInstance? {
    switch phase {
    case .dialling, .greeting: nil
    case .up(let link): link.instance
    case .spare(let instance): instance
    }
  }

  /// The next moment at which something is due.
  var deadline: Instant {
    switch phase {
    case .dialling: return phaseBegan + LANLimits.connectDeadline
    case .greeting: return phaseBegan + LANLimits.helloDeadline
    case .spare: return settlesAt ?? phaseBegan + LANLimits.settlementDeadline
    case .up:
      var next = min(lastReceived + LANLimits.silenceMax, lastSent + LANLimits.keepAliveInterval)
      if verification == .none { next = min(next, phaseBegan + LANLimits.verificationDeadline) }
      if let frameBegan { next = min(next, frameBegan + LANLimits.frameDeadline) }
      if let resumesAt { next = min(next, resumesAt) }
      if let settlesAt { next = min(next, settlesAt) }
      return next
    }
  }
}

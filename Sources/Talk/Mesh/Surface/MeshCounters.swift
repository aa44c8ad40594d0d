/// What others made the engine do, and what it refused them, in numbers that name nobody.
///
/// Each budget and each table that can be full has a field here. They only grow, until a stop or a panic sets
/// them to zero. What a module counts is in ``MeshEngine/moduleCounters``.
public struct MeshCounters: Sendable, Equatable {
  // MARK: Frames

  /// Frames dropped unread: their link, or all together, used up its number of frames.
  public internal(set) var framesOverBudget = 0
  /// Frames that are no packet.
  public internal(set) var framesMalformed = 0
  /// Frames whose packet was here already.
  public internal(set) var copies = 0
  /// Signatures that were checked.
  public internal(set) var signatureChecks = 0
  /// Packets dropped because no signature check was left for them.
  public internal(set) var signaturesOverBudget = 0
  /// Packets dropped because they would inflate to more than their type needs or their link has left.
  public internal(set) var inflationsRefused = 0

  // MARK: Announces, links and people

  /// Announces of ours that went out.
  public internal(set) var announcesSent = 0
  /// Announces of ours that were due and came too soon after the last.
  public internal(set) var announcesThrottled = 0
  /// Links that came up again too soon to be greeted with an announce.
  public internal(set) var greetingsThrottled = 0
  /// Links closed at once because all 256 places were taken.
  public internal(set) var linksRefused = 0
  /// People who gave way to others.
  public internal(set) var peersEvicted = 0

  // MARK: Sessions

  /// Handshakes the engine began.
  public internal(set) var handshakesStarted = 0
  /// Handshakes of its own that had to wait for their budget.
  public internal(set) var handshakeStartsOverBudget = 0
  /// Handshakes of others that were answered.
  public internal(set) var handshakesAnswered = 0
  /// Handshake messages dropped because link, peer or all together had used up their budget.
  public internal(set) var handshakesOverBudget = 0
  /// People whose session gave way to others'.
  public internal(set) var sessionsEvicted = 0
  /// Encrypted messages of others that were decrypted.
  public internal(set) var noiseMessagesOpened = 0
  /// Encrypted messages that did not fit their session: copies, forgeries, those of an earlier one.
  public internal(set) var noiseMessagesUnreadable = 0
  /// Encrypted messages that had to wait for their budget.
  public internal(set) var noiseMessagesDelayed = 0
  /// Encrypted messages dropped because too many waited.
  public internal(set) var noiseMessagesRefused = 0
  /// Times our own encrypted messages had to wait for their budget.
  public internal(set) var noiseSendsDelayed = 0

  // MARK: Pieces and queues

  /// Pieces that did not fit their stream, or for which there was no room.
  public internal(set) var fragmentsRefused = 0
  /// Unfinished frames that gave way to others.
  public internal(set) var assembliesEvicted = 0
  /// Frames that could not leave in pieces because too many do.
  public internal(set) var transfersRefused = 0
  /// Packets that waited to be passed on and gave way to others.
  public internal(set) var relaysEvicted = 0
  /// Packets that waited for a link and gave way to others.
  public internal(set) var spoolEvicted = 0
  /// Payloads that waited for a session and gave way to others.
  public internal(set) var queueEvicted = 0
  /// Sync requests that were answered.
  public internal(set) var syncAnswers = 0
  /// Sync requests dropped because their peer was answered often enough.
  public internal(set) var syncRequestsOverBudget = 0
}

/// One number of a module, under a name that no other module and no field of ``MeshCounters`` has.
public struct ModuleCounter: Hashable, Sendable {
  /// Letters and digits.
  public let name: String
  /// How often.
  public let count: Int

  /// Joins the parts.
  public init(_ name: String, _ count: Int) {
    self.name = name
    self.count = count
  }
}

extension MeshEngine {
  /// What others made the engine do in this run.
  public var counters: MeshCounters {
    var all = counts
    all.handshakesStarted = noise.counts.started
    all.handshakeStartsOverBudget = noise.counts.startsOverBudget
    all.handshakesAnswered = noise.counts.answered
    all.handshakesOverBudget = noise.counts.overBudget
    all.sessionsEvicted = noise.counts.evicted
    all.noiseSendsDelayed = noise.counts.sendsDelayed
    all.noiseMessagesOpened = noise.counts.opened
    all.noiseMessagesUnreadable = noise.counts.unreadable
    all.assembliesEvicted = assemblies.evictedCount
    all.relaysEvicted = relays.evictedCount
    return all
  }

  /// What the modules count, in their order.
  public var moduleCounters: [ModuleCounter] { modules.counters }

  /// Bytes of packets and pieces kept, of 12 MiB.
  public var heldBytes: Int { keptBytes + assemblies.heldBytes }
}

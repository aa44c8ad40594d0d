import Timebase

/// What a world has shown, in numbers.
public struct WorldReport: Sendable, Equatable {
  /// Waiting times, sorted, in milliseconds.
  public struct Latencies: Sendable, Equatable {
    /// Each of them.
    public let milliseconds: [Int]

    /// The time that so many of a thousand do not exceed; `nil` without any.
    public func perMille(_ part: Int) -> Int? {
      guard !milliseconds.isEmpty else { return nil }
      let place = (milliseconds.count * part + 999) / 1_000
      return milliseconds[min(max(place, 1), milliseconds.count) - 1]
    }
  }

  /// What became of private messages.
  public struct Privates: Sendable, Equatable {
    /// How many were written.
    public let written: Int
    /// Confirmed by their reader.
    public let confirmed: Int
    /// Given up, and told so.
    public let reported: Int
    /// Still tried.
    public let waiting: Int
    /// Those whose writer lost everything it had.
    public let excused: Int
  }

  /// The recipe the world was made of.
  public let recipe: Recipe
  /// What the world had to show.
  public let expectation: Expectation
  /// Simulated time.
  public let simulatedMilliseconds: Int
  /// A hash over every effect of every engine, 64 hexadecimal digits.
  public let effectLogHash: String
  /// Effects that went into it.
  public let effectCount: Int
  /// Messages shown, or handed up by one engine, more than once.
  public let duplicatesShown: Int
  /// Messages shown that nobody wrote so.
  public let forged: Int
  /// Messages a forger wrote in the name of somebody whom the reader had never met before.
  public let believedAtFirstContact: Int
  /// Encrypted messages handed up twice for one hand-over.
  public let replayed: Int
  /// Messages to everybody that were written.
  public let publicMessages: Int
  /// Pairs of public message and node that had to be served.
  public let wanted: Int
  /// Those that were.
  public let served: Int
  /// Those that were not because a sync filter took them for there.
  public let masked: Int
  /// How long public messages took.
  public let publicLatencies: Latencies
  /// What became of private messages.
  public let privates: Privates
  /// How long their confirmations took.
  public let privateLatencies: Latencies
  /// Frames that were sent.
  public let frames: TrafficCount
  /// The same in each ten seconds.
  public let framesByTenSeconds: [Int]
  /// Frames of public messages, divided by messages and nodes.
  public let transmissionsPerMessageAndNode: Double
  /// Bytes of packets and pieces the fullest engine held at a look, of 12 MiB.
  public let engineBytesHeldMax: Int
  /// From the end of the faults until everything had settled; `nil` when it did not.
  public let settledMilliseconds: Int?
  /// How long that may take.
  public let settleBoundMilliseconds: Int
  /// What must not be, the first of it.
  public let violations: [Violation]
  /// How much of that there was.
  public let violationCount: Int

  /// The served part of what was wanted; 1 when nothing was.
  public var delivered: Double { wanted == 0 ? 1 : Double(served) / Double(wanted) }
}

extension World {
  /// What the world has shown until now.
  public func report() -> WorldReport {
    let (wanted, served) = deliveries()
    let publics = witness.book.messages.filter { $0.recipient == nil && !$0.isRefused }
    return WorldReport(
      recipe: recipe, expectation: plan.expectation, simulatedMilliseconds: elapsed.wholeMilliseconds,
      effectLogHash: log.digest(), effectCount: log.count,
      duplicatesShown: witness.safety.duplicatesShown, forged: witness.safety.forged,
      believedAtFirstContact: witness.safety.believedAtFirstContact,
      replayed: witness.safety.replayed, publicMessages: publics.count, wanted: wanted, served: served,
      masked: min(maskedCount, wanted - served),
      publicLatencies: WorldReport.Latencies(
        milliseconds: witness.delivery.latencies(witness.book, readers: readers)),
      privates: privates,
      privateLatencies: WorldReport.Latencies(milliseconds: witness.privates.latencies(witness.book)),
      frames: witness.traffic, framesByTenSeconds: witness.framesByTenSeconds,
      transmissionsPerMessageAndNode: transmissionsPerMessageAndNode,
      engineBytesHeldMax: witness.engineBytesHeldMax, settledMilliseconds: settledMilliseconds,
      settleBoundMilliseconds: settleBound.wholeMilliseconds, violations: witness.violations,
      violationCount: witness.violationCount)
  }

  /// Frames of public messages, divided by messages and nodes.
  var transmissionsPerMessageAndNode: Double {
    let pairs = witness.book.messages.count { $0.recipient == nil && !$0.isRefused } * plan.honestCount
    return pairs == 0 ? 0 : Double(witness.traffic.message) / Double(pairs)
  }

  private var settledMilliseconds: Int? {
    guard let calmSince, let settledAt else { return nil }
    return settledAt.since(calmSince).wholeMilliseconds
  }

  private var privates: WorldReport.Privates {
    var (confirmed, reported, waiting, excused) = (0, 0, 0, 0)
    let messages = witness.book.messages.filter { $0.recipient != nil }
    for message in messages {
      switch witness.privates[message.messageID] {
      case .confirmed: confirmed += 1
      case .reported: reported += 1
      case nil where nodes[message.writer].id != message.sender: excused += 1
      case nil: waiting += 1
      }
    }
    return WorldReport.Privates(
      written: messages.count, confirmed: confirmed, reported: reported, waiting: waiting, excused: excused)
  }
}

extension Duration {
  /// Whole milliseconds.
  var wholeMilliseconds: Int { Int(wholeNanoseconds / 1_000_000) }
}

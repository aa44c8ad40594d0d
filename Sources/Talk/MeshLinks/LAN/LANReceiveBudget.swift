import Timebase

/// How much one link may give us: what is over it is left unread, so that the sender waits and nothing is
/// lost.
///
/// Every frame costs time of the link's share; a link that is some seconds ahead is not read until half of
/// that has passed. The share is the smaller of what a link may have and what all links together may have,
/// divided by their number, so that a flood from many links takes nothing away from a quiet one. Links
/// without a verified announce get less. Numbers are our choice.
struct LANReceiveBudget: Sendable {
  /// Up to when the frames taken so far are paid for.
  private var paidUntil: Instant?

  /// Takes a frame into account. `links` is how many links stand, at least one.
  mutating func charge(_ bytes: Int, isVerified: Bool, links: Int, now: Instant) {
    let alone = isVerified ? LANLimits.framesPerSecondMax : LANLimits.unverifiedFramesPerSecondMax
    let frames = max(1, min(alone, LANLimits.allFramesPerSecondMax / max(1, links)))
    let bytesPerSecond = isVerified ? LANLimits.bytesPerSecondMax : LANLimits.unverifiedBytesPerSecondMax
    let cost = 1_000_000_000 / Int64(frames) + Int64(bytes) * 1_000_000_000 / Int64(bytesPerSecond)
    paidUntil = max(paidUntil ?? now, now) + .nanoseconds(cost)
  }

  /// When the link may be read again; `nil` when it may be now.
  func pause(now: Instant) -> Instant? {
    guard let paidUntil, paidUntil.since(now) > LANLimits.receiveBurst else { return nil }
    return now + (paidUntil.since(now) - LANLimits.receiveBurst / 2)
  }
}

/// How often one address may connect: a burst, then so many a second. The oldest of 1,024 addresses is
/// forgotten first.
struct LANAcceptBudget: Sendable {
  private struct Entry: Sendable {
    var restoredAt: Instant
    var order: UInt64
  }

  private var entries: [LANNetwork: Entry] = [:]
  private var count: UInt64 = 0

  /// Addresses remembered.
  var addressCount: Int { entries.count }

  /// Whether the address may have one more connection now; counts it if so.
  mutating func admit(_ network: LANNetwork, now: Instant) -> Bool {
    let burst = network.isLoopback ? LANLimits.loopbackAcceptsBurst : LANLimits.acceptsBurst
    let perSecond = network.isLoopback ? LANLimits.loopbackAcceptsPerSecond : LANLimits.acceptsPerSecond
    let cost = Duration.seconds(1) / perSecond
    let restored = max(entries[network]?.restoredAt ?? now, now) + cost
    guard restored.since(now) <= cost * burst else { return false }
    count += 1
    if entries[network] == nil, entries.count >= LANLimits.acceptAddressesMax {
      // Orders differ, so the result does not depend on the order of iteration.
      let oldest = entries.min { $0.value.order < $1.value.order }
      if let oldest { entries[oldest.key] = nil }
    }
    entries[network] = Entry(restoredAt: restored, order: count)
    return true
  }
}

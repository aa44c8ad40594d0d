import Timebase

/// Keeps one loud sender, and one text from many senders, from drowning a public channel (chat-app 7.1).
///
/// Two token buckets a message: by sender, then by content; when the sender's refuses, the content's is
/// untouched. Each map holds at most 2,000 buckets: when full, those idle for 600 s leave, and if none
/// are, the one used longest ago.
public struct FloodControl: Sendable {
  private var senders = BucketMap(capacity: 5, refillPerSecond: 1.0)
  private var contents = BucketMap(capacity: 3, refillPerSecond: 0.5)

  /// Messages that were not shown.
  public private(set) var refusedCount = 0

  /// All buckets full.
  public init() {}

  /// Whether a message may be shown. `proofOfWorkBits` of 8 and more skip the sender's bucket.
  public mutating func admits(
    sender: String, contentKey: String, proofOfWorkBits: Int = 0, at moment: Instant
  ) -> Bool {
    if proofOfWorkBits >= 8 || senders.take(sender, at: moment), contents.take(contentKey, at: moment) {
      return true
    }
    refusedCount += 1
    return false
  }

  /// How many buckets are held, for tests and diagnostics.
  public var bucketCounts: (senders: Int, contents: Int) { (senders.count, contents.count) }
}

/// Buckets by name, and the order in which they were used.
///
/// Thousands of names a second may be new. Each use is written at the end of a list, and what stands further
/// in front under the same name counts no more; so the one used longest ago is found without a look at the
/// others.
private struct BucketMap: Sendable {
  struct Bucket {
    var tokens: TokenBucket
    var lastUse: UInt64
  }

  static let bucketsMax = 2_000
  static let idleLimit = Duration.seconds(600)
  /// Uses that are written down; over it the list is written anew from the buckets.
  private static let usesMax = 4 * bucketsMax

  let capacity: Double
  let refillPerSecond: Double
  private var buckets: [String: Bucket] = [:]
  private var uses: UInt64 = 0
  /// Oldest first, from `first` on.
  private var order: [(name: String, use: UInt64)] = []
  private var first = 0

  var count: Int { buckets.count }

  init(capacity: Double, refillPerSecond: Double) {
    self.capacity = capacity
    self.refillPerSecond = refillPerSecond
  }

  mutating func take(_ key: String, at moment: Instant) -> Bool {
    uses += 1
    if buckets[key] == nil, buckets.count >= Self.bucketsMax { makeRoom(at: moment) }
    var bucket =
      buckets[key]
      ?? Bucket(
        tokens: TokenBucket(capacity: capacity, refillPerSecond: refillPerSecond, at: moment), lastUse: uses)
    bucket.lastUse = uses
    let isAllowed = bucket.tokens.take(at: moment)
    buckets[key] = bucket
    if order.count >= Self.usesMax { writeOrderAnew() }
    order.append((key, uses))
    return isAllowed
  }

  /// Those idle for long leave; where none is, the one used longest ago.
  private mutating func makeRoom(at moment: Instant) {
    var hasLeft = false
    while first < order.count {
      let (name, use) = order[first]
      if let bucket = buckets[name], bucket.lastUse == use {
        let isIdle = moment.since(bucket.tokens.stamp) >= Self.idleLimit
        guard isIdle || !hasLeft else { return }
        buckets[name] = nil
        hasLeft = true
        first += 1
        if !isIdle { return }
      } else {
        first += 1
      }
    }
  }

  private mutating func writeOrderAnew() {
    order = order[first...].filter { buckets[$0.name]?.lastUse == $0.use }
    first = 0
  }
}

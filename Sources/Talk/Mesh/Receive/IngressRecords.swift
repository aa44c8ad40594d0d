import MeshWire
import Timebase

/// Where a packet came from: what a relay must not send it back to.
struct Ingress: Sendable, Equatable {
  /// The link the frame arrived on.
  let link: LinkID
  /// The peer behind the link, or who claims to be (mesh-engine 4, step 4).
  let peer: PeerID
}

/// The frames of the last three seconds: the first filter against copies on several links.
///
/// At most 2,048 records, and as many digests of frames, oldest out. Source: mesh-engine 4, step 7.
struct IngressRecords: Sendable {
  private var records = OrderedMap<DeduplicationKey, Instant>()
  /// Frames as they came, with the key they were admitted under and when.
  private var frames = OrderedMap<FrameDigest, Sighting>()

  private struct Sighting: Sendable {
    let key: DeduplicationKey
    let at: Instant
  }

  /// Number of records.
  var count: Int { records.count }

  /// Number of frames remembered as they came.
  var frameCount: Int { frames.count }

  /// Remembers a frame that was admitted under a key.
  mutating func note(_ frame: FrameDigest, of key: DeduplicationKey, at now: Instant) {
    frames.setLast(Sighting(key: key, at: now), forKey: frame)
    if frames.count > MeshLimits.ingressRecordsMax { _ = frames.popFirst() }
  }

  /// The key of the packet, when the same frame came within the last three seconds: it need not be read.
  func key(of frame: FrameDigest, at now: Instant) -> DeduplicationKey? {
    guard let seen = frames[frame], now.since(seen.at) <= MeshLimits.ingressRecordAge else { return nil }
    return seen.key
  }

  /// Forgets the frames of a key, when another copy takes the place of the one they are equal to.
  mutating func forgetFrames(of key: DeduplicationKey) { frames.removeAll { $1.key == key } }

  /// Whether no copy came within the last three seconds; if so this one is recorded.
  mutating func admit(_ key: DeduplicationKey, at now: Instant) -> Bool {
    if let seen = records.insert(now, unlessPresent: key) {
      if now.since(seen) <= MeshLimits.ingressRecordAge { return false }
      records.setLast(now, forKey: key)
    }
    if records.count > MeshLimits.ingressRecordsMax { _ = records.popFirst() }
    return true
  }

  /// Forgets what is too old.
  mutating func expire(at now: Instant) {
    while let key = records.firstKey, let seen = records[key],
      now.since(seen) > MeshLimits.ingressRecordAge
    {
      records.removeValue(forKey: key)
    }
    while let frame = frames.firstKey, let seen = frames[frame],
      now.since(seen.at) > MeshLimits.ingressRecordAge
    {
      frames.removeValue(forKey: frame)
    }
  }
}

/// Tells a frame from others, whatever TTL it has.
///
/// Most frames that come in are copies, and this is all that a copy costs. The hash is keyed by the process,
/// so nobody can make two frames that are taken for one; what is decided by it is the same whatever the key.
struct FrameDigest: Hashable, Sendable {
  private let word: Int
  private let byteCount: Int

  /// The digest of an encoded packet, over everything but the TTL.
  init(_ frame: [UInt8]) {
    var hasher = Hasher()  // archreview:ignore hash-order frames are found by it and never listed by it
    frame.withUnsafeBytes { bytes in
      hasher.combine(bytes: UnsafeRawBufferPointer(rebasing: bytes.prefix(2)))
      hasher.combine(bytes: UnsafeRawBufferPointer(rebasing: bytes.dropFirst(3)))
    }
    word = hasher.finalize()
    byteCount = frame.count
  }

  /// The word is a hash already.
  func hash(into hasher: inout Hasher) { hasher.combine(word) }
}

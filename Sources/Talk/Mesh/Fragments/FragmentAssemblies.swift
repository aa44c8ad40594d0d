import MeshWire
import Timebase

/// Names an assembly: pieces of one stream by one sender.
struct AssemblyKey: Hashable, Sendable {
  let sender: PeerID
  let stream: FragmentStreamID
}

/// What became of a piece.
enum AssemblyOutcome: Sendable, Equatable {
  /// Kept, or known already.
  case kept
  /// It does not fit its stream, or there is no room for it; the assembly stays as it was.
  case refused
  /// It was the last one: the frame.
  case complete([UInt8])
}

/// Frames of which some pieces are here.
///
/// The first piece of a stream pins its total and its type; what does not fit is refused, so that a forged
/// piece kills nobody's transfer. A piece that is here already replaces the other, and counts again.
/// At most 128 assemblies, 6 MiB in all and 2 MiB a sender, each piece with 96 bytes on top; the assembly
/// that started first gives way. Source: mesh-wire 9.3, mesh-engine 1.2.
struct FragmentAssemblies: Sendable {
  private struct Assembly: Sendable {
    let total: Int
    let originalType: MessageType
    let isBroadcast: Bool
    let startedAt: Instant
    var progressAt: Instant
    var askedAt: Instant?
    /// Chunk bytes of every arrival, overwritten ones too.
    var countedBytes = 0
    /// What it costs to keep.
    var heldBytes = 0
    var chunks: [Int: [UInt8]] = [:]

    func isOver(at now: Instant) -> Bool {
      now.since(progressAt) > FragmentLimits.assemblySilence
        || now.since(startedAt) > FragmentLimits.assemblyAge
    }

    mutating func keep(_ piece: Fragment, at now: Instant) -> (newBytes: Int, isComplete: Bool) {
      let old = chunks.updateValue(Array(piece.chunk), forKey: piece.index)
      if old == nil { progressAt = now }
      let newBytes =
        FragmentAssemblies.cost(of: piece.chunk.count)
        - (old.map { FragmentAssemblies.cost(of: $0.count) } ?? 0)
      heldBytes += newBytes
      countedBytes += piece.chunk.count
      return (newBytes, chunks.count == total)
    }
  }

  private var assemblies = OrderedMap<AssemblyKey, Assembly>()
  /// What all of them cost to keep.
  private(set) var heldBytes = 0
  /// How many gave way to others.
  private(set) var evictedCount = 0

  /// Number of assemblies.
  var count: Int { assemblies.count }

  /// What the assemblies of one sender cost to keep.
  func heldBytes(of sender: PeerID) -> Int {
    assemblies.entries.reduce(0) { $0 + ($1.key.sender == sender ? $1.value.heldBytes : 0) }
  }

  /// Takes a piece in; all assemblies may hold `room` bytes.
  mutating func add(
    _ piece: Fragment, from sender: PeerID, isBroadcast: Bool,
    room: Int = FragmentLimits.assembledBytesMax, at now: Instant
  ) -> AssemblyOutcome {
    guard piece.originalType != .fragment else { return .refused }
    let key = AssemblyKey(sender: sender, stream: piece.stream)
    if assemblies[key]?.isOver(at: now) == true { remove(key) }
    let limit = FragmentLimits.assemblyBytesMax(of: piece.originalType)
    if let known = assemblies[key] {
      guard known.total == piece.total, known.originalType == piece.originalType,
        known.countedBytes + piece.chunk.count <= limit
      else { return .refused }
    } else {
      guard piece.chunk.count <= limit else { return .refused }
    }
    let oldCost = assemblies[key]?.chunks[piece.index].map { Self.cost(of: $0.count) } ?? 0
    guard makeRoom(for: Self.cost(of: piece.chunk.count) - oldCost, in: key, within: room) else {
      return .refused
    }
    if !assemblies.contains(key) {
      assemblies[key] = Assembly(
        total: piece.total, originalType: piece.originalType, isBroadcast: isBroadcast, startedAt: now,
        progressAt: now)
    }
    return keep(piece, in: key, at: now)
  }

  /// Forgets what takes too long.
  mutating func expire(at now: Instant) {
    for (key, assembly) in assemblies.entries where assembly.isOver(at: now) { remove(key) }
  }

  /// Forgets the oldest until what is left fits into `room` bytes.
  mutating func trim(to room: Int) {
    while heldBytes > room, evictFirst(where: { _ in true }) {}
  }

  /// The broadcast streams worth asking for, longest stalled first; they are not named again for 10 s.
  mutating func takeStalled(max: Int, at now: Instant) -> [FragmentStreamID] {
    let stalled = assemblies.entries.filter { _, assembly in
      assembly.isBroadcast && now.since(assembly.progressAt) >= FragmentLimits.stalledAfter
        && (assembly.askedAt.map { now.since($0) >= FragmentLimits.stalledAgainAfter } ?? true)
    }
    let chosen = stalled.enumerated()
      .sorted { ($0.element.value.progressAt, $0.offset) < ($1.element.value.progressAt, $1.offset) }
      .prefix(max).map(\.element.key)
    for key in chosen { assemblies.update(key) { $0.askedAt = now } }
    return chosen.map(\.stream)
  }

  private mutating func keep(_ piece: Fragment, in key: AssemblyKey, at now: Instant) -> AssemblyOutcome {
    guard let kept = assemblies.update(key, { $0.keep(piece, at: now) }) else { return .refused }
    heldBytes += kept.newBytes
    guard kept.isComplete, let whole = remove(key) else { return .kept }
    return .complete((0..<whole.total).flatMap { whole.chunks[$0] ?? [] })
  }

  /// Makes room for `bytes` more in an assembly that is here or will be; never at its own cost.
  private mutating func makeRoom(for bytes: Int, in key: AssemblyKey, within room: Int) -> Bool {
    let sender = key.sender
    while heldBytes(of: sender) + bytes > FragmentLimits.assembledBytesPerSenderMax {
      guard evictFirst(where: { $0.sender == sender && $0 != key }) else { return false }
    }
    while heldBytes + bytes > room
      || !assemblies.contains(key) && assemblies.count >= FragmentLimits.assembliesMax
    {
      guard evictFirst(where: { $0 != key }) else { return false }
    }
    return true
  }

  private mutating func evictFirst(where isMeant: (AssemblyKey) -> Bool) -> Bool {
    guard let victim = assemblies.firstKey(where: { key, _ in isMeant(key) }) else { return false }
    remove(victim)
    evictedCount += 1
    return true
  }

  @discardableResult
  private mutating func remove(_ key: AssemblyKey) -> Assembly? {
    let gone = assemblies.removeValue(forKey: key)
    heldBytes -= gone?.heldBytes ?? 0
    return gone
  }

  private static func cost(of chunkBytes: Int) -> Int { chunkBytes + FragmentLimits.pieceOverheadBytes }
}

/// Frames that wait because their peer reads slowly: ordered by priority, then by age.
///
/// Overflow gives up from the end: the lowest priority, there the newest (mesh-engine 9.5).
struct LANWriteQueue: Sendable {
  struct Entry: Sendable {
    let priority: LANWritePriority
    let sequence: UInt64
    let bytes: [UInt8]

    var cost: Int { bytes.count + LANLimits.queuedFrameOverheadBytes }
  }

  private(set) var entries: ArraySlice<Entry> = []
  /// Bytes held, with what each entry costs beside them.
  private(set) var cost = 0

  var isEmpty: Bool { entries.isEmpty }

  /// Inserts behind all entries of the same or a better priority, then gives up what is over the limit.
  /// Answers how many it gave up.
  @discardableResult
  mutating func insert(_ entry: Entry) -> Int {
    var droppedCount = 0
    entries.insert(entry, at: firstIndex(after: entry.priority))
    cost += entry.cost
    while cost > LANLimits.writeQueueBytesMax, let last = entries.popLast() {
      cost -= last.cost
      droppedCount += 1
    }
    return droppedCount
  }

  mutating func popFirst() -> Entry? {
    guard let first = entries.popFirst() else { return nil }
    cost -= first.cost
    // A slice keeps what it has passed until its storage goes.
    if entries.isEmpty { entries = [] }
    return first
  }

  /// The oldest entry of the lowest priority, the first to go when all queues together are over their limit.
  var leastWanted: Entry? {
    guard let lowest = entries.last?.priority, lowest.rank > 0 else { return entries.first }
    return entries[firstIndex(after: LANWritePriority(rank: lowest.rank - 1))]
  }

  mutating func removeLeastWanted() {
    guard let entry = leastWanted,
      let index = entries.firstIndex(where: { $0.sequence == entry.sequence })
    else { return }
    entries.remove(at: index)
    cost -= entry.cost
  }

  /// Where entries worse than `priority` begin, by halving.
  private func firstIndex(after priority: LANWritePriority) -> Int {
    var (low, high) = (entries.startIndex, entries.endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if entries[middle].priority <= priority { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

import Timebase

/// What is to happen, by time; what is due at one moment comes in the order in which it was put in.
///
/// A heap of four children a parent over places in a list: what is to happen stays where it is while the heap
/// moves, as there are more moves than anything else in a world.
struct Timeline<Item: Sendable>: Sendable {
  private struct Entry: Sendable {
    let at: Instant
    let number: UInt64
    let place: Int

    func isBefore(_ other: Entry) -> Bool {
      at == other.at ? number < other.number : at < other.at
    }
  }

  private var heap: [Entry] = []
  private var items: [Item?] = []
  /// Places in `items` without an item.
  private var free: [Int] = []
  private var count: UInt64 = 0

  /// When the next thing is due.
  var next: Instant? { heap.first?.at }

  /// Puts something in.
  mutating func add(_ item: Item, at moment: Instant) {
    count += 1
    let entry = Entry(at: moment, number: count, place: free.popLast() ?? items.count)
    if entry.place < items.count { items[entry.place] = item } else { items.append(item) }
    heap.append(entry)
    var hole = heap.count - 1
    while hole > 0 {
      let parent = (hole - 1) / 4
      guard entry.isBefore(heap[parent]) else { break }
      heap[hole] = heap[parent]
      hole = parent
    }
    heap[hole] = entry
  }

  /// Takes what is due first.
  mutating func popFirst() -> (at: Instant, item: Item)? {
    guard let first = heap.first, let item = items[first.place].take(), let last = heap.popLast() else {
      return nil
    }
    free.append(first.place)
    if !heap.isEmpty { sink(last) }
    return (first.at, item)
  }

  /// Lets an entry sink from the top, whose own entry is gone.
  private mutating func sink(_ entry: Entry) {
    var hole = 0
    while true {
      let child = 4 * hole + 1
      guard child < heap.count else { break }
      var smallest = child
      for other in child + 1..<max(min(child + 4, heap.count), child + 1)
      where heap[other].isBefore(heap[smallest]) {
        smallest = other
      }
      guard heap[smallest].isBefore(entry) else { break }
      heap[hole] = heap[smallest]
      hole = smallest
    }
    heap[hole] = entry
  }
}

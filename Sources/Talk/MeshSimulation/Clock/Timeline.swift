import Timebase

/// What is to happen, by time; what is due at one moment comes in the order in which it was put in.
///
/// A binary heap.
struct Timeline<Item: Sendable>: Sendable {
  private struct Entry: Sendable {
    let at: Instant
    let number: UInt64
    let item: Item

    func isBefore(_ other: Entry) -> Bool {
      at == other.at ? number < other.number : at < other.at
    }
  }

  private var heap: [Entry] = []
  private var count: UInt64 = 0

  /// When the next thing is due.
  var next: Instant? { heap.first?.at }

  /// Puts something in.
  mutating func add(_ item: Item, at moment: Instant) {
    count += 1
    heap.append(Entry(at: moment, number: count, item: item))
    var place = heap.count - 1
    while place > 0 {
      let parent = (place - 1) / 2
      guard heap[place].isBefore(heap[parent]) else { return }
      heap.swapAt(place, parent)
      place = parent
    }
  }

  /// Takes what is due first.
  mutating func popFirst() -> (at: Instant, item: Item)? {
    guard let first = heap.first else { return nil }
    let last = heap.removeLast()
    guard !heap.isEmpty else { return (first.at, first.item) }
    heap[0] = last
    var place = 0
    while true {
      var smallest = place
      for child in [2 * place + 1, 2 * place + 2] where child < heap.count {
        if heap[child].isBefore(heap[smallest]) { smallest = child }
      }
      guard smallest != place else { return (first.at, first.item) }
      heap.swapAt(place, smallest)
      place = smallest
    }
  }
}

/// Ids of rows as ranges: those of a table mostly follow one another, and a million of them are a few ranges.
struct IDRanges: Sendable {
  private var ranges: [ClosedRange<Int64>] = []

  init() {}

  init(_ ids: some Sequence<Int64>) {
    for id in ids { append(id) }
    settle()
  }

  /// Adds an id; `settle` before asking.
  mutating func append(_ id: Int64) {
    if let last = ranges.last, last.upperBound < .max, last.upperBound + 1 == id {
      ranges[ranges.count - 1] = last.lowerBound...id
    } else {
      ranges.append(id...id)
    }
  }

  /// Puts the ranges in order, where ids did not come so.
  mutating func settle() {
    let isSettled = zip(ranges, ranges.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound }
    if isSettled { return }
    var settled: [ClosedRange<Int64>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = settled.last, last.upperBound >= range.lowerBound {
        settled[settled.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
      } else {
        settled.append(range)
      }
    }
    ranges = settled
  }

  func contains(_ id: Int64) -> Bool {
    var (low, high) = (0, ranges.count)
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound < id { low = middle + 1 } else { high = middle }
    }
    return low < ranges.count && ranges[low].contains(id)
  }
}

/// Row ids numbered from 0 in the order they came, for a walk that asks at each row.
struct IDNumbers: Sendable {
  /// Of small ids, one more than the number; 0 for none.
  private var small: [Int32] = []
  private var others: [Int64: Int] = [:]
  private(set) var count = 0

  init() {}

  /// Numbers ids; one that comes again keeps its first number, the later number stays unused.
  init(_ ids: [Int64]) {
    for id in ids {
      if number(id) == nil { note(id, count) }
      count += 1
    }
  }

  /// The number of an id; nil for one that did not come.
  func number(_ id: Int64) -> Int? {
    if let place = Int(exactly: id), small.indices.contains(place) {
      return small[place] == 0 ? nil : Int(small[place]) - 1
    }
    return others.isEmpty ? nil : others[id]
  }

  /// The number of an id, a new one when it did not come yet.
  mutating func take(_ id: Int64) -> Int {
    if let known = number(id) { return known }
    note(id, count)
    count += 1
    return count - 1
  }

  private mutating func note(_ id: Int64, _ number: Int) {
    guard let place = Int(exactly: id), (0..<Self.smallMax).contains(place), number < Self.smallMax else {
      others[id] = number
      return
    }
    if place >= small.count { small += Array(repeating: 0, count: place + 1 - small.count) }
    small[place] = Int32(number + 1)
  }

  private static let smallMax = 65_536
}

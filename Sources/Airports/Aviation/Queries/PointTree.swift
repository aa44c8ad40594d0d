import Geography

/// A place as a unit vector: straight lines between vectors know no poles and no antimeridian.
struct UnitVector: Sendable, Hashable {
  let x: Double
  let y: Double
  let z: Double

  init(x: Double, y: Double, z: Double) {
    self.x = x
    self.y = y
    self.z = z
  }

  init(_ place: Coordinate) {
    let latitude = Degrees.radians(place.latitude)
    let longitude = Degrees.radians(place.longitude)
    let side = Radians.cosine(latitude)
    self.init(
      x: side * Radians.cosine(longitude), y: side * Radians.sine(longitude),
      z: Radians.sine(latitude))
  }

  func dot(_ other: UnitVector) -> Double { x * other.x + y * other.y + z * other.z }

  func chordSquared(to other: UnitVector) -> Double {
    let (dx, dy, dz) = (x - other.x, y - other.y, z - other.z)
    return dx * dx + dy * dy + dz * dz
  }

  subscript(axis: Int) -> Double {
    switch axis {
    case 0: x
    case 1: y
    default: z
    }
  }
}

/// A k-d tree over unit vectors: who is within a chord of a place, and who is nearest.
///
/// The tree is a permutation of the points: the middle of each range splits it along the axis of its
/// depth, ranges of up to 16 points are searched one by one. Answers are by chord, which grows with the
/// great-circle distance; who needs the exact distance measures the few that come back.
struct PointTree: Sendable {
  private let points: [UnitVector]
  private let numbers: [Int32]

  /// The tree over `vectors`; answers are their places in that array. O(n log n).
  init(_ vectors: [UnitVector]) {
    var order = [Int32](0..<Int32(vectors.count))
    Self.split(&order, vectors)
    numbers = order
    points = order.map { vectors[Int($0)] }
  }

  /// The square of the chord within which at least `count` accepted points lie; nothing when there are
  /// fewer.
  func chordSquared(
    holding count: Int, nearTo place: UnitVector, where accepts: (Int32) -> Bool
  ) -> Double? {
    guard count > 0 else { return nil }
    var nearest = NearestChords(count: count)
    points.withUnsafeBufferPointer { points in
      search(points, 0, points.count, 0, place, limit: { nearest.limit }) { index, chord in
        if chord < nearest.limit, accepts(numbers[index]) { nearest.insert(chord) }
      }
    }
    return nearest.isFull ? nearest.limit : nil
  }

  /// Calls `visit` with every point whose chord to `place` has at most this square.
  func forEach(within chordSquared: Double, of place: UnitVector, _ visit: (Int32) -> Void) {
    points.withUnsafeBufferPointer { points in
      search(points, 0, points.count, 0, place, limit: { chordSquared }) { index, chord in
        if chord <= chordSquared { visit(numbers[index]) }
      }
    }
  }

  private static let leafMax = 16

  private func search(
    _ points: UnsafeBufferPointer<UnitVector>, _ low: Int, _ high: Int, _ axis: Int,
    _ place: UnitVector, limit: () -> Double, _ visit: (Int, Double) -> Void
  ) {
    guard high - low > Self.leafMax else {
      for index in low..<high { visit(index, points[index].chordSquared(to: place)) }
      return
    }
    let middle = low + (high - low) / 2
    let next = axis == 2 ? 0 : axis + 1
    let offset = place[axis] - points[middle][axis]
    if offset < 0 {
      search(points, low, middle, next, place, limit: limit, visit)
    } else {
      search(points, middle + 1, high, next, place, limit: limit, visit)
    }
    visit(middle, points[middle].chordSquared(to: place))
    guard offset * offset <= limit() else { return }
    if offset < 0 {
      search(points, middle + 1, high, next, place, limit: limit, visit)
    } else {
      search(points, low, middle, next, place, limit: limit, visit)
    }
  }

  /// Puts the middle of each range in its place.
  private static func split(_ order: inout [Int32], _ vectors: [UnitVector]) {
    var ranges: [(low: Int, high: Int, axis: Int)] = [(0, order.count, 0)]
    order.withUnsafeMutableBufferPointer { order in
      vectors.withUnsafeBufferPointer { vectors in
        while let (low, high, axis) = ranges.popLast() {
          guard high - low > leafMax else { continue }
          let middle = low + (high - low) / 2
          select(order, low, high - 1, middle) { vectors[Int($0)][axis] }
          let next = axis == 2 ? 0 : axis + 1
          ranges.append((low, middle, next))
          ranges.append((middle + 1, high, next))
        }
      }
    }
  }

  /// Quickselect: the element that belongs at `place` is there, smaller ones before it.
  private static func select(
    _ order: UnsafeMutableBufferPointer<Int32>, _ first: Int, _ last: Int, _ place: Int,
    by key: (Int32) -> Double
  ) {
    var (low, high) = (first, last)
    while low < high {
      let pivot = medianOfThree(
        key(order[low]), key(order[low + (high - low) / 2]), key(order[high]))
      var (left, right) = (low, high)
      while left <= right {
        while key(order[left]) < pivot { left += 1 }
        while key(order[right]) > pivot { right -= 1 }
        if left <= right {
          order.swapAt(left, right)
          left += 1
          right -= 1
        }
      }
      if place <= right {
        high = right
      } else if place >= left {
        low = left
      } else {
        return
      }
    }
  }

  private static func medianOfThree(_ one: Double, _ two: Double, _ three: Double) -> Double {
    max(min(one, two), min(max(one, two), three))
  }
}

/// The smallest chords met so far, at most `count`.
private struct NearestChords {
  private let count: Int
  private var chords: [Double] = []

  init(count: Int) {
    self.count = count
    chords.reserveCapacity(min(count, 1024))
  }

  var isFull: Bool { chords.count == count }

  /// A chord that is not below it changes nothing.
  var limit: Double { isFull ? chords[0] : .infinity }

  /// Puts a chord into the heap, whose first is the largest.
  mutating func insert(_ chord: Double) {
    if isFull {
      chords[0] = chord
      sink()
      return
    }
    chords.append(chord)
    var child = chords.count - 1
    while child > 0, chords[child] > chords[(child - 1) / 2] {
      chords.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  private mutating func sink() {
    var parent = 0
    while true {
      var child = 2 * parent + 1
      guard child < chords.count else { return }
      if child + 1 < chords.count, chords[child + 1] > chords[child] { child += 1 }
      guard chords[child] > chords[parent] else { return }
      chords.swapAt(parent, child)
      parent = child
    }
  }
}

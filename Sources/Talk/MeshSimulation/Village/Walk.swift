/// A place in a village, in a square of 10,000 by 10,000.
struct Spot: Hashable, Sendable {
  var x: Int
  var y: Int

  /// Whether another place is at most so far away.
  func isWithin(_ reach: Int, of other: Spot) -> Bool {
    let (awayX, awayY) = (x - other.x, y - other.y)
    return awayX * awayX + awayY * awayY <= reach * reach
  }
}

/// A round of places, and how long somebody stays at each; between them they walk. One place is no walk.
struct Walk: Sendable {
  /// One place of the round.
  struct Stop: Sendable {
    let spot: Spot
    /// How long they stay.
    let seconds: Int
    /// How long the way to the next one takes.
    let secondsToNext: Int
  }

  let stops: [Stop]

  /// Somebody who stays where they are.
  init(at x: Int, _ y: Int) {
    stops = [Stop(spot: Spot(x: x, y: y), seconds: 1, secondsToNext: 0)]
  }

  /// A round; begins at the first stop.
  init(_ stops: [Stop]) {
    self.stops = stops
  }

  /// Where they are so many seconds after the beginning.
  func spot(after seconds: Int) -> Spot {
    guard let first = stops.first else { return Spot(x: 0, y: 0) }
    let round = stops.reduce(0) { $0 + $1.seconds + $1.secondsToNext }
    var left = round > 0 ? seconds % round : 0
    for (index, stop) in stops.enumerated() {
      if left < stop.seconds { return stop.spot }
      left -= stop.seconds
      if left < stop.secondsToNext {
        let next = index + 1 < stops.count ? stops[index + 1].spot : first.spot
        return Spot(
          x: stop.spot.x + (next.x - stop.spot.x) * left / stop.secondsToNext,
          y: stop.spot.y + (next.y - stop.spot.y) * left / stop.secondsToNext)
      }
      left -= stop.secondsToNext
    }
    return first.spot
  }
}

/// A small generator whose whole state is a number, so that a run is its seed.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

/// Damaged inputs out of good ones.
struct Mutation {
  private static let bytesMax = 70_000
  private static let telling: [UInt8] = [0x00, 0x01, 0x7F, 0x80, 0xFE, 0xFF]

  var inputs: [[UInt8]]
  var generator: SeededGenerator

  /// One of the inputs with one to four changes.
  mutating func next() -> [UInt8] {
    var bytes = inputs.randomElement(using: &generator) ?? []
    for _ in 0..<Int.random(in: 1...4, using: &generator) { change(&bytes) }
    return bytes
  }

  private mutating func change(_ bytes: inout [UInt8]) {
    let place = Int.random(in: 0...bytes.count, using: &generator)
    switch Int.random(in: 0..<7, using: &generator) {
    case 0:
      if place < bytes.count { bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator) }
    case 1:
      if place < bytes.count { bytes[place] = Self.telling.randomElement(using: &generator) ?? 0 }
    case 2:
      if place < bytes.count { bytes[place] = UInt8.random(in: 0...255, using: &generator) }
    case 3:
      bytes.removeSubrange(place...)
    case 4:
      let count = min(Int.random(in: 1...16, using: &generator), bytes.count - place)
      bytes.removeSubrange(place..<(place + count))
    case 5:
      let count = Int.random(in: 1...16, using: &generator)
      let new = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
      bytes.insert(contentsOf: new, at: place)
    default:
      let other = inputs.randomElement(using: &generator) ?? []
      bytes = Array(bytes.prefix(place) + other.dropFirst(place))
    }
    if bytes.count > Self.bytesMax { bytes.removeSubrange(Self.bytesMax...) }
  }
}

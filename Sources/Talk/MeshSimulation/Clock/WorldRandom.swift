/// Random numbers for everything in a world but the engines: cheap, and the same for the same seed.
///
/// Each use has a stream of its own, named by a word and numbers, so that a node or an event that is left out
/// changes nothing about the others. Not for keys.
public struct WorldRandom: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// The stream of one use of a seed.
  public init(seed: UInt64, _ use: StaticString, _ numbers: Int...) {
    var mixed = Self.mix(seed)
    for index in 0..<use.utf8CodeUnitCount {
      mixed = Self.mix(mixed ^ UInt64((use.utf8Start + index).pointee))
    }
    for number in numbers { mixed = Self.mix(mixed ^ UInt64(bitPattern: Int64(number))) }
    state = mixed
  }

  /// The next 64 bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    return Self.mix(state)
  }

  /// A number from 0 up to, not including, `bound`; 0 for a bound below 1.
  public mutating func below(_ bound: Int) -> Int {
    bound < 1 ? 0 : Int(next() % UInt64(bound))
  }

  /// A number of the range.
  public mutating func within(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + below(range.upperBound - range.lowerBound + 1)
  }

  /// Whether something happens that happens so often.
  public mutating func occurs(_ share: Share) -> Bool {
    share.perMillion > 0 && below(1_000_000) < share.perMillion
  }

  /// A seed of 32 bytes, for the generator of an engine.
  public mutating func seedBytes() -> [UInt8] {
    (0..<4).flatMap { _ in withUnsafeBytes(of: next().littleEndian) { Array($0) } }
  }

  /// SplitMix64's finalizer.
  private static func mix(_ value: UInt64) -> UInt64 {
    var mixed = value &+ 0x9E37_79B9_7F4A_7C15
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

import Cryptography

/// Which links of one role an ordinary broadcast goes out on.
///
/// Of n links k are taken: all up to 2, else min(n, bits(n − 1) + 1). The choice is by the smallest
/// SHA-256 of `key::link`, so that it differs from packet to packet and is the same everywhere.
/// Source: mesh-engine 6.1.
enum FanoutSubset {
  /// So many links are all taken.
  static let allUpTo = 2

  /// How many of `count` links are taken.
  static func size(of count: Int) -> Int {
    guard count > allUpTo else { return max(0, count) }
    let bits = Int.bitWidth - (count - 1).leadingZeroBitCount
    return min(count, bits + 1)
  }

  /// The names taken, in the order of their UTF-8 bytes; equal digests are told apart by the name.
  static func choose(from names: [String], seed: String) -> [String] {
    let size = size(of: names.count)
    guard size < names.count else { return names.sorted(by: precedes) }
    let ranked = names.map { (digest: SHA256.hash(Array("\(seed)::\($0)".utf8)), name: $0) }
      .sorted { left, right in
        left.digest == right.digest
          ? precedes(left.name, right.name) : left.digest.lexicographicallyPrecedes(right.digest)
      }
    return ranked.prefix(size).map(\.name).sorted(by: precedes)
  }

  private static func precedes(_ left: String, _ right: String) -> Bool {
    left.utf8.lexicographicallyPrecedes(right.utf8)
  }
}

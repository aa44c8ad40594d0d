/// A set of row ids that a walk asks at each row.
///
/// Ids count up from 1 in most files: those are bits. The few others (programs of phones write random ones)
/// stand in a set. At most 2 MiB of bits.
struct IDSet: Sendable {
  private var words: [UInt64] = []
  private var others: Set<Int64> = []

  init() {}

  init(_ ids: some Sequence<Int64>) {
    for id in ids { insert(id) }
  }

  /// Whether it holds nothing.
  var isEmpty: Bool { words.isEmpty && others.isEmpty }

  func contains(_ id: Int64) -> Bool {
    let bit = UInt64(bitPattern: id)
    let word = Int(truncatingIfNeeded: bit >> 6)
    if bit < Self.bitsMax { return word < words.count && words[word] >> (bit & 63) & 1 == 1 }
    return others.contains(id)
  }

  mutating func insert(_ id: Int64) {
    let bit = UInt64(bitPattern: id)
    guard bit < Self.bitsMax else {
      others.insert(id)
      return
    }
    let word = Int(truncatingIfNeeded: bit >> 6)
    if word >= words.count { words += Array(repeating: 0, count: word + 1 - words.count) }
    words[word] |= 1 << (bit & 63)
  }

  private static let bitsMax: UInt64 = 1 << 24
}

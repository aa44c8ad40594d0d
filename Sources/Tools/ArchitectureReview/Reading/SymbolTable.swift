/// The different words of one file, each kept once.
struct SymbolTable: Sendable {
  private(set) var texts: [String] = []
  private var hashes: [UInt64] = []
  /// Where each word stands first; bytes are compared, since a text may have been mended.
  private var places: [Range<Int>] = []
  private var slots: [Int32] = Array(repeating: -1, count: 256)

  /// The number of the word in `bytes[range]`; equal bytes give the same number.
  mutating func number(of range: Range<Int>, in bytes: [UInt8]) -> Int32 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for index in range { hash = (hash ^ UInt64(bytes[index])) &* 0x100_0000_01B3 }
    // FNV leaves little in the low bits of short words; the fold spreads it.
    let spread = hash ^ (hash >> 32)
    var slot = Int(truncatingIfNeeded: spread) & (slots.count - 1)
    while slots[slot] >= 0 {
      let candidate = Int(slots[slot])
      if hashes[candidate] == hash && bytes[places[candidate]] == bytes[range] {
        return slots[slot]
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    let number = Int32(texts.count)
    texts.append(String(decoding: bytes[range], as: UTF8.self))
    hashes.append(hash)
    places.append(range)
    slots[slot] = number
    if texts.count * 2 > slots.count { grow() }
    return number
  }

  private mutating func grow() {
    slots = Array(repeating: -1, count: slots.count * 4)
    for number in texts.indices {
      let spread = hashes[number] ^ (hashes[number] >> 32)
      var slot = Int(truncatingIfNeeded: spread) & (slots.count - 1)
      while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = Int32(number)
    }
  }
}

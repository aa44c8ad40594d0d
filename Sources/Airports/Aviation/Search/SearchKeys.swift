import Text

/// What is searched of every airport, folded once and kept as bytes in one piece.
///
/// A record is identifier, IATA code, name and municipality, each without case and accents and each
/// closed by a zero byte, which no key holds. A million bytes for the world instead of four strings an
/// airport.
struct SearchKeys: Sendable {
  private let bytes: [UInt8]
  /// Five places an airport: where each part begins, and where the record ends.
  private let places: [Int32]

  init(_ airports: [Airport]) {
    var bytes: [UInt8] = []
    var places: [Int32] = []
    bytes.reserveCapacity(airports.count * 40)
    places.reserveCapacity(airports.count * 4 + 1)
    var folding = LetterFolding()
    // Through the buffer, so that an airport with all its fields is not copied to read four of them.
    airports.withUnsafeBufferPointer { airports in
      for number in airports.indices {
        func append(_ part: String) {
          places.append(Int32(clamping: bytes.count))
          folding.append(part, to: &bytes)
          bytes.append(0)
        }
        append(airports[number].icao)
        append(airports[number].iataCode ?? "")
        append(airports[number].name)
        append(airports[number].city)
      }
    }
    places.append(Int32(clamping: bytes.count))
    self.bytes = bytes
    self.places = places
  }

  /// A needle as keys are folded, white space and what cannot be seen at its ends aside.
  static func folded(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    var folding = LetterFolding()
    folding.append(SearchText.typed(text), to: &bytes)
    return bytes
  }

  /// Whether identifier or name of the airport contains `needle`.
  func matches(_ rank: Int, _ needle: [UInt8]) -> Bool {
    contains(needle, part: .icao, of: rank) || contains(needle, part: .name, of: rank)
  }

  /// The tier in which the airport answers to `needle`; nothing when it does not.
  ///
  /// One scan over the record: most airports are settled when the first byte is nowhere in it.
  func tier(of rank: Int, for needle: [UInt8]) -> SearchTier? {
    bytes.withUnsafeBufferPointer { bytes in
      needle.withUnsafeBufferPointer { needle in
        tier(bytes, needle, Int(places[4 * rank]), Int(places[4 * rank + 4]), rank)
      }
    }
  }

  private enum Part: Int {
    case icao
    case iata
    case name
    case city
  }

  private func tier(
    _ bytes: UnsafeBufferPointer<UInt8>, _ needle: UnsafeBufferPointer<UInt8>, _ low: Int, _ high: Int,
    _ rank: Int
  ) -> SearchTier? {
    guard let first = needle.first, high - low > needle.count else { return nil }
    let isWord = needle.allSatisfy(Self.isWordByte)
    var best: SearchTier?
    var start = low
    while start <= high - needle.count {
      if bytes[start] == first, Self.stands(needle, in: bytes, at: start) {
        let found = tier(bytes, needle.count, start, rank, isWord)
        if let found, best.map({ found.rawValue < $0.rawValue }) ?? true { best = found }
      }
      start += 1
    }
    return best
  }

  /// The tier of one place where the needle stands.
  private func tier(
    _ bytes: UnsafeBufferPointer<UInt8>, _ count: Int, _ start: Int, _ rank: Int, _ isWord: Bool
  ) -> SearchTier? {
    let record = 4 * rank
    let place = Int32(clamping: start)
    if place < places[record + 1] {
      guard place == places[record] else { return .identContains }
      return bytes[start + count] == 0 ? .identEqual : .identPrefix
    }
    if place < places[record + 2] {
      return place == places[record + 1] && bytes[start + count] == 0 ? .iataEqual : nil
    }
    let isInName = place < places[record + 3]
    let begins =
      place == places[record + (isInName ? 2 : 3)] || (isWord && !Self.isWordByte(bytes[start - 1]))
    switch (isInName, begins) {
    case (true, true): return .nameWord
    case (true, false): return .nameContains
    case (false, true): return .cityWord
    case (false, false): return .cityContains
    }
  }

  private func contains(_ needle: [UInt8], part: Part, of rank: Int) -> Bool {
    let low = Int(places[4 * rank + part.rawValue])
    let high = Int(places[4 * rank + part.rawValue + 1]) - 1
    guard let first = needle.first else { return true }
    guard high - low >= needle.count else { return false }
    return bytes.withUnsafeBufferPointer { bytes in
      needle.withUnsafeBufferPointer { needle in
        (low...(high - needle.count)).contains {
          bytes[$0] == first && Self.stands(needle, in: bytes, at: $0)
        }
      }
    }
  }

  private static func stands(
    _ needle: UnsafeBufferPointer<UInt8>, in bytes: UnsafeBufferPointer<UInt8>, at start: Int
  ) -> Bool {
    var offset = 1
    while offset < needle.count {
      if bytes[start + offset] != needle[offset] { return false }
      offset += 1
    }
    return true
  }

  /// Letters and digits; every byte of a character beyond ASCII counts as a letter.
  private static func isWordByte(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte >= 0x80
  }
}

/// Folds texts letter by letter: a world of names has some hundred letters beyond ASCII, and each is looked
/// up once.
private struct LetterFolding {
  private var known: [Unicode.Scalar: [UInt8]] = [:]

  /// Adds the key of a text. Zero bytes are left out: they end parts.
  mutating func append(_ text: String, to bytes: inout [UInt8]) {
    let isPlain = text.utf8.allSatisfy { $0 < 0x80 }
    guard !isPlain else {
      for byte in text.utf8 where byte != 0 { bytes.append(Self.lower(byte)) }
      return
    }
    for scalar in text.unicodeScalars where scalar.value != 0 {
      if scalar.isASCII {
        bytes.append(Self.lower(UInt8(truncatingIfNeeded: scalar.value)))
      } else {
        bytes.append(contentsOf: key(of: scalar))
      }
    }
  }

  private mutating func key(of scalar: Unicode.Scalar) -> [UInt8] {
    if let known = known[scalar] { return known }
    let key = Text.searchKey(String(scalar)).utf8.map { Self.lower($0) }
    known[scalar] = key
    return key
  }

  private static func lower(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte + 0x20 : byte }
}

/// How well an airport answers to a search, best first. Source: airports 7, "Product ranking".
enum SearchTier: Int, Sendable, CaseIterable {
  case identEqual
  case iataEqual
  case identPrefix
  case nameWord
  case cityWord
  case identContains
  case nameContains
  case cityContains
}

import Bytes
import Compression
import Testing

@Suite struct RawDeflateTests {
  @Test func whatIsCompressedInflatesToTheSame() throws {
    var random = Numbers(seed: 1)
    for length in [1, 2, 99, 100, 255, 256, 1000, 40_000, 70_000] {
      let text = (0..<length).map { _ in UInt8(random.next() % 7) }
      let packed = try #require(RawDeflate.compress(text, outputBytesMax: length + 100))
      #expect(try RawDeflate.inflate(packed, expectedBytes: length) == text, "length \(length)")
      #expect(RawDeflate.compress(text, outputBytesMax: packed.count) == packed)
      #expect(RawDeflate.compress(text, outputBytesMax: packed.count - 1) == nil)
    }
    #expect(RawDeflate.compress([], outputBytesMax: 10) == [3, 0])
    #expect(try RawDeflate.inflate([3, 0], expectedBytes: 0) == [])
    #expect(RawDeflate.compress([1], outputBytesMax: 0) == nil)
    #expect(RawDeflate.compress([1], outputBytesMax: -1) == nil)
  }

  @Test func slicesAreReadFromTheirOwnStart() throws {
    let text = [UInt8](repeating: 5, count: 50)
    let packed = try #require(RawDeflate.compress(([9] + text).dropFirst(), outputBytesMax: 50))
    #expect(try RawDeflate.inflate(([1, 1] + packed).dropFirst(2), expectedBytes: 50) == text)
  }

  /// A stored, a fixed and a dynamic block by other encoders.
  @Test func everyKindOfBlockInflates() throws {
    let stored: [UInt8] = [0x01, 0x05, 0x00, 0xfa, 0xff] + Array("hello".utf8)
    #expect(try RawDeflate.inflate(stored, expectedBytes: 5) == Array("hello".utf8))
    let twice: [UInt8] = [0x00] + stored.dropFirst() + stored
    #expect(try RawDeflate.inflate(twice, expectedBytes: 10) == Array("hellohello".utf8))
    let fixed: [UInt8] = [0xcb, 0x48, 0xcd, 0xc9, 0xc9, 0x07, 0x00]
    #expect(try RawDeflate.inflate(fixed, expectedBytes: 5) == Array("hello".utf8))
    #expect(try RawDeflate.inflate(fixed + [1, 2, 3], expectedBytes: 5) == Array("hello".utf8))
  }

  @Test func anyOtherSizeThanExpectedIsRefused() throws {
    let packed = try #require(RawDeflate.compress([UInt8](repeating: 1, count: 300), outputBytesMax: 300))
    #expect(throws: CompressionError.tooLarge(expected: 299)) {
      try RawDeflate.inflate(packed, expectedBytes: 299)
    }
    #expect(throws: CompressionError.tooSmall(expected: 301, found: 300)) {
      try RawDeflate.inflate(packed, expectedBytes: 301)
    }
    #expect(throws: CompressionError.tooLarge(expected: 0)) {
      try RawDeflate.inflate(packed, expectedBytes: 0)
    }
    for size in [-1, Int.min, Int.max, 4_294_967_295, 1_000_000] {
      #expect(throws: CompressionError.impossibleSize(expected: size)) {
        try RawDeflate.inflate(packed, expectedBytes: size)
      }
    }
  }

  /// 10 MB of zeros in 10 KB, declared as 1,000 bytes: stops there.
  @Test func aBombStopsAtTheExpectedSize() throws {
    let zeros = [UInt8](repeating: 0, count: 10_000_000)
    let bomb = try #require(RawDeflate.compress(zeros, outputBytesMax: 100_000))
    #expect(bomb.count < 10_000_000 / 1000)
    #expect(throws: CompressionError.tooLarge(expected: 1000)) {
      try RawDeflate.inflate(bomb, expectedBytes: 1000)
    }
    #expect(try RawDeflate.inflate(bomb, expectedBytes: zeros.count) == zeros, "the honest limit is too low")
  }

  @Test func everyTruncationIsRefused() throws {
    let text = (0..<400).map { UInt8($0 * $0 % 13) }
    let packed = try #require(RawDeflate.compress(text, outputBytesMax: 400))
    var accepted: [Int] = []
    for count in 0..<packed.count
    where (try? RawDeflate.inflate(packed.prefix(count), expectedBytes: 400)) != nil {
      accepted.append(count)
    }
    #expect(accepted.isEmpty)
    #expect(throws: CompressionError.truncated(found: 0)) { try RawDeflate.inflate([], expectedBytes: 0) }
  }

  @Test func garbageNeverTrapsAndNeverGivesAnotherSize() throws {
    var random = Numbers(seed: 2)
    var wrongSizes: [Int] = []
    var refused = 0
    let honest = try #require(RawDeflate.compress((0..<300).map { UInt8($0 % 11) }, outputBytesMax: 300))
    for round in 0..<4000 {
      var stream = honest
      if round.isMultiple(of: 2) {
        stream = (0..<Int(random.next() % 60)).map { _ in UInt8(truncatingIfNeeded: random.next() >> 32) }
      } else {
        for _ in 0...random.next() % 3 {
          stream[Int(random.next() % UInt64(stream.count))] ^= 1 << UInt8(random.next() % 8)
        }
      }
      let expected = Int(random.next() % 400)
      do {
        let output = try RawDeflate.inflate(stream, expectedBytes: expected)
        if output.count != expected { wrongSizes.append(round) }
      } catch {
        refused += 1
      }
    }
    #expect(wrongSizes.isEmpty)
    #expect(refused > 3000)
    #expect(throws: CompressionError.corrupt(offset: 1)) {
      try RawDeflate.inflate([0x07, 0x00], expectedBytes: 5)
    }
  }
}

/// A small generator for inputs; its quality does not matter here.
struct Numbers: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ state >> 29
  }
}

import Testing

@testable import MeshLinks

@Suite struct LANFramesTests {
  @Test func theHelloHasTheBytesOfTheFormat() {
    let expected: [UInt8] = [0, 0, 0, 0x15, 0x54, 0x45, 0x52, 0x4E, 1] + [UInt8](repeating: 7, count: 16)
    #expect(LANFrames.hello(lanInstance(7)) == expected)
  }

  @Test func packetsAreFramedUpToTheLimitOnly() {
    #expect(LANFrames.frame([9]) == [0, 0, 0, 1, 9])
    #expect(LANFrames.frame([]) == nil)
    #expect(LANFrames.frame([UInt8](repeating: 0, count: 65_535))?.prefix(4) == [0, 0, 0xFF, 0xFF])
    #expect(LANFrames.frame([UInt8](repeating: 0, count: 65_536)) == nil)
  }

  @Test func framesComeOutTheSameWhereverTheBytesAreCut() {
    let stream: [UInt8] =
      LANFrames.hello(lanInstance(7)) + [0, 0, 0, 1, 42] + LANFrames.keepAlive + [0, 0, 0, 3, 1, 2, 3]
    for cut in 0...stream.count {
      let parts = [Array(stream[..<cut]), Array(stream[cut...])]
      #expect(taken(from: parts) == ["hello", "[42]", "keep-alive", "[1, 2, 3]"], "cut at \(cut)")
    }
    #expect(taken(from: stream.map { [$0] }) == ["hello", "[42]", "keep-alive", "[1, 2, 3]"])
  }

  @Test func aHelloIsRefusedAtItsFirstWrongByte() {
    let hello = LANFrames.hello(lanInstance(7))
    for index in LANFrames.helloStart.indices {
      var wrong = Array(hello[...index])
      wrong[index] ^= 0x20
      var parser = LANFrameParser()
      parser.append(wrong)
      #expect(parser.takeHello() == .malformed, "byte \(index)")
    }
    var http = LANFrameParser()
    http.append(Array("GET / HTTP/1.1\r\n".utf8))
    #expect(http.takeHello() == .malformed)
  }

  @Test func anyLengthOverTheLimitIsMalformed() {
    for prefix: [UInt8] in [[0, 1, 0, 0], [0, 1, 0, 1], [0x7F, 255, 255, 255], [255, 255, 255, 255]] {
      var parser = LANFrameParser()
      parser.append(prefix)
      #expect(parser.takeFrame() == .malformed)
    }
    var largest = LANFrameParser()
    largest.append([0, 0, 0xFF, 0xFF])
    #expect(largest.takeFrame() == .incomplete)
    largest.append([UInt8](repeating: 5, count: 65_535))
    #expect(largest.takeFrame() == .packet([UInt8](repeating: 5, count: 65_535)))
  }

  @Test func randomBytesEndInAnyStateWithoutTrapping() {
    var random = SeededNumbers(seed: 0x7E57)
    for round in 0..<500 {
      var parser = LANFrameParser()
      parser.append((0..<Int.random(in: 0..<80, using: &random)).map { _ in random.byte() })
      _ = round.isMultiple(of: 2) ? parser.takeHello() : .incomplete
      while case .packet = parser.takeFrame() {}
      #expect(parser.pendingBytes <= 80)
    }
  }

  @Test func aBeaconHasTheBytesOfTheFormatAndComesBack() {
    let beacon = LANBeacon(instance: lanInstance(7), tcpPort: 0x1234)
    let expected: [UInt8] =
      [0x54, 0x45, 0x52, 0x4E, 1] + [UInt8](repeating: 7, count: 16) + [0x12, 0x34, 0, 0, 0, 0]
    #expect(beacon.bytes == expected)
    #expect(LANBeacon(expected) == beacon)
    #expect(LANBeacon(expected[..<23] + [1, 2, 3, 4]) == beacon, "reserved bytes are ignored")
  }

  @Test func anythingElseIsNoBeacon() {
    let beacon = LANBeacon(instance: lanInstance(7), tcpPort: 1).bytes
    for length in 0..<beacon.count { #expect(LANBeacon(Array(beacon[..<length])) == nil) }
    #expect(LANBeacon(beacon + [0]) == nil)
    for index in 0..<5 {
      var wrong = beacon
      wrong[index] ^= 1
      #expect(LANBeacon(wrong) == nil)
    }
  }

  private func taken(from parts: [[UInt8]]) -> [String] {
    var parser = LANFrameParser()
    var result: [String] = []
    var isGreeted = false
    for part in parts {
      parser.append(part)
      if !isGreeted, case .hello = parser.takeHello() {
        isGreeted = true
        result.append("hello")
      }
      takeFrames: while isGreeted {
        switch parser.takeFrame() {
        case .incomplete: break takeFrames
        case .keepAlive: result.append("keep-alive")
        case .packet(let packet): result.append("\(packet)")
        case .malformed: return result + ["malformed"]
        }
      }
    }
    return result
  }
}

/// Numbers that are the same in every run (SplitMix64).
struct SeededNumbers: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func byte() -> UInt8 { UInt8(truncatingIfNeeded: next()) }
}

import Bytes
import Cryptography
import MeshWire
import Testing
import Timebase

@Suite struct StreamTests {
  @Test(arguments: Seeds.all) func framesCutAnywhereComeOutWhole(_ seed: UInt64) throws {
    var random = SeededRandom(number: seed)
    for _ in 0..<40 {
      let frames = try (0..<random.count(1...5)).map { _ in
        let packet = random.packet()
        return try packet.encoded(padded: false)
      }
      var rest = frames.flatMap { $0 }[...]
      var assembler = StreamAssembler()
      var found: [[UInt8]] = []
      while !rest.isEmpty {
        let chunk = Array(rest.prefix(random.count(1...200)))
        rest = rest.dropFirst(chunk.count)
        found += assembler.append(chunk, at: Instant(nanoseconds: 0)).frames
      }
      #expect(found == frames, "seed \(seed)")
      #expect(assembler.keptBytes == 0, "seed \(seed)")
    }
  }

  @Test func aFrameThatStallsWhileBytesArriveIsGivenUp() {
    var assembler = StreamAssembler()
    let start = Instant(nanoseconds: 1)
    #expect(assembler.append(Array(frame.prefix(30)), at: start) == StreamAssembler.Outcome())
    let soon = assembler.append([frame[30]], at: start + .milliseconds(249))
    #expect(soon == StreamAssembler.Outcome())
    let late = assembler.append([frame[31]], at: start + .milliseconds(250))
    #expect(late.wasReset)
    #expect(assembler.keptBytes == 0)
    let next = assembler.append(frame, at: start + .milliseconds(251))
    #expect(next.frames == [frame])
  }

  @Test func theNextFrameHasItsOwnTime() {
    var assembler = StreamAssembler()
    let start = Instant(nanoseconds: 1)
    _ = assembler.append(Array(frame.prefix(30)), at: start)
    let second = assembler.append(
      Array(frame.dropFirst(30)) + frame.prefix(30), at: start + .milliseconds(240))
    #expect(second.frames == [frame])
    let third = assembler.append([frame[30]], at: start + .milliseconds(480))
    #expect(!third.wasReset)
  }

  @Test func moreThanEightMebibytesAreNeverKept() {
    var assembler = StreamAssembler()
    var start = frame
    start[0] = 2
    // A v2 frame of just 8 MiB is waited for.
    start.replaceSubrange(12..<16, with: [0x00, 0x7F, 0xFF, 0xE8])
    start[11] = 0
    let piece = [UInt8](repeating: 9, count: 1_048_576)
    _ = assembler.append(start, at: Instant(nanoseconds: 0))
    var wasReset = false
    for _ in 0..<8 {
      wasReset = wasReset || assembler.append(piece, at: Instant(nanoseconds: 0)).wasReset
      #expect(assembler.keptBytes <= StreamAssembler.bytesMax)
    }
    #expect(wasReset)
  }

  @Test func anOffsetAloneCostsNoMemory() {
    var buffer = WriteBuffer()
    #expect(buffer.apply([WriteBuffer.Write(offset: .max, value: [1])]) == .dropped)
    #expect(buffer.apply([WriteBuffer.Write(offset: -1, value: [1])]) == .dropped)
    #expect(buffer.apply([WriteBuffer.Write(offset: 999_999, value: [1])]) == .waiting)
    #expect(buffer.keptBytes == WriteBuffer.bytesMax)
    #expect(buffer.apply([WriteBuffer.Write(offset: 999_999, value: [1, 1])]) == .dropped)
    #expect(buffer.keptBytes == 0)
  }

  @Test(arguments: Seeds.all) func noBytesTrapTheDecodersOfSyncAndFragments(_ seed: UInt64) throws {
    var random = SeededRandom(number: seed)
    var accepted = 0
    for _ in 0..<300 {
      let ids = (0..<random.count(0...40)).compactMap { _ in GossipID(bytes: random.bytes(16)) }
      let whole = SyncRequest(
        filter: GCSFilter.build(ids).filter, types: [.announce, .fragment],
        streams: [FragmentStreamID(rawValue: random.next())])
      let bytes = random.mutated(try whole.encoded())
      if let request = try? SyncRequest.decode(bytes) {
        accepted += 1
        let members = request.filter.members
        _ = ids.map { members.mightContain($0) }
      }
      let fragment = random.mutated(random.bytes(20))
      if let read = try? Fragment.decode(fragment) { #expect(read.index < read.total) }
      var assembler = StreamAssembler()
      _ = assembler.append(random.mutated(try random.packet().encoded()), at: Instant(nanoseconds: 0))
    }
    #expect(accepted > 0)
  }

  @Test(arguments: Seeds.all) func whatAFilterCoversItNeverDenies(_ seed: UInt64) {
    var random = SeededRandom(number: seed)
    for _ in 0..<20 {
      let ids = (0..<random.count(1...500)).compactMap { _ in GossipID(bytes: random.bytes(16)) }
      let (filter, included) = GCSFilter.build(ids)
      #expect(filter.data.count <= GCSFilter.sentBytesMax)
      #expect(included > 0 && included <= 355)
      let members = filter.members
      #expect(ids.prefix(included).allSatisfy { members.mightContain($0) }, "seed \(seed)")
      let others = (0..<1000).compactMap { _ in GossipID(bytes: random.bytes(16)) }
      #expect(others.filter { members.mightContain($0) }.count < 30, "seed \(seed)")
    }
  }

  private var frame: [UInt8] {
    let packet = Packet(
      type: .publicMessage, timestamp: Timestamp(milliseconds: 1_750_000_000_123),
      sender: PeerID(rawValue: 5), payload: Array("hello mesh, all of you".utf8))
    return (try? packet.encoded()) ?? []
  }
}

@Suite struct FragmentTests {
  @Test(arguments: [20, 36, 100, 185, 512, 517, 65_535])
  func aFragmentNeverPassesTheLinkItWasCutFor(_ limit: Int) throws {
    for hops in 0...4 {
      for recipient in [nil, PeerID(rawValue: 9)] {
        var random = SeededRandom(number: UInt64(limit + hops))
        let packet = Packet(
          version: .two, type: .fileTransfer, timestamp: Timestamp(milliseconds: 5),
          sender: PeerID(rawValue: 5), recipient: recipient,
          route: (0..<hops).map { PeerID(rawValue: UInt64($0)) }, payload: random.bytes(3_000))
        let chunk = FragmentChunk.bytes(
          linkLimitBytes: limit, isDirected: recipient != nil, routeHops: hops)
        let train = try FragmentTrain(
          cutting: try packet.encoded(), of: packet, stream: FragmentStreamID(rawValue: 1), chunkBytes: chunk)
        let largest = try (0..<train.count).compactMap { try train.fragment($0)?.encoded().count }.max() ?? 0
        #expect(largest <= limit || chunk == FragmentChunk.bytesMin)
        // Not a byte is given away either.
        #expect(largest == limit || chunk == FragmentChunk.bytesMin || train.count == 1)
      }
    }
  }

  @Test func aFragmentIsNeverCutAgain() {
    let packet = Packet(
      type: .fragment, timestamp: Timestamp(milliseconds: 5), sender: PeerID(rawValue: 5), payload: [1])
    #expect(throws: MeshWireError.unknownType(0x20, at: 1)) {
      try FragmentTrain(cutting: [1], of: packet, stream: FragmentStreamID(rawValue: 1), chunkBytes: 64)
    }
  }

  @Test func aFrameOfMoreThanTenThousandPiecesIsRefused() {
    let packet = Packet(
      type: .fileTransfer, timestamp: Timestamp(milliseconds: 5), sender: PeerID(rawValue: 5), payload: [1])
    let frame = [UInt8](repeating: 1, count: 640_001)
    #expect(throws: MeshWireError.tooLong(.fragmentTotal, count: 10_001, limit: 10_000)) {
      try FragmentTrain(cutting: frame, of: packet, stream: FragmentStreamID(rawValue: 1), chunkBytes: 1)
    }
  }
}

@Suite struct TextIDTests {
  @Test func onlyHexadecimalOfTwoLengthsAndShortPlainNamesAreIDs() {
    let key = String(repeating: "aB", count: 32)
    #expect(TextID("00112233AABBCCDD")?.description == "00112233aabbccdd")
    #expect(TextID("00112233AABBCCDD")?.peer == PeerID(rawValue: 0x0011_2233_AABB_CCDD))
    #expect(TextID(key)?.description == key.lowercased())
    #expect(TextID(key)?.peer == PeerID(anyForm: key))
    #expect(TextID("Ann_b-7")?.description == "ann_b-7")
    #expect(TextID("Ann_b-7")?.peer == nil)
    #expect(TextID(String(repeating: "z", count: 63)) != nil)
    let refused = [
      "", "zzzzzzzzzzzzzzzz", String(repeating: "z", count: 64), String(repeating: "a", count: 65),
      "mesh:0011", "a b", "anné", "nostr:1",
    ]
    #expect(refused.filter { TextID($0) != nil } == [])
  }
}

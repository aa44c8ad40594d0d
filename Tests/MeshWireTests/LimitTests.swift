import Bytes
import Cryptography
import MeshWire
import Testing
import Timebase

@Suite struct LimitTests {
  @Test func payloadsStopAtWhatTheirLengthFieldCanSay() throws {
    var random = SeededRandom(number: 1)
    var packet = sample
    packet.payload = random.bytes(WireLimits.payloadV1BytesMax)
    #expect(try Packet.decode(packet.encoded()) == packet)
    packet.payload.append(0)
    #expect(throws: MeshWireError.tooLong(.payload, count: 65_536, limit: 65_535)) { try packet.encoded() }
    packet.version = .two
    #expect(try Packet.decode(packet.encoded()) == packet)
  }

  @Test func payloadsStopAtWhatReceiversTake() throws {
    var packet = sample
    packet.version = .two
    packet.payload = [UInt8](repeating: 7, count: WireLimits.payloadBytesMax)
    #expect(try Packet.decode(packet.encoded()).payload.count == 1_179_760)
    packet.payload.append(7)
    #expect(throws: MeshWireError.tooLong(.payload, count: 1_179_761, limit: 1_179_760)) {
      try packet.encoded()
    }
  }

  @Test func routesStopAt255HopsAndVersionOneHasNone() throws {
    var packet = sample
    packet.version = .two
    packet.route = (1...255).map { PeerID(rawValue: $0) }
    #expect(try Packet.decode(packet.encoded()) == packet)
    packet.route.append(PeerID(rawValue: 256))
    #expect(throws: MeshWireError.tooLong(.route, count: 256, limit: 255)) { try packet.encoded() }
    packet.version = .one
    #expect(try Packet.decode(packet.encoded()).route.isEmpty)
    #expect(throws: MeshWireError.invalid(.route, at: 1)) { try Packet.route(normalising: [[1], []]) }
    let many = [[UInt8]](repeating: [1], count: 256)
    #expect(throws: MeshWireError.tooLong(.route, count: 256, limit: 255)) {
      try Packet.route(normalising: many)
    }
  }

  @Test func signaturesAreCutTo64BytesAndNeverShorter() throws {
    var packet = sample
    packet.signature = [UInt8](repeating: 9, count: 70)
    #expect(try Packet.decode(packet.encoded()).signature == [UInt8](repeating: 9, count: 64))
    packet.signature = [UInt8](repeating: 9, count: 63)
    #expect(throws: MeshWireError.invalid(.signature, at: 24)) { try packet.encoded() }
  }

  @Test func errorsSayWhereAndWhy() throws {
    let header = "0102070000000000000001"
    let sender = "0011223344556677"
    let faults: [(String, MeshWireError)] = [
      ("", .truncated(.header, at: 0)),
      ("01020700", .truncated(.header, at: 4)),
      ("03" + header.dropFirst(2) + "000000" + sender, .unsupportedVersion(3)),
      ("02" + header.dropFirst(2) + "0000000000" + sender.dropFirst(2), .truncated(.sender, at: 16)),
      (header + "000003" + sender + "6162", .truncated(.payload, at: 22)),
      (header + "010000" + sender + "6162", .truncated(.recipient, at: 22)),
      (header + "020001" + sender + "61" + "ff", .truncated(.signature, at: 23)),
      ("02" + header.dropFirst(2) + "0800000000" + sender, .truncated(.route, at: 24)),
      ("02" + header.dropFirst(2) + "0800000000" + sender + "01aabb", .truncated(.route, at: 25)),
      (
        "02" + header.dropFirst(2) + "0000120071" + sender,
        .tooLong(.payload, count: 1_179_761, limit: 1_179_760)
      ),
      (header + "040001" + sender + "00", .badCompression(.prefixMissing, at: 22)),
      (header + "040002" + sender + "0064", .badCompression(.bodyEmpty, at: 22)),
      (header + "040003" + sender + "000003", .badCompression(.originalSizeZero, at: 22)),
      (header + "040003" + sender + "ffff03", .badCompression(.ratioTooHigh, at: 22)),
      (header + "040003" + sender + "081003", .badCompression(.sizeImpossible, at: 22)),
      (header + "040003" + sender + "0408ff", .badCompression(.streamInvalid, at: 24)),
      (
        "02" + header.dropFirst(2) + "0400000005" + sender + "0012007103",
        .tooLong(.originalSize, count: 1_179_761, limit: 1_179_760)
      ),
    ]
    for (text, fault) in faults {
      let frame = try #require([UInt8](hexadecimal: text))
      #expect(throws: fault, "\(text)") { try Packet.decode(frame) }
    }
  }

  @Test func publicTextStopsAt16000Scalars() throws {
    let longest = String(repeating: "é", count: WireLimits.publicTextScalarsMax)
    let packet = try Packet.publicMessage(
      longest, sender: sample.sender, timestamp: sample.timestamp)
    #expect(try packet.publicText() == longest)
    #expect(throws: MeshWireError.tooLong(.text, count: 16_001, limit: 16_000)) {
      try Packet.publicMessage(longest + "x", sender: sample.sender, timestamp: sample.timestamp)
    }
    var received = packet
    received.payload = Array((longest + "x").utf8)
    #expect(throws: MeshWireError.tooLong(.text, count: 16_001, limit: 16_000)) {
      try received.publicText()
    }
    received.payload = [0x61, 0xC3, 0x28]
    #expect(throws: MeshWireError.notUTF8(.text, at: 0)) { try received.publicText() }
  }

  @Test func noisePlaintextsStopAtTheirLimitAndPrivateFilesAtTheirs() throws {
    let ordinary = [UInt8](repeating: 1, count: WireLimits.noisePlaintextBytesMax - 1)
    #expect(
      try NoisePayload.decode(NoisePayload.module(.vouch, body: ordinary).encoded()).type == .module(.vouch))
    let over = MeshWireError.tooLong(.noisePayload, count: 65_536, limit: 65_535)
    #expect(throws: over) { try NoisePayload.module(.vouch, body: ordinary + [1]).encoded() }
    #expect(throws: over) { try NoisePayload.decode([0x12] + ordinary + [1]) }
    let file = [UInt8](repeating: 1, count: WireLimits.privateFilePlaintextBytesMax - 1)
    let old = try NoisePayload.decode([0x09] + file)
    #expect(old == .module(.privateFile, body: file))
    #expect(try old.encoded().first == 0x20)
    let overFile = MeshWireError.tooLong(.noisePayload, count: 1_179_709, limit: 1_179_708)
    #expect(throws: overFile) { try NoisePayload.decode([0x20] + file + [1]) }
    #expect(throws: overFile) { try NoisePayload.module(.privateFile, body: file + [1]).encoded() }
  }

  @Test func idsInReceiptsStopAt255Bytes() throws {
    let longest = String(repeating: "a", count: 255)
    #expect(try NoisePayload.decode([3] + longest.utf8) == .delivered(messageID: longest))
    let over = MeshWireError.tooLong(.messageID, count: 256, limit: 255)
    #expect(throws: over) { try NoisePayload.decode([3] + longest.utf8 + [0x61]) }
    #expect(throws: over) { try NoisePayload.readReceipt(messageID: longest + "a").encoded() }
    #expect(throws: MeshWireError.notUTF8(.messageID, at: 1)) { try NoisePayload.decode([2, 0xC3]) }
    #expect(throws: MeshWireError.missing(.noisePayloadType)) { try NoisePayload.decode([]) }
    #expect(throws: MeshWireError.unknownType(4, at: 0)) { try NoisePayload.decode([4, 1]) }
  }

  @Test func announcesWriteTenNeighboursAndReadMore() throws {
    var announce = Announce(nickname: "zed", noiseKey: [1], signingKey: [2])
    announce.neighbours = (1...12).map { PeerID(rawValue: $0) }
    #expect(try Announce.decode(announce.encoded()).neighbours.count == 10)
    let twelve = [0x04, 96] + announce.neighbours.flatMap(\.bytes)
    announce.neighbours = []
    #expect(try Announce.decode(announce.encoded() + twelve).neighbours.count == 12)
    announce.bridgeCell = "u09tvw0u09tvw"
    #expect(try Announce.decode(announce.encoded()).bridgeCell == nil)
    announce.noiseKey = [UInt8](repeating: 1, count: 256)
    #expect(throws: MeshWireError.tooLong(.noiseKey, count: 256, limit: 255)) { try announce.encoded() }
    #expect(PeerState(capabilities: [], signingKey: [1]) == nil)
  }
}

private let sample = Packet(
  type: .publicMessage, timestamp: Timestamp(milliseconds: 1_750_000_000_123),
  sender: PeerID(rawValue: 0x0011_2233_4455_6677), payload: [0x68, 0x69])

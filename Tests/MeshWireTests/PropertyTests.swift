import Bytes
import Cryptography
import MeshWire
import Testing

@Suite struct PropertyTests {
  @Test(arguments: Seeds.all)
  func whatIsWrittenIsReadBack(seed: UInt64) throws {
    var random = SeededRandom(number: seed)
    for round in 0..<100 {
      let packet = random.packet()
      let frame = try packet.encoded(padded: random.chance(2))
      let read = try Packet.decode(frame)
      try #require(read == packet, "seed \(seed) round \(round): \(frame.hexadecimal)")
      // A canonical frame is written again byte for byte.
      try #require(
        try read.encoded(padded: frame.count != (try read.encoded()).count) == frame,
        "seed \(seed) round \(round): \(frame.hexadecimal)")
    }
  }

  @Test(arguments: Seeds.all)
  func payloadsThatAreWrittenAreReadBack(seed: UInt64) throws {
    var random = SeededRandom(number: seed)
    for round in 0..<100 {
      let announce = random.announce()
      let payload = try announce.encoded()
      try #require(try Announce.decode(payload) == announce, "seed \(seed) round \(round)")
      try #require(try Announce.decode(payload).encoded() == payload, "seed \(seed) round \(round)")
      let noise = random.noisePayload()
      let plaintext = try noise.encoded()
      try #require(try NoisePayload.decode(plaintext) == noise, "seed \(seed) round \(round)")
      try #require(try NoisePayload.decode(plaintext).encoded() == plaintext, "seed \(seed) round \(round)")
    }
  }

  @Test(arguments: Seeds.all)
  func noBytesTrapADecoder(seed: UInt64) throws {
    var random = SeededRandom(number: seed)
    var accepted = 0
    for round in 0..<400 {
      let frame =
        round.isMultiple(of: 3)
        ? random.bytes(random.count(0...200))
        : random.mutated(
          try random.packet().encoded(padded: random.chance(2)))
      do {
        let packet = try Packet.decode(frame)
        accepted += 1
        // Whatever is accepted can be passed on, and reads the same there.
        try #require(
          try Packet.decode(try packet.encoded()) == packet,
          "seed \(seed) round \(round): \(frame.hexadecimal)")
      } catch is MeshWireError {
        // Reading without padding does not find a packet where reading with it found none.
        let unpadded = frame.prefix(Padding.unpaddedCount(frame.span))
        #expect(throws: MeshWireError.self, "seed \(seed) round \(round)") { try Packet.decode(unpadded) }
      }
    }
    #expect(accepted > 20, "too few survive for this to prove anything: \(accepted)")
  }

  @Test(arguments: Seeds.all)
  func noBytesTrapAPayloadDecoder(seed: UInt64) throws {
    var random = SeededRandom(number: seed)
    for _ in 0..<400 {
      let noise =
        random.chance(3)
        ? random.bytes(random.count(0...80))
        : random.mutated(
          try random.noisePayload().encoded())
      let announce =
        random.chance(3)
        ? random.bytes(random.count(0...80))
        : random.mutated(
          try random.announce().encoded())
      // Only our own error may come out, and what comes out can be written.
      do {
        let read = try NoisePayload.decode(noise)
        try #require(try NoisePayload.decode(read.encoded()) == read, "seed \(seed): \(noise.hexadecimal)")
      } catch is MeshWireError {}
      do {
        var read = try Announce.decode(announce)
        _ = try read.encoded()
        read.neighbours = Array(read.neighbours.prefix(Announce.neighboursWrittenMax))
        try #require(try Announce.decode(read.encoded()) == read, "seed \(seed): \(announce.hexadecimal)")
      } catch is MeshWireError {}
    }
  }
}

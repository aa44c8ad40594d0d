import Bytes
import MeshWire
import Testing

@Suite struct PacketVectorTests {
  @Test func packetsAreWrittenAndReadAsOtherClientsDo() throws {
    let failures = try VectorSuite("packet-codec").failures(codec)
    #expect(failures.isEmpty, "\(failures)")
  }

  @Test func malformedPacketsAreRefusedAndOddOnesTolerated() throws {
    let failures = try VectorSuite("packet-malformed").failures(codec)
    #expect(failures.isEmpty, "\(failures)")
  }

  @Test func paddingIsAddedAndTakenAwayAsOtherClientsDo() throws {
    let failures = try VectorSuite("padding").failures { vector in
      switch vector.operation {
      case "optimal_block_size":
        return difference(
          Padding.block(frameBytes: try vector.inputs.int("size")), try vector.expected.int("block"))
      case "pad":
        let data = try vector.inputs.bytes("data")
        var padded = data
        Padding.pad(&padded, to: try vector.inputs.int("target"))
        return try difference(padded, try vector.expected.bytes("padded"))
          ?? difference(padded.count - data.count, try vector.expected.int("pad_bytes"))
      case "unpad":
        let data = try vector.inputs.bytes("data")
        return difference(
          Array(data.prefix(Padding.unpaddedCount(data.span))), try vector.expected.bytes("unpadded"))
      default: return "unknown operation \(vector.operation)"
      }
    }
    #expect(failures.isEmpty, "\(failures)")
  }

  @Test func compressionIsDecidedAsOtherClientsDo() throws {
    let failures = try VectorSuite("compression").failures { vector in
      guard vector.operation == "compress_decision" else { return try codec(vector) }
      let payload = try vector.inputs.bytes("payload")
      let compressed = CompressionPolicy.compressed(payload)
      return try difference(payload.count, try vector.expected.int("length"))
        ?? difference(Set(payload).count, try vector.expected.int("unique"))
        ?? difference(CompressionPolicy.isWorthTrying(payload), try vector.expected.bool("attempt"))
        ?? difference(compressed != nil, try vector.expected.bool("used"))
        ?? difference(compressed, try vector.expected.optionalBytes("deflate"))
    }
    #expect(failures.isEmpty, "\(failures)")
  }
}

private func codec(_ vector: Vector) throws -> String? {
  switch vector.operation {
  case "encode":
    return try vector.outcome {
      let frame = try vector.inputs.packet().encoded(padded: try vector.inputs.bool("padding"))
      return try difference(frame.hexadecimal, try vector.expected.text("frame"))
        ?? difference(frame.count, try vector.expected.int("length"))
    }
  case "decode":
    return try vector.outcome {
      let frame = try vector.inputs.bytes("frame")
      let packet = try Packet.decode(frame)
      // What was read says the expected, and written again it is a frame that reads the same.
      return try difference(packet, try vector.expected.packet())
        ?? difference(try Packet.decode(try packet.encoded()), packet, "read again")
    }
  default: return "unknown operation \(vector.operation)"
  }
}

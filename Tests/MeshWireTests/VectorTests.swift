import Bytes
import Foundation
import MeshWire
import Testing

@Suite struct VectorTests {
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

  @Test(.enabled(if: SharedVectors.arePresent))
  func fixturesAreTheSharedVectorsByteForByte() throws {
    let different = try VectorSuite.names.filter { try SharedVectors.bytes($0) != VectorSuite.bytes($0) }
    #expect(different.isEmpty, "\(different)")
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

/// The folder of shared vectors beside the repository, where there is one.
private enum SharedVectors {
  static var arePresent: Bool { FileManager.default.fileExists(atPath: folder.path) }

  static func bytes(_ name: String) throws -> Data {
    try Data(contentsOf: folder.appendingPathComponent("\(name).json"))
  }

  private static var folder: URL {
    let shared =
      ProcessInfo.processInfo.environment["TERN_SHARED"].map { URL(fileURLWithPath: $0) }
      ?? packageRoot.deletingLastPathComponent().appendingPathComponent("shared")
    return shared.appendingPathComponent("vectors/mesh")
  }

  private static var packageRoot: URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
  }
}

import Compression
import MeshWire
import Timebase

/// Readers of what the mesh sends. What was read is written, and what was written reads as the same.
enum WireTargets {
  static func packet(_ bytes: [UInt8]) -> FuzzTarget.Outcome {
    guard let packet = try? Packet.decode(bytes) else { return .refused }
    _ = try? packet.signingBytes
    guard let written = try? packet.encoded() else { return .accepted }
    guard let again = try? Packet.decode(written) else { return .broken("what was written is refused") }
    return same(again == packet)
  }

  /// More neighbours are read than are written, all else comes back.
  static func announce(_ bytes: [UInt8]) -> FuzzTarget.Outcome {
    guard var announce = try? Announce.decode(bytes) else { return .refused }
    guard let written = try? announce.encoded() else { return .accepted }
    announce.neighbours = Array(announce.neighbours.prefix(Announce.neighboursWrittenMax))
    return same((try? Announce.decode(written)) == announce)
  }

  static func noisePayload(_ bytes: [UInt8]) -> FuzzTarget.Outcome {
    guard let payload = try? NoisePayload.decode(bytes) else { return .refused }
    guard let written = try? payload.encoded() else { return .accepted }
    return same((try? NoisePayload.decode(written)) == payload)
  }

  /// A piece that was read is one of a stream that receivers accept, and its chunk is the input's end.
  static func fragment(_ bytes: [UInt8]) -> FuzzTarget.Outcome {
    guard let piece = try? Fragment.decode(bytes) else { return .refused }
    guard piece.index >= 0, piece.index < piece.total, piece.total <= Fragment.totalMax else {
      return .broken("piece \(piece.index) of \(piece.total)")
    }
    let isEnd = piece.chunk.elementsEqual(bytes.dropFirst(Fragment.headerBytes))
    return isEnd ? .accepted : .broken("the chunk is not the rest")
  }

  /// Empty lists and sets are written as nothing; all else comes back, and the filter can be asked.
  static func syncRequest(_ bytes: [UInt8]) -> FuzzTarget.Outcome {
    guard let request = try? SyncRequest.decode(bytes) else { return .refused }
    let values = request.filter.values
    guard values.count <= 8 * GCSFilter.dataBytesMax, zip(values, values.dropFirst()).allSatisfy(<=) else {
      return .broken("\(values.count) values, or not in order")
    }
    guard let written = try? request.encoded() else { return .broken("a request that was read is refused") }
    guard let again = try? SyncRequest.decode(written) else { return .broken("what was written is refused") }
    let isSame = again.filter == request.filter && again.since == request.since
    return same(isSame && (again.streams ?? []) == (request.streams ?? []))
  }

  /// The first byte cuts the rest into notifications. No byte comes out twice; no more are kept than came.
  static func radioStream(_ bytes: [UInt8]) -> FuzzTarget.Outcome {
    guard let size = bytes.first else { return .refused }
    var assembler = StreamAssembler()
    var frames = 0
    var out = 0
    var time = Instant(nanoseconds: 0)
    for chunk in chunks(of: bytes.dropFirst(), size: Int(size) + 1) {
      let outcome = assembler.append(chunk, at: time)
      frames += outcome.frames.count
      out += outcome.frames.reduce(0) { $0 + $1.count } + outcome.droppedBytes.count
      time = time + .milliseconds(size.isMultiple(of: 2) ? 10 : 300)
    }
    guard out + assembler.keptBytes <= bytes.count else {
      return .broken("\(out) bytes out of \(bytes.count)")
    }
    return frames > 0 ? .accepted : .refused
  }

  /// Writes of `u16 offset, u8 length, bytes`; the buffer stays within its limit.
  static func radioWrites(_ bytes: [UInt8]) -> FuzzTarget.Outcome {
    var buffer = WriteBuffer()
    var rest = bytes[...]
    var packets = 0
    while rest.count > 3 {
      let head = Array(rest.prefix(3))
      let offset = (Int(head[0]) << 8 | Int(head[1])) << (head[2] & 0x80 == 0 ? 0 : 8)
      let value = Array(rest.dropFirst(3).prefix(Int(head[2] & 0x7F)))
      rest = rest.dropFirst(3 + value.count)
      if case .packet = buffer.apply([WriteBuffer.Write(offset: offset, value: value)]) { packets += 1 }
      guard buffer.keptBytes <= WriteBuffer.bytesMax else { return .broken("\(buffer.keptBytes) bytes kept") }
    }
    return packets > 0 ? .accepted : .refused
  }

  /// The first two bytes are the expected size.
  static func inflate(_ bytes: [UInt8]) -> FuzzTarget.Outcome {
    guard bytes.count >= 2 else { return .refused }
    let expected = Int(bytes[0]) << 8 | Int(bytes[1])
    guard let output = try? RawDeflate.inflate(bytes[2...], expectedBytes: expected) else { return .refused }
    return output.count == expected ? .accepted : .broken("\(output.count) bytes instead of \(expected)")
  }

  /// The bytes in pieces of one size.
  static func chunks(of bytes: ArraySlice<UInt8>, size: Int) -> [[UInt8]] {
    stride(from: bytes.startIndex, to: bytes.endIndex, by: size).map {
      Array(bytes[$0..<min($0 + size, bytes.endIndex)])
    }
  }

  private static func same(_ isSame: Bool) -> FuzzTarget.Outcome {
    isSame ? .accepted : .broken("what was written reads differently")
  }
}

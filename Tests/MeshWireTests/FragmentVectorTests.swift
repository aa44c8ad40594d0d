import Bytes
import MeshWire
import Testing
import Timebase

@Suite struct FragmentVectorTests {
  @Test func framesAreCutAndJoinedAsOtherClientsDo() throws {
    let failures = try VectorSuite("fragments").failures { vector in
      switch vector.operation {
      case "fragment": return try cutting(vector)
      case "reassemble": return try joining(vector)
      case "fragment_header":
        return try vector.outcome {
          let fragment = try Fragment.decode(try vector.inputs.bytes("payload"))
          let recipient = try vector.inputs.optionalBytes("recipient_id").map { PeerID(normalising: $0) }
          let outer = Packet(
            type: .fragment, timestamp: Timestamp(milliseconds: 0), sender: PeerID(rawValue: 1),
            recipient: recipient, payload: [])
          return try difference(fragment.stream.description, try vector.expected.text("fragment_id"))
            ?? difference(fragment.index, try vector.expected.int("index"))
            ?? difference(fragment.total, try vector.expected.int("total"))
            ?? difference(fragment.originalType.rawValue, try vector.expected.byte("original_type"))
            ?? difference(Array(fragment.chunk), try vector.expected.bytes("data"))
            ?? difference(outer.isBroadcast, try vector.expected.bool("is_broadcast"))
        }
      default: return "unknown operation \(vector.operation)"
      }
    }
    #expect(failures.isEmpty, "\(failures)")
  }

  @Test func notificationsAndWritesArePutTogetherAsOtherClientsDo() throws {
    let failures = try VectorSuite("stream-assembly").failures { vector in
      switch vector.operation {
      case "notification_stream": return try notifications(vector)
      case "gatt_write_buffer": return try writes(vector)
      default: return "unknown operation \(vector.operation)"
      }
    }
    #expect(failures.isEmpty, "\(failures)")
  }
}

private func cutting(_ vector: Vector) throws -> String? {
  let packet = try vector.inputs.fields("packet").packet()
  let frame = try packet.encoded(padded: try vector.inputs.bool("pad_inner"))
  guard let stream = FragmentStreamID(hexadecimal: try vector.inputs.text("fragment_id")) else { return "id" }
  let chunk =
    vector.inputs.optionalInt("max_chunk") ?? FragmentChunk.bytesWithoutLimit(routeHops: packet.route.count)
  let train = try FragmentTrain(
    cutting: frame, of: packet, stream: stream, chunkBytes: chunk,
    to: try vector.inputs.optionalBytes("directed_peer").map { PeerID(normalising: $0) })
  let fragments = (0..<train.count).compactMap { train.fragment($0) }
  return try difference(frame, try vector.expected.bytes("inner_frame"), "inner frame")
    ?? difference(train.count, try vector.expected.int("total"), "total")
    ?? difference(max(FragmentChunk.bytesMin, chunk), try vector.expected.int("chunk_size"), "chunk")
    ?? difference(fragments.map(\.payload), try vector.expected.list("fragment_payloads"), "payloads")
    ?? difference(
      try fragments.map { try $0.encoded() }, try vector.expected.list("fragment_frames"), "frames")
    ?? difference(
      fragments.first?.version.rawValue, try vector.expected.byte("fragment_version"), "version")
    ?? difference(train.fragment(train.count), nil, "one too many")
}

private func joining(_ vector: Vector) throws -> String? {
  let frames = try vector.inputs.list("fragment_frames_in_arrival_order") ?? []
  let fragments = try frames.map { try Fragment.decode(try Packet.decode($0).payload) }
  // Any order, with copies: the later copy of an index counts.
  var chunks: [Int: ArraySlice<UInt8>] = [:]
  for fragment in fragments { chunks[fragment.index] = fragment.chunk }
  let joined = (0..<(fragments.first?.total ?? 0)).flatMap { chunks[$0] ?? [] }
  return try difference(joined, try vector.expected.bytes("inner_frame"), "inner frame")
    ?? difference(try Packet.decode(joined), try vector.expected.fields("inner_packet").packet())
}

private func notifications(_ vector: Vector) throws -> String? {
  var assembler = StreamAssembler()
  let chunks = try vector.inputs.list("chunks") ?? []
  let wanted = try vector.expected.all("per_chunk")
  guard chunks.count == wanted.count else { return "chunks" }
  for (chunk, expected) in zip(chunks, wanted) {
    let found = assembler.append(chunk, at: Instant(nanoseconds: 0))
    let fault =
      try difference(found.frames, try expected.list("frames") ?? [], "frames")
      ?? difference(found.droppedBytes.hexadecimal, try expected.text("dropped_bytes"), "dropped")
      ?? difference(found.wasReset, try expected.bool("reset"), "reset")
    if let fault { return fault }
  }
  return nil
}

private func writes(_ vector: Vector) throws -> String? {
  var buffer = WriteBuffer()
  let batches = try vector.inputs.batches("batches")
  let wanted = try vector.expected.all("per_batch")
  guard batches.count == wanted.count else { return "batches" }
  var kept = 0
  for (batch, expected) in zip(batches, wanted) {
    let writes = try batch.map {
      WriteBuffer.Write(offset: try $0.int("offset"), value: try $0.bytes("data"))
    }
    kept = writes.reduce(kept) { max($0, $1.offset + $1.value.count) }
    let outcome = buffer.apply(writes)
    if let fault = difference(kept, try expected.int("accumulated"), "kept") { return fault }
    switch outcome {
    case .packet(let packet):
      kept = 0
      let fault =
        try difference("decoded", try expected.text("result"))
        ?? difference(packet, try expected.fields("packet").packet()) ?? difference(buffer.keptBytes, 0)
      if let fault { return fault }
    case .waiting:
      let fault = difference("waiting", try expected.text("result")) ?? difference(buffer.keptBytes, kept)
      if let fault { return fault }
    case .dropped: return "was dropped"
    }
  }
  return nil
}

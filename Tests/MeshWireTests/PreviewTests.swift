import MeshWire
import Testing
import Timebase

/// Goal: a preview says of every frame what its packet says, at the price of its header, and never traps.
/// Method: packets of both versions, compressed or not; every cut of their frames.
struct PreviewTests {
  private func packets() -> [Packet] {
    [PacketVersion.one, .two].flatMap { version in
      [[UInt8](repeating: 7, count: 5_000), (0..<200).map { UInt8($0) }, []].flatMap { payload in
        [nil, PeerID(rawValue: 9), .broadcast].map { recipient in
          Packet(
            version: version, type: .fileTransfer, ttl: 5, timestamp: Timestamp(milliseconds: 123_456),
            sender: PeerID(rawValue: 3), recipient: recipient,
            route: version == .two ? [PeerID(rawValue: 4), PeerID(rawValue: 5)] : [], payload: payload,
            signature: [UInt8](repeating: 1, count: 64), isRSR: recipient == nil)
        }
      }
    }
  }

  @Test func previewSaysWhatThePacketSays() throws {
    for packet in packets() {
      let preview = try PacketPreview(try packet.encoded(padded: true))
      #expect(preview.type == packet.type && preview.ttl == packet.ttl && preview.isRSR == packet.isRSR)
      #expect(preview.timestamp == packet.timestamp && preview.sender == packet.sender)
      #expect(preview.recipient == packet.recipient && preview.payloadBytes == packet.payload.count)
      #expect(preview.isCompressed == (packet.payload.count == 5_000))
    }
  }

  @Test func everyFrameThatDecodesHasAPreviewAndNoCutTraps() throws {
    for packet in packets() {
      let frame = try packet.encoded()
      let failures = (0...min(frame.count, 400)).filter { count in
        let cut = Array(frame.prefix(count))
        return (try? Packet.decode(cut)) != nil && (try? PacketPreview(cut)) == nil
      }
      #expect(failures.isEmpty)
    }
  }
}

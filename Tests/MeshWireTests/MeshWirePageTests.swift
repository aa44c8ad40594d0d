import MeshWire
import Testing
import Timebase

@Suite struct MeshWirePageTests {
  @Test func pageExampleHolds() throws {
    let sender = PeerID(rawValue: 0x0011_2233_4455_6677)
    let sent = Packet(
      type: .publicMessage, timestamp: Timestamp(milliseconds: 1_750_000_000_123), sender: sender,
      payload: Array("hello mesh".utf8))
    let frame = try sent.encoded()  // 14 + 8 + 10 bytes
    let received = try Packet.decode(frame)
    let same = received == sent  // true
    #expect(same)
    #expect(frame.count == 32)
  }
}

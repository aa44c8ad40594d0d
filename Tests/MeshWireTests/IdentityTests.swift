import Bytes
import Foundation
import MeshWire
import Testing
import Timebase

@Suite struct IdentityTests {
  @Test func peerIDsReadTheirOwnTextAndOrderAsBytes() throws {
    let peer = try #require(PeerID(hexadecimal: "00A1b2c3d4e5f6ff"))
    #expect(peer.description == "00a1b2c3d4e5f6ff")
    #expect(PeerID(bytes: peer.bytes) == peer)
    #expect(PeerID(bytes: [1, 2, 3]) == nil)
    for text in ["", "00a1b2c3d4e5f6f", "00a1b2c3d4e5f6fff", "00a1b2c3d4e5f6fg"] {
      #expect(PeerID(hexadecimal: text) == nil)
      #expect(PeerID(anyForm: text) == nil)
    }
    #expect(PeerID(normalising: [0, 1]) < PeerID(normalising: [0, 2]))
    #expect(PeerID(normalising: [1]).bytes == [1, 0, 0, 0, 0, 0, 0, 0])
    #expect(PeerID(normalising: []).rawValue == 0)
    #expect(PeerID(normalising: 1...9).bytes == Array(1...8))
    #expect(PeerID.broadcast.bytes == [UInt8](repeating: 0xFF, count: 8))
  }

  @Test func fingerprintsReadTheirOwnText() throws {
    let fingerprint = Fingerprint(hashing: [1, 2, 3])
    #expect(Fingerprint(hexadecimal: fingerprint.description) == fingerprint)
    #expect(fingerprint.description.hasPrefix(fingerprint.peerID.description))
    #expect(Fingerprint(hexadecimal: "00") == nil)
    #expect(Fingerprint(hexadecimal: String(repeating: "g", count: 64)) == nil)
  }

  @Test func theDuplicateKeyIgnoresWhatRelaysChangeAndSeesEveryPayload() {
    let packet = Packet(
      type: .noiseEncrypted, timestamp: Timestamp(milliseconds: 5), sender: PeerID(rawValue: 7), payload: [1])
    var relayed = packet
    relayed.ttl = 0
    relayed.isRSR = true
    relayed.recipient = .broadcast
    #expect(relayed.deduplicationKey == packet.deduplicationKey)
    #expect(relayed.gossipID == packet.gossipID)
    var other = packet
    other.payload = [2]
    #expect(other.deduplicationKey != packet.deduplicationKey)
    #expect(other.gossipID != packet.gossipID)
    #expect(GossipID(bytes: packet.gossipID.bytes) == packet.gossipID)
    #expect(GossipID(bytes: [1]) == nil)
    let ordered = packet.gossipID < other.gossipID
    #expect(ordered == packet.gossipID.bytes.lexicographicallyPrecedes(other.gossipID.bytes))
  }

  @Test func broadcastIsNoRecipientOrEightTimesFF() {
    var packet = Packet.leave(sender: PeerID(rawValue: 1), timestamp: Timestamp(milliseconds: 1))
    #expect(packet.isBroadcast)
    #expect(packet.payload.isEmpty)
    packet.recipient = .broadcast
    #expect(packet.isBroadcast)
    packet.recipient = PeerID(rawValue: 1)
    #expect(!packet.isBroadcast)
  }

  /// Foundation is what the other clients trim with; ours must cut the same scalars.
  @Test func surroundingWhitespaceIsWhatFoundationCallsIt() {
    let sender = PeerID(rawValue: 1)
    let time = Timestamp(milliseconds: 1)
    let empty = publicMessageID(sender: sender, timestamp: time, text: "")
    let scalars = (0...0x3100).map { UInt32($0) } + [0xFEFF, 0xE0020]
    let different = scalars.compactMap { Unicode.Scalar($0) }.filter { scalar in
      let isCut = publicMessageID(sender: sender, timestamp: time, text: String(scalar)) == empty
      return isCut != CharacterSet.whitespacesAndNewlines.contains(scalar)
    }
    #expect(different.isEmpty, "\(different.map { String($0.value, radix: 16) })")
  }

  @Test func onlyInnerTextCounts() {
    let sender = PeerID(rawValue: 1)
    let time = Timestamp(milliseconds: 1)
    let plain = publicMessageID(sender: sender, timestamp: time, text: "a  b")
    #expect(publicMessageID(sender: sender, timestamp: time, text: "\r\n a  b\u{3000}\t") == plain)
    #expect(publicMessageID(sender: sender, timestamp: time, text: "a b") != plain)
    #expect(plain.count == 32)
  }

  @Test func knownTypesHaveNamesAndOnlyNoiseIsPadded() {
    let known = (0...255).map { MessageType(rawValue: UInt8($0)) }.filter(\.isKnown)
    #expect(known.count == 17)
    #expect(known.filter(\.isPaddedOnAir) == [.noiseHandshake, .noiseEncrypted])
    #expect(MessageType.announceV2.isKnown)
    #expect(!MessageType(rawValue: 0x05).isKnown)
    #expect(MessageType(rawValue: 0x2A).description == "0x2a")
  }
}

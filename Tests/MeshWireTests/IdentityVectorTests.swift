import Bytes
import Cryptography
import MeshWire
import Testing
import Timebase

@Suite struct IdentityVectorTests {

  @Test func idsAndKeysAreDerivedAsOtherClientsDo() throws {
    let failures = try VectorSuite("identity").failures { vector in
      switch vector.operation {
      case "derive_peer_id": return try derivation(vector)
      case "dedup_key":
        return difference(
          try vector.inputs.fields("packet").packet().deduplicationKey.text, try vector.expected.text("key"))
      case "gossip_packet_id":
        return difference(
          try vector.inputs.fields("packet").packet().gossipID.description, try vector.expected.text("id"))
      case "public_message_id": return try publicID(vector)
      case "capabilities_encode":
        let bits = Capabilities(rawValue: try vector.inputs.big("bits"))
        return difference(bits.encoded, try vector.expected.bytes("bytes"))
      case "capabilities_decode":
        let bytes = try vector.inputs.bytes("bytes")
        return try difference(Capabilities(decoding: bytes).rawValue, try vector.expected.big("bits"))
          ?? difference(Capabilities.isCanonical(bytes), try vector.expected.bool("canonical"))
      default: return "unknown operation \(vector.operation)"
      }
    }
    #expect(failures.isEmpty, "\(failures)")
  }
}

private func derivation(_ vector: Vector) throws -> String? {
  let secret = try X25519.PrivateKey(rawBytes: try vector.inputs.bytes("noise_static_private_key"))
  let key = try X25519.PublicKey(rawBytes: try vector.inputs.bytes("noise_static_public_key"))
  let peer = PeerID(noiseKey: key)
  return try difference(secret.publicKey, key)
    ?? difference(Fingerprint(noiseKey: key).description, try vector.expected.text("fingerprint"))
    ?? difference(peer.description, try vector.expected.text("peer_id"))
    ?? difference(peer.bytes, try vector.expected.bytes("wire_bytes"))
    ?? difference(PeerID(anyForm: key.bytes.hexadecimal.uppercased()), peer)
}

private func publicID(_ vector: Vector) throws -> String? {
  guard let sender = PeerID(hexadecimal: try vector.inputs.text("sender_id_hex")) else { return "sender" }
  let time = Timestamp(milliseconds: try vector.inputs.big("timestamp_ms"))
  return difference(
    publicMessageID(sender: sender, timestamp: time, text: try vector.inputs.text("content_utf8")),
    try vector.expected.text("id"))
}

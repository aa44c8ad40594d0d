import Bytes
import Cryptography
import MeshWire
import Testing
import Timebase

@Suite struct IdentityVectorTests {
  @Test func signaturesAreMadeAndCheckedAsOtherClientsDo() throws {
    let failures = try VectorSuite("signing").failures { vector in
      switch vector.operation {
      case "sign": return try signing(vector)
      case "verify":
        let packet = try Packet.decode(try vector.inputs.bytes("frame"))
        let key = try Ed25519.PublicKey(rawBytes: try vector.inputs.bytes("public_key"))
        return difference(packet.isSignatureValid(under: key), try vector.expected.bool("valid"))
      default: return "unknown operation \(vector.operation)"
      }
    }
    #expect(failures.isEmpty, "\(failures)")
  }

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

private func signing(_ vector: Vector) throws -> String? {
  let key = try Ed25519.PrivateKey(seed: try vector.inputs.bytes("ed25519_seed"))
  let packet = try vector.inputs.fields("packet").packet()
  let signed = try packet.signed(with: key)
  let statement = try packet.signingBytes
  // The vectors' wire frames are padded for 0x11 alone.
  let frame = try signed.encoded(padded: packet.type.isPaddedOnAir)
  return try difference(key.publicKey.bytes, try vector.expected.bytes("public_key"))
    ?? difference(statement, try vector.expected.bytes("signing_bytes"))
    ?? difference(statement.count, try vector.expected.int("signing_length"))
    ?? difference(signed.signature, try vector.expected.bytes("signature"))
    ?? difference(frame, try vector.expected.bytes("wire_frame"))
    ?? difference(try Packet.decode(frame).isSignatureValid(under: key.publicKey), true, "validity")
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

import Bytes
import Cryptography
import MeshWire
import Testing
import Timebase

@Suite struct PayloadVectorTests {
  @Test func announcesAreWrittenAndReadAsOtherClientsDo() throws {
    let failures = try VectorSuite("announce").failures { vector in
      switch vector.operation {
      case "announce_encode":
        return try vector.outcome {
          difference(try vector.inputs.announce().encoded(), try vector.expected.bytes("payload"))
        }
      case "announce_decode":
        return try vector.outcome {
          difference(
            try Announce.decode(try vector.inputs.bytes("payload")), try vector.expected.announce())
        }
      case "announce_packet": return try announcePacket(vector)
      case "announce_packet_accept": return try mismatch(vector)
      default: return "unknown operation \(vector.operation)"
      }
    }
    #expect(failures.isEmpty, "\(failures)")
  }

  @Test func noisePayloadsAreWrittenAndReadAsOtherClientsDo() throws {
    let failures = try VectorSuite("noise-payloads").failures(noisePayload)
    #expect(failures.isEmpty, "\(failures)")
  }
}

extension Fields {
  fileprivate func announce() throws -> Announce {
    Announce(
      nickname: try text("nickname"), noiseKey: try bytes("noise_public_key"),
      signingKey: try bytes("signing_public_key"),
      neighbours: (try list("direct_neighbors") ?? []).map { PeerID(normalising: $0) },
      capabilities: optionalText("capabilities_bits").flatMap { UInt64($0) }.map {
        Capabilities(rawValue: $0)
      },
      bridgeCell: optionalText("bridge_geohash"))
  }
}

private func announcePacket(_ vector: Vector) throws -> String? {
  let announce = try vector.inputs.fields("announce").announce()
  let key = try Ed25519.PrivateKey(seed: try vector.inputs.bytes("ed25519_seed"))
  let noiseKey = try X25519.PrivateKey(rawBytes: try vector.inputs.bytes("noise_private_key")).publicKey
  let packet = Packet(
    type: .announce, ttl: try vector.inputs.byte("ttl"),
    timestamp: Timestamp(milliseconds: try vector.inputs.big("timestamp_ms")), sender: announce.peerID,
    payload: try announce.encoded())
  let signed = try packet.signed(with: key)
  return try difference(noiseKey.bytes, announce.noiseKey)
    ?? difference(announce.peerID.bytes, try vector.expected.bytes("sender_id"))
    ?? difference(try packet.signingBytes, try vector.expected.bytes("signing_bytes"))
    ?? difference(signed.signature, try vector.expected.bytes("signature"))
    ?? difference(try signed.encoded(), try vector.expected.bytes("wire_frame"))
    ?? difference(signed.form != .uncompressed, try vector.expected.bool("compressed"))
}

/// The signature holds, and still the announce is somebody else's.
private func mismatch(_ vector: Vector) throws -> String? {
  let packet = try Packet.decode(try vector.inputs.bytes("wire_frame"))
  let announce = try Announce.decode(packet.payload)
  let key = try Ed25519.PublicKey(rawBytes: announce.signingKey)
  return difference(packet.isSignatureValid(under: key), true, "validity")
    ?? difference(announce.peerID == packet.sender, !vector.mustFail, "match")
}

private func noisePayload(_ vector: Vector) throws -> String? {
  let inputs = vector.inputs
  switch vector.operation {
  case "private_message_encode":
    return try written(
      vector,
      .privateMessage(
        PrivateMessage(messageID: try inputs.text("message_id"), text: try inputs.text("content_utf8"))))
  case "read_receipt_encode":
    return try written(vector, .readReceipt(messageID: try inputs.text("message_id")))
  case "delivered_encode":
    return try written(vector, .delivered(messageID: try inputs.text("message_id")))
  case "peer_state_encode":
    return try written(vector, .peerState(try inputs.peerState()))
  case "private_message_decode":
    return try vector.outcome {
      let message = try PrivateMessage.decode(try inputs.bytes("body"))
      return try difference(message.messageID, try vector.expected.text("message_id"))
        ?? difference(message.text, try vector.expected.text("content_utf8"))
        ?? difference(try NoisePayload.decode([1] + inputs.bytes("body")), .privateMessage(message))
    }
  case "peer_state_decode":
    return try vector.outcome {
      let state = try PeerState.decode(try inputs.bytes("body"))
      return try difference(state, try vector.expected.peerState())
        ?? difference(try NoisePayload.decode([0x21] + inputs.bytes("body")), .peerState(state))
    }
  case "noise_payload_type":
    let type = NoisePayloadType(wire: try inputs.byte("byte"))
    guard !vector.mustFail else { return difference(type, nil) }
    return try difference(type.map { Int($0.wireByte) }, try vector.expected.int("canonical"))
      ?? difference(type.map(name), try vector.expected.text("name"))
  default: return "unknown operation \(vector.operation)"
  }
}

extension Fields {
  fileprivate func peerState() throws -> PeerState {
    guard
      let state = PeerState(
        capabilities: Capabilities(rawValue: try big("capabilities_bits")),
        signingKey: try bytes("signing_public_key"))
    else { throw VectorFault("peer state", "signing_public_key") }
    return state
  }
}

/// The payload is written as expected and read back as itself.
private func written(_ vector: Vector, _ payload: NoisePayload) throws -> String? {
  try vector.outcome {
    let plaintext = try payload.encoded()
    return try difference(plaintext, try vector.expected.bytes("noise_plaintext"))
      ?? difference(try NoisePayload.decode(plaintext), payload)
  }
}

private func name(_ type: NoisePayloadType) -> String {
  switch type {
  case .privateMessage: "privateMessage"
  case .readReceipt: "readReceipt"
  case .delivered: "delivered"
  case .peerState: "authenticatedPeerState"
  case .module(let type): "\(type)"
  }
}

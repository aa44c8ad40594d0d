import Bytes
import Cryptography
import MeshWire
import Testing
import Timebase

@Suite struct ReceivedFormTests {
  @Test func aRelayForwardsTheSendersBytesAndChangesOnlyTheTTL() throws {
    let frame = foreignFrame(signature: [UInt8](repeating: 5, count: 64))
    var packet = try Packet.decode(frame)
    #expect(packet.payload == text)
    #expect(packet.form == .compressed(stored(text)))
    packet.ttl -= 1
    var expected = frame
    expected[2] -= 1
    #expect(try packet.encoded() == expected)
  }

  @Test func aCompressiblePayloadThatCameUncompressedStaysSo() throws {
    let plain = try Packet.decode(plainFrame())
    #expect(plain.form == .uncompressed)
    #expect(try plain.encoded() == plainFrame())
    // The same packet made here is compressed.
    #expect(try fresh.encoded().count < plainFrame().count)
    #expect(plain == fresh)
  }

  @Test func aNewPayloadForgetsTheReceivedForm() throws {
    var packet = try Packet.decode(foreignFrame())
    packet.payload = [1, 2]
    #expect(packet.form == .undecided)
    #expect(try Packet.decode(packet.encoded()).payload == [1, 2])
  }

  @Test func signaturesOverAnothersCompressionHold() throws {
    let key = try Ed25519.PrivateKey(seed: [UInt8](repeating: 3, count: 32))
    let signed = try Packet.decode(foreignFrame()).signed(with: key)
    let received = try Packet.decode(signed.encoded())
    #expect(received.isSignatureValid(under: key.publicKey))
    #expect(try received.encoded() == signed.encoded())
  }

  @Test func signaturesOverOurCompressionHoldHoweverTheFrameCame() throws {
    let key = try Ed25519.PrivateKey(seed: [UInt8](repeating: 3, count: 32))
    let ours = try fresh.signed(with: key)
    let signature = try #require(ours.signature)
    for frame in [foreignFrame(signature: signature), plainFrame(signature: signature)] {
      var received = try Packet.decode(frame)
      #expect(received.isSignatureValid(under: key.publicKey))
      received.timestamp.milliseconds += 1
      #expect(!received.isSignatureValid(under: key.publicKey))
    }
    // One over the uncompressed form does not hold for a frame that came compressed.
    let plain = try Packet.decode(plainFrame()).signed(with: key)
    let other = try Packet.decode(foreignFrame(signature: try #require(plain.signature)))
    #expect(!other.isSignatureValid(under: key.publicKey))
  }

  @Test func packetsWithoutAWholeSignatureAreNotValid() throws {
    let key = try Ed25519.PrivateKey(seed: [UInt8](repeating: 3, count: 32))
    var packet = fresh
    #expect(!packet.isSignatureValid(under: key.publicKey))
    packet.signature = [1]
    #expect(!packet.isSignatureValid(under: key.publicKey))
  }

  @Test func ttlAndSyncAnswerMayChangeAndNothingElse() throws {
    let key = try Ed25519.PrivateKey(seed: [UInt8](repeating: 3, count: 32))
    let packet = try Packet(
      version: .two, type: .publicMessage, timestamp: Timestamp(milliseconds: 9),
      sender: PeerID(rawValue: 1), recipient: PeerID(rawValue: 2), route: [PeerID(rawValue: 3)],
      payload: [4]
    ).signed(with: key)
    let allowed: [(inout Packet) -> Void] = [{ $0.ttl = 0 }, { $0.isRSR = true }]
    let forbidden: [(inout Packet) -> Void] = [
      { $0.version = .one }, { $0.type = .leave }, { $0.timestamp.milliseconds += 1 },
      { $0.sender = PeerID(rawValue: 9) }, { $0.recipient = nil }, { $0.recipient = .broadcast },
      { $0.route = [] }, { $0.payload = [5] }, { $0.signature = nil },
    ]
    for change in allowed {
      var changed = packet
      change(&changed)
      #expect(changed.isSignatureValid(under: key.publicKey))
    }
    for (index, change) in forbidden.enumerated() {
      var changed = packet
      change(&changed)
      #expect(!changed.isSignatureValid(under: key.publicKey), "change \(index)")
    }
  }

  @Test func compressedBytesThatDoNotFitVersionOneAreRefused() throws {
    // A stored block is longer than what it holds: the payload fits v1, its kept form does not.
    let payload = [UInt8](repeating: 1, count: WireLimits.payloadV1BytesMax)
    let body = stored(payload)
    var frame = Array(header(version: 2, flags: 0x04))
    append(UInt32(body.count + 4), to: &frame)
    frame += sender
    append(UInt32(payload.count), to: &frame)
    var packet = try Packet.decode(frame + body)
    packet.version = .one
    #expect(throws: MeshWireError.tooLong(.payload, count: 65_542, limit: 65_535)) { try packet.encoded() }
  }

  @Test func aDeflateBombGetsNoMoreThanTheCap() throws {
    // 1 179 760 equal bytes are accepted, and cost about a thousandth on the wire.
    var bomb = fresh
    bomb.version = .two
    bomb.payload = [UInt8](repeating: 0, count: WireLimits.payloadBytesMax)
    let frame = try bomb.encoded()
    #expect(frame.count < 2_000)
    #expect(try Packet.decode(frame).payload.count == WireLimits.payloadBytesMax)
    // The same stream under a smaller promise is refused, not cut and not inflated in full.
    var smaller = frame
    smaller.replaceSubrange(24..<28, with: [0, 0, 0x01, 0])
    #expect(throws: MeshWireError.badCompression(.streamInvalid, at: 28)) { try Packet.decode(smaller) }
    // And under a larger one.
    var larger = frame
    larger.replaceSubrange(24..<28, with: [0, 0x12, 0, 0x71])
    #expect(throws: MeshWireError.tooLong(.originalSize, count: 1_179_761, limit: 1_179_760)) {
      try Packet.decode(larger)
    }
  }
}

private let sender: [UInt8] = [0, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77]
private let text = Array(String(repeating: "gate seven north ", count: 10).utf8)

private let fresh = Packet(
  type: .publicMessage, timestamp: Timestamp(milliseconds: 1_750_000_000_123),
  sender: PeerID(normalising: sender), payload: text)

private func header(version: UInt8, flags: UInt8) -> [UInt8] {
  var bytes: [UInt8] = [version, 0x02, 7]
  append(UInt64(1_750_000_000_123), to: &bytes)
  return bytes + [flags]
}

/// The text as another client's encoder might compress it: one stored block.
private func foreignFrame(signature: [UInt8] = []) -> [UInt8] {
  let body = stored(text)
  var frame = header(version: 1, flags: signature.isEmpty ? 0x04 : 0x06)
  append(UInt16(body.count + 2), to: &frame)
  frame += sender
  append(UInt16(text.count), to: &frame)
  return frame + body + signature
}

private func plainFrame(signature: [UInt8] = []) -> [UInt8] {
  var frame = header(version: 1, flags: signature.isEmpty ? 0 : 0x02)
  append(UInt16(text.count), to: &frame)
  return frame + sender + text + signature
}

private func append<Value: FixedWidthInteger & UnsignedInteger>(_ value: Value, to bytes: inout [UInt8]) {
  withUnsafeBytes(of: value.bigEndian) { bytes += $0 }
}

/// A DEFLATE stream of one final stored block (RFC 1951, 3.2.4).
private func stored(_ bytes: [UInt8]) -> [UInt8] {
  let low = UInt8(truncatingIfNeeded: bytes.count)
  let high = UInt8(truncatingIfNeeded: bytes.count >> 8)
  return [0x01, low, high, ~low, ~high] + bytes
}

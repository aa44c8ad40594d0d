import Cryptography

extension Packet {
  /// The bytes a signature covers: the packet without signature, with TTL 0 and without the sync-answer
  /// flag, padded whatever its type.
  ///
  /// A received payload stays in the form it came in. Throws as ``encoded(padded:)`` does.
  /// Source: mesh-wire 6.1 and 4.4.
  public var signingBytes: [UInt8] {
    get throws(MeshWireError) { try signingBytes(resolved) }
  }

  /// This packet with the signature of `key`.
  ///
  /// The payload form is fixed, so that the bytes that go out are the bytes that were signed.
  /// Throws as ``encoded(padded:)`` does.
  public func signed(with key: Ed25519.PrivateKey) throws(MeshWireError) -> Packet {
    var packet = self
    packet.form = resolved
    packet.signature = key.signature(for: try packet.signingBytes)
    return packet
  }

  /// Whether the packet carries a signature that `key` made.
  ///
  /// Tried over the payload as it came and, where that fails, over what our own encoder makes of it: the
  /// sender may have compressed otherwise than the relay that passed it on. Costs one signature check, two
  /// for a payload whose forms differ. Source: mesh-wire 4.4 rule 3.
  public func isSignatureValid(under key: Ed25519.PublicKey) -> Bool {
    guard let signature, signature.count == WireLimits.signatureBytes else { return false }
    let kept = resolved
    if isValid(signature, kept, key) { return true }
    let local = locallyResolved
    return local != kept && isValid(signature, local, key)
  }

  private func isValid(_ signature: [UInt8], _ form: PayloadForm, _ key: Ed25519.PublicKey) -> Bool {
    guard let statement = try? signingBytes(form) else { return false }
    return key.isValid(signature: signature, for: statement)
  }

  private func signingBytes(_ form: PayloadForm) throws(MeshWireError) -> [UInt8] {
    try frame(form, ttl: 0, signature: nil, isRSR: false, padded: true)
  }
}

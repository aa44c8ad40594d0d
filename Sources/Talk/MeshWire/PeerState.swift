import Bytes

/// Authenticated peer state: what each end of a Noise session says of itself inside the session.
///
/// Version byte `0x01`, then fields of type, length and value: `0x01` capabilities (1…8 bytes, canonical),
/// `0x02` signing key (32 bytes). It binds the signing key to the Noise key for good.
/// Source: mesh-wire 11.4.
public struct PeerState: Sendable, Equatable {
  /// What the peer can do.
  public let capabilities: Capabilities
  /// Its Ed25519 public key, 32 bytes.
  public let signingKey: [UInt8]

  /// State with that key; `nil` unless it has 32 bytes.
  public init?(capabilities: Capabilities, signingKey: [UInt8]) {
    guard signingKey.count == Self.signingKeyBytes else { return nil }
    self.capabilities = capabilities
    self.signingKey = signingKey
  }

  /// Reads a body, strictly.
  ///
  /// Unknown fields are skipped. Throws `.missing` for an empty body or an absent field, `.invalid` for
  /// another version, capabilities that are not canonical and a key that has not 32 bytes, `.repeated`,
  /// `.truncated`, and `.trailingBytes` for a leftover byte.
  public static func decode(_ body: [UInt8]) throws(MeshWireError) -> PeerState {
    try decode(body[...], start: 0)
  }

  static func decode(_ body: ArraySlice<UInt8>, start: Int) throws(MeshWireError) -> PeerState {
    guard let version = body.first else { throw .missing(.peerStateVersion) }
    guard version == currentVersion else { throw .invalid(.peerStateVersion, at: start) }
    var capabilities: Capabilities?
    var signingKey: [UInt8]?
    var fields = ShortFields(body.dropFirst(), start: start + 1)
    while let field = try fields.next(name) {
      switch field.type {
      case capabilitiesType:
        guard capabilities == nil else { throw .repeated(.capabilities, at: field.offset - 2) }
        guard Capabilities.isCanonical(field.value) else {
          throw .invalid(.capabilities, at: field.offset)
        }
        capabilities = Capabilities(decoding: field.value)
      case signingKeyType:
        guard signingKey == nil else { throw .repeated(.signingKey, at: field.offset - 2) }
        guard field.value.count == signingKeyBytes else { throw .invalid(.signingKey, at: field.offset) }
        signingKey = Array(field.value)
      default: break
      }
    }
    guard !fields.hasLeftover else { throw .trailingBytes(at: fields.offset) }
    guard let capabilities else { throw .missing(.capabilities) }
    guard let signingKey, let state = PeerState(capabilities: capabilities, signingKey: signingKey) else {
      throw .missing(.signingKey)
    }
    return state
  }

  /// The body: version, capabilities, key.
  public var encoded: [UInt8] {
    let bits = capabilities.encoded
    return [Self.currentVersion, Self.capabilitiesType, UInt8(truncatingIfNeeded: bits.count)] + bits
      + [Self.signingKeyType, UInt8(truncatingIfNeeded: signingKey.count)] + signingKey
  }

  private static func name(_ type: UInt8) -> WireField {
    switch type {
    case capabilitiesType: .capabilities
    case signingKeyType: .signingKey
    default: .unknownField(type)
    }
  }

  private static let currentVersion: UInt8 = 0x01
  private static let capabilitiesType: UInt8 = 0x01
  private static let signingKeyType: UInt8 = 0x02
  private static let signingKeyBytes = 32
}

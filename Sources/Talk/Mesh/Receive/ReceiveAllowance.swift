import MeshWire
import Timebase

/// What the frames of one link may cost us: their number, the bytes they inflate to, the signatures to check.
///
/// Dies with its link. A frame over it is dropped before it costs anything. The engine has one more of these
/// for all links together. No counterpart in the specification.
struct ReceiveAllowance: Sendable {
  private var frames: Allowance
  private var inflatedBytes: Allowance
  private var signatures: Allowance

  /// The allowance of `share` links.
  init(share: Int = 1) {
    frames = Allowance(
      burst: MeshLimits.framesBurst * share, perSecond: MeshLimits.framesPerSecond * share)
    inflatedBytes = Allowance(
      burst: MeshLimits.inflatedBytesBurst * share, perSecond: MeshLimits.inflatedBytesPerSecond * share)
    signatures = Allowance(
      burst: MeshLimits.signaturesBurst * share, perSecond: MeshLimits.signaturesPerSecond * share)
  }

  /// Whether one more frame may be looked at.
  mutating func admitFrame(at now: Instant) -> Bool { frames.use(1, at: now) }

  /// Whether a payload may be inflated to so many bytes.
  mutating func admitInflation(_ bytes: Int, at now: Instant) -> Bool { inflatedBytes.use(bytes, at: now) }

  /// Whether a signature could be checked.
  func hasSignature(at now: Instant) -> Bool { signatures.has(1, at: now) }

  /// Whether a signature may be checked.
  mutating func admitSignature(at now: Instant) -> Bool { signatures.use(1, at: now) }
}

extension MeshLimits {
  /// The longest payload that is inflated for a type: what its receivers take, and for a public message what
  /// the longest sender sends. Uncompressed payloads have cost their sender as much as us.
  static func inflatedBytesMax(of type: MessageType) -> Int {
    switch type {
    case .announce, .leave, .noiseHandshake, .syncRequest, .ping, .pong, .announceV2: 4_096
    case .publicMessage: 240_000
    case .noiseEncrypted, .fileTransfer: WireLimits.payloadBytesMax
    default: WireLimits.payloadV1BytesMax
    }
  }

  /// Whether packets of the type are believed for their signature.
  static func isSigned(_ type: MessageType) -> Bool {
    switch type {
    case .announce, .publicMessage, .leave, .syncRequest: true
    default: false
    }
  }
}

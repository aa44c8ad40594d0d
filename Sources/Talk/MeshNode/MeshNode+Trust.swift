import Bytes
import Cryptography
import Mesh
import MeshWire
import TransportPorts

/// The modules *verify* and *vouch*, as the application sees them.
extension MeshNode: VerificationTransport, VouchTransport {
  /// Asks a peer to prove its key.
  public func challenge(_ peer: PeerAddress, with challenge: VerificationChallenge) {
    guard let target = peerID(peer) else { return }
    handle(.command(.module(Verification.Command.challenge(wire(challenge), target))))
  }

  /// Proves ours.
  public func answer(_ peer: PeerAddress, with answer: VerificationAnswer) {
    guard let target = peerID(peer) else { return }
    let challenge = VerifyChallenge(noiseKeyText: answer.noiseKeyText, nonce: answer.nonce)
    let response = VerifyResponse(to: challenge, signature: answer.signature)
    handle(.command(.module(Verification.Command.respond(response, target))))
  }

  /// Sends vouches in one batch.
  public func vouch(to peer: PeerAddress, _ vouches: [Vouch]) -> Bool {
    guard let target = peerID(peer), isInSession(with: target) else { return false }
    let attestations = vouches.map {
      VouchAttestation(
        fingerprint: $0.fingerprint, signingKey: $0.signingKey, statedAt: $0.statedAt,
        signature: $0.signature)
    }
    handle(.command(.module(Vouching.Command.send(attestations, target))))
    return true
  }

  private func wire(_ challenge: VerificationChallenge) -> VerifyChallenge {
    VerifyChallenge(noiseKeyText: challenge.noiseKeyText, nonce: challenge.nonce)
  }
}

/// What the modules report, in the port's words; `nil` for other modules' reports.
func trustEvent(_ report: any Hashable & Sendable) -> TransportEvent? {
  switch report {
  case let report as Verification.Report:
    switch report {
    case .challenged(let challenge, let peer, let noiseKey):
      return .verificationChallenge(
        VerificationChallenge(noiseKeyText: challenge.noiseKeyText, nonce: challenge.nonce),
        from: sessionPeer(peer, noiseKey))
    case .responded(let response, let peer, let noiseKey):
      return .verificationAnswer(
        VerificationAnswer(
          noiseKeyText: response.challenge.noiseKeyText, nonce: response.challenge.nonce,
          signature: response.signature),
        from: sessionPeer(peer, noiseKey))
    }
  case let report as Vouching.Report:
    let vouches = report.attestations.map {
      Vouch(
        fingerprint: $0.fingerprint, signingKey: $0.signingKey, statedAt: $0.statedAt,
        signature: $0.signature)
    }
    return .vouches(vouches, from: sessionPeer(report.peer, report.noiseKey))
  default: return nil
  }
}

private func sessionPeer(_ peer: PeerID, _ noiseKey: X25519.PublicKey) -> SessionPeer {
  SessionPeer(address: address(peer), fingerprint: SHA256.hash(noiseKey.bytes).hexadecimal)
}

/// The two key pairs of a node, as the application sees them.
extension MeshIdentity: OwnIdentity {
  /// Noise static public key.
  public var noiseKey: [UInt8] { noise.publicKey.bytes }
  /// Ed25519 public key.
  public var signingKey: [UInt8] { signing.publicKey.bytes }
  /// Signs a statement.
  public func signature(for statement: [UInt8]) -> [UInt8] { signing.signature(for: statement) }
}

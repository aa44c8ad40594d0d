import Cryptography
import MeshWire

/// What an engine is made with and keeps.
public struct MeshConfiguration: Sendable {
  /// The feature modules, in the order in which they are asked. No two may own one type.
  public var modules: [any MeshModule]
  /// Capability bits to announce besides those of the modules.
  public var capabilities: Capabilities
  /// Who checks signatures: each each time, unless the engines of a process have a memory of it.
  public var signatureCheck: any SignatureCheck

  /// Joins the parts.
  public init(
    modules: [any MeshModule] = [PrivateMessages(), Diagnostics(), Verification(), Vouching()],
    capabilities: Capabilities = [], signatureCheck: any SignatureCheck = EachSignature()
  ) {
    self.modules = modules
    self.capabilities = capabilities
    self.signatureCheck = signatureCheck
  }
}

/// The two key pairs of a node (mesh-wire 8.1).
public struct MeshIdentity: Sendable {
  /// For Noise; the peer id derives from it.
  public let noise: X25519.PrivateKey
  /// For announces and public messages.
  public let signing: Ed25519.PrivateKey
  /// Our name on the mesh.
  public let peerID: PeerID

  /// Joins the keys.
  public init(noise: X25519.PrivateKey, signing: Ed25519.PrivateKey) {
    self.noise = noise
    self.signing = signing
    peerID = PeerID(noiseKey: noise.publicKey)
  }
}

import Cryptography
import MeshWire

/// Statements about other people's keys: the payload type `0x12`.
///
/// It carries batches and keeps nothing but how often each peer sent one: whose word counts, and for whom, is
/// the application's. Source: mesh-features 11.
public struct Vouching: MeshModule {
  /// What the application can ask for.
  public enum Command: ModuleCommand {
    /// Send 1 to 16 statements in one batch; nothing is sent where one cannot be written. Not without a
    /// session: nobody is bothered with a handshake for it.
    case send([VouchAttestation], PeerID)
  }

  /// What came, wrapped in a `ModuleAppEvent`; `noiseKey` is that of the session it came in. Never empty.
  public struct Report: Hashable, Sendable {
    /// At most 16 statements, well-formed; neither signature nor time were looked at.
    public let attestations: [VouchAttestation]
    /// The voucher.
    public let peer: PeerID
    /// The voucher's key.
    public let noiseKey: X25519.PublicKey
  }

  /// Each batch may cost the check of 16 signatures.
  private var budget = WindowBudget<PeerID>()

  /// The module, with nothing to set.
  public init() {}

  /// The payload type, and the capability bit that says so.
  public var registration: ModuleRegistration {
    ModuleRegistration(name: "vouch", payloadTypes: [.module(.vouch)], capabilities: .vouch)
  }

  /// Turns batches into reports and back. Batches of a peer over its budget are dropped.
  public mutating func handle(_ event: ModuleEvent, port: inout ModulePort) -> ModuleVerdict {
    switch event {
    case .noisePayload(let payload, let peer, _):
      receive(payload, from: peer, port: &port)
      return .accept
    case .command(let command):
      guard case .send(let attestations, let peer)? = command as? Command else { return .reject }
      guard port.sessionState(of: peer) == .established,
        let body = try? VouchBatch.encoded(attestations)
      else { return .accept }
      try? port.send(.module(.vouch, body: body), to: peer, startsHandshake: .ifReachable)
      return .accept
    case .packet, .timer, .session, .restored: return .reject
    }
  }

  /// `vouchesOverBudget`: batches of a peer that sent more than five in ten seconds.
  public var counters: [ModuleCounter] { [ModuleCounter("vouchesOverBudget", budget.refusedCount)] }

  /// Forgets how often peers vouched.
  public mutating func wipe() { self = Vouching() }

  private mutating func receive(_ payload: NoisePayload, from peer: PeerID, port: inout ModulePort) {
    guard case .module(.vouch, let body) = payload, let noiseKey = port.sessionKey(of: peer),
      budget.admit(peer, at: port.now.monotonic)
    else { return }
    let attestations = VouchBatch.decode(body)
    guard !attestations.isEmpty else { return }
    port.emit(.module(ModuleAppEvent(Report(attestations: attestations, peer: peer, noiseKey: noiseKey))))
  }
}

import Cryptography
import MeshWire

/// Challenges and answers that prove a Noise key face to face: the payload types `0x10` and `0x11`.
///
/// It carries what the application gives it and keeps nothing but how often each peer asked: who may be
/// answered and what an answer is worth is the application's. A challenge waits behind a handshake where
/// there is no session yet. Source: mesh-features 10.2.
public struct Verification: MeshModule {
  /// What the application can ask for. Parts of a wrong length are not sent.
  public enum Command: ModuleCommand {
    /// Ask a peer for a proof.
    case challenge(VerifyChallenge, PeerID)
    /// Give one.
    case respond(VerifyResponse, PeerID)
  }

  /// What came, wrapped in a `ModuleAppEvent`; `noiseKey` is that of the session it came in.
  public enum Report: Hashable, Sendable {
    /// A peer asks for a proof.
    case challenged(VerifyChallenge, by: PeerID, noiseKey: X25519.PublicKey)
    /// A peer gave one.
    case responded(VerifyResponse, by: PeerID, noiseKey: X25519.PublicKey)
  }

  /// Each challenge may cost a signature, each answer the check of one.
  private var budget = WindowBudget<PeerID>()

  /// The module, with nothing to set.
  public init() {}

  /// Both payload types; no capability bit, since nothing is asked that could not stay unanswered.
  public var registration: ModuleRegistration {
    ModuleRegistration(
      name: "verify", payloadTypes: [.module(.verifyChallenge), .module(.verifyResponse)])
  }

  /// Turns payloads into reports and commands into payloads. Malformed payloads, and those of a peer over
  /// its budget, are dropped without an answer.
  public mutating func handle(_ event: ModuleEvent, port: inout ModulePort) -> ModuleVerdict {
    switch event {
    case .noisePayload(let payload, let peer, _):
      if let report = report(payload, from: peer, port: port) { port.emit(.module(ModuleAppEvent(report))) }
      return .accept
    case .command(let command):
      guard let command = command as? Command else { return .reject }
      perform(command, port: &port)
      return .accept
    case .packet, .timer, .session, .restored: return .reject
    }
  }

  /// `verificationsOverBudget`: challenges and answers of a peer that sent more than five in ten seconds.
  public var counters: [ModuleCounter] { [ModuleCounter("verificationsOverBudget", budget.refusedCount)] }

  /// Forgets how often peers asked.
  public mutating func wipe() { self = Verification() }

  private mutating func report(_ payload: NoisePayload, from peer: PeerID, port: ModulePort) -> Report? {
    guard case .module(let type, let body) = payload, let noiseKey = port.sessionKey(of: peer),
      budget.admit(peer, at: port.now.monotonic)
    else { return nil }
    switch type {
    case .verifyChallenge:
      return (try? VerifyChallenge.decode(body)).map { .challenged($0, by: peer, noiseKey: noiseKey) }
    case .verifyResponse:
      return (try? VerifyResponse.decode(body)).map { .responded($0, by: peer, noiseKey: noiseKey) }
    case .groupInvite, .groupKeyUpdate, .voiceFrame, .vouch, .privateFile: return nil
    }
  }

  private func perform(_ command: Command, port: inout ModulePort) {
    switch command {
    case .challenge(let challenge, let peer):
      guard let body = try? challenge.encoded() else { return }
      try? port.send(.module(.verifyChallenge, body: body), to: peer)
    case .respond(let response, let peer):
      guard let body = try? response.encoded() else { return }
      try? port.send(.module(.verifyResponse, body: body), to: peer, startsHandshake: .ifReachable)
    }
  }
}

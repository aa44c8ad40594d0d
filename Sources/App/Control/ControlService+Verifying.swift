import AppState
import ConversationModel
import Observation
import StrictJSON
import TransportPorts

/// Requests about comparing keys by code.
extension ControlService {
  /// How long the proof of a device in reach is waited for.
  nonisolated static let proofWait = Duration.seconds(10)

  func ownCode(isFresh: Bool) async throws -> JSONValue {
    guard let code = await state.talk.ownCode(fresh: isFresh) else { throw TrustProblem.notOffered }
    return .fields([
      ("code", .string(code.text)), ("expiresAt", .string(ControlViews.time(code.expiresAt))),
    ])
  }

  /// Asks for the proof and waits for what comes of it.
  func readCode(_ written: String) async throws -> JSONValue {
    guard let person = try await state.talk.verify(code: written) else { throw TrustProblem.notOffered }
    let fields: [(String, JSONValue)] = [
      ("name", .string(person.name.text)), ("address", .string(person.address.text)),
    ]
    switch await outcome(of: person.address) {
    case .proven: return .fields(fields + [("result", .string("verified"))])
    case .refused(let words): throw ControlProblem(words)
    case .asked, nil: return .fields(fields + [("result", .string("waiting"))])
    }
  }

  private func outcome(of peer: PeerAddress) async -> KeyComparison.Step? {
    let talk = state.talk
    let waiting = Task { () -> KeyComparison.Step? in
      for await step in Observations({ talk.comparisons[peer].step }) where step != .asked { return step }
      return nil
    }
    // The end of patience, not a wait for a result.
    let patience = Task {
      try await Task.sleep(for: Self.proofWait)
      waiting.cancel()
    }
    defer { patience.cancel() }
    return await waiting.value
  }
}

import AppState
import ConversationModel
import StrictJSON
import TransportPorts

extension ControlService {
  /// One page of a conversation that is written out: which one, then its messages.
  func export(_ key: ConversationKey, after id: MessageID?) async throws -> JSONValue {
    guard let messages = try await state.history.exported(key, after: id) else {
      throw ControlProblem("The conversation was changed while it was written out. Begin again.")
    }
    return .array([.fields([("conversation", .string(key.text))])] + messages.map(ConversationExport.json))
  }

  /// Changes what is named, and answers what holds then and how many messages went.
  func retention(_ forPublic: RetentionPeriod?, _ forPrivate: RetentionPeriod?) async throws -> JSONValue {
    let removed = try await state.history.choose(publicMessages: forPublic, privateMessages: forPrivate)
    guard let chosen = state.history.retention else {
      throw ControlProblem("This node keeps no conversations.")
    }
    return .fields([
      ("public", .string(chosen.publicMessages.rawValue)),
      ("private", .string(chosen.privateMessages.rawValue)), ("removed", .integer(Int64(removed))),
    ])
  }
}

import ConversationModel
import StrictJSON
import TransportPorts

extension ControlService {
  /// Messages of one reply.
  private static let pageMessages = 500

  /// One page of a conversation that is written out: which one, then its messages.
  func export(_ key: ConversationKey, after id: MessageID?) async throws -> JSONValue {
    guard let history else { throw ControlProblem("This node keeps no conversations.") }
    if let id, try await history.message(id, in: key) == nil {
      throw ControlProblem("The conversation was changed while it was written out. Begin again.")
    }
    let messages = try await history.messages(after: id, in: key, limit: Self.pageMessages)
    return .array([.fields([("conversation", .string(key.text))])] + messages.map(ConversationExport.json))
  }

  /// Changes what is named, and answers what holds then and how many messages went.
  func retention(_ forPublic: RetentionPeriod?, _ forPrivate: RetentionPeriod?) async throws -> JSONValue {
    guard let retention else { throw ControlProblem("This node keeps no conversations.") }
    var chosen = try await retention.read()
    chosen.publicMessages = forPublic ?? chosen.publicMessages
    chosen.privateMessages = forPrivate ?? chosen.privateMessages
    let removed = forPublic == nil && forPrivate == nil ? 0 : try await retention.change(chosen)
    return .fields([
      ("public", .string(chosen.publicMessages.rawValue)),
      ("private", .string(chosen.privateMessages.rawValue)), ("removed", .integer(Int64(removed))),
    ])
  }
}

/// How long messages are kept, as whoever runs the node keeps it.
public struct ControlRetention: Sendable {
  let read: @Sendable () async throws -> Retention
  let change: @Sendable (Retention) async throws -> Int

  /// `change` keeps the choice, removes at once what is older, and answers how many messages went.
  public init(
    read: @escaping @Sendable () async throws -> Retention,
    change: @escaping @Sendable (Retention) async throws -> Int
  ) {
    self.read = read
    self.change = change
  }
}

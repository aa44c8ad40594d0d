import ConversationModel
import Conversations
import Observation
import TransportPorts

/// What was said before: finding messages, looking at the place where one stands, writing conversations out,
/// and how long messages are kept.
///
/// Holds no rule and stores nothing; main actor only.
@MainActor @Observable public final class HistoryDomain {
  /// Messages of one page of a search.
  public static let foundMax = 50
  /// Messages that are shown before and after one that was found.
  public static let excerptMax = 30
  /// Messages of one page of a conversation that is written out.
  public static let exportedMax = 500

  /// How long messages are kept; `nil` until it was read.
  public private(set) var retention: Retention?

  @ObservationIgnored private var channels: ChannelCoordinator?

  /// Knows nothing; `connect` gives it something to look into.
  public init() {}

  /// Joins the domain to its coordinator and reads how long messages are kept. Throws what the store says.
  public func connect(channels: ChannelCoordinator) async throws {
    self.channels = channels
    retention = try await channels.retention()
  }

  /// One page of a search, in all conversations or one.
  public func search(_ asked: SearchAsked, limit: Int = HistoryDomain.foundMax) async -> SearchScreen {
    guard let query = SearchQuery(asked.text, in: asked.conversation) else { return .nothingAsked }
    do {
      let page = try await channels?.messages(holding: query, after: asked.position, limit: limit)
      return .found(page ?? SearchPage(messages: [], next: nil))
    } catch {
      return .failed(storeProblem(error))
    }
  }

  /// The messages around one; `nil` where it is not kept any more. Throws what the store says.
  public func excerpt(around id: MessageID, in key: ConversationKey) async throws -> Excerpt? {
    let limit = Self.excerptMax
    guard let channels, let message = try await channels.message(id, in: key) else { return nil }
    let before = try await channels.messages(before: id, in: key, limit: limit)
    let after = try await channels.messages(after: id, in: key, limit: limit + 1)
    return Excerpt(
      messages: before.messages + [message] + after.prefix(limit), hasEarlier: before.hasOlder,
      hasLater: after.count > limit)
  }

  /// The next page of a conversation that is written out, from the beginning without an id; `nil` where the
  /// message of that id is gone meanwhile. Throws what the store says.
  public func exported(_ key: ConversationKey, after id: MessageID?) async throws -> [ChatMessage]? {
    guard let channels else { return [] }
    if let id, try await channels.message(id, in: key) == nil { return nil }
    return try await channels.messages(after: id, in: key, limit: Self.exportedMax)
  }

  /// Keeps messages as long as that, of both kinds or one; what is older goes at once. Answers how many
  /// went. Throws what the store says; then what it keeps is read again.
  public func choose(
    publicMessages: RetentionPeriod? = nil, privateMessages: RetentionPeriod? = nil
  ) async throws -> Int {
    guard let channels else { return 0 }
    var chosen = try await channels.retention()
    chosen.publicMessages = publicMessages ?? chosen.publicMessages
    chosen.privateMessages = privateMessages ?? chosen.privateMessages
    guard chosen != retention else { return 0 }
    do {
      let removed = try await channels.choose(chosen)
      retention = chosen
      return removed
    } catch {
      retention = (try? await channels.retention()) ?? retention
      throw error
    }
  }
}

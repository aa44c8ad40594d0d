import ConversationModel
import Conversations
import TransportPorts

/// Finding messages, and looking at the place where one stands.
extension TalkDomain {
  /// Messages of one page of a search.
  public static let foundMax = 50
  /// Messages that are shown before and after one that was found.
  public static let excerptMax = 30

  /// One page of a search, in all conversations or one.
  public func search(_ asked: SearchAsked, limit: Int = TalkDomain.foundMax) async -> SearchScreen {
    guard let query = SearchQuery(asked.text, in: asked.conversation) else { return .nothingAsked }
    do {
      let page = try await channels?.messages(holding: query, after: asked.position, limit: limit)
      return .found(page ?? SearchPage(messages: [], next: nil))
    } catch {
      return .failed(storeProblem(error))
    }
  }

  /// The messages around one; `nil` where it is not kept any more.
  public func excerpt(around id: MessageID, in key: ConversationKey) async -> Excerpt? {
    let limit = Self.excerptMax
    do {
      guard let channels, let message = try await channels.message(id, in: key) else { return nil }
      let before = try await channels.messages(before: id, in: key, limit: limit)
      let after = try await channels.messages(after: id, in: key, limit: limit + 1)
      return Excerpt(
        messages: before.messages + [message] + after.prefix(limit), hasEarlier: before.hasOlder,
        hasLater: after.count > limit)
    } catch {
      show(problem: storeProblem(error))
      return nil
    }
  }
}

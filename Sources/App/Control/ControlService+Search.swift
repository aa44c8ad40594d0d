import AppState
import ConversationModel
import StrictJSON
import Timebase
import TransportPorts

extension ControlService {
  /// One page of a search: where the next one begins, then the messages, the newest first.
  func search(_ search: ControlRequest.Search) async throws -> JSONValue {
    let key = try search.target.map { try resolve($0) }
    let asked = SearchAsked(text: search.text, conversation: key, position: search.position)
    switch await state.history.search(asked, limit: search.limit) {
    case .nothingAsked: throw ControlProblem("There is no word to look for in that.")
    case .failed(let words): throw ControlProblem(words)
    case .found(let page):
      let next = JSONValue.fields([("next", page.next.map(ControlRequest.Search.json) ?? .null)])
      return .array([next] + page.messages.map { ControlViews.message($0, talk: state.talk) })
    }
  }
}

extension ControlRequest {
  /// What a search looks for: `{"text":"…","conversation":"mesh","limit":50,"after":{…}}`.
  public struct Search: Sendable, Equatable {
    /// Most messages of one page.
    public static let limitMax = 1_000

    /// What was typed.
    public var text: String
    /// Where; everywhere when `nil`.
    public var target: Target?
    /// Where the page begins: what the page before gave as `next`.
    public var position: SearchPosition?
    /// 1 to `limitMax`.
    public var limit: Int

    /// Joins the parts.
    public init(text: String, target: Target? = nil, position: SearchPosition? = nil, limit: Int = 50) {
      self.text = text
      self.target = target
      self.position = position
      self.limit = limit
    }

    static func json(_ position: SearchPosition) -> JSONValue {
      .fields([
        ("time", .integer(Int64(clamping: position.sentAt.milliseconds))), ("id", .string(position.id.text)),
        ("conversation", .string(position.conversation.text)),
      ])
    }

    /// Reads what `json` wrote.
    public static func position(_ value: JSONValue) throws(ControlProblem) -> SearchPosition {
      guard let time = value["time"]?.integer, time >= 0, let id = value["id"]?.string,
        (1...255).contains(id.utf8.count),
        let key = value["conversation"]?.string.flatMap({ ConversationKey($0) })
      else { throw ControlProblem("The field after must be what the page before gave as next.") }
      return SearchPosition(
        sentAt: Timestamp(milliseconds: UInt64(time)), id: MessageID(id), conversation: key)
    }
  }
}

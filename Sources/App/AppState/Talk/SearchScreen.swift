import ConversationModel
import Timebase
import TransportPorts

/// What the address of a search asks for.
public struct SearchAsked: Sendable, Hashable {
  /// Characters of a text that are looked at.
  public static let charactersMax = 1_000

  /// What was typed.
  public var text: String
  /// Only here; everywhere when `nil`.
  public var conversation: ConversationKey?
  /// Where the page begins.
  public var position: SearchPosition?

  /// Joins the parts.
  public init(text: String, conversation: ConversationKey? = nil, position: SearchPosition? = nil) {
    self.text = String(text.prefix(Self.charactersMax))
    self.conversation = conversation
    self.position = position
  }

  /// Reads the query of an address; what cannot be read is as if it were not there.
  public init(items: [(name: String, value: String)]) {
    func value(_ name: String) -> String? { items.first { $0.name == name }?.value }
    var position: SearchPosition?
    if let moment = value("t").flatMap({ UInt64($0) }), let id = value("m"),
      (1...255).contains(id.utf8.count),
      let key = value("c").flatMap({ ConversationKey($0) })
    {
      position = SearchPosition(
        sentAt: Timestamp(milliseconds: moment), id: MessageID(id), conversation: key)
    }
    self.init(
      text: value("q") ?? "", conversation: value("in").flatMap { ConversationKey($0) }, position: position)
  }

  /// The same as a query.
  public var items: [(name: String, value: String)] {
    var items: [(name: String, value: String)] = []
    if !text.isEmpty { items.append(("q", text)) }
    if let conversation { items.append(("in", conversation.text)) }
    if let position {
      items += [
        ("t", String(position.sentAt.milliseconds)), ("m", position.id.text),
        ("c", position.conversation.text),
      ]
    }
    return items
  }

  /// The same search from there on.
  public func from(_ position: SearchPosition) -> SearchAsked {
    SearchAsked(text: text, conversation: conversation, position: position)
  }
}

/// What a page of a search shows.
public enum SearchScreen: Sendable, Equatable {
  /// Nothing was typed that could be looked for.
  case nothingAsked
  /// One page, the newest first.
  case found(SearchPage)
  /// It could not be looked for, in words.
  case failed(String)
}

/// The messages around one.
public struct Excerpt: Sendable, Equatable {
  /// Ascending; the one that was asked for among them.
  public var messages: [ChatMessage]
  /// Whether there are older ones.
  public var hasEarlier: Bool
  /// Whether there are newer ones.
  public var hasLater: Bool

  /// Joins the parts.
  public init(messages: [ChatMessage], hasEarlier: Bool, hasLater: Bool) {
    self.messages = messages
    self.hasEarlier = hasEarlier
    self.hasLater = hasLater
  }

  /// The same as views draw a conversation, without marks.
  public var timeline: OpenTimeline {
    var timeline = Timeline()
    for message in messages { timeline.insert(message) }
    return OpenTimeline(timeline: timeline, hasOlder: false, unreadLine: nil, unreadCount: 0)
  }
}

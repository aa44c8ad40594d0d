import Timebase
import TransportPorts

/// One message of a conversation, as it is stored and shown.
public struct ChatMessage: Sendable, Hashable {
  /// What kind of line it is.
  public enum Kind: Sendable, Hashable {
    /// Somebody wrote it.
    case person
    /// Tern or an action says it; shown without a bubble.
    case system
  }

  /// Unique within the conversation.
  public var id: MessageID
  /// Where it belongs.
  public var conversation: ConversationKey
  /// What kind of line it is.
  public var kind: Kind
  /// Who wrote it.
  public var author: MessageAuthor
  /// The text as sent; not made safe for display.
  public var text: String
  /// When the author sent it, by the author's clock; the order of a conversation.
  public var sentAt: Timestamp
  /// How far it has come; only private messages of ours have one.
  public var delivery: DeliveryState?

  /// Joins the parts.
  public init(
    id: MessageID, conversation: ConversationKey, kind: Kind = .person, author: MessageAuthor, text: String,
    sentAt: Timestamp, delivery: DeliveryState? = nil
  ) {
    self.id = id
    self.conversation = conversation
    self.kind = kind
    self.author = author
    self.text = text
    self.sentAt = sentAt
    self.delivery = delivery
  }
}

/// Who wrote a message, under the name of that moment.
public struct MessageAuthor: Sendable, Hashable {
  /// The name then, NFC, not made safe for display.
  public var name: String
  /// The address it came from; `nil` for us and for system lines.
  public var address: PeerAddress?
  /// The Noise key when known, which keeps a person's colour the same over all addresses.
  public var noiseKey: PeerAddress?
  /// Whether we wrote it.
  public var isOwn: Bool

  /// Joins the parts.
  public init(name: String, address: PeerAddress?, noiseKey: PeerAddress? = nil, isOwn: Bool) {
    self.name = name
    self.address = address
    self.noiseKey = noiseKey
    self.isOwn = isOwn
  }
}

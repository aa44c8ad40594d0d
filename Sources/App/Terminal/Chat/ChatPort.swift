import AppState
import ConversationModel
import TransportPorts

/// What the screen needs of a node, wherever it runs.
public struct ChatPort: Sendable {
  /// What a person sees of the node.
  public enum News: Sendable {
    /// A consistent view, newer than all before.
    case view(TalkView)
    /// Nobody answers any more, with words; the stream is over.
    case ended(String)
  }

  /// Follows a conversation: at least so many messages, read by a person or not. Only the newest view is
  /// held for a slow reader.
  public var follow:
    @Sendable (_ key: ConversationKey, _ messagesMin: Int, _ reads: Bool) -> AsyncStream<News>
  /// Carries a wish out.
  public var ask: @Sendable (ChatWish) async -> ChatAnswer

  /// Joins the parts.
  public init(
    follow:
      @escaping @Sendable (_ key: ConversationKey, _ messagesMin: Int, _ reads: Bool) -> AsyncStream<News>,
    ask: @escaping @Sendable (ChatWish) async -> ChatAnswer
  ) {
    self.follow = follow
    self.ask = ask
  }
}

/// Something a person wants of the node.
public enum ChatWish: Sendable, Equatable {
  /// Take what was typed: a text to send, or a command.
  case submit(String, in: ConversationKey)
  /// Send a failed message again.
  case again(MessageID, in: ConversationKey)
  /// Take a new name.
  case nickname(String)
  /// Have our code to show.
  case ownCode
  /// Read somebody's code.
  case readCode(String)
}

/// What became of a wish.
public enum ChatAnswer: Sendable, Equatable {
  /// It was carried out.
  case done
  /// It was carried out, and this is to be shown now.
  case opens(ConversationKey)
  /// It was carried out, and there is something to say.
  case says(String)
  /// Our code, to be shown.
  case code(String)
  /// It was not, in words.
  case refused(String)
}

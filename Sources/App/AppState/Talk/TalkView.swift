import ConversationModel
import Timebase
import TransportPorts

/// What a front end in another process shows: one consistent copy of the talk domain, with the timeline of
/// the conversation that is looked at.
///
/// Control sends its changes over the socket and puts it together again at the other end.
public struct TalkView: Sendable, Equatable {
  /// Whose node it is and how it does.
  public struct Own: Sendable, Equatable {
    /// The profile the node runs for.
    public var profileName: String
    /// Whether everybody in sight is made up.
    public var isSimulated: Bool
    /// Our name, not made safe for display.
    public var nickname: String
    /// How the mesh is.
    public var status: TransportStatus
    /// What does not work, or what happened and must be known, in words.
    public var problems: [String]

    /// Joins the parts.
    public init(
      profileName: String, isSimulated: Bool = false, nickname: String, status: TransportStatus,
      problems: [String] = []
    ) {
      self.profileName = profileName
      self.isSimulated = isSimulated
      self.nickname = nickname
      self.status = status
      self.problems = problems
    }
  }

  /// A conversation of the list.
  public struct Conversation: Sendable, Equatable {
    /// Which one.
    public var key: ConversationKey
    /// What it is called, safe to show.
    public var title: String
    /// How many messages are unread.
    public var unreadCount: Int
    /// When the newest message was sent; `nil` while there is none.
    public var newestAt: Timestamp?

    /// Joins the parts.
    public init(key: ConversationKey, title: String, unreadCount: Int, newestAt: Timestamp?) {
      self.key = key
      self.title = title
      self.unreadCount = unreadCount
      self.newestAt = newestAt
    }
  }

  /// Whose node it is and how it does.
  public var own: Own
  /// Everybody in sight, the nearest first.
  public var people: [Person]
  /// The open channel first, then private conversations, the newest first.
  public var conversations: [Conversation]
  /// Which conversation is looked at.
  public var key: ConversationKey
  /// Its messages; `nil` while they are being read.
  public var timeline: OpenTimeline?

  /// Joins the parts.
  public init(
    own: Own, people: [Person], conversations: [Conversation], key: ConversationKey, timeline: OpenTimeline?
  ) {
    self.own = own
    self.people = people
    self.conversations = conversations
    self.key = key
    self.timeline = timeline
  }

  /// What `app` shows now to somebody who looks at `key`.
  @MainActor public init(_ app: AppState, lookingAt key: ConversationKey) {
    let talk = app.talk
    own = Own(
      profileName: app.profileName, isSimulated: app.isSimulated, nickname: talk.profile?.nickname ?? "",
      status: talk.status,
      problems: [talk.problem, talk.notice].compactMap { $0 })
    people = talk.directory.people
    conversations = talk.conversations.map { row in
      Conversation(
        key: row.key, title: row.title.text, unreadCount: row.unreadCount, newestAt: row.newest?.sentAt)
    }
    self.key = key
    timeline = talk.timelines[key]
  }
}

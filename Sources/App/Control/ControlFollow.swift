import AppState
import ConversationModel
import Networking
import Observation
import StrictJSON

/// One connection that follows a conversation: it gets the whole view and then what changes, until it ends.
///
/// Drop-behind: a state is drawn only when the one before has gone into the connection's bounded write queue.
/// Whoever reads slowly misses states in between and never the newest; nothing piles up.
@MainActor struct ControlFollow {
  let connection: LineConnection
  let app: AppState
  let wish: FollowWish

  /// Changes are gathered for so long before they are sent.
  static let pace: Duration = .milliseconds(40)

  /// Lives until the other end closes or says anything more.
  func run() async {
    let pushing = Task { await push() }
    await withTaskCancellationHandler {
      // There is nothing more to ask on this connection: a line ends it like the end of input.
      _ = try? await connection.nextLine()
    } onCancel: {
      connection.close()
    }
    pushing.cancel()
    connection.close()
    await pushing.value
  }

  private func push() async {
    let (talk, key) = (app.talk, wish.conversation)
    await talk.open(key)
    if wish.reads { await talk.lookedAt(key) }
    await loadOlder()
    var writer = FollowWriter()
    let views = Observations { [app] in TalkView(app, lookingAt: key) }
    for await view in views {
      // A timeline that is still being read is not an empty one.
      guard view.timeline != nil else { continue }
      let sent: Void? = try? await send(writer.lines(to: view))
      guard sent != nil, (try? await Task.sleep(for: Self.pace)) != nil else { break }
    }
    if wish.reads { await talk.lookedAway(key) }
    await talk.leave(key)
  }

  /// As many older messages as are wanted and there are.
  private func loadOlder() async {
    let (talk, key) = (app.talk, wish.conversation)
    while let open = talk.timelines[key], open.hasOlder, !open.isFull, !Task.isCancelled,
      open.timeline.messages.count < wish.messagesMin
    {
      let before = open.timeline.messages.count
      await talk.loadOlder(key)
      guard let now = talk.timelines[key], now.timeline.messages.count > before else { return }
    }
  }

  private func send(_ lines: [String]) async throws {
    for line in lines { try await connection.send(line: Array(line.utf8)) }
  }
}

/// What somebody who follows wants to see.
public struct FollowWish: Sendable, Equatable {
  /// The conversation whose messages are wanted; people and the list of conversations come with any.
  public var conversation: ConversationKey
  /// At least so many messages, where there are as many: 1…`Timeline.messagesMax`.
  public var messagesMin: Int
  /// Whether a person looks at them, so that they count as read.
  public var reads: Bool

  /// Joins the parts.
  public init(
    conversation: ConversationKey, messagesMin: Int = OpenTimeline.windowInitial, reads: Bool = false
  ) {
    self.conversation = conversation
    self.messagesMin = messagesMin
    self.reads = reads
  }
}

extension FollowWish {
  /// Reads the fields of a request; throws words for a wrong one.
  init(_ value: JSONValue) throws(ControlProblem) {
    guard let key = value["conversation"]?.string.flatMap({ ConversationKey($0) }) else {
      throw ControlProblem("The field conversation must be “mesh” or a peer address.")
    }
    let wanted = value["messages"].map { $0.integer } ?? Int64(OpenTimeline.windowInitial)
    guard let wanted, (1...Int64(Timeline.messagesMax)).contains(wanted) else {
      throw ControlProblem("The field messages must be a number from 1 to \(Timeline.messagesMax).")
    }
    self.init(conversation: key, messagesMin: Int(wanted), reads: value["reads"]?.bool == true)
  }

  var fields: [(String, JSONValue)] {
    [
      ("conversation", .string(conversation.text)), ("messages", .integer(Int64(messagesMin))),
      ("reads", .bool(reads)),
    ]
  }
}

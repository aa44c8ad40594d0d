import AppState
import ConversationModel
import Markup
import Text
import TransportPorts

/// The list of conversations: beside the conversation, or a screen of its own.
enum ConversationPane {
  static func html(_ screen: TalkScreen, _ context: PageContext) -> HTML {
    let regions = regions(screen, context)
    return Tag.nav(.class("pane"), .aria("label", "Conversations")) {
      Tag.header(.class("bar")) {
        Tag.div(.class("titles")) {
          (context.page == .talk ? Tag.h1 : Tag.p)(.class("title")) { "Talk" }
        }
        Tag.a(
          .class("icon-button"), .id("to-search"), .href("/talk/search"), .aria("label", "Search messages"),
          .set(.title, "Search")
        ) { Icon.search.html() }
      }
      Tag.div(.class("scroll")) {
        Tag.h2(.class("section-title")) { "Open channels" }
        Tag.div(.id("channels")) { regions[0].html }
        Tag.h2(.class("section-title")) { "People" }
        Tag.div(.id("chats")) { regions[1].html }
      }
    }
  }

  static func regions(_ screen: TalkScreen, _ context: PageContext) -> [Region] {
    let current = context.page.listed
    let channels = screen.conversations.filter { !$0.key.isPrivate }
    let chats = screen.conversations.filter(\.key.isPrivate)
    let note = Fragment(.p, id: "no-chats", .class("pane-note")) {
      "Private chats appear here once you open one."
    }
    return [
      Region("channels", channels.map { row($0, screen, context.times, isCurrent: $0.key == current) }),
      Region(
        "chats",
        chats.isEmpty
          ? [note] : chats.map { row($0, screen, context.times, isCurrent: $0.key == current) }),
    ]
  }

  private static func row(
    _ row: ConversationRow, _ screen: TalkScreen, _ times: TimeWords, isCurrent: Bool
  ) -> Fragment {
    Fragment(
      .a, id: "to-\(row.key.text)", .class("row conversation", row.unreadCount > 0 ? "unread" : ""),
      .href(PagePath.target(.conversation(row.key))), .aria("current", isCurrent ? "page" : nil)
    ) {
      tile(row, screen)
      Tag.span(.class("name")) { NameLabel.html(row.title) }
      if let newest = row.newest {
        Tag.time(.class("time number"), .set(.datetime, times.machine(newest.sentAt))) {
          times.short(newest.sentAt)
        }
      }
      Tag.span(.class("second truncate")) { secondLine(row, screen) }
      if row.unreadCount > 0 {
        Tag.span(.class("count number")) {
          row.unreadCount > 99 ? "99+" : "\(row.unreadCount)"
          Tag.span(.class("unseen")) { " unread" }
        }
      }
    }
  }

  private static func tile(_ row: ConversationRow, _ screen: TalkScreen) -> HTML {
    switch row.key {
    case .mesh:
      Tag.span(.class("tile plain")) { Icon.mesh.html() }
    case .direct(let address):
      PersonTile.html(
        row.title.name,
        colour: screen.colours.className(
          address: address, noiseKey: row.person?.peer.noiseKey, name: row.title.name))
    }
  }

  private static func secondLine(_ row: ConversationRow, _ screen: TalkScreen) -> String {
    guard let newest = row.newest else {
      return screen.peopleNear.isEmpty ? "Looking for people" : MeshWords.summary(screen)
    }
    let text = Text.displayText(newest.text).split(whereSeparator: \.isWhitespace).prefix(40)
      .joined(separator: " ")
    let short = String(text.prefix(120))
    switch newest.kind {
    case .system where !newest.isActionOfOther: return short
    case .person, .system:
      if newest.author.isOwn { return "You: \(short)" }
      return row.key.isPrivate ? short : "\(Text.displayName(newest.author.name)): \(short)"
    }
  }
}

/// Sentences about who is nearby.
enum MeshWords {
  /// `6 people`.
  static func summary(_ screen: TalkScreen) -> String {
    people(screen.peopleNear.count)
  }

  /// `6 people · 2 in range`, for the phone.
  static func short(_ screen: TalkScreen) -> String {
    summary(screen) + " · \(screen.peopleNear.count { $0.peer.isConnected }) in range"
  }

  /// `6 people on the mesh · 2 in range, 4 through others`.
  static func long(_ screen: TalkScreen) -> String {
    let inRange = screen.peopleNear.count { $0.peer.isConnected }
    let others = screen.peopleNear.count - inRange
    var parts: [String] = []
    if inRange > 0 { parts.append("\(inRange) in range") }
    if others > 0 { parts.append("\(others) through others") }
    return "\(people(inRange + others)) on the mesh · " + parts.joined(separator: ", ")
  }

  private static func people(_ count: Int) -> String {
    "\(count) \(count == 1 ? "person" : "people")"
  }
}

import AppState
import ConversationModel
import Cryptography
import Markup
import Text
import TransportPorts

/// The messages of a conversation: open mode for channels, bubbles between two people.
enum TimelineView {
  /// Messages of one sender within this time share a head.
  static let runMilliseconds: Int64 = 300_000

  /// Everything the rows of one conversation are drawn from.
  struct Source {
    let screen: TalkScreen
    let context: PageContext
    let key: ConversationKey
    /// Classes of the names that can be mentioned: `me`, or a person's colour.
    let mentions: [String: String]

    init(screen: TalkScreen, context: PageContext, key: ConversationKey) {
      self.screen = screen
      self.context = context
      self.key = key
      mentions = Self.mentions(screen)
    }

    /// A bare name that several people have means nobody; their suffixed names do (chat-app 10.2).
    private static func mentions(_ screen: TalkScreen) -> [String: String] {
      var classes: [String: String] = [:]
      for person in screen.directory.people {
        classes[person.name.text] = screen.colours.className(
          address: person.address, noiseKey: person.peer.noiseKey, name: person.name.name)
      }
      let own = DisplayNames.own(screen)
      let isShared = screen.directory.people.contains { $0.name.name == own }
      if !isShared { classes[own] = "me" }
      if let address = screen.own.address { classes[own + PeopleDirectory.suffix(of: address)] = "me" }
      return classes
    }
  }

  static func region(_ source: Source) -> Region {
    guard let open = source.screen.timeline else { return Region("rows", []) }
    let messages = open.timeline.messages
    var rows: [Fragment] = open.isFull ? [full()] : open.hasOlder ? [earlier(source)] : []
    for (index, message) in messages.enumerated() {
      let previous = index > 0 ? messages[index - 1] : nil
      let next = index + 1 < messages.count ? messages[index + 1] : nil
      let startsDay = previous.map { !source.isSameDay($0, message) } ?? true
      if startsDay { rows.append(day(message, source)) }
      let isNew = open.unreadLine == message.id
      if isNew { rows.append(unreadLine(open.unreadCount)) }
      let startsRun = startsDay || isNew || !(previous.map { isRun($0, message) } ?? false)
      let endsRun = !(next.map { isRun(message, $0) && source.isSameDay(message, $0) } ?? false)
      rows.append(row(message, startsRun: startsRun, endsRun: endsRun, source))
    }
    return Region("rows", rows)
  }

  /// The id of a message's row: the message's own where that is plain, else a hash of it, since peers choose
  /// it.
  static func rowID(_ id: MessageID) -> String {
    let isPlain =
      id.key.utf8.count <= 40
      && id.key.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "-"):
          true
        default: false
        }
      }
    return isPlain ? "m-" + id.key : "x-" + SHA256.hash(Array(id.key.utf8)).prefix(16).hexadecimal
  }

  private static func isRun(_ first: ChatMessage, _ second: ChatMessage) -> Bool {
    first.kind == .person && second.kind == .person && first.author == second.author
      && abs(second.sentAt.millisecondsSince(first.sentAt)) < runMilliseconds
  }

  private static func row(
    _ message: ChatMessage, startsRun: Bool, endsRun: Bool, _ source: Source
  ) -> Fragment {
    switch message.kind {
    case .system: system(message, source)
    case .person:
      if source.key.isPrivate {
        BubbleView.row(message, startsRun: startsRun, endsRun: endsRun, source)
      } else {
        open(message, startsRun: startsRun, source)
      }
    }
  }

  private static func open(_ message: ChatMessage, startsRun: Bool, _ source: Source) -> Fragment {
    let id = rowID(message.id)
    let name = source.name(of: message.author)
    let colour = source.screen.colours.className(of: message.author)
    return Fragment(
      .li, id: id,
      .class("message", startsRun ? "first" : "", message.author.isOwn ? "own" : "")
    ) {
      if startsRun { PersonTile.html(name.name, colour: colour) }
      Tag.div(.class("content")) {
        if startsRun {
          Tag.p(.class("head")) {
            Tag.span(.class("who")) {
              Tag.bdi(.class("name truncate", colour)) { name.name }
              if let suffix = name.suffix { Tag.span(.class("suffix")) { suffix } }
            }
            source.time(message)
          }
        } else {
          Tag.span(.class("unseen")) { "\(name.text), \(source.context.times.clock(message.sentAt))" }
        }
        MessageText.html(message.text, id: "t\(id)", mentions: source.mentions)
      }
    }
  }

  private static func system(_ message: ChatMessage, _ source: Source) -> Fragment {
    let text = Text.displayText(ActionLine.shown(message, other: source.screen.title.text))
    return Fragment(
      .li, id: rowID(message.id), .class("system", message.isActionOfOther ? "action" : "")
    ) {
      if message.isActionOfOther {
        // Whose words these are stands in front of them, as of everything that others wrote.
        Tag.bdi(.class("name truncate", source.screen.colours.className(of: message.author))) {
          source.name(of: message.author).text
        }
      }
      Tag.p(.set(.dir, "auto")) { text }
      if let delivery = message.delivery {
        DeliveryWords.html(delivery, peerInReach: source.peerIsInReach)
      }
      source.time(message)
    }
  }

  private static func day(_ message: ChatMessage, _ source: Source) -> Fragment {
    let times = source.context.times
    return Fragment(.li, id: "day-\(times.civil(message.sentAt).dayNumber)", .class("divider day")) {
      Tag.time(.set(.datetime, String(times.machine(message.sentAt).prefix { $0 != "T" }))) {
        times.day(message.sentAt)
      }
    }
  }

  private static func unreadLine(_ count: Int) -> Fragment {
    Fragment(.li, id: "unread-line", .class("divider new")) {
      Tag.span { "\(max(count, 1)) new" }
    }
  }

  private static func full() -> Fragment {
    Fragment(.li, id: "earlier-kept", .class("divider day")) {
      Tag.span { "Earlier messages are kept; read them with tern history" }
    }
  }

  private static func earlier(_ source: Source) -> Fragment {
    Fragment(.li, id: "earlier", .class("earlier")) {
      Tag.form(
        .set(.method, "post"), .action(.path("talk", source.key.text, "older")),
        .htmxPost(.path("talk", source.key.text, "older")), .set(.hxSwap, "none")
      ) {
        Composer.tokenField(source.context)
        Tag.button(.class("button quiet"), .set(.type, "submit"), .id("show-earlier")) {
          "Show earlier messages"
        }
      }
    }
  }
}

extension TimelineView.Source {
  /// A name as it is called now where the person is in sight, else as it was then.
  func name(of author: MessageAuthor) -> DisplayName {
    if author.isOwn { return DisplayName(name: DisplayNames.own(screen)) }
    if let address = author.address, let person = screen.directory.person(address) { return person.name }
    let name = Text.displayName(author.name)
    return DisplayName(name: name.isEmpty ? "anon" + (author.address?.text.prefix(4) ?? "") : name)
  }

  /// The time beside a name.
  func time(_ message: ChatMessage) -> HTML {
    Tag.time(.set(.datetime, context.times.machine(message.sentAt))) {
      context.times.clock(message.sentAt)
    }
  }

  func isSameDay(_ first: ChatMessage, _ second: ChatMessage) -> Bool {
    context.times.civil(first.sentAt).dayNumber == context.times.civil(second.sentAt).dayNumber
  }
}

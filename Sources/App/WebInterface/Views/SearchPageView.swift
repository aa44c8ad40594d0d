import AppState
import ConversationModel
import Markup
import Text
import TransportPorts

/// Searching messages, and the place in a conversation where one was found.
enum SearchPageView {
  /// Scalars of a text that a line of the list shows.
  private static let lineScalars = 240
  /// Conversations that are offered as the place to look.
  private static let placesMax = 200

  static func search(_ screen: TalkScreen, _ context: PageContext, _ asked: SearchAsked) -> HTML {
    let columns = HTML {
      ConversationPane.html(screen, context)
      Tag.main(.class("main search-page"), .id("main"), .set(.tabindex, "-1")) {
        Tag.header(.class("bar")) {
          back("/talk", "Back to the list")
          Tag.div(.class("heading")) {
            Tag.div(.class("titles")) {
              Tag.h1(.class("title")) { "Search messages" }
            }
          }
        }
        PageNotices.html
        form(screen, asked)
        Tag.div(.class("search-found"), .set(.tabindex, "0"), .set(.role, "region"), .aria("label", "Found"))
        {
          outcome(screen, context, asked)
        }
      }
    }
    return PageShell.html(screen, context, title: "Search · Tern", columns: columns)
  }

  private static func form(_ screen: TalkScreen, _ asked: SearchAsked) -> HTML {
    Tag.form(.class("search-form"), .set(.method, "get"), .action("/talk/search"), .set(.role, "search")) {
      Tag.input(
        .id("search-text"), .set(.type, "search"), .set(.name, "q"), .set(.value, asked.text),
        .flag(.required),
        .set(.maxlength, "\(SearchAsked.charactersMax)"), .set(.placeholder, "Words, or how they begin"),
        .aria("label", "Words to look for"), .flag(.autofocus))
      Tag.select(.class("input"), .id("search-place"), .set(.name, "in"), .aria("label", "Where to look")) {
        Tag.option(.set(.value, "")) { "Everywhere" }
        for (key, title) in places(screen, asked) {
          Tag.option(.set(.value, key.text), .flag(.selected, key == asked.conversation)) { title }
        }
      }
      Tag.button(.class("button primary"), .set(.type, "submit")) {
        Icon.search.html(.small)
        "Search"
      }
    }
  }

  /// Conversations a search can be narrowed to, the chosen one always among them.
  private static func places(
    _ screen: TalkScreen, _ asked: SearchAsked
  ) -> [(key: ConversationKey, title: String)] {
    var places = screen.conversations.prefix(placesMax).map { (key: $0.key, title: $0.title.text) }
    if let key = asked.conversation, !places.contains(where: { $0.key == key }) {
      places.append((key, key.peer.map { screen.directory.name(of: $0).text } ?? key.text))
    }
    return places
  }

  @HTMLBuilder private static func outcome(
    _ screen: TalkScreen, _ context: PageContext, _ asked: SearchAsked
  ) -> HTML {
    switch screen.search {
    case .nothingAsked:
      hint("Every word of the text has to stand in the message. A word is found by its beginning.")
    case .failed(let words):
      Tag.div(.class("banner"), .set(.role, "alert")) {
        Icon.warn.html()
        Tag.p { Text.displayText(words) }
      }
    case .found(let page):
      if page.messages.isEmpty, page.next == nil {
        hint("No message here has these words.")
      } else {
        Tag.ol(.class("search-rows"), .id("search-rows")) {
          for message in page.messages { row(message, screen, context) }
        }
      }
      if let next = page.next {
        Tag.a(.class("button quiet"), .id("search-older"), .href(PagePath.target(.search(asked.from(next)))))
        {
          "Look further back"
        }
      }
    }
  }

  private static func hint(_ words: String) -> HTML {
    Tag.p(.class("pane-note"), .set(.role, "status")) { words }
  }

  private static func row(_ message: ChatMessage, _ screen: TalkScreen, _ context: PageContext) -> HTML {
    let place =
      message.conversation.peer.map { screen.directory.name(of: $0).text } ?? "Nearby"
    let source = TimelineView.Source(screen: screen, context: context, key: message.conversation)
    let isLine = message.kind == .system && !message.isActionOfOther
    let who = isLine ? "" : (message.author.isOwn ? "You" : source.name(of: message.author).text)
    let text = Text.displayText(ActionLine.shown(message, other: place))
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return Tag.li {
      Tag.a(.class("search-row"), .href(target(message))) {
        Tag.span(.class("search-head")) {
          Tag.bdi(.class("name truncate")) { who.isEmpty ? place : who }
          if !who.isEmpty, who != place { Tag.span(.class("where truncate")) { Tag.bdi { place } } }
          Tag.time(.class("number"), .set(.datetime, context.times.machine(message.sentAt))) {
            "\(context.times.day(message.sentAt)), \(context.times.clock(message.sentAt))"
          }
        }
        Tag.span(.class("search-text"), .set(.dir, "auto")) {
          text.unicodeScalars.count > lineScalars
            ? String(String.UnicodeScalarView(text.unicodeScalars.prefix(lineScalars))) + "…" : text
        }
      }
    }
  }

  /// The page around a message, scrolled to it.
  private static func target(_ message: ChatMessage) -> LinkTarget {
    let page = PagePath.target(.found(message.conversation, message.id))
    return LinkTarget(checking: page.text + "#" + TimelineView.rowID(message.id)) ?? page
  }

  // MARK: Around a message

  static func found(
    _ screen: TalkScreen, _ context: PageContext, _ key: ConversationKey, _ id: MessageID
  ) -> HTML {
    let source = TimelineView.Source(screen: screen, context: context, key: key)
    let columns = HTML {
      ConversationPane.html(screen, context)
      Tag.main(.class("main"), .id("main"), .set(.tabindex, "-1")) {
        Tag.header(.class("bar")) {
          back("/talk/search", "Back to the search")
          Tag.div(.class("heading")) {
            Tag.div(.class("titles")) {
              Tag.h1(.class("title")) { NameLabel.html(screen.title) }
              Tag.p(.class("subtitle")) { "Around a message that was found" }
            }
          }
          Tag.a(.class("button quiet"), .id("to-latest"), .href(PagePath.target(.conversation(key)))) {
            "To the latest"
          }
        }
        PageNotices.html
        if let excerpt = screen.excerpt {
          Tag.div(
            .class("timeline excerpt"), .set(.tabindex, "0"), .set(.role, "region"),
            .aria("label", "Messages")
          ) {
            if excerpt.hasEarlier, let first = excerpt.messages.first {
              step(key, first.id, "Earlier messages")
            }
            Tag.ol(.class("rows"), .id("excerpt-rows")) { TimelineView.region(source).html }
            if excerpt.hasLater, let last = excerpt.messages.last { step(key, last.id, "Later messages") }
          }
        } else {
          hint("This message is not kept any more.")
        }
      }
    }
    return PageShell.html(screen, context, title: screen.title.text + " · Tern", columns: columns)
  }

  private static func step(_ key: ConversationKey, _ id: MessageID, _ words: String) -> HTML {
    let page = PagePath.target(.found(key, id))
    let target = LinkTarget(checking: page.text + "#" + TimelineView.rowID(id)) ?? page
    return Tag.p(.class("earlier")) { Tag.a(.class("button quiet"), .href(target)) { words } }
  }

  private static func back(_ target: LinkTarget, _ words: String) -> HTML {
    Tag.a(
      .class("icon-button back"), .id("to-list"), .href(target), .data("close", ""), .aria("label", words)
    ) {
      Icon.back.html()
    }
  }
}

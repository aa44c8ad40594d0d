import ConversationModel
import Markup
import Text

/// One message between two people: a bubble, and under it time, glyph and word.
enum BubbleView {
  static func row(
    _ message: ChatMessage, startsRun: Bool, endsRun: Bool, _ source: TimelineView.Source
  ) -> Fragment {
    let id = TimelineView.rowID(message.id)
    let isOwn = message.author.isOwn
    let name = source.name(of: message.author)
    let needsFoot = endsRun || isOwn
    return Fragment(
      .li, id: id, .class("bubble-row", isOwn ? "own" : "theirs", startsRun ? "first" : "")
    ) {
      Tag.span(.class("unseen")) { "\(isOwn ? "You" : name.text):" }
      Tag.div(.class("bubble")) {
        MessageText.html(message.text, id: "t\(id)", mentions: source.mentions)
      }
      Tag.div(.class(needsFoot ? "bubble-foot" : "unseen")) {
        if let delivery = message.delivery, isOwn {
          state(delivery, message, source)
        } else {
          time(message, source)
        }
      }
    }
  }

  private static func time(_ message: ChatMessage, _ source: TimelineView.Source) -> HTML {
    Tag.span(.class("number")) { source.context.times.clock(message.sentAt) }
  }

  private static func state(
    _ delivery: DeliveryState, _ message: ChatMessage, _ source: TimelineView.Source
  ) -> HTML {
    HTML {
      if case .failed = delivery {
        Tag.span(.class("unseen")) { source.context.times.clock(message.sentAt) }
      } else {
        time(message, source)
        Tag.span(.aria("hidden", "true")) { "·" }
      }
      DeliveryWords.html(delivery, peerInReach: source.peerIsInReach)
      if case .failed = delivery {
        Tag.form(
          .set(.method, "post"), .action(.path("talk", source.key.text, "again")),
          .htmxPost(.path("talk", source.key.text, "again")), .set(.hxSwap, "none")
        ) {
          Composer.tokenField(source.context)
          Tag.input(.set(.type, "hidden"), .set(.name, "id"), .set(.value, message.id.text))
          Tag.button(.class("again"), .set(.type, "submit")) { "Send again" }
        }
      }
    }
  }
}

extension TimelineView.Source {
  /// Whether the other person of a private conversation can be expected to get messages now.
  var peerIsInReach: Bool {
    key.peer.flatMap { screen.directory.person($0) }.map { $0.peer.isConnected || $0.peer.isReachable }
      ?? false
  }
}

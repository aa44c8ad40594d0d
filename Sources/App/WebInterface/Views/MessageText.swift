import ConversationModel
import Markup
import Text

/// The text of a message: plain text, with mentions and web links marked (chat-app 10.2, 10.3).
enum MessageText {
  /// `id` names the element, so that a fold can find what it unfolds. `mentions` are the classes of the names
  /// that can be mentioned.
  static func html(_ raw: String, id: String, mentions: [String: String]) -> HTML {
    let text = Text.displayText(raw)
    let isLong = MessageSpans.isLong(text)
    return HTML {
      Tag.p(.class("text", isLong ? "folded" : ""), .id(id), .set(.dir, "auto")) {
        for span in MessageSpans.of(text) {
          html(span, mentions: mentions)
        }
      }
      if isLong {
        Tag.button(
          .class("fold"), .set(.type, "button"), .aria("expanded", "false"), .aria("controls", id),
          .data("fold", id)
        ) {
          Tag.span { label(text) }
          Icon.down.html(.tiny)
        }
      }
    }
  }

  private static func html(_ span: MessageSpan, mentions: [String: String]) -> HTML {
    switch span {
    // Payments stay text: nothing here opens a wallet.
    case .text(let text), .cashu(let text), .lightning(let text):
      HTML(text: text)
    case .mention(let name):
      Tag.span(.class("mention", mentions[name] ?? "")) { "@" + name }
    case .hashtag(let word):
      HTML(text: "#" + word)
    case .link(let address):
      link(address)
    }
  }

  /// A link shows its whole address, so that its host can be seen; one that may not be a link stays text.
  private static func link(_ address: String) -> HTML {
    guard let target = LinkTarget(checking: address), case .web = target.kind else {
      return HTML(text: address)
    }
    return Tag.a(.href(target), .set(.rel, "noopener noreferrer"), .set(.target, "_blank")) { address }
  }

  private static func label(_ text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).count
    return lines > 30 ? "Show all \(lines) lines" : "Show all of it"
  }
}

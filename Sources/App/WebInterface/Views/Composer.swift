import ConversationModel
import Markup

/// Where a message is written.
enum Composer {
  /// The longest text that is taken (chat-app 7.4).
  static let charactersMax = 16_000

  static func html(_ screen: TalkScreen, _ context: PageContext, key: ConversationKey) -> HTML {
    Tag.form(
      .class("composer"), .id("composer"), .set(.method, "post"),
      .action(.path("talk", key.text, "messages")), .htmxPost(.path("talk", key.text, "messages")),
      .set(.hxSwap, "none"), .set(.autocomplete, "off")
    ) {
      tokenField(context)
      Tag.ul(
        .class("suggestions"), .id("suggestions"), .set(.role, "listbox"), .aria("label", "Suggestions"),
        .flag(.hidden))
      Tag.div(.class("inner")) {
        Tag.textarea(
          .id("composer-text"), .set(.name, "text"), .set(.rows, "1"), .flag(.required),
          .set(.maxlength, "\(charactersMax)"), .set(.placeholder, placeholder(screen, key: key)),
          .aria("label", placeholder(screen, key: key)), .aria("describedby", "composer-problem"),
          .set(.enterkeyhint, "send"), .data("parts", key.isPrivate ? "255" : nil),
          .set(.role, "combobox"), .aria("autocomplete", "list"), .aria("controls", "suggestions"),
          .aria("expanded", "false"), .aria("multiline", "true")
        ) { screen.draft }
        Tag.button(.class("send"), .set(.type, "submit"), .aria("label", "Send")) { Icon.send.html() }
      }
      problemLine(id: "composer-problem")
      Tag.div(.class("foot")) {
        Tag.span(.class("where")) {
          key.isPrivate ? "Encrypted from your device to theirs" : "Everybody nearby can read this"
        }
        Tag.span(.class("parts number"), .id("composer-parts"), .flag(.hidden))
        Tag.span(.class("keys")) { "Enter sends, Shift+Enter new line" }
      }
    }
  }

  /// Where the page's script puts why a form was not taken.
  static func problemLine(id: String) -> HTML {
    Tag.p(.class("problem"), .id(id), .set(.role, "alert"), .flag(.hidden)) {
      Icon.warn.html(.small)
      Tag.span()
    }
  }

  /// The token that every form carries.
  static func tokenField(_ context: PageContext) -> HTML {
    Tag.input(.set(.type, "hidden"), .set(.name, "token"), .set(.value, context.requestToken))
  }

  private static func placeholder(_ screen: TalkScreen, key: ConversationKey) -> String {
    switch key {
    case .mesh: screen.peopleNear.isEmpty ? "Message for whoever comes by" : "Message everybody nearby"
    case .direct: "Message \(screen.title.text)"
    }
  }
}

import AppState
import ConversationModel
import Markup
import Text

/// What is told outside of the window, as a section of Settings.
enum NotificationSettings {
  static func html(_ screen: TalkScreen, _ context: PageContext) -> HTML {
    let chosen = screen.notices
    return Tag.form(
      .id("notices-form"), .set(.method, "post"), .action("/settings/notifications"),
      .htmxPost("/settings/notifications"), .set(.hxSwap, "none"), .data("submit-on-change", "")
    ) {
      Composer.tokenField(context)
      Tag.section {
        Tag.h2 { "Where you are told" }
        Tag.div(.class("card")) {
          switchLine(
            "desktop", "On this computer", chosen.isOnDesktop,
            small: Tag.small(.id("notices-desktop-words")) { desktop(screen).html })
          switchLine(
            "browser", "By this browser", chosen.isInBrowser,
            small: Tag.small(
              .id("notices-browser-words"), .set(.role, "status"),
              .data("default", "While a page of Tern is open. The browser asks you once."),
              .data("granted", "While a page of Tern is open."),
              .data("denied", "The browser refuses it for this page. It can be allowed in its settings."),
              .data("missing", "This browser cannot do that.")
            ) { "While a page of Tern is open." })
        }
        Tag.p(.class("hint")) {
          "You are told of private messages, of your name in the open channel, when people come near after "
          "nobody was, and when keys were compared. Never of a conversation you are looking at."
        }
      }
      Tag.section {
        Tag.h2 { "What others can read on your screen" }
        Tag.div(.class("card")) {
          switchLine(
            "previews", "Show names and texts", chosen.showsPreviews,
            small: Tag.small {
              chosen.showsPreviews
                ? "Who wrote, and the beginning of what they wrote, can be read on the screen, even while it "
                  + "is locked."
                : "Only that there is a message."
            })
        }
      }
      Composer.problemLine(id: "notices-problem")
      Tag.noscript {
        Tag.p(.class("actions")) {
          Tag.button(.class("button primary"), .set(.type, "submit")) { "Save" }
        }
      }
    }
  }

  /// Whether the desktop shows notices, kept up to date.
  static func desktop(_ screen: TalkScreen) -> Region {
    let words =
      switch screen.desktop {
      case .none: "There is no desktop session here that could show anything."
      case .unasked: "Looking for the desktop…"
      case .silent: "Nothing in this desktop session shows notifications now."
      case .shows(let name): "Shown by \(Text.displayName(name))."
      }
    return Region("notices-desktop-words", [Fragment(.span, id: "notices-desktop-state") { words }])
  }

  /// In one line, for the list of sections.
  static func word(_ chosen: NoticePreferences) -> String {
    guard chosen.isOnDesktop || chosen.isInBrowser else { return "Off" }
    return chosen.showsPreviews ? "On, with names and texts" : "On, without names and texts"
  }

  private static func switchLine(_ name: String, _ title: String, _ isOn: Bool, small: HTML) -> HTML {
    Tag.label(.class("line switch")) {
      Tag.span(.class("what")) {
        title
        small
      }
      Tag.input(
        .set(.type, "checkbox"), .set(.role, "switch"), .id("notices-\(name)"), .set(.name, name),
        .set(.value, "1"), .flag(.checked, isOn), .aria("describedby", "notices-problem"))
    }
  }
}

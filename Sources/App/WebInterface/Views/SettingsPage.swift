import Markup
import Text

/// Settings: who you are, how it looks, how you are reached.
enum SettingsPage {
  /// `saved` says that the name has just been taken.
  static func html(
    _ screen: TalkScreen, _ context: PageContext, section: SettingsSection?, saved: Bool = false
  ) -> HTML {
    let shown = section ?? .you
    let columns = HTML {
      pane(screen, context, current: section)
      Tag.main(.class("main"), .id("main"), .set(.tabindex, "-1")) {
        Tag.header(.class("bar")) {
          Tag.a(
            .class("icon-button back narrow-only"), .href("/settings"), .aria("label", "Back to Settings")
          ) { Icon.back.html() }
          Tag.div(.class("titles")) {
            (section == nil ? Tag.p : Tag.h1)(.class("title")) { title(shown) }
          }
        }
        PageNotices.html
        Tag.div(.class("page")) {
          Tag.div(.class("column")) {
            switch shown {
            case .you: you(screen, context, saved: saved)
            case .appearance: appearance(context)
            case .notifications: NotificationSettings.html(screen, context)
            case .history: HistorySettingsView.html(screen, context, saved: saved)
            case .airports: AirportSettingsView.html(screen.airports, context, saved: saved)
            case .reach: Tag.div(.id("reach-rows")) { reach(screen).html }
            }
          }
        }
      }
    }
    return PageShell.html(screen, context, title: "\(title(shown)) · Settings · Tern", columns: columns)
  }

  static func regions(_ screen: TalkScreen, _ context: PageContext, section: SettingsSection?) -> [Region] {
    let list = rows(screen, context, current: section)
    switch section {
    case .reach: return [list, reach(screen)]
    case .notifications: return [list, NotificationSettings.desktop(screen)]
    case nil, .you, .appearance, .history, .airports: return [list]
    }
  }

  private static func title(_ section: SettingsSection) -> String {
    switch section {
    case .you: "You"
    case .appearance: "Appearance"
    case .notifications: "Notifications"
    case .history: "History"
    case .airports: "Airports"
    case .reach: "Reach"
    }
  }

  private static func pane(_ screen: TalkScreen, _ context: PageContext, current: SettingsSection?) -> HTML {
    Tag.nav(.class("pane"), .aria("label", "Sections of Settings")) {
      Tag.header(.class("bar")) {
        Tag.div(.class("titles")) {
          (current == nil ? Tag.h1 : Tag.p)(.class("title")) { "Settings" }
        }
      }
      Tag.div(.class("scroll sections"), .id("sections")) { rows(screen, context, current: current).html }
    }
  }

  private static func rows(_ screen: TalkScreen, _ context: PageContext, current: SettingsSection?) -> Region
  {
    let seconds: [(SettingsSection, Icon, String)] = [
      (.you, .person, DisplayNames.own(screen)),
      (.appearance, .sun, word(context.theme)),
      (.notifications, .notice, NotificationSettings.word(screen.notices)),
      (.history, .clock, HistorySettingsView.summary(screen.retention)),
      (.airports, .airports, "Units and what the map opens with"),
      (.reach, .inRange, "\(Reach.medium(screen)): \(Reach.localNetwork(screen).tag.lowercased())"),
    ]
    return Region(
      "sections",
      seconds.map { section, icon, second in
        Fragment(
          .a, id: "to-settings-\(section.rawValue)", .class("row"),
          .href(PagePath.target(.settings(section))),
          .aria("current", (current ?? .you) == section && context.page != .settings(nil) ? "page" : nil)
        ) {
          Tag.span(.class("tile plain")) { icon.html() }
          Tag.span(.class("middle")) {
            Tag.span(.class("name")) { title(section) }
            Tag.span(.class("second truncate")) { Tag.bdi { second } }
          }
        }
      })
  }

  private static func you(
    _ screen: TalkScreen, _ context: PageContext, saved: Bool
  ) -> HTML {
    HTML {
      Tag.section {
        Tag.h2 { "How others see you" }
        Tag.div(.class("card")) {
          Tag.form(
            .class("block"), .id("name-form"), .set(.method, "post"), .action("/settings/you"),
            .htmxPost("/settings/you"), .set(.hxSwap, "none")
          ) {
            Composer.tokenField(context)
            nameField(screen.own.nickname)
            Tag.p(.class("actions")) {
              Tag.button(.class("button primary"), .set(.type, "submit")) { "Save name" }
              if saved {
                Tag.span(.class("hint"), .set(.role, "status")) { "Saved. People nearby see it now." }
              }
            }
          }
        }
      }
      Tag.section {
        Tag.h2 { "Your fingerprint" }
        Tag.div(.class("card")) {
          Tag.div(.class("block")) {
            PersonDetails.groups(screen.own.fingerprint, id: "own-fingerprint")
            Tag.p(.class("hint")) {
              "Made from your keys, which never leave this computer. Others compare it to be sure it is you."
            }
          }
        }
      }
      Tag.section(.id("codes")) {
        Tag.h2 { "Be sure of somebody" }
        Tag.div(.class("card")) {
          Tag.div(.class("block")) {
            Tag.p { "Show your code to somebody next to you, and read theirs." }
            Tag.p(.class("actions")) {
              Tag.a(.class("button"), .href(PagePath.target(.verify(.mesh, .mine)))) {
                Icon.code.html(.small)
                "Show or read a code"
              }
            }
          }
        }
      }
    }
  }

  /// The field for one's own name, with hint and problem linked to it.
  private static func nameField(_ value: String) -> HTML {
    Tag.div(.class("field")) {
      Tag.label(.set(.for, "nickname")) { "Your name here" }
      Tag.div(.class("with-tile")) {
        PersonTile.html(value, colour: "self", size: "small")
        Tag.input(
          .class("input"), .id("nickname"), .set(.name, "nickname"), .set(.value, Text.displayName(value)),
          .set(.maxlength, "50"), .flag(.required), .set(.autocomplete, "off"), .set(.spellcheck, "false"),
          .aria("describedby", "nickname-problem nickname-hint"))
      }
      Composer.problemLine(id: "nickname-problem")
      Tag.p(.class("hint"), .id("nickname-hint")) {
        "People nearby see this name. Change it whenever you like."
      }
    }
  }

  private static func appearance(_ context: PageContext) -> HTML {
    Tag.section {
      Tag.h2 { "Look" }
      Tag.form(
        .class("card"), .id("theme-form"), .set(.method, "post"), .action("/settings/appearance"),
        .htmxPost("/settings/appearance"), .set(.hxSwap, "none"),
        .data("submit-on-change", "")
      ) {
        Composer.tokenField(context)
        Tag.div(.class("block"), .set(.role, "radiogroup"), .aria("labelledby", "theme-label")) {
          Tag.p(.class("label"), .id("theme-label")) { "Theme" }
          Tag.div(.class("segments")) {
            for theme in Theme.allCases {
              Tag.label {
                Tag.input(
                  .set(.type, "radio"), .set(.name, "theme"), .set(.value, theme.rawValue),
                  .flag(.checked, theme == context.theme))
                Tag.span { theme == .system ? "System" : theme == .light ? "Light" : "Dark" }
              }
            }
          }
        }
      }
    }
  }

  private static func reach(_ screen: TalkScreen) -> Region {
    let network = Reach.localNetwork(screen)
    return Region(
      "reach-rows",
      [
        Fragment(.section, id: "reach-section") {
          Tag.h2 { "How you are reached" }
          Tag.div(.class("card")) {
            Tag.div(.class("line")) {
              Tag.p(.class("what")) {
                Reach.medium(screen)
                Tag.small { network.second }
              }
              Tag.span(.class("tag", network.tone)) { network.tag }
            }
          }
          Tag.p(.class("hint")) {
            "Tern finds other Terns in the same network, and on this computer, by itself. "
            "Nothing is sent to the internet."
          }
        }
      ])
  }

  private static func word(_ theme: Theme) -> String {
    switch theme {
    case .system: "As the system"
    case .light: "Light"
    case .dark: "Dark"
    }
  }
}

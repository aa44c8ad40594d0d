import ConversationModel
import Markup
import TransportPorts

/// How long messages are kept, and conversations as files, as a section of Settings.
enum HistorySettingsView {
  /// Conversations that are offered as files.
  private static let filesMax = 200

  static func html(_ screen: TalkScreen, _ context: PageContext, saved: Bool) -> HTML {
    HTML {
      Tag.section {
        Tag.h2 { "How long messages are kept" }
        if let retention = screen.retention {
          Tag.form(
            .class("card"), .id("history-form"), .set(.method, "post"), .action("/settings/history"),
            .htmxPost("/settings/history"), .set(.hxSwap, "none")
          ) {
            Composer.tokenField(context)
            Tag.div(.class("block")) {
              periods("public", "In the open channel", retention.publicMessages)
              periods("private", "Private conversations", retention.privateMessages)
              Tag.p(.class("hint")) {
                "A shorter time holds at once: what is older is removed and cannot be brought back. "
                "Messages of yours that nobody confirmed go on waiting."
              }
              Composer.problemLine(id: "history-problem")
              Tag.p(.class("actions")) {
                Tag.button(.class("button primary"), .id("save-history"), .set(.type, "submit")) { "Save" }
                if saved { Tag.span(.class("hint"), .set(.role, "status")) { "Saved." } }
              }
            }
          }
        } else {
          Tag.p(.class("hint")) { "It is not known yet. Load the page again in a moment." }
        }
      }
      files(screen)
    }
  }

  /// One line for the list of sections.
  static func summary(_ retention: Retention?) -> String {
    guard let retention else { return "How long messages are kept" }
    return "Open channel: \(words(retention.publicMessages).lowercased()), private: "
      + words(retention.privateMessages).lowercased()
  }

  private static func periods(_ name: String, _ label: String, _ chosen: RetentionPeriod) -> HTML {
    Tag.div(.class("field")) {
      Tag.label(.set(.for, "keep-\(name)")) { label }
      Tag.select(
        .class("input"), .id("keep-\(name)"), .set(.name, name), .aria("describedby", "history-problem")
      ) {
        for period in RetentionPeriod.allCases {
          Tag.option(.set(.value, period.rawValue), .flag(.selected, period == chosen)) { words(period) }
        }
      }
    }
  }

  private static func words(_ period: RetentionPeriod) -> String {
    switch period {
    case .off: "Not after the chat is closed"
    case .session: "Until Tern ends"
    case .day: "1 day"
    case .week: "7 days"
    case .month: "30 days"
    case .forever: "For ever"
    }
  }

  private static func files(_ screen: TalkScreen) -> HTML {
    Tag.section {
      Tag.h2 { "Keep a copy" }
      Tag.div(.class("card")) {
        for row in screen.conversations.prefix(filesMax) {
          Tag.div(.class("line")) {
            Tag.p(.class("what truncate")) { NameLabel.html(row.title) }
            Tag.span(.class("copies")) {
              link(row.key, "txt", "Text", of: row.title.text)
              link(row.key, "json", "JSON", of: row.title.text)
            }
          }
        }
      }
      Tag.p(.class("hint")) {
        "A copy holds what is kept now, and everybody who has the file can read it. "
        "JSON has everything that is known of each message."
      }
    }
  }

  private static func link(_ key: ConversationKey, _ end: String, _ word: String, of title: String) -> HTML {
    Tag.a(
      .class("button quiet small"), .href(.path("talk", key.text, "conversation.\(end)")),
      .set(.download, ""),
      .aria("label", "\(title) as \(word)")
    ) { word }
  }
}

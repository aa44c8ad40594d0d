import AppState
import Markup
import Text

/// What concerns the open file itself: its menu, and what must be known about it.
enum MoneyFile {
  /// Where the file is, and how it is put away.
  static func menu(_ file: OpenFile, _ context: PageContext) -> HTML {
    Tag.details(.class("menu end")) {
      Tag.summary(.class("icon-button"), .aria("label", "This file")) { Icon.more.html() }
      Tag.div(.class("float")) { about(file, context, id: "close-file") }
    }
  }

  /// The path, and the button that closes the file; `id` names the button.
  static func about(_ file: OpenFile, _ context: PageContext, id: String) -> HTML {
    HTML {
      Tag.p(.class("path")) { Tag.bdi { Text.displayText(file.path) } }
      if file.isReadOnly { Tag.p(.class("hint")) { "This file can only be read here." } }
      Tag.form(.set(.method, "post"), .action("/money/close")) {
        Composer.tokenField(context)
        Tag.button(.class("button"), .id(id), .set(.type, "submit")) { "Close this file" }
      }
    }
  }

  /// The gravest notice, and how many more there are.
  static func notices(_ file: OpenFile, _ context: PageContext) -> Region {
    guard let first = file.notices.first else { return Region("problems", []) }
    let others = file.notices.count - 1
    return Region(
      "problems",
      [
        Fragment(.div, id: "file-notice", .class("banner"), .set(.role, "status")) {
          Icon.warn.html()
          Tag.p {
            Tag.bdi { Text.displayText(first.words) }
            if others > 0 { " (\(MoneyPane.count(others, "more notice", "more notices")))" }
          }
          if first.canBePutAway {
            Tag.form(
              .set(.method, "post"), .action("/money/notice/away"), .htmxPost("/money/notice/away"),
              .set(.hxSwap, "none")
            ) {
              Composer.tokenField(context)
              Tag.button(.class("button quiet"), .set(.type, "submit")) { "Put away" }
            }
          }
        }
      ])
  }
}

import AppState
import Markup
import Text

/// What a list shows while it has nothing to show: on its way, failed, empty. They are never alike, so that
/// an empty list cannot be taken for one that failed (money 5.0).
enum MoneyStates {
  /// Three rows in their final shape, and a word; both appear only after a moment.
  static func reading(_ word: String = "Reading the ledger…") -> HTML {
    Tag.div(.class("state reading"), .aria("busy", "true")) {
      Tag.p(.class("word"), .set(.role, "status")) { word }
      for _ in 0..<3 {
        Tag.div(.class("ghost"), .aria("hidden", "true")) {
          Tag.span()
          Tag.span()
          Tag.span()
        }
      }
    }
  }

  /// What failed and what is safe. Trying again is loading the page again: reading changes nothing.
  static func failed(_ what: String, why: String, page: Page) -> HTML {
    Tag.div(.class("state failed"), .set(.role, "status")) {
      Icon.warn.html(.large)
      Tag.h2 { what }
      Tag.p {
        Tag.bdi { Text.displayText(why) }
        " Nothing was changed."
      }
      Tag.p(.class("actions")) {
        Tag.a(.class("button"), .href(PagePath.target(page)), .data("retry", "")) {
          Icon.retry.html(.small)
          "Try again"
        }
      }
    }
  }

  /// A list without rows says why and what can be done.
  static func nothing(
    _ icon: Icon, _ heading: String, _ sentence: String, @HTMLBuilder action: () -> HTML = { HTML() }
  ) -> HTML {
    let action = action()
    return Tag.div(.class("state nothing")) {
      icon.html(.large)
      Tag.h2 { heading }
      Tag.p { sentence }
      if !action.isEmpty { Tag.p(.class("actions")) { action } }
    }
  }
}

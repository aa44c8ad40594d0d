import AppState
import ConversationModel
import Markup

/// What is offered while a message is being written: the options of a list that the page's script shows.
enum SuggestionList {
  /// Characters up to the cursor that are looked at.
  static let charactersMax = 200

  static func html(_ suggestions: [Suggestion]) -> HTML {
    HTML {
      for (number, suggestion) in suggestions.enumerated() {
        Tag.li(
          .id("suggestion-\(number)"), .set(.role, "option"), .aria("selected", "false"),
          .data("accepted", suggestion.accepted), .aria("disabled", suggestion.accepted == nil ? "true" : nil)
        ) {
          Tag.bdi(.class("label")) { suggestion.label }
          if !suggestion.hint.isEmpty { Tag.span(.class("hint")) { suggestion.hint } }
        }
      }
    }
  }
}

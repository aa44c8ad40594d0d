import AppState
import Markup

/// The filter of the journal as a form: a search field, choices, and the rarer ones folded away. Every change
/// asks for the list anew; without a script the button does.
enum MoneyFilters {
  static func html(_ choices: JournalChoices) -> HTML {
    let target = LinkTarget.path("money", "journal")
    return Tag.form(
      .class("filters"), .id("filters"), .set(.method, "get"), .action(target), .set(.role, "search"),
      .set(.autocomplete, "off"), .htmxGet(target), .set(.hxTarget, "#journal"),
      .set(.hxSelect, "#journal"), .set(.hxSwap, "outerHTML"), .set(.hxPushUrl, "true"),
      .set(.hxSync, "this:replace"),
      .set(.hxTrigger, "submit, change delay:20ms, input changed delay:300ms from:#q")
    ) {
      Tag.div(.class("first")) {
        search(choices)
        Tag.div(.id("filter-first"), .class("through")) { first(choices).html }
        Tag.button(
          .class("chip"), .id("more-filters"), .set(.type, "button"), .aria("expanded", "false"),
          .aria("controls", "filter-sheet"), .data("opens", "filter-sheet")
        ) {
          Icon.filter.html(.small)
          "Filter"
        }
        Tag.p(.class("found number"), .id("found"), .set(.role, "status"), .aria("live", "polite"))
        Tag.noscript { Tag.button(.class("button"), .set(.type, "submit")) { "Apply" } }
      }
      Tag.div(.class("card"), .id("filter-sheet"), .flag(.hidden)) { more(choices).html }
    }
  }

  /// The choices follow the lists of the file: both places are drawn anew when those come or change.
  static func regions(_ choices: JournalChoices) -> [Region] { [first(choices), more(choices)] }

  private static func first(_ choices: JournalChoices) -> Region {
    Region(
      "filter-first",
      [
        Fragment(.div, id: "filter-choices", .class("through")) {
          if let anchor = choices.query.period?.anchor {
            Tag.input(.set(.type, "hidden"), .set(.name, "on"), .set(.value, anchor.description))
          }
          select("period", "Period", choices.periods, current: choices.periodLabel)
          select("account", "Account", choices.accounts)
          select("kind", "Kind", choices.kinds)
        }
      ])
  }

  private static func search(_ choices: JournalChoices) -> HTML {
    Tag.div(.class("search")) {
      Icon.search.html(.small)
      Tag.label(.class("unseen"), .set(.for, "q")) { "Search payee, note, category, tag, amount" }
      Tag.input(
        .class("input"), .id("q"), .set(.type, "search"), .set(.name, "q"),
        .set(.value, MoneyAmount.line(choices.query.text)), .set(.placeholder, "Payee, note, amount"),
        .set(.maxlength, "\(JournalQuery.textCharactersMax)"), .set(.spellcheck, "false"),
        .set(.enterkeyhint, "search"), .aria("keyshortcuts", "/"))
    }
  }

  /// A choice drawn as a chip.
  private static func select(
    _ name: String, _ label: String, _ choices: [MenuChoice<String>], current: String? = nil
  ) -> HTML {
    Tag.span(.class("chip")) {
      Tag.label(.class("unseen"), .set(.for, "filter-\(name)")) { label }
      Tag.select(
        .id("filter-\(name)"), .set(.name, name),
        .class(choices.first?.isChosen == false && choices.contains(where: \.isChosen) ? "set" : "")
      ) { options(choices, current: current) }
      Icon.down.html(.tiny)
    }
  }

  private static func options(_ choices: [MenuChoice<String>], current: String? = nil) -> HTML {
    HTML {
      for choice in choices {
        Tag.option(.set(.value, choice.value), .flag(.selected, choice.isChosen), .set(.dir, "auto")) {
          choice.isChosen ? (current ?? MoneyAmount.line(choice.title)) : MoneyAmount.line(choice.title)
        }
      }
    }
  }

  // MARK: The rarer ones

  private static func more(_ choices: JournalChoices) -> Region {
    Region(
      "filter-sheet",
      [
        Fragment(.div, id: "filter-fields", .class("more-fields")) {
          checks("Type", "type", choices.types)
          checks("Status", "status", choices.statuses)
          list("category", "Category", "All categories", choices.categories)
          list("payee", "Payee", "All payees", choices.payees)
          list("tag", "Tag", "All tags", choices.tags)
          amounts(choices.query)
          days(choices)
          Tag.div {
            check("only", "Without categories below it", choices.query.isOnlyThisCategory)
            check("attachment", "Only with something attached", choices.query.needsAttachment)
            check("deleted", "What was deleted", choices.query.showsDeleted)
          }
        }
      ])
  }

  private static func checks(_ legend: String, _ name: String, _ choices: [MenuChoice<String>]) -> HTML {
    Tag.fieldset {
      Tag.legend { legend }
      Tag.div(.class("checks")) {
        for choice in choices {
          Tag.label(.class("chip")) {
            Tag.input(
              .set(.type, "checkbox"), .id("\(name)-\(choice.value)"), .set(.name, name),
              .set(.value, choice.value), .flag(.checked, choice.isChosen), .aria("label", choice.title))
            choice.title
          }
        }
      }
    }
  }

  private static func list(
    _ name: String, _ label: String, _ all: String, _ choices: [MenuChoice<String>]
  ) -> HTML {
    Tag.div(.class("field")) {
      Tag.label(.set(.for, "filter-\(name)")) { label }
      Tag.select(.class("input"), .id("filter-\(name)"), .set(.name, name)) {
        Tag.option(.set(.value, "")) { all }
        options(choices)
      }
    }
  }

  private static func amounts(_ query: JournalQuery) -> HTML {
    Tag.fieldset {
      Tag.legend { "Amount" }
      Tag.div(.class("amounts")) {
        amount("min", "Least amount", query.minimum)
        Tag.span(.aria("hidden", "true")) { "–" }
        amount("max", "Greatest amount", query.maximum)
      }
    }
  }

  private static func amount(_ name: String, _ label: String, _ value: String) -> HTML {
    Tag.input(
      .class("input number"), .id("filter-\(name)"), .set(.name, name),
      .set(.value, MoneyAmount.line(value)), .set(.inputmode, "decimal"), .aria("label", label))
  }

  /// Days of one's own; the script chooses the period "custom" when one of them changes.
  private static func days(_ choices: JournalChoices) -> HTML {
    let isCustom = choices.query.period?.word == "custom"
    return Tag.fieldset {
      Tag.legend { "Days" }
      Tag.div(.class("two-days"), .data("own-days", "filter-period")) {
        day("from", "First day", isCustom ? choices.days?.lowerBound.description : nil)
        day("to", "Last day", isCustom ? choices.days?.upperBound.description : nil)
      }
    }
  }

  private static func day(_ name: String, _ label: String, _ value: String?) -> HTML {
    Tag.input(
      .class("input"), .id("filter-\(name)"), .set(.type, "date"), .set(.name, name), .set(.value, value),
      .aria("label", label))
  }

  private static func check(_ name: String, _ label: String, _ isSet: Bool) -> HTML {
    Tag.label(.class("check"), .set(.for, "filter-\(name)")) {
      Tag.input(
        .set(.type, "checkbox"), .id("filter-\(name)"), .set(.name, name), .set(.value, "1"),
        .flag(.checked, isSet))
      label
    }
  }
}

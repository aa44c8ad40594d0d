import AppState
import Markup

/// The journal: one list, newest first, by day (money 5.2).
enum MoneyJournal {
  static func html(_ journal: JournalScreen, _ context: PageContext) -> HTML {
    HTML {
      MoneyFilters.html(journal.choices)
      // Replaced as a whole when the filter changes; it then says where the page's socket listens.
      Tag.div(
        .class("journal"), .id("journal"), .set(.tabindex, "0"), .set(.role, "region"),
        .aria("label", "Entries"), .data("live", PagePath.live(context).text)
      ) {
        Tag.div(.class("conditions"), .id("conditions")) { conditions(journal.choices) }
        Tag.div(.id("journal-rows")) { rows(journal, context).html }
      }
    }
  }

  static func regions(_ journal: JournalScreen, _ context: PageContext) -> [Region] {
    [rows(journal, context)] + MoneyFilters.regions(journal.choices)
  }

  /// `Giro, newest first`.
  static func subtitle(_ choices: JournalChoices) -> HTML {
    HTML {
      MoneyAmount.text(choices.title)
      ", newest first"
    }
  }

  /// The rows before those shown and, where there are more, what asks for the next ones.
  static func earlier(_ shown: Shown<JournalRows>, _ context: PageContext) -> HTML {
    switch shown {
    case .loading: MoneyStates.reading()
    case .failed(let why):
      MoneyStates.failed("Earlier entries could not be read", why: why, page: context.page)
    case .ready(let rows): days(rows, hasBalance: hasBalance(rows), isMore: true)
    }
  }

  // MARK: Rows

  /// The element is named after the state of file and filter: what was added to it goes when that changes.
  private static func rows(_ journal: JournalScreen, _ context: PageContext) -> Region {
    switch journal.rows {
    case .loading:
      return Region(
        "journal-rows",
        [
          Fragment(.div, id: "rows-reading", .data("found", found(journal))) {
            MoneyStates.reading("Reading the journal…")
          }
        ])
    case .failed(let why):
      return Region(
        "journal-rows",
        [
          Fragment(.div, id: "rows-failed", .data("found", found(journal))) {
            MoneyStates.failed("The journal could not be read", why: why, page: context.page)
          }
        ])
    case .ready(let rows):
      return Region(
        "journal-rows",
        [
          Fragment(.div, id: "rows-\(rows.state)", .data("found", found(journal))) {
            if rows.days.isEmpty {
              nothing(journal.choices)
            } else {
              days(rows, hasBalance: journal.choices.hasBalance, isMore: false)
            }
          }
        ])
    }
  }

  private static func hasBalance(_ rows: JournalRows) -> Bool {
    rows.days.contains { $0.rows.contains { $0.balance != nil } }
  }

  private static func nothing(_ choices: JournalChoices) -> HTML {
    choices.isFiltered
      ? MoneyStates.nothing(
        .filter, "Nothing matches",
        "No entry has all of: " + choices.active.map { MoneyAmount.line($0.title) }.joined(separator: ", ")
          + "."
      ) {
        Tag.a(.class("button"), .id("clear-filters"), .href(PagePath.target(.journal(choices.clear)))) {
          "Clear filters"
        }
      }
      : MoneyStates.nothing(
        .list, "No entries yet",
        "This file has accounts but no rows. What other programs write into it shows here.")
  }

  /// A table for every page of rows: so added rows need no place inside another table.
  private static func days(_ rows: JournalRows, hasBalance: Bool, isMore: Bool) -> HTML {
    HTML {
      Tag.table(
        .class("ledger", isMore ? "more" : ""), .set(.role, "table"), .set(.tabindex, isMore ? "-1" : nil)
      ) {
        Tag.caption(.class("unseen")) { isMore ? "Earlier entries by day" : "Entries by day, newest first" }
        MoneyJournalRow.head(hasBalance: hasBalance)
        for day in rows.days { MoneyJournalRow.day(day, hasBalance: hasBalance) }
      }
      if let earlier = rows.earlier {
        Tag.div(.class("earlier-place")) {
          Tag.button(
            .class("button"), .set(.type, "button"), .htmxGet(PagePath.target(earlier)),
            .set(.hxTarget, "closest .earlier-place"), .set(.hxSwap, "outerHTML"), .data("earlier", "")
          ) { "Earlier" }
          Tag.p(.class("problem"), .set(.role, "alert"), .flag(.hidden)) {
            Icon.warn.html(.small)
            Tag.span()
          }
        }
      } else {
        Tag.p(.class("earlier-place")) { "These are all." }
      }
    }
  }

  // MARK: Conditions

  private static func found(_ journal: JournalScreen) -> String {
    switch journal.rows {
    case .loading: "Reading…"
    case .failed: "The journal could not be read"
    case .ready(let rows) where rows.days.isEmpty: "No entries"
    case .ready(let rows) where rows.earlier == nil: MoneyPane.count(rows.count, "entry", "entries")
    case .ready(let rows): "The newest \(MoneyPane.count(rows.count, "entry", "entries"))"
    }
  }

  /// What holds besides what the fields above show; each with a way out of it.
  private static func conditions(_ choices: JournalChoices) -> HTML {
    let shown = [choices.periodLabel, choices.title] + choices.kinds.filter(\.isChosen).map(\.title)
    let others = choices.active.filter { !shown.contains($0.title) }
    return HTML {
      for (index, active) in others.enumerated() {
        Tag.a(
          .class("chip on"), .id("condition-\(index)"), .href(PagePath.target(.journal(active.without))),
          .aria("label", "Without \(MoneyAmount.line(active.title))")
        ) {
          MoneyAmount.text(active.title, "truncate")
          Icon.close.html(.tiny)
        }
      }
      if others.count > 1 {
        Tag.a(.class("clear"), .id("clear-all"), .href(PagePath.target(.journal(choices.clear)))) {
          "Clear filters"
        }
      }
    }
  }
}

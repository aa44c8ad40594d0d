import AppState
import Markup

/// Net worth, income and expense in one strip.
enum MoneyFigures {
  static func fragment(_ shown: Shown<KeyFigureStrip>, _ context: PageContext) -> Fragment {
    Fragment(.section, id: "key-figures", .class("card"), .aria("label", "Key figures")) {
      switch shown {
      case .loading: MoneyStates.reading("Adding up…")
      case .failed(let why):
        MoneyStates.failed("The figures could not be added up", why: why, page: context.page)
      case .ready(let strip):
        Tag.div(.class("figures")) {
          Tag.div(.id("figure-worth")) { content(strip.worth) }
          toggle(strip.income, id: "figure-income")
          toggle(strip.expense, id: "figure-expense")
        }
        transfers(strip)
      }
    }
  }

  /// Choosing income or expense shows only those among the newest rows; choosing it again shows all.
  private static func toggle(_ card: KeyFigureStrip.Card, id: String) -> HTML {
    guard let query = card.toggle else { return Tag.div(.id(id)) { content(card) } }
    return Tag.a(
      .class("switch-cell"), .id(id), .href(PagePath.target(.money(query))),
      .aria("current", card.isChosen ? "true" : nil)
    ) {
      content(card)
      Tag.span(.class("unseen")) {
        card.isChosen ? "Recent shows only these; show all again" : "Show only these under Recent"
      }
    }
  }

  private static func content(_ card: KeyFigureStrip.Card) -> HTML {
    HTML {
      Tag.span(.class("what")) {
        card.title
        if card.isChosen { Icon.check.html(.tiny) }
      }
      MoneyAmount.figure(card.amount)
      Tag.span(.class("against")) {
        if let change = card.change { difference(change) }
        if card.change == nil, card.note == nil { "Nothing to compare with" }
        if let note = card.note {
          if card.change != nil { " · " }
          Tag.bdi { MoneyAmount.line(note) }
        }
      }
    }
  }

  private static func difference(_ change: KeyFigureStrip.Change) -> HTML {
    let (sign, word) =
      switch change.direction {
      case .up: ("▲ ", "up ")
      case .down: ("▼ ", "down ")
      case .same: ("", "")
      }
    return HTML {
      Tag.span(.class(change.isBetter.map { $0 ? "better" : "worse" } ?? "")) {
        Tag.span(.aria("hidden", "true")) { sign }
        Tag.span(.class("unseen")) { word }
        change.percent
      }
      Tag.span(.class("long")) { " against \(change.against)" }
    }
  }

  /// What one account moved from and to others is no income and no expense; it stands below.
  private static func transfers(_ strip: KeyFigureStrip) -> HTML {
    HTML {
      if let come = strip.transferredIn, let gone = strip.transferredOut {
        Tag.p(.class("transfers")) {
          Icon.transfer.html(.small)
          Tag.span {
            "Transfers in "
            MoneyAmount.html(come)
          }
          Tag.span {
            "Transfers out "
            MoneyAmount.html(gone)
          }
        }
      }
    }
  }
}

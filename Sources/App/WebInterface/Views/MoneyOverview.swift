import AppState
import Markup

/// The overview: choices, key figures, the last days, the newest rows, what comes (money 5.1).
enum MoneyOverview {
  static func html(_ overview: OverviewScreen, _ context: PageContext) -> HTML {
    let regions = regions(overview, context)
    return Tag.div(.class("page"), .id("overview-scroll")) {
      Tag.div(.class("money-column")) {
        Tag.div(.id("period")) { regions[0].html }
        Tag.div(.id("figures")) { regions[1].html }
        Tag.div(.class("board both")) {
          Tag.div(.id("trend-place")) { regions[2].html }
          Tag.div(.class("side"), .id("scheduled-place")) { regions[4].html }
          Tag.div(.id("recent-place")) { regions[3].html }
        }
      }
    }
  }

  static func regions(_ overview: OverviewScreen, _ context: PageContext) -> [Region] {
    [
      Region("period", [choices(overview.header, context)]),
      Region("figures", [MoneyFigures.fragment(overview.figures, context)]),
      Region("trend-place", [MoneyTrend.fragment(overview.trend, context)]),
      Region("recent-place", [recent(overview.recent, context)]),
      Region("scheduled-place", [MoneyScheduled.fragment(overview.scheduled, context)]),
    ]
  }

  /// `All accounts in EUR`.
  static func subtitle(_ header: OverviewHeader) -> HTML {
    HTML {
      MoneyAmount.text(header.title)
      if !header.currency.isEmpty { " in \(MoneyAmount.line(header.currency))" }
    }
  }

  // MARK: Choices

  private static func choices(_ header: OverviewHeader, _ context: PageContext) -> Fragment {
    Fragment(.nav, id: "choices", .class("period"), .aria("label", "Account and period")) {
      Tag.div(.class("steps")) {
        step(header.previous, "step-back", "One step back", .back)
        MoneyMenu.html(id: "period-menu", icon: .calendar, label: "Period", value: header.label, isOn: true) {
          for (index, choice) in header.periods.enumerated() {
            MoneyMenu.link(choice, id: "period-\(index)", to: PagePath.target(.money(choice.value)))
          }
          ownDays(header)
        }
        step(header.next, "step-on", "One step on", .next)
      }
      MoneyMenu.html(id: "account-menu", icon: .bank, label: "Account", value: header.title, isOn: false) {
        for (index, choice) in header.accounts.enumerated() {
          MoneyMenu.link(choice, id: "account-choice-\(index)", to: PagePath.target(.money(choice.value)))
        }
      }
      Tag.div(.class("presets")) {
        for (index, choice) in header.periods.prefix(4).enumerated() {
          Tag.a(
            .class("chip"), .id("preset-\(index)"), .href(PagePath.target(.money(choice.value))),
            .aria("current", choice.isChosen ? "true" : nil)
          ) { choice.title }
        }
      }
    }
  }

  private static func step(_ query: OverviewQuery?, _ id: String, _ label: String, _ icon: Icon) -> HTML {
    guard let query else {
      return Tag.span(.class("icon-button off"), .id(id), .aria("hidden", "true")) { icon.html() }
    }
    return Tag.a(
      .class("icon-button"), .id(id), .href(PagePath.target(.money(query))), .aria("label", label)
    ) { icon.html() }
  }

  private static func ownDays(_ header: OverviewHeader) -> HTML {
    Tag.form(.class("own-days"), .set(.method, "get"), .action("/money")) {
      Tag.input(.set(.type, "hidden"), .set(.name, "period"), .set(.value, "custom"))
      MoneyMenu.day("from", "overview-from", "From", header.days?.lowerBound.description)
      MoneyMenu.day("to", "overview-to", "To", header.days?.upperBound.description)
      Tag.button(.class("button"), .set(.type, "submit")) { "Show these days" }
    }
  }

  // MARK: Recent

  private static func recent(_ shown: Shown<RecentRows>, _ context: PageContext) -> Fragment {
    Fragment(.section, id: "recent", .class("card"), .aria("labelledby", "recent-title")) {
      Tag.div(.class("head")) {
        Tag.h2(.id("recent-title")) { "Recent" }
        if let rows = shown.value, !rows.rows.isEmpty {
          Tag.a(.id("to-all-rows"), .href(PagePath.target(.journal(rows.journal)))) {
            rows.count.map { "All \(MoneyPane.grouped($0)) in Journal" } ?? "All in Journal"
          }
        }
      }
      switch shown {
      case .loading: MoneyStates.reading()
      case .failed(let why):
        MoneyStates.failed("The newest entries could not be read", why: why, page: context.page)
      case .ready(let rows) where rows.rows.isEmpty: noRows(rows, context)
      case .ready(let rows):
        Tag.ul(.class("entries"), .id("recent-rows")) {
          for row in rows.rows { entry(row) }
        }
      }
    }
  }

  private static func noRows(_ rows: RecentRows, _ context: PageContext) -> HTML {
    MoneyStates.nothing(.list, "No entries in this period", "Choose other days, or look at all of them.") {
      Tag.a(
        .class("button"),
        .href(PagePath.target(.money(OverviewQuery(account: .all, period: PeriodChoice(.all)))))
      ) { "Show all days" }
    }
  }

  private static func entry(_ row: JournalRow) -> HTML {
    Tag.li(.class("entry", row.isVoid ? "void" : "", row.isFuture ? "planned" : "")) {
      Tag.span(.class("tile")) { MoneyIcon.entry(row).html() }
      Tag.span(.class("middle")) {
        Tag.span(.class("name truncate")) { MoneyJournalRow.title(row) }
        Tag.span(.class("second truncate")) {
          MoneyAmount.text(MoneyJournalRow.category(row))
          Tag.span { [row.time, row.date].compactMap { $0 }.map { " · \($0)" }.joined() }
          if !row.note.isEmpty {
            " · "
            MoneyAmount.text(row.note)
          }
        }
      }
      Tag.span(.class("end")) {
        Tag.span {
          Tag.span(.class("unseen")) { MoneyJournalRow.word(row) + " " }
          MoneyAmount.html(row.amount)
        }
        Tag.small(.class("truncate")) { MoneyAmount.text(row.account) }
      }
    }
  }
}

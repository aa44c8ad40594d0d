import AppState
import Markup

/// Income and expense of the last days: a table, and the chart that the page's script draws from it.
enum MoneyTrend {
  static func fragment(_ shown: Shown<TrendChart>, _ context: PageContext) -> Fragment {
    Fragment(.section, id: "trend-card", .class("card"), .aria("labelledby", "trend-title")) {
      Tag.div(.class("head")) {
        Tag.h2(.id("trend-title")) { title(shown.value) }
        if let chart = shown.value, !chart.days.isEmpty {
          Tag.p(.class("legend"), .aria("hidden", "true")) {
            Tag.span(.class("income")) { Tag.span { "Income" } }
            Tag.span(.class("expense")) { Tag.span { "Expense" } }
          }
        }
      }
      switch shown {
      case .loading: MoneyStates.reading()
      case .failed(let why):
        MoneyStates.failed("The last days could not be read", why: why, page: context.page)
      case .ready(let chart) where chart.days.isEmpty:
        MoneyStates.nothing(.chart, "Nothing earned or spent", "In this period no row counts as either.")
      case .ready(let chart): figure(chart)
      }
    }
  }

  private static func title(_ chart: TrendChart?) -> String {
    guard let count = chart?.days.count, count > 0 else { return "Last days" }
    return count == 1 ? "Last day" : "Last \(count) days"
  }

  private static func figure(_ chart: TrendChart) -> HTML {
    Tag.figure(.class("chart"), .id("trend"), .data("sentence", sentence(chart))) {
      Tag.div(.class("chart-table"), .id("trend-table")) { table(chart) }
      Tag.button(
        .class("button quiet small"), .id("trend-switch"), .set(.type, "button"),
        .data("chart-switch", ""), .data("label", "Show as table"), .data("other", "Show as chart"),
        .aria("controls", "trend-table"), .aria("expanded", "true"), .flag(.hidden)
      ) { "Show as table" }
    }
  }

  private static func table(_ chart: TrendChart) -> HTML {
    Tag.table(.class("plain"), .data("chart", "bars")) {
      Tag.caption { "Income and expense by day with entries, in \(MoneyAmount.line(chart.currency))" }
      Tag.thead {
        Tag.tr {
          Tag.th(.set(.scope, "col")) { "Day" }
          Tag.th(.set(.scope, "col"), .data("tone", "good")) { "Income" }
          Tag.th(.set(.scope, "col"), .data("tone", "ink3"), .data("down", "")) { "Expense" }
        }
      }
      Tag.tbody {
        for day in chart.days {
          Tag.tr {
            Tag.th(.set(.scope, "row"), .data("label", day.axis)) {
              Tag.a(.id("trend-\(day.day)"), .href(PagePath.target(.journal(day.journal)))) { day.title }
            }
            Tag.td(.data("value", day.income.exact)) { MoneyAmount.html(day.income) }
            Tag.td(.data("value", day.expense.exact)) { MoneyAmount.html(day.expense) }
          }
        }
      }
    }
  }

  /// What the chart says, for who does not see it.
  private static func sentence(_ chart: TrendChart) -> String {
    let first = chart.days.first.map { "from \($0.title) " } ?? ""
    let last = chart.days.last.map { "to \($0.title)" } ?? ""
    return "Income and expense by day, \(first)\(last). The figures stand in the table."
  }
}

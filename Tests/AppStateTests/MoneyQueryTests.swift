import AppState
import Ledger
import Testing

/// Addresses of the pages of Money: what cannot be read is left out, and nothing traps.
@Suite struct MoneyQueryTests {
  private static let names = [
    "kind", "account", "period", "on", "from", "to", "type", "status", "category", "only", "payee", "tag",
    "min",
    "max", "attachment", "deleted", "q", "after", "state", "balance", "other",
  ]
  private static let values = [
    "", "0", "-1", "1", "all", "9223372036854775808", "-9223372036854775808", "9223372036854775807", "1e400",
    "last-", "last-0", "last--1", "last-99999999999999999999", "last-36601", "last-30", "custom", "month",
    "0000-00-00", "2026-02-30", "9999-12-31", "0001-01-01", "2026-06-14~5", "~", "2026-06-14~x", "\u{0}",
    "\u{202E}<script>", String(repeating: "é", count: 5_000), "withdrawal", "void", "*/(", "💶", "%", "٣",
  ]

  @Test func everyPairOfFieldsIsReadWithoutTrapAndReadsBackTheSame() {
    var failures: [String] = []
    for first in Self.names {
      for value in Self.values {
        for second in Self.names {
          let items = [
            (name: first, value: value), (name: second, value: Self.values[value.utf8.count % 31]),
          ]
          let journal = JournalQuery(items: items)
          let overview = OverviewQuery(items: items)
          if JournalQuery(items: journal.items) != journal { failures.append("journal \(first)=\(value)") }
          if OverviewQuery(items: overview.items) != overview {
            failures.append("overview \(first)=\(value)")
          }
          if let earlier = EarlierQuery(items: items), EarlierQuery(items: earlier.items) != earlier {
            failures.append("earlier \(first)=\(value)")
          }
          let period = PeriodChoice(items: items) ?? .usual
          for today in [CalendarDate.first, StillSurroundings.today, .last] {
            let choice = period.days(today: today)
            _ = (choice.range(), choice.previous, choice.stepped(by: 1), choice.stepped(by: .min))
          }
          if journal.text.count > JournalQuery.textCharactersMax { failures.append("long text") }
        }
      }
    }
    #expect(failures.isEmpty, "\(failures.prefix(5))")
  }

  @Test func unknownValuesAreIgnored() {
    let query = JournalQuery(items: [
      ("kind", "x"), ("account", "-4"), ("period", "fortnight"), ("type", "gift"), ("status", "?"),
      ("category", "x"), ("only", "1"), ("payee", "0"), ("tag", ""), ("attachment", "yes"), ("deleted", "2"),
    ])
    #expect(query == JournalQuery())
    #expect(
      OverviewQuery(items: [("type", "transfer"), ("account", ""), ("on", "2026-01-01")]) == OverviewQuery())
  }

  @MainActor @Test(.timeLimit(.minutes(1))) func hostileConditionsFindNothingAndBreakNothing() async throws {
    let money = await MoneyDomain.opened(ScriptedSession(SampleBook.book()))
    let book = try #require(money.book.value)
    for (name, value) in [
      ("category", "9223372036854775807"), ("payee", "77"), ("tag", "77"), ("min", "(((((("), ("max", "1/0"),
      ("q", "\u{0}"), ("min", String(repeating: "9", count: 40)), ("kind", "future"), ("kind", "scheduled"),
      ("account", "999"), ("on", "9999-12-31"),
    ] {
      let items = [("period", name == "on" ? "year" : "all"), (name, value)].map { (name: $0.0, value: $0.1) }
      let model = JournalModel(JournalQuery(items: items))
      await model.load(book, account: .all, period: .usual)
      #expect(model.rows.phase == .ready, "\(name)=\(value)")
      _ = money.screen(.journal(model))
    }
  }
}

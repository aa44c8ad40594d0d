import AppState
import Ledger
import Testing
import Timebase

@testable import tern

/// What Money keeps in the profile's settings.
@Suite struct MoneyPreferencesTests {
  @Test func whatIsKeptIsReadBackTheSame() {
    let day = CalendarDate(dayNumber: 20_000) ?? .first
    let preferences = MoneyPreferences(recent: [
      .init(
        path: "/a \"b\"\n\u{1F41F}.mmb", openedAt: Timestamp(milliseconds: 5), account: .one(RecordID(7)),
        period: PeriodChoice(.custom(day...day))),
      .init(path: "/b", openedAt: Timestamp(milliseconds: 4), period: PeriodChoice(.last(days: 30))),
      .init(path: "/c", openedAt: Timestamp(milliseconds: 3)),
    ])
    #expect(MoneyPreferencesCoding.preferences(MoneyPreferencesCoding.text(preferences)) == preferences)
  }

  @Test func whatCannotBeReadIsPassedOver() {
    for text in [
      "", "{", "null", "[]", "[1]", #"[{"path":1,"openedAt":1}]"#, #"[{"path":"/a","openedAt":-1}]"#,
      String(repeating: "[", count: 10_000),
    ] { #expect(MoneyPreferencesCoding.preferences(text) == MoneyPreferences(), "\(text.prefix(40))") }
    let odd =
      #"[{"path":"/a","openedAt":1,"account":"x","period":{"period":"never"}},"#
      + #"{"path":"/a","openedAt":2}]"#
    let read = MoneyPreferencesCoding.preferences(odd).recent
    #expect(read == [.init(path: "/a", openedAt: Timestamp(milliseconds: 1))])
  }
}

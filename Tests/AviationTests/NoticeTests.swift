import Aviation
import Testing

@Suite struct NoticeTests {
  @Test func textsInOtherFormsAreReadAsTheyStand() {
    let expected: [(String, String)] = [
      ("SAT, SUN and public HOL, 0700-1900 with PPR 48 HR", "weekends: PPR 48h"),
      ("MON, WED, FRI: PN 4 HR", "Mon: PPR 4h; Wed: PPR 4h; Fri: PPR 4h"),
      ("Tue–Thu : PPR 12 HRS", "Tue-Thu: PPR 12h"), ("PPR MNM 24 HR", "PPR 24h"),
      ("24HR PN", "PPR 24h"), ("48 hours in advance", "PPR 48h"), ("O/R", "On request / by arrangement"),
      ("Sur demande", "On request / by arrangement"), ("PPR 24 HR or PPR 24 HR", "PPR 24h"),
      ("Last business day before 1100 or PPR 3 HR", "PPR 3h; Last business day before 1100"),
      ("EH24", "No notification rules parsed"),
      ("0500-2200 (0400-2100) on request", "On request / by arrangement"),
    ]
    for (text, summary) in expected {
      #expect(NotificationParser.parse(text).summary == summary, "\(text)")
    }
    let holidays = NotificationParser.parse("SUN and HOL: PPR 24 HR")
    #expect(holidays.rules.first?.includesHolidays == true)
    #expect(abs(holidays.hassleScore - 0.5) < 1e-9)
    let hours = NotificationParser.parse("MON-FRI: 8 HR")
    #expect(hours.rules.first?.confidence == 0.5, "hours without a word for notice may be opening hours")
  }

  /// T34: what the patterns cannot say stays a warning and is never complete.
  @Test func textsWithExceptionsAreNotTakenForWhole() {
    let exception = NotificationParser.parse("PPR 12 HR (24 HR SAT, SUN and public HOL) before ETA")
    #expect(exception.maxHoursNotice == 12 && !exception.warnings.isEmpty)
    let refused = NotificationParser.parse("Non-Schengen flights: prohibited.")
    #expect(refused.rules.isEmpty && !refused.isComplete && refused.confidence == 0.3)
    let always = NotificationParser.parse(
      "H24 for flights within Schengen. Flights from outside Schengen: PPR 24 HR, prohibited on SUN except"
        + " when the handling agent agrees.")
    #expect(!always.isH24 && always.maxHoursNotice == 24 && !always.isComplete)
    #expect(always.warnings.count == 2 && always.confidence == 0.5)
    #expect(always.rules.allSatisfy { !$0.isSchengenOnly && !$0.isNonSchengenOnly })
  }

  @Test func longAndHostileTextsAreReadToTheirCap() {
    let long = NotificationParser.parse(String(repeating: "PPR 24 HR. ", count: 5_000))
    #expect(long.maxHoursNotice == 24 && long.warnings.contains { $0.contains("not read to its end") })
    let many = NotificationParser.parse((1...200).map { "PPR \($0) HR" }.joined(separator: " "))
    #expect(many.rules.count == NotificationParser.rulesMax)
    for text in [
      "", " ", "\u{0}", "999999999999999999999 HR notice", "PPR -5 HR", "🛩 PPR ２４ HR", "MON-", "MON-FRI:",
      "H 24",
    ] {
      let parsed = NotificationParser.parse(text)
      #expect((0...1).contains(parsed.hassleScore), "\(text)")
      #expect(parsed.maxHoursNotice ?? 0 <= 999)
    }
    #expect(NotificationParser.parse("PPR ２４ HR").rules.isEmpty, "figures of other scripts are not guessed")
  }

  /// T4: the order of rule types decides, and what is doubtful is not shown.
  @Test func ofSeveralRuleTypesCustomsIsShown() {
    func row(_ type: String, _ confidence: Double) -> AirportNotice {
      var row = AirportNotice.Row(icao: "LFAT")
      row.ruleType = type
      row.kind = "hours"
      row.confidence = confidence
      return AirportNotice(row: row)
    }
    let rows = [row("handling", 0.9), row("ppr", 0.9), row("immigration", 0.9), row("customs", 0.51)]
    #expect(AirportNotice.shown(of: rows)?.ruleType == .customs)
    #expect(AirportNotice.shown(of: rows.reversed())?.ruleType == .customs)
    #expect(AirportNotice.shown(of: [row("customs", 0.5), row("pn", 0.6)])?.ruleType == .pn)
    #expect(AirportNotice.shown(of: [row("customs", 0.5)]) == nil)
    #expect(AirportNotice.shown(of: [row("strange", 0.9), row("handling", 0.9)])?.ruleType == .handling)
  }

  /// T35 and the rest of the scale.
  @Test func aerodromeHoursAreAsEasyAsHoursWithoutCount() {
    var row = AirportNotice.Row(icao: "LSGS")
    row.kind = "as_ad_hours"
    #expect(AirportNotice(row: row).easiness == 85)
    row.kind = "something new"
    #expect(AirportNotice(row: row).kind == .unknown && AirportNotice(row: row).easiness == 50)
    #expect(AirportNotice(icao: "X", fieldText: "AD OPR HR").easiness == 85)
    #expect(AirportNotice(icao: "X", fieldText: "PPR 24 HR").easiness == 60)
    #expect(AirportNotice(icao: "X", fieldText: "gibberish").confidence < AirportNotice.confidenceMin)
  }

  /// T36: one whole number must not lose the whole object.
  @Test func weekdayRulesMayBeWholeNumbers() {
    var row = AirportNotice.Row(icao: "LFAT")
    row.kind = "hours"
    row.weekdayRules = #"{"Mon-Fri": 24, "Sat-Sun": "48h notice", "Holidays": true, "Sunday": -3}"#
    let notice = AirportNotice(row: row)
    #expect(notice.maxNoticeHours == 48)
    #expect((0...6).map { notice.noticeHours(on: $0) } == [24, 24, 24, 24, 24, 48, 48])
    #expect(notice.noticeHours(on: 9) == nil)
    row.weekdayRules = "{broken"
    #expect(AirportNotice(row: row).weekdayRules.isEmpty)
    let days = WeekdayNotice(days: "Fri-Mon", hours: 3)
    #expect((0...6).map { days.holds(on: $0) } == [true, false, false, false, true, true, true])
    #expect(WeekdayNotice(days: "Weekend", text: "H24").hours == 0)
    #expect(WeekdayNotice(days: "Weekend", text: "closed").hours == nil)
  }

  /// T37: the country comes from whoever knows it, no second database is needed.
  @Test func filtersAndFiguresNeedNoSecondDatabase() {
    let notices = [
      AirportNotice(icao: "LFAT", kind: .hours, hoursNotice: 24), AirportNotice(icao: "EGKB", kind: .h24),
      AirportNotice(icao: "LFMD", kind: .onRequest),
      AirportNotice(icao: "EDSB", kind: .hours, hoursNotice: 12),
    ]
    let countries = ["LFAT": "FR", "LFMD": "FR", "EGKB": "GB"]
    func names(_ filter: NoticeFilter) -> [String] {
      filter.applied(to: notices) { countries[$0] }.map(\.icao)
    }
    #expect(names(NoticeFilter(country: "fr")) == ["LFAT", "LFMD"])
    #expect(names(NoticeFilter(maxHours: 12)) == ["EGKB", "LFMD", "EDSB"])
    #expect(names(NoticeFilter(maxHours: 12, kind: .hours)) == ["EDSB"])
    #expect(NoticeFilter(country: "FR").applied(to: notices) { _ in nil }.isEmpty)
    let figures = NoticeStatistics(notices)
    #expect(figures.total == 4 && figures.meanHours == 18)
    #expect(figures.byKind.map(\.count) == [1, 2, 1])
  }

  @Test func damagedRowsGiveASmallerNotice() {
    var row = AirportNotice.Row(icao: "LFAT")
    row.hoursNotice = -1
    row.confidence = .infinity
    row.contactInfo = #"{"phone": 5, "email": "a@example.org"}"#
    row.schengenRules = "[]"
    let notice = AirportNotice(row: row)
    #expect(notice.kind == .unknown && notice.hoursNotice == nil && notice.confidence == 0)
    #expect(notice.phone == nil && notice.email == "a@example.org" && !notice.isSchengenOnly)
  }
}

/// Reads the text on customs and immigration (AIP field 302) by fixed patterns: the same text always gives
/// the same rules.
///
/// It reads what is said in one of a few forms and no more. `12 HR (24 HR SAT, SUN)` gives 12 only, and
/// what is prohibited is not turned into a rule (T34): such texts keep a warning and are not `isComplete`.
/// Time in proportion to the text. Source: airports 16.
public struct NotificationParser: Sendable {
  /// Texts are read up to here, bytes; what is longer is read so far and has a warning.
  public static let bytesMax = 8_192
  /// Rules that are kept of one text.
  public static let rulesMax = 32

  private let length: Int
  private let words: PlainWords
  private let isCut: Bool

  /// Reads `text`.
  public static func parse(_ text: String) -> ParsedNotification { NotificationParser(text).parsed() }

  private init(_ text: String) {
    var kept = text
    isCut = kept.utf8.count > Self.bytesMax
    if isCut { kept = String(decoding: Array(kept.utf8.prefix(Self.bytesMax)), as: UTF8.self) }
    let isSpace: (Character) -> Bool = { $0.isWhitespace }
    let start = kept.firstIndex { !isSpace($0) } ?? kept.endIndex
    let last = kept.lastIndex { !isSpace($0) }
    let body = last.map { String(kept[start...$0]) } ?? ""
    length = body.count
    words = PlainWords(body)
  }

  private func parsed() -> ParsedNotification {
    let isComplex = self.isComplex
    var rules: [NotificationRule] = []
    if words.saysH24 {
      let isAll = length < 100 && !isComplex
      rules.append(NotificationRule(ruleType: .customs, kind: .h24, confidence: isAll ? 0.95 : 0.5))
      if isAll { return simple(rules) }
    }
    if !hasHours, !isComplex {
      if saysOnRequest {
        return simple(rules + [.init(ruleType: .customs, kind: .onRequest, confidence: 0.9)])
      }
      if saysAerodromeHours {
        return simple(rules + [.init(ruleType: .customs, kind: .asADHours, confidence: 0.9)])
      }
    }
    let byDay = NoticeDayRules(words).rules
    rules += byDay.isEmpty ? plainHours : byDay
    if let rule = businessDay { rules.append(rule) }
    let scope = schengen
    for index in rules.indices {
      rules[index].isSchengenOnly = scope.only
      rules[index].isNonSchengenOnly = scope.non
    }
    let isWhole = length < 150 && (1...2).contains(rules.count) && !isComplex && !isCut
    return ParsedNotification(
      rules: Array(rules.prefix(Self.rulesMax)), isComplete: isWhole, warnings: warnings)
  }

  private func simple(_ rules: [NotificationRule]) -> ParsedNotification {
    ParsedNotification(rules: rules, isComplete: true, warnings: [])
  }

  private var warnings: [String] {
    var warnings = ["Read by fixed patterns: compare with the text."]
    if complexity > 2 { warnings.append("The text has conditions that these rules may leave out.") }
    if isCut { warnings.append("The text is long and was not read to its end.") }
    return warnings
  }

  // MARK: what the text says

  private var hasHours: Bool { words.indices.contains { words.hours($0) != nil } }

  private var saysOnRequest: Bool {
    words.contains([["on"], ["request"]]) || words.contains([["by"], ["arrangement"]])
      || words.contains([["by"], ["prior"], ["arrangement"]]) || words.contains([["sur"], ["demande"]])
      || words.indices.contains {
        words.word($0) == "o" && words.isMark($0 + 1, Self.slash) && words.word($0 + 2) == "r"
      }
  }

  private var saysAerodromeHours: Bool {
    let hours = ["hr", "hrs", "hour", "hours"]
    return words.contains([["as"], ["ad"], hours]) || words.contains([["ad"], ["opr"], hours])
      || words.contains([hours, ["ad"]])
  }

  /// `PPR|PN [MNM] N HR`, `N HR PPR|PN`, `N HOURS [prior|in] notice|advance|PN`; each count once.
  private var plainHours: [NotificationRule] {
    var found: [Int] = []
    for index in words.indices {
      guard let (hours, next) = words.hours(index) else { continue }
      let before = words.isWord(index - 1, ["mnm"]) ? index - 2 : index - 1
      let isAsked =
        words.isWord(before, ["ppr", "pn"]) || words.isWord(next, ["ppr", "pn", "notice", "advance"])
        || (words.isWord(next, ["prior", "in"]) && words.isWord(next + 1, ["notice", "advance", "pn"]))
      if isAsked, !found.contains(hours), found.count < Self.rulesMax { found.append(hours) }
    }
    return found.map { NotificationRule(ruleType: .ppr, kind: .hours, hoursNotice: $0, confidence: 0.8) }
  }

  private var businessDay: NotificationRule? {
    guard
      let index = words.indices.first(where: {
        words.holds($0, [["last"], ["working", "business"], ["day", "days"]])
      })
    else { return nil }
    var next = index + 3
    if words.isWord(next, ["before"]) { next += 1 }
    var rule = NotificationRule(ruleType: .ppr, kind: .businessDay, confidence: 0.75)
    rule.businessDayOffset = -1
    rule.specificTime = words.clock(next)
    return rule
  }

  private var schengen: (only: Bool, non: Bool) {
    let non = words.contains([["extra", "non", "outside"], ["schengen"]])
    let only =
      words.contains([["within", "intra"], ["schengen"]])
      || words.contains([["schengen"], ["flights", "flight"], ["only"]])
    return non && only ? (false, false) : (only, non)
  }

  private static let slash: [Character] = ["/"]
  private var days: [Int] { words.indices.compactMap { words.word($0).flatMap(WeekdayWords.day) } }
  private var saysSchengen: Bool { words.contains([["schengen"]]) }

  private var isComplex: Bool {
    days.count >= 3 || saysSchengen || words.contains([["prohibited"]]) || length > 200
  }

  /// How many signs of a text with conditions there are.
  private var complexity: Int {
    let conditions = ["if", "when", "during", "except", "unless", "provided"]
    return [
      days.count >= 3, saysSchengen,
      words.contains([["prohibited", "interdit", "interdits"]]) || words.contains([["not"], ["permitted"]]),
      words.indices.contains { words.clock($0) != nil && words.isWord($0 - 1, ["before", "until", "by"]) },
      words.contains([["opening", "closing"], ["hours", "hour", "hr"]]), words.contains([conditions]),
      length > 300, Set(days).count >= 4,
    ].filter(\.self).count
  }
}

/// `MON-FRI : PPR 24 HR`, `SAT, SUN and public HOL, 0700-1900 with PN 48 HR`, `WEEKEND: PPR 72 HR`.
struct NoticeDayRules {
  private let words: PlainWords

  init(_ words: PlainWords) { self.words = words }

  var rules: [NotificationRule] {
    var rules: [NotificationRule] = []
    var index = 0
    while index < words.tokens.count, rules.count < NotificationParser.rulesMax {
      if let (found, next) = rule(at: index) {
        rules += found
        index = next
      } else {
        index += 1
      }
    }
    return rules
  }

  private func rule(at start: Int) -> ([NotificationRule], next: Int)? {
    guard let (runs, afterDays) = days(at: start) else { return nil }
    var index = afterDays
    var includesHolidays = false
    var holiday = index
    if words.isMark(holiday, [","]) { holiday += 1 }
    if words.isWord(holiday, ["and"]) { holiday += 1 }
    if words.isWord(holiday, ["public"]) { holiday += 1 }
    if words.isWord(holiday, ["hol", "hols", "holiday", "holidays"]) {
      includesHolidays = true
      index = holiday + 1
    }
    guard words.isMark(index, [":", ","]) else { return nil }
    index += 1
    if words.clock(index) != nil, words.isMark(index + 1, ["-"]), words.clock(index + 2) != nil { index += 3 }
    if words.isWord(index, ["with"]) { index += 1 }
    var asks = false
    for word in ["ppr", "pn"] where words.isWord(index, [word]) {
      asks = true
      index += 1
    }
    guard let (hours, next) = words.hours(index) else { return nil }
    // Without a word for notice the hours may be those in which somebody is there.
    let confidence = asks || words.isWord(next, ["ppr", "pn", "notice", "prior"]) ? 0.8 : 0.5
    let found = runs.map { run in
      var rule = NotificationRule(
        ruleType: .ppr, kind: .hours, hoursNotice: hours, weekdays: run, confidence: confidence)
      rule.includesHolidays = includesHolidays
      return rule
    }
    return (found, next)
  }

  /// Days at `start`, as runs without gaps, and the index after them.
  private func days(at start: Int) -> ([(start: Int, end: Int)], next: Int)? {
    guard let word = words.word(start) else { return nil }
    if let several = WeekdayWords.days(word) {
      return ([(several.lowerBound, several.upperBound)], start + 1)
    }
    guard let first = WeekdayWords.day(word) else { return nil }
    if words.isMark(start + 1, ["-"]), let last = words.word(start + 2).flatMap(WeekdayWords.day) {
      return ([(first, last)], start + 3)
    }
    var list = [first]
    var next = start + 1
    while words.isMark(next, [","]), let day = words.word(next + 1).flatMap(WeekdayWords.day), list.count < 7
    {
      list.append(day)
      next += 2
    }
    var runs: [(start: Int, end: Int)] = []
    for day in list {
      if let last = runs.last, last.end + 1 == day {
        runs[runs.count - 1].end = day
      } else {
        runs.append((day, day))
      }
    }
    return (runs, next)
  }
}

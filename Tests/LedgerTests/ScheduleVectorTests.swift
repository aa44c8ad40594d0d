import Ledger
import StrictJSON
import Testing

@Suite struct ScheduleVectorTests {
  @Test func chainsOfDatesAreThoseOfTheVectors() throws {
    var suite = VectorSuite("schedule-next")
    for entry in try FixtureFiles.json("schedule")["next"]?.array ?? [] {
      let code = try #require(entry["freq_code"]?.integer)
      let rule = Recurrence(repeats: code, occurrences: entry["x"]?.integer ?? -1)
      var date: CalendarDate? = try day(entry["from_date"]?.string)
      var chain: [String] = []
      while chain.count < 5, let next = date.flatMap(rule.next(after:)) {
        chain.append(next.description)
        date = next
      }
      suite.check(
        chain, entry["chain"]?.array?.compactMap(\.string), "\(code) from \(entry["from_date"]?.string ?? "")"
      )
    }
    suite.report()
  }

  @Test func storedNumbersAreDecoded() throws {
    var suite = VectorSuite("schedule-decode")
    for entry in try FixtureFiles.json("schedule")["decode"]?.array ?? [] {
      let rule = Recurrence(
        repeats: try #require(entry["REPEATS"]?.integer),
        occurrences: try #require(entry["NUMOCCURRENCES"]?.integer))
      let expected = entry["expected"]
      let name = entry.serialized()
      suite.check("\(rule.mode)", expected?["mode"]?.string, name)
      suite.check(rule.frequency.rawValue, expected?["freq_code"]?.integer, name)
      suite.check(rule.occurrences ?? Recurrence.endless, expected?["occurrences"]?.integer, name)
      suite.check(rule.interval, expected?["x"]?.integer, name)
    }
    suite.report()
  }

  @Test func schedulesAdvanceAsTheVectorsSay() throws {
    var suite = VectorSuite("schedule-reschedule")
    for entry in try FixtureFiles.json("schedule")["reschedule"]?.array ?? [] {
      var schedule = try Self.schedule(entry)
      switch schedule.advanced() {
      case .finished: suite.check("deleted", entry["after"]?.string, entry.serialized())
      case .dateUnusable(let date): suite.check(date.text, "", entry.serialized())
      case .next(let next):
        schedule = try Self.schedule(try #require(entry["after"]))
        suite.check(next, schedule, entry.serialized())
      }
    }
    suite.report()
  }

  @Test func projectionsAreThoseOfTheVectors() throws {
    var suite = VectorSuite("schedule-unroll")
    for entry in try FixtureFiles.json("schedule")["unroll"]?.array ?? [] {
      let rule = Recurrence(
        repeats: try #require(entry["REPEATS"]?.integer),
        occurrences: try #require(entry["NUMOCCURRENCES"]?.integer))
      let limit = entry["limit"]?.integer ?? -1
      let dates = rule.dates(
        from: try day(entry["start"]?.string), through: try day(entry["end_inclusive"]?.string),
        limit: limit < 0 ? nil : Int(limit))
      suite.check(dates.map(\.description), entry["dates"]?.array?.compactMap(\.string), entry.serialized())
    }
    suite.report()
  }

  @Test func bucketsAreThoseOfTheVectors() throws {
    var suite = VectorSuite("schedule-buckets")
    for entry in try FixtureFiles.json("schedule_buckets").array ?? [] {
      let (today, due) = (try day(entry["today"]?.string), try day(entry["due"]?.string))
      let bucket = ScheduleBucket(due: due, today: today)
      suite.check("\(bucket)", entry["bucket"]?.string ?? "later", "\(due)")
      suite.check(ScheduleBucket.text(due: due, today: today), entry["text"]?.string, "\(due)")
      suite.check(Int64(today.days(to: due)), entry["days"]?.integer, "\(due)")
    }
    suite.report()
  }

  private static func schedule(_ entry: JSONValue) throws -> Schedule {
    var schedule = Schedule(id: RecordID(1))
    schedule.repeats = try #require(entry["REPEATS"]?.integer)
    schedule.occurrences = try #require(entry["NUMOCCURRENCES"]?.integer)
    schedule.entry.date = DayText(try #require(entry["TRANSDATE"]?.string))
    schedule.due = DayText(try #require(entry["NEXTOCCURRENCEDATE"]?.string))
    return schedule
  }
}

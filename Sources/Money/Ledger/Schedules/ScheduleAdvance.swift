extension Schedule {
  /// How it comes again.
  public var recurrence: Recurrence { Recurrence(repeats: repeats, occurrences: occurrences) }

  /// What becomes of a schedule once an occurrence was entered or skipped.
  public enum Advance: Sendable, Hashable {
    /// That was the last one: the schedule goes, with all that hangs on it.
    case finished
    /// The schedule with its new dates and count.
    case next(Schedule)
    /// A date cannot be read or lies beyond the years; nothing may be written.
    case dateUnusable(DayText)
  }

  /// One occurrence on: both dates move by the same step (the posting date keeps its time), a count falls by
  /// one, "in X" becomes once. Source: money 3.
  public func advanced() -> Advance {
    let recurrence = recurrence
    if recurrence.occurrences == 1 { return .finished }
    var next = self
    guard let posted = entry.date.day.flatMap(recurrence.next(after:)) else {
      return .dateUnusable(entry.date)
    }
    guard let due = due.day.flatMap(recurrence.next(after:)) else { return .dateUnusable(self.due) }
    next.entry.date = entry.date.moved(to: posted)
    next.due = self.due.moved(to: due)
    if recurrence.frequency == .inDays || recurrence.frequency == .inMonths {
      next.repeats = repeats / 100 * 100
      next.occurrences = 1
    } else if let left = recurrence.occurrences {
      next.occurrences = left - 1
    }
    return .next(next)
  }

  /// The days it will be posted on, from the stored posting date on. Void schedules have none.
  public func projected(through end: CalendarDate, limit: Int? = nil) -> [CalendarDate] {
    guard entry.status.code != .void, let start = entry.date.day else { return [] }
    return recurrence.dates(from: start, through: end, limit: limit)
  }
}

/// What the automatic run at the start of a day does with the schedules that are due. Source: money 3.
public struct ScheduleRun: Sendable, Hashable {
  /// One thing to do, in order.
  public enum Step: Sendable, Hashable {
    /// Ask the user about a schedule.
    case ask(RecordID<Schedule>)
    /// Enter this occurrence, then write what `advanced()` gives.
    case enter(Schedule)
    /// The schedule stays due and is shown: a limit forbids entering it.
    case refused(RecordID<Schedule>)
    /// The schedule stays due and is shown: a date of it cannot be read.
    case unreadable(RecordID<Schedule>)
  }

  /// What to do.
  public private(set) var steps: [Step] = []

  /// The most occurrences of one schedule a run enters.
  public static let stepsMax = 1_000

  /// Plans a run: schedules by id, due on or before `today`, void ones left out. `mayEnter` says whether the
  /// limits of the accounts allow an occurrence; it is asked in order and may count what was planned.
  public init(of schedules: [Schedule], today: CalendarDate, mayEnter: (Schedule) -> Bool) {
    for schedule in schedules.sorted(by: { $0.id < $1.id }) where schedule.entry.status.code != .void {
      guard let due = schedule.due.day, due <= today else { continue }
      switch schedule.recurrence.mode {
      case .manual: continue
      case .suggested: steps.append(.ask(schedule.id))
      case .automated: enter(schedule, today: today, mayEnter: mayEnter)
      }
    }
  }

  private mutating func enter(_ schedule: Schedule, today: CalendarDate, mayEnter: (Schedule) -> Bool) {
    var current = schedule
    for _ in 0..<Self.stepsMax {
      guard let due = current.due.day, due <= today else { return }
      guard mayEnter(current) else {
        steps.append(.refused(current.id))
        return
      }
      switch current.advanced() {
      case .finished:
        steps.append(.enter(current))
        return
      case .next(let next):
        steps.append(.enter(current))
        current = next
      case .dateUnusable:
        steps.append(.unreadable(current.id))
        return
      }
    }
  }
}

extension Schedule {
  /// The transaction that entering this occurrence makes, and its parts: dated by the posting date unless
  /// told, copied in all else; `FOLLOWUPID` starts anew. Ids of the parts count from `firstSplitID`. Tags,
  /// field values and attachments are copied by the store. Source: money 3, 2.6.
  public func occurrence(
    id: RecordID<Transaction>, splits: [Split<Schedule>], firstSplitID: Int64, date: DayText? = nil
  ) -> (transaction: Transaction, splits: [Split<Transaction>]) {
    var row = Transaction(id: id, entry: entry)
    row.entry.date = date ?? entry.date
    row.entry.followUpID = -1
    let own = splits.filter { $0.parentID == self.id }.sorted { $0.id < $1.id }
    let parts = own.enumerated().map { index, split in
      var part = Split<Transaction>(id: RecordID(firstSplitID &+ Int64(index)))
      (part.parentID, part.categoryID) = (id, split.categoryID)
      (part.amount, part.notes) = (split.amount, split.notes)
      return part
    }
    return (row, parts)
  }
}

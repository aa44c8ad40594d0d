/// How near a schedule is. Source: money 3.
public enum ScheduleBucket: Int, Sendable, Hashable, CaseIterable {
  /// The day has passed, however long ago.
  case overdue
  /// Today.
  case dueToday
  /// Within 1…7 days.
  case dueSoon
  /// Within 8…30 days.
  case upcoming
  /// More than 30 days ahead.
  case later

  /// The bucket of a due day.
  public init(due: CalendarDate, today: CalendarDate) {
    switch today.days(to: due) {
    case ..<0: self = .overdue
    case 0: self = .dueToday
    case 1...7: self = .dueSoon
    case 8...30: self = .upcoming
    default: self = .later
    }
  }

  /// "3 days overdue", "Due today", "In 1 day".
  public static func text(due: CalendarDate, today: CalendarDate) -> String {
    let days = today.days(to: due)
    let count = "\(abs(days)) day\(abs(days) == 1 ? "" : "s")"
    if days == 0 { return "Due today" }
    return days < 0 ? "\(count) overdue" : "In \(count)"
  }

  /// Schedules by bucket, nearest bucket first, empty ones and void schedules left out; within a bucket by
  /// due day, today's by amount from the largest. Those without a readable due day are left out (the
  /// diagnostics list them).
  public static func grouped(
    _ schedules: [Schedule], today: CalendarDate
  ) -> [(bucket: ScheduleBucket, schedules: [Schedule])] {
    let readable = schedules.filter { $0.entry.status.code != .void && $0.due.day != nil }
    return allCases.compactMap { bucket in
      let members = readable.filter { $0.due.day.map { ScheduleBucket(due: $0, today: today) } == bucket }
      guard !members.isEmpty else { return nil }
      return (
        bucket,
        members.sorted { left, right in
          bucket == .dueToday && left.entry.amount.decimal != right.entry.amount.decimal
            ? left.entry.amount.decimal > right.entry.amount.decimal
            : (left.due, left.id) < (right.due, right.id)
        }
      )
    }
  }
}

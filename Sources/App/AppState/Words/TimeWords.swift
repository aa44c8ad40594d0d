import Glibc
import Timebase

/// A moment as the calendar and clock of a place show it.
public struct CivilTime: Sendable, Hashable {
  /// Of the common era.
  public var year: Int
  /// 1…12.
  public var month: Int
  /// 1…31.
  public var day: Int
  /// 0 = Sunday.
  public var weekday: Int
  /// 0…23.
  public var hour: Int
  /// 0…59.
  public var minute: Int
  /// 0…60.
  public var second: Int
  /// Days since some fixed day, for distances.
  public var dayNumber: Int

  /// Joins the parts.
  public init(
    year: Int, month: Int, day: Int, weekday: Int, hour: Int, minute: Int, second: Int, dayNumber: Int
  ) {
    self.year = year
    self.month = month
    self.day = day
    self.weekday = weekday
    self.hour = hour
    self.minute = minute
    self.second = second
    self.dayNumber = dayNumber
  }

  /// The moment in the time zone of this machine. A time beyond what the calendar can hold gives the epoch.
  public static func local(_ moment: Timestamp) -> CivilTime {
    var seconds = time_t(clamping: moment.milliseconds / 1_000)
    var parts = tm()
    guard localtime_r(&seconds, &parts) != nil else {
      return CivilTime(
        year: 1970, month: 1, day: 1, weekday: 4, hour: 0, minute: 0, second: 0, dayNumber: 0)
    }
    let local = Int(seconds) + parts.tm_gmtoff
    return CivilTime(
      year: Int(parts.tm_year) + 1_900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday),
      weekday: Int(parts.tm_wday), hour: Int(parts.tm_hour), minute: Int(parts.tm_min),
      second: Int(parts.tm_sec),
      dayNumber: local >= 0 ? local / 86_400 : -1)
  }
}

/// Times as words: `14:21` today, `Sat` this week, `3 May`, `3 May 2025`.
public struct TimeWords: Sendable {
  /// This moment.
  public let now: CivilTime
  /// Turns moments into the calendar of the reader.
  public let civil: @Sendable (Timestamp) -> CivilTime

  /// The calendar of this machine.
  public init(now: Timestamp, civil: @escaping @Sendable (Timestamp) -> CivilTime = CivilTime.local) {
    self.now = civil(now)
    self.civil = civil
  }

  /// For lists.
  public func short(_ moment: Timestamp) -> String {
    let time = civil(moment)
    switch now.dayNumber - time.dayNumber {
    case 0: return clock(moment)
    case 1...6: return Self.weekdays[time.weekday % 7]
    default: return date(time)
    }
  }

  /// `14:21`.
  public func clock(_ moment: Timestamp) -> String {
    let time = civil(moment)
    return "\(twoDigits(time.hour)):\(twoDigits(time.minute))"
  }

  /// The word of a day's line: `Today`, `Yesterday`, `Saturday 3 May`.
  public func day(_ moment: Timestamp) -> String {
    let time = civil(moment)
    switch now.dayNumber - time.dayNumber {
    case 0: return "Today"
    case 1: return "Yesterday"
    case 2...6: return "\(Self.longWeekdays[time.weekday % 7]) \(date(time))"
    default: return date(time)
    }
  }

  /// For machines: `2026-05-03T14:21:00`.
  public func machine(_ moment: Timestamp) -> String {
    let time = civil(moment)
    return "\(time.year)-\(twoDigits(time.month))-\(twoDigits(time.day))"
      + "T\(twoDigits(time.hour)):\(twoDigits(time.minute)):\(twoDigits(time.second))"
  }

  private func date(_ time: CivilTime) -> String {
    let month = Self.months[(time.month + 11) % 12]
    return time.year == now.year ? "\(time.day) \(month)" : "\(time.day) \(month) \(time.year)"
  }

  private func twoDigits(_ value: Int) -> String {
    value < 10 ? "0\(value)" : "\(value)"
  }

  private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  private static let longWeekdays = [
    "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
  ]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
}

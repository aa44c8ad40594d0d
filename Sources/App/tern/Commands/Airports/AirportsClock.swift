import AirportData
import Aviation
import Timebase

/// What time it is, as the database of airports needs it.
enum AirportsClock {
  static var now: Timestamp { SystemClock().now().unix }

  static var today: UTCDay? { UTCDay(seconds: Int64(clamping: now.milliseconds / 1_000)) }

  /// A moment, now if none is given, with the version a database made then gets.
  static func moment(_ moment: Timestamp = now, after standing: DatabaseVersion? = nil) -> BuildMoment {
    let text = String(AirportTime.text(moment).prefix(19))
    let day = Int(text.prefix(10).filter(\.isNumber)) ?? 0
    return BuildMoment(text: text, version: .next(after: standing, day: day))
  }

  /// `4 years old`; nil for a day that cannot be read or has not come.
  static func age(ofDay text: String) -> String? {
    guard let day = UTCDay(text), let today, today.number >= day.number else { return nil }
    let days = today.number - day.number
    switch days {
    case 0: return "of today"
    case 1: return "1 day old"
    case ..<60: return "\(days) days old"
    case ..<730: return "\(days / 30) months old"
    default: return "\(days / 365) years old"
    }
  }
}

import Aviation
import Timebase

/// Days as `YYYY-MM-DD`.
enum DataDay {
  /// The day of a text that begins with one; nil for others and for days that do not exist.
  static func day(_ text: String) -> String? {
    let day = String(text.prefix(10))
    return AirportTime.timestamp(day + "T00:00:00") == nil ? nil : day
  }

  /// The day of a moment (UTC).
  static func day(_ time: Timestamp) -> String { String(AirportTime.text(time).prefix(10)) }
}

import Foundation

/// A test may rest for a few days, with a reason and the day it was laid down; then it fails the build.
struct DisabledTestRules {
  let habits: Habits
  let tree: Tree
  /// The day of the check.
  let today: Date

  func breaches() throws -> [Breach] {
    let mark = try Pattern(#"\.disabled\(|\bwithKnownIssue\b"#)
    let reasonAndDay = try Pattern(#""[^"]{10,}?since (\d{4}-\d{2}-\d{2})[^"]*""#)
    return tree.files.filter { $0.isSwift && $0.path.hasPrefix("Tests/") }.flatMap { file in
      mark.matches(in: file.code).compactMap { match in
        let lines = file.lines[(match.line - 1)...].prefix(3).joined(separator: "\n")
        guard let day = reasonAndDay.matches(in: lines).first?.groups[1], let since = Self.date(day) else {
          let message = #"a resting test says why and since when: .disabled("reason, since YYYY-MM-DD")"#
          return Breach(path: file.path, line: match.line, rule: "disabled-test", message: message)
        }
        let days = Int(today.timeIntervalSince(since) / 86_400)
        guard days > habits.disabledTestDaysMax else { return nil }
        let message = "resting for \(days) days, limit \(habits.disabledTestDaysMax): mend it or remove it"
        return Breach(path: file.path, line: match.line, rule: "disabled-test", message: message)
      }
    }
  }

  private static func date(_ text: String) -> Date? {
    let parts = text.split(separator: "-").compactMap { Int($0) }
    guard parts.count == 3 else { return nil }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar.date(from: DateComponents(year: parts[0], month: parts[1], day: parts[2]))
  }
}

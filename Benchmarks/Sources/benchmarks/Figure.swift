/// One measured quantity with its goal.
struct Figure {
  var name: String
  var unit: String
  /// What every run gave.
  var values: [Double]
  /// The most that is wanted, or the least where it is a floor; infinite, or 0 for a floor, where nothing is.
  var goal: Double
  /// Whether more is better.
  var isFloor = false

  /// The middle of the runs; nothing when there was none.
  var median: Double? {
    values.isEmpty ? nil : values.sorted()[values.count / 2]
  }

  /// Whether the median reaches the goal; a figure that was not measured does not.
  var isMet: Bool { median.map(isMet) ?? false }

  /// One line: name, median, range, goal and whether it is met.
  var line: String {
    guard let median, let least = values.min(), let most = values.max() else {
      return "\(name): not measured"
    }
    let range = "\(Self.rounded(least))-\(Self.rounded(most)) in \(values.count) runs"
    let isWanted = isFloor ? goal > 0 : goal.isFinite
    guard isWanted else { return "\(name): \(Self.rounded(median)) \(unit) (\(range)), no goal" }
    let verdict = "goal \(Self.rounded(goal)) \(unit) \(isMet(median) ? "met" : "MISSED")"
    return "\(name): \(Self.rounded(median)) \(unit) (\(range)), \(verdict)"
  }

  private func isMet(_ value: Double) -> Bool { isFloor ? value >= goal : value <= goal }

  private static func rounded(_ value: Double) -> String {
    if abs(value) < 10 { return "\((value * 100).rounded() / 100)" }
    let tenths = (value * 10).rounded() / 10
    return tenths == tenths.rounded() ? "\(Int(tenths))" : "\(tenths)"
  }
}

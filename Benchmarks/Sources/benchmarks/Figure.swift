/// One measured quantity with its goal.
struct Figure {
  var name: String
  var unit: String
  /// What every run gave.
  var values: [Double]
  /// The most that is wanted.
  var goal: Double

  /// The middle of the runs; nothing when there was none.
  var median: Double? {
    values.isEmpty ? nil : values.sorted()[values.count / 2]
  }

  /// One line: name, median, range, goal and whether it is met.
  var line: String {
    guard let median, let least = values.min(), let most = values.max() else {
      return "\(name): not measured"
    }
    let range = "\(Self.rounded(least))-\(Self.rounded(most)) in \(values.count) runs"
    let verdict = "goal \(Self.rounded(goal)) \(unit) \(median <= goal ? "met" : "MISSED")"
    return "\(name): \(Self.rounded(median)) \(unit) (\(range)), \(verdict)"
  }

  private static func rounded(_ value: Double) -> String {
    let tenths = (value * 10).rounded() / 10
    return tenths == tenths.rounded() ? "\(Int(tenths))" : "\(tenths)"
  }
}

import StrictJSON

/// The answer to `traffic` as a table: groups of numbers, whatever a node counts. Anything that is no number
/// is left out, so that no node can bring words of others here.
enum TrafficTable {
  /// Lines for a terminal.
  static func lines(_ traffic: JSONValue) -> [String] {
    let groups: [(name: String, rows: [(name: String, number: String)])] = (traffic.object ?? []).map {
      group in
      let rows = (group.value.object ?? []).compactMap { member in
        member.value.integer.map { (name: plain(member.name), number: grouped($0)) }
      }
      return (plain(group.name), rows)
    }
    .filter { !$0.rows.isEmpty }
    let rows = groups.flatMap(\.rows)
    let nameWidth = rows.map(\.name.count).max() ?? 0
    let numberWidth = rows.map(\.number.count).max() ?? 0
    var lines: [String] = []
    for group in groups {
      if !lines.isEmpty { lines.append("") }
      lines.append(group.name)
      for row in group.rows {
        let gap = nameWidth - row.name.count + 2 + numberWidth - row.number.count
        lines.append("  " + row.name + String(repeating: " ", count: gap) + row.number)
      }
    }
    return lines.isEmpty ? ["The node counts nothing."] : lines
  }

  /// Names of counters are letters and digits.
  private static func plain(_ name: String) -> String {
    String(name.prefix(64).filter { $0.isASCII && ($0.isLetter || $0.isNumber) })
  }

  /// With a comma between thousands.
  private static func grouped(_ number: Int64) -> String {
    let digits = String(number.magnitude)
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { text.append(",") }
      text.append(digit)
    }
    return number < 0 ? "-" + text : text
  }
}

/// What an upgrade could not keep, and what the steps need to know from outside.
struct UpgradeNotes: Sendable {
  /// `YYYY-MM-DD`: the day accounts without rows begin.
  let today: String
  /// What was dropped or merged, in words: table and ids.
  private(set) var dropped: [String] = []

  init(today: String) { self.today = today }

  /// Notes rows by id; of many the first ones and their number.
  mutating func note(_ what: String, _ table: String, _ ids: [Int64]) {
    guard !ids.isEmpty else { return }
    let shown = ids.prefix(Self.idsMax).map(String.init).joined(separator: ", ")
    let rest = ids.count > Self.idsMax ? " and \(ids.count - Self.idsMax) more" : ""
    dropped.append("\(table): \(what): \(shown)\(rest)")
  }

  /// Notes something that is no row.
  mutating func note(_ text: String) { dropped.append(text) }

  private static let idsMax = 20
}

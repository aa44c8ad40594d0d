import Foundation

/// T4 on the pages: generated accounts in a node of their own, read as a browser reads them. Source: money 9.
enum MoneyPageFigures {
  private static let runs = 5
  private static let overview = "/money?account=all&period=month&on=2025-06-15"
  private static let journal = "/money/journal?account=1&period=all&kind=transactions"

  static func all(_ program: URL, sizes: [Int]) throws -> [Figure] {
    var figures: [Figure] = []
    for rows in sizes { figures += try figuresOf(rows, program) }
    return figures
  }

  private static func figuresOf(_ rows: Int, _ program: URL) throws -> [Figure] {
    let file = URL(fileURLWithPath: try MoneyFigures.generated(rows)).path
    var (opened, again, balances): ([Double], [Double], [Double]) = ([], [], [])
    for run in 0...runs {
      let node = try RunningNode(program: program)
      defer { node.stop() }
      let cookie = try node.visit.run()
      func timed(_ body: () throws -> Void) rethrows -> Double {
        let start = ContinuousClock.now
        try body()
        return Measure.milliseconds(since: start)
      }
      let first = try timed {
        try node.visit.openMoneyFile(file, cookie: cookie)
        try node.visit.readPage(overview, showing: "figure-worth", cookie: cookie)
      }
      let second = try timed { try node.visit.readPage(overview, showing: "figure-worth", cookie: cookie) }
      let third = try timed { try node.visit.readPage(journal, showing: "row-t", cookie: cookie) }
      // The first run warms the file cache and is not counted.
      guard run > 0 else { continue }
      opened.append(first)
      again.append(second)
      balances.append(third)
    }
    let goal = rows <= 100_000 ? 500.0 : .infinity
    return [
      Figure(name: "T4 page: file opened to overview, \(rows) rows", unit: "ms", values: opened, goal: goal),
      Figure(name: "T4 page: overview again, \(rows) rows", unit: "ms", values: again, goal: goal),
      Figure(
        name: "T4 page: journal with running balance, first 50 rows, \(rows) rows", unit: "ms",
        values: balances, goal: goal),
    ]
  }
}

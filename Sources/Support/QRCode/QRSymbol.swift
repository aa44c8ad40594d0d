/// A QR code as dark and light squares (ISO/IEC 18004), without the light border it needs around it.
public struct QRSymbol: Sendable, Hashable {
  /// Light squares that have to stand on each side for a camera to find the code.
  public static let borderModules = 4

  /// Squares on a side: 21…177.
  public let size: Int
  /// Row after row from the top, `true` is dark; `size` times `size`.
  private let dark: [Bool]

  init(size: Int, dark: [Bool]) {
    precondition(size > 0 && dark.count == size * size, "A code is a whole square")
    self.size = size
    self.dark = dark
  }

  /// Whether a square is dark; what lies outside is light, as the border is.
  public func isDark(row: Int, column: Int) -> Bool {
    guard (0..<size).contains(row), (0..<size).contains(column) else { return false }
    return dark[row * size + column]
  }

  /// Runs of dark squares in a row: where each begins and how long it is.
  public func darkRuns(row: Int) -> [(column: Int, length: Int)] {
    var runs: [(column: Int, length: Int)] = []
    for column in 0..<size where isDark(row: row, column: column) {
      if let last = runs.last, last.column + last.length == column {
        runs[runs.count - 1].length += 1
      } else {
        runs.append((column, 1))
      }
    }
    return runs
  }
}

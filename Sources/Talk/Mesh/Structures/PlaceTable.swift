/// Where the entries of an `OrderedMap` stand, found by the hash of their key.
///
/// Open addressing with steps of one, at most half full. Hashes are kept beside the places, so that nothing
/// is hashed again when an entry goes or the table grows: a packet that comes in moves a dozen entries.
struct PlaceTable: Sendable {
  private struct Cell: Sendable {
    var hash = 0
    /// Negative where the cell is free.
    var place = -1
  }

  private var cells: [Cell] = []

  /// Number of entries.
  private(set) var count = 0

  /// The cell of the entry with this hash whose place is the wanted one.
  func cell(_ hash: Int, where isWanted: (Int) -> Bool) -> Int? {
    guard count > 0 else { return nil }
    var index = hash & (cells.count - 1)
    while cells[index].place >= 0 {
      if cells[index].hash == hash, isWanted(cells[index].place) { return index }
      index = next(index)
    }
    return nil
  }

  /// The place that stands in a cell.
  subscript(cell index: Int) -> Int {
    get { cells[index].place }
    set { cells[index].place = newValue }
  }

  /// Adds an entry that is not here.
  mutating func insert(_ hash: Int, _ place: Int) {
    if (count + 1) * 2 > cells.count { grow() }
    put(Cell(hash: hash, place: place))
    count += 1
  }

  /// Removes the entry of a cell and closes the gap, so that no search ends too early.
  mutating func remove(cell index: Int) {
    var hole = index
    var index = next(index)
    while cells[index].place >= 0 {
      let mask = cells.count - 1
      let home = cells[index].hash & mask
      if (index - home) & mask >= (index - hole) & mask {
        cells[hole] = cells[index]
        hole = index
      }
      index = next(index)
    }
    cells[hole] = Cell()
    count -= 1
  }

  /// Gives every entry the place that `body` makes of its own.
  mutating func renumber(_ body: (Int) -> Int) {
    for index in cells.indices where cells[index].place >= 0 { cells[index].place = body(cells[index].place) }
  }

  private func next(_ index: Int) -> Int { (index + 1) & (cells.count - 1) }

  private mutating func put(_ cell: Cell) {
    var index = cell.hash & (cells.count - 1)
    while cells[index].place >= 0 { index = next(index) }
    cells[index] = cell
  }

  private mutating func grow() {
    let old = cells
    cells = [Cell](repeating: Cell(), count: max(Self.cellsMin, old.count * 2))
    for cell in old where cell.place >= 0 { put(cell) }
  }

  private static let cellsMin = 8
}

import Glibc
import MeshSimulation

/// What a simulated message costs in meshes of more and more links: two for each node in a simulated minute,
/// among announces and sync, over links without faults.
struct Cost {
  private struct Row {
    let nodes: Int
    let links: Int
    let messages: Int
    let frames: Int
    let microseconds: Double
    let heapBytes: Int

    var microsecondsPerMessage: Double { microseconds / Double(max(messages, 1)) }
  }

  let nodes: [Int]
  let seconds: Int
  private var rows: [Row] = []

  init(nodes: [Int], seconds: Int) {
    self.nodes = nodes
    self.seconds = seconds
  }

  /// Runs the worlds, smallest first, and prints a line for each, the slope and the picture.
  mutating func run() {
    print("nodes\tlinks\tmessages\tframes\tmicroseconds a message\tmicroseconds a frame\tMiB of heap")
    for count in nodes.sorted() {
      let row = measure(count)
      rows.append(row)
      let perFrame = row.microseconds / Double(max(row.frames, 1))
      print(
        "\(row.nodes)\t\(row.links)\t\(row.messages)\t\(row.frames)\t"
          + "\(Self.tenths(row.microsecondsPerMessage))\t\(Self.tenths(perFrame))\t\(row.heapBytes >> 20)")
      fflush(nil)
    }
    print("slope\t\(Double(Int((100 * slope).rounded())) / 100)")
    print(picture.svg)
  }

  private func measure(_ count: Int) -> Row {
    let before = Heap.bytesInUse() ?? 0
    var recipe = Recipe(seed: 1, nodes: count)
    recipe.faultSeconds = seconds
    recipe.calmSecondsMax = 0
    recipe.publicMessages = 2 * count * seconds / 60
    recipe.privateMessages = 0
    let start = clock()
    var world = World(recipe)
    world.runToEnd()
    let took = Double(clock() - start) * 1_000_000 / Double(CLOCKS_PER_SEC)
    let held = (Heap.bytesInUse() ?? before) - before
    let report = world.report()
    return Row(
      nodes: count, links: world.linkCount, messages: recipe.publicMessages, frames: report.frames.total,
      microseconds: took, heapBytes: held)
  }

  /// By which power of the links the cost of a message grows: the line of least squares over logarithms.
  private var slope: Double {
    let points = rows.map { (x: log(Double($0.links)), y: log($0.microsecondsPerMessage)) }
    let count = Double(max(points.count, 1))
    let (meanX, meanY) = (
      points.reduce(0) { $0 + $1.x } / count, points.reduce(0) { $0 + $1.y } / count
    )
    let spread = points.reduce(0) { $0 + ($1.x - meanX) * ($1.x - meanX) }
    let together = points.reduce(0) { $0 + ($1.x - meanX) * ($1.y - meanY) }
    return spread > 0 ? together / spread : 0
  }

  private var picture: Plot {
    Plot(
      name: "cost", title: "Processor time of a simulated message", axes: ("links", "milliseconds"),
      points: rows.map { (Double($0.links), $0.microsecondsPerMessage / 1_000) })
  }

  private static func tenths(_ number: Double) -> Double { (10 * number).rounded() / 10 }
}

import Foundation

/// How fast the page answers while strangers flood the node, as the change tier's test does in a debug build.
enum FloodFigures {
  private static let tool = "Tests/Network/flood.py"
  private static let seconds = 10.0
  private static let pause = 0.1
  private static let goalMilliseconds = 100.0

  static func all(_ program: URL) throws -> [Figure] {
    try [1, 64].flatMap { try flooded(program, addresses: $0) }
  }

  private static func flooded(_ program: URL, addresses: Int) throws -> [Figure] {
    let port = Int.random(in: 20_000..<30_000)
    let node = try RunningNode(program: program, more: ["--mesh-port", "\(port)"])
    defer { node.stop() }
    let cookie = try node.visit.run()
    let sources = (1...addresses).map { "127.0.1.\($0)" }
    let (flood, output) = try start(["127.0.0.1:\(port)", "\(seconds)"] + sources)
    defer { if flood.isRunning { flood.terminate() } }
    var answers: [Double] = []
    let start = ContinuousClock.now
    // The first second belongs to the flood's own beginning.
    Thread.sleep(forTimeInterval: 1)
    while start.duration(to: .now) < .seconds(seconds - 1) {
      let asked = ContinuousClock.now
      try node.visit.readPage(cookie: cookie)
      answers.append(Measure.milliseconds(since: asked))
      // What a person's clicks are: at set times, not as fast as the page answers.
      Thread.sleep(forTimeInterval: pause)
    }
    flood.waitUntilExit()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    try checkFlood(text, addresses: addresses)
    let sorted = answers.sorted()
    guard let worst = sorted.last else { throw BenchmarkError.unreadable("the page's answers") }
    let name = "page under a flood from \(addresses) address\(addresses == 1 ? "" : "es")"
    return [
      Figure(
        name: "\(name), 95th percentile of \(sorted.count)", unit: "ms",
        values: [sorted[sorted.count * 95 / 100]], goal: goalMilliseconds),
      Figure(name: "\(name), worst", unit: "ms", values: [worst], goal: goalMilliseconds),
    ]
  }

  private static func start(_ words: [String]) throws -> (Process, Pipe) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
    process.arguments = [tool] + words
    process.standardInput = FileHandle.nullDevice
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    return (process, output)
  }

  /// A flood that did not come shows nothing.
  private static func checkFlood(_ output: String, addresses: Int) throws {
    let figures = output.split(whereSeparator: \.isWhitespace).map { $0.split(separator: "=") }
    let connections = figures.first { $0.first == "connections" }?.last.flatMap { Int($0) }
    guard let connections, connections > 16 * addresses else {
      throw BenchmarkError.unreadable("a flood: \(output)")
    }
  }
}

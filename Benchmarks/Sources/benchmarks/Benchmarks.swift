import Foundation

/// Measures the release build and prints one line a figure. Ends with 1 when a figure could not be taken;
/// a missed goal is printed, not punished, since it depends on the machine.
@main
struct Benchmarks {
  private static let startGoalMilliseconds = 300.0
  private static let idleGoalMebibytes = 60.0
  private static let startRuns = 7
  private static let idleSeconds = 5.0

  static func main() async {
    // `archreview` alone needs no node.
    if CommandLine.arguments.dropFirst() == ["archreview"] { return reviewOnly() }
    // `engines` alone: what is measured in this process.
    if CommandLine.arguments.dropFirst() == ["engines"] { return await only(engines) }
    // `mesh` alone: the engine of the mesh, which is what a profiler wants to see.
    if CommandLine.arguments.dropFirst() == ["mesh"] { return await only(MeshFigures.all) }
    if CommandLine.arguments.dropFirst() == ["signed"] { return await only(MeshFigures.signedBroadcasts) }
    // `allocations` alone: the one figure that does not depend on the machine, and so is a check.
    if CommandLine.arguments.dropFirst() == ["allocations"] { return checkAllocations() }
    let program = URL(fileURLWithPath: ".build/release/tern")
    guard FileManager.default.isExecutableFile(atPath: program.path) else {
      print("bench: .build/release/tern is missing; `make bench` builds it")
      exit(1)
    }
    print(machine())
    do {
      var figures = try await engines()
      figures += [try NodeFigures.help(program), try startToPageReady(program), try idleMemory(program)]
      for figure in figures { print(figure.line) }
      let idle = try NodeFigures.idle(program)
      for figure in idle { print(figure.line) }
      try Proof.write(figures + idle, machine: machine())
      for figure in try ReviewRun.figures() { print(figure.line) }
    } catch {
      print("bench: a figure could not be taken: \(error)")
      exit(1)
    }
  }

  /// Modules beside the libraries below them.
  private static func engines() async throws -> [Figure] {
    try CryptographyFigures.all() + (try await StorageFigures.all()) + (try MeshFigures.all())
  }

  private static func only(_ figures: () async throws -> [Figure]) async {
    print(machine())
    do {
      for figure in try await figures() { print(figure.line) }
    } catch {
      print("bench: a figure could not be taken: \(error)")
      exit(1)
    }
  }

  private static func checkAllocations() {
    do {
      let figure = try MeshFigures.allocations()
      print(figure.line)
      guard figure.isMet else { exit(1) }
    } catch {
      print("bench: a figure could not be taken: \(error)")
      exit(1)
    }
  }

  private static func reviewOnly() {
    print(machine())
    do {
      for figure in try ReviewRun.figures() { print(figure.line) }
    } catch {
      print("bench: a figure could not be taken: \(error)")
      exit(1)
    }
  }

  /// From the start of the process in empty folders until the page behind the link has been read: entrance,
  /// exchange of the code, first page.
  private static func startToPageReady(_ program: URL) throws -> Figure {
    var values: [Double] = []
    for run in 0...startRuns {
      let node = try RunningNode(program: program)
      defer { node.stop() }
      try node.visit.run()
      // The first run warms the file cache and is not counted.
      if run > 0 { values.append(node.age) }
    }
    return Figure(name: "start to page ready", unit: "ms", values: values, goal: startGoalMilliseconds)
  }

  /// Resident memory some seconds after a page was read.
  private static func idleMemory(_ program: URL) throws -> Figure {
    let node = try RunningNode(program: program)
    defer { node.stop() }
    try node.visit.run()
    Thread.sleep(forTimeInterval: idleSeconds)
    let value = try node.residentMebibytes()
    return Figure(name: "idle RSS", unit: "MiB", values: [value], goal: idleGoalMebibytes)
  }

  /// What the figures were taken on.
  private static func machine() -> String {
    func firstLine(_ path: String) -> String {
      let text = try? String(contentsOfFile: path, encoding: .utf8)
      return text?.split(separator: "\n").first.map(String.init) ?? "unknown"
    }
    let load = firstLine("/proc/loadavg").split(separator: " ").prefix(3).joined(separator: " ")
    return "release build, \(ProcessInfo.processInfo.processorCount) cores,"
      + " Linux \(firstLine("/proc/sys/kernel/osrelease")), load \(load)"
  }
}

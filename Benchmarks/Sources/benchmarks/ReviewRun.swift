import Foundation

/// `archreview` over 100,000 lines: the sources of this project, copied until there are as many.
struct ReviewRun {
  private static let program = ".build/release/archreview"
  private static let linesWanted = 100_000
  private static let runs = 7
  private static let goalMilliseconds = 1000.0
  private static let goalMebibytes = 150.0

  /// Wall-clock time and largest resident memory of whole runs.
  static func figures() throws -> [Figure] {
    guard FileManager.default.isExecutableFile(atPath: program) else {
      throw BenchmarkError.unreadable(program)
    }
    let root = FileManager.default.temporaryDirectory.appendingPathComponent(
      "archreview-\(UInt32.random(in: 0...UInt32.max))")
    defer { try? FileManager.default.removeItem(at: root) }
    let lines = try plant(root)
    var times: [Double] = []
    var sizes: [Double] = []
    for run in 0...runs {
      let started = ContinuousClock.now
      let mebibytes = try review(root)
      let elapsed = Measure.milliseconds(since: started)
      // The first run warms the file cache and is not counted.
      guard run > 0 else { continue }
      times.append(elapsed)
      sizes.append(mebibytes)
    }
    return [
      Figure(name: "archreview, \(lines) lines", unit: "ms", values: times, goal: goalMilliseconds),
      Figure(name: "archreview, largest RSS", unit: "MiB", values: sizes, goal: goalMebibytes),
    ]
  }

  private static func plant(_ root: URL) throws -> Int {
    let names = ["Sources", "Tests"].flatMap { folder in
      (FileManager.default.enumerator(atPath: folder)?.allObjects as? [String] ?? [])
        .filter { $0.hasSuffix(".swift") }.map { "\(folder)/\($0)" }
    }
    let files = try names.sorted().map { (path: $0, text: try Data(contentsOf: URL(fileURLWithPath: $0))) }
    var lines = 0
    var copy = 0
    while lines < linesWanted, !files.isEmpty {
      for file in files where lines < linesWanted {
        let place = root.appendingPathComponent("App/Copy\(copy)/\(file.path)")
        try FileManager.default.createDirectory(
          at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
        try file.text.write(to: place)
        lines += file.text.count { $0 == 0x0A }
      }
      copy += 1
    }
    return lines
  }

  /// One run; returns the largest resident memory in MiB.
  private static func review(_ root: URL) throws -> Double {
    let words = [program, "--root", root.path, "--format", "json", "--max", "1"]
    return Double(try Self.spawn(words).ru_maxrss) / 1024
  }

  /// Runs a program to its end, its output dropped, and gives what it used.
  static func spawn(_ words: [String]) throws -> rusage {
    let program = words[0]
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { arguments.forEach { free($0) } }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    var child: pid_t = 0
    guard posix_spawn(&child, program, &actions, nil, &arguments, environ) == 0 else {
      throw BenchmarkError.unreadable(program)
    }
    var status: Int32 = 0
    var usage = rusage()
    guard wait4(child, &status, 0, &usage) == child, status & 0x7F == 0, [0, 1].contains(status >> 8 & 0xFF)
    else {
      throw BenchmarkError.unreadable("the end of \(program)")
    }
    return usage
  }
}

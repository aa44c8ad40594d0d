import Foundation

/// The whole program from outside.
enum NodeFigures {
  private static let idleSeconds = 60.0
  private static let settledSeconds = 5.0
  private static let runs = 15
  private static let startRuns = 7

  static func all(_ program: URL) throws -> [Figure] {
    [try help(program), try startToPageReady(program), try idleMemory(program)] + (try idle(program))
  }

  /// `tern --help` from the start of the process to its end.
  private static func help(_ program: URL) throws -> Figure {
    var values: [Double] = []
    for run in 0...runs {
      let start = ContinuousClock.now
      _ = try ReviewRun.spawn([program.path, "--help"])
      if run > 0 { values.append(Measure.milliseconds(since: start)) }
    }
    return Figure(name: "tern --help", unit: "ms", values: values, goal: 30)
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
    return Figure(name: "start to page ready", unit: "ms", values: values, goal: 300)
  }

  /// Resident memory some seconds after a page was read.
  private static func idleMemory(_ program: URL) throws -> Figure {
    let node = try RunningNode(program: program)
    defer { node.stop() }
    try node.visit.run()
    // What a page needed for a moment is given back by then; memory at rest is the figure.
    Thread.sleep(forTimeInterval: settledSeconds)
    return Figure(name: "idle RSS", unit: "MiB", values: [try node.residentMebibytes()], goal: 60)
  }

  /// Processor time of nodes that have nothing to do: one alone, and one with a peer and an open page.
  private static func idle(_ program: URL) throws -> [Figure] {
    let alone = try RunningNode(program: program)
    defer { alone.stop() }
    let beaconPort = Int.random(in: 40_000...49_999)
    let paired = try RunningNode(program: program, beaconPort: beaconPort)
    defer { paired.stop() }
    let peer = try RunningNode(program: program, beaconPort: beaconPort)
    defer { peer.stop() }
    let page = try paired.visit.openLiveSocket(cookie: try paired.visit.run())
    defer { close(page) }
    // Until the two have met and said what there is to say.
    Thread.sleep(forTimeInterval: 10)
    let before = (try alone.processorSeconds(), try paired.processorSeconds())
    // The measured time itself: what the nodes cost while nobody does anything.
    Thread.sleep(forTimeInterval: idleSeconds)
    let after = (try alone.processorSeconds(), try paired.processorSeconds())
    return [
      Figure(
        name: "idle processor time in 60 s, alone", unit: "%",
        values: [(after.0 - before.0) / idleSeconds * 100], goal: 0.5),
      Figure(
        name: "idle processor time in 60 s, with a peer and an open page", unit: "%",
        values: [(after.1 - before.1) / idleSeconds * 100], goal: 0.5),
    ]
  }
}

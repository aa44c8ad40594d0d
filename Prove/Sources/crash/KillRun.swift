import Foundation

/// Kills the storage child again and again, 1 to 200 ms after its start or after it is ready, and looks what
/// is left. Every fourth time nobody looks, and the next child finds the file as the kill left it.
struct KillRun {
  private let options: Options
  private var random: SeededGenerator
  private var figures = Figures()
  private let killsPerFolder = 60

  init(_ options: Options) {
    self.options = options
    random = SeededGenerator(seed: options.seed)
  }

  func run() async throws -> Figures {
    var run = self
    try await run.killAll()
    return run.figures
  }

  private mutating func killAll() async throws {
    var acknowledged = 0
    var folder = ""
    // Each child may have written one message that it did not come to acknowledge.
    var beyond = 0
    for kill in 0..<options.count {
      if kill.isMultiple(of: killsPerFolder) {
        if !folder.isEmpty { try FileManager.default.removeItem(atPath: folder) }
        folder = "\(options.folder)/kill-\(options.seed)-\(kill)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        acknowledged = 0
        beyond = 0
      }
      beyond += 1
      let lines = try killed(in: folder)
      if let last = lines.compactMap({ Int($0) }).last {
        acknowledged = last
        beyond = 1
      }
      figures.add(1, "kills")
      figures.add(lines.first == "ready" ? 0 : 1, "before-ready")
      figures.add(max(0, lines.count - 1), "acknowledged")
      let isLast = kill + 1 == options.count || (kill + 1).isMultiple(of: killsPerFolder)
      if !isLast, Int.random(in: 0..<4, using: &random) == 0 { continue }
      acknowledged = try await look(at: folder, acknowledged, beyond)
      beyond = 0
      figures.add(1, "looks")
    }
    if !folder.isEmpty { try FileManager.default.removeItem(atPath: folder) }
  }

  /// Starts a child, kills it, and returns the whole lines that it printed.
  private mutating func killed(in folder: String) throws -> [String] {
    let child = Process()
    let output = Pipe()
    child.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    child.arguments = ["child", "--folder", folder] + (options.isPlanted ? ["--planted"] : [])
    child.standardOutput = output
    try child.run()
    var printed = Data()
    if Bool.random(using: &random) { printed = output.fileHandleForReading.availableData }
    // The moment of the kill is the experiment; the seed draws it.
    usleep(UInt32.random(in: 1_000...200_000, using: &random))
    guard child.isRunning else {
      throw Loss(words: "the child ended by itself: \(String(decoding: printed, as: UTF8.self))")
    }
    kill(child.processIdentifier, SIGKILL)
    printed.append(output.fileHandleForReading.readDataToEndOfFile())
    child.waitUntilExit()
    return String(decoding: printed, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
      .dropLast().map(String.init)
  }

  private func look(at folder: String, _ acknowledged: Int, _ beyond: Int) async throws -> Int {
    let numbered = try await NumberedStore.openAsNodesDo(folder, acknowledged: acknowledged)
    let highest = try await numbered.check(acknowledged: acknowledged, beyond: beyond)
    await numbered.store.close()
    if let words = damage(of: "\(folder)/\(NumberedStore.fileName)") { throw Loss(words: words) }
    return highest
  }
}

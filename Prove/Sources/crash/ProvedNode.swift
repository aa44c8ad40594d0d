import Foundation

/// A whole node that is started and killed, in folders of its own.
final class ProvedNode {
  private let options: Options
  private let place: String
  private let profile: String
  private let beaconPort: Int
  private let more: [String]
  private var process: Process?

  /// Nodes of one beacon port meet by themselves; `more` are further arguments of `tern run`.
  init(_ options: Options, place: String, profile: String, beaconPort: Int = 48_777, more: [String] = []) {
    self.beaconPort = beaconPort
    self.more = more
    self.options = options
    self.place = place
    self.profile = profile
  }

  deinit { kill() }

  /// The running process; 0 when there is none.
  var processID: Int32 { process?.processIdentifier ?? 0 }
  var dataFolder: String { "\(place)/data/tern/\(profile)" }
  var socketPath: String { "\(place)/run/tern/\(profile).sock" }
  /// What the node wrote to its error output.
  var complaints: String { (try? String(contentsOfFile: errorFile, encoding: .utf8)) ?? "" }
  private var errorFile: String { "\(place)/\(profile).err" }

  /// What its processes, and commands that ask it, are started with.
  var environment: [String: String] {
    var environment = ProcessInfo.processInfo.environment
    environment["XDG_DATA_HOME"] = "\(place)/data"
    environment["XDG_RUNTIME_DIR"] = "\(place)/run"
    environment["XDG_CACHE_HOME"] = "\(place)/.cache"
    environment["HOME"] = place
    return environment
  }

  func start() throws {
    let process = Process()
    process.executableURL = URL(filePath: options.program)
    process.arguments =
      [
        "run", "--no-browser", "--profile", profile, "--beacon-port", "\(beaconPort)",
        "--assets", ".build/assets",
      ] + more
    process.environment = environment
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    try Data().write(to: URL(filePath: errorFile))
    process.standardError = try FileHandle(forWritingTo: URL(filePath: errorFile))
    try process.run()
    self.process = process
  }

  /// Waits until the node answers on its socket.
  func line(seconds: Double = 30) throws -> ControlLine {
    let deadline = ContinuousClock.now + .seconds(seconds)
    while ContinuousClock.now < deadline {
      if process?.isRunning != true { throw Loss(words: "the node did not start: \(complaints)") }
      if let line = ControlLine(path: socketPath) { return line }
      // A socket file that is not there yet tells nobody when it comes.
      usleep(5_000)
    }
    throw Loss(words: "the node does not answer within \(seconds) s: \(complaints)")
  }

  func kill() {
    guard let process else { return }
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    self.process = nil
  }
}

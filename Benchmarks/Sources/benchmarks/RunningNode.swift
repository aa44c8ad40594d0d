import Foundation

/// One `tern run` in folders of its own, from its start to its end.
final class RunningNode {
  /// The way through the printed link.
  let visit: PageVisit
  /// When the process was started.
  let started: ContinuousClock.Instant

  private let process: Process
  private let folder: URL

  /// Starts `program` and waits for its link. Throws when it ends or says nothing of the kind.
  /// Nodes with one `beaconPort` meet; `more` follows the other words of the command.
  init(
    program: URL, beaconPort: Int = Int.random(in: 50_000...60_000), more: [String] = []
  ) throws {
    // Short, since a control socket's path may have 107 bytes at most.
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("tern-\(UInt32.random(in: 0...UInt32.max))")
    process = Process()
    process.executableURL = program
    process.arguments =
      [
        "run", "--no-browser", "--profile", "bench", "--port", "0", "--beacon-port", "\(beaconPort)",
      ] + more
    process.environment = try Self.environment(in: folder)
    process.standardInput = FileHandle.nullDevice
    let output = Pipe()
    process.standardOutput = output
    started = .now
    do {
      try process.run()
      visit = try Self.link(in: output.fileHandleForReading)
    } catch {
      if process.isRunning { process.terminate() }
      try? FileManager.default.removeItem(at: folder)
      throw error
    }
  }

  /// Milliseconds since the start.
  var age: Double { Measure.milliseconds(since: started) }

  /// Processor time used so far, in seconds, from /proc.
  func processorSeconds() throws -> Double {
    let line = try String(contentsOfFile: "/proc/\(process.processIdentifier)/stat", encoding: .utf8)
    let fields = line.split(separator: ")").last?.split(separator: " ").map(String.init) ?? []
    guard fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12]) else {
      throw BenchmarkError.unreadable("/proc/…/stat")
    }
    return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
  }

  /// Memory that is resident now, in MiB.
  func residentMebibytes() throws -> Double {
    let status = try String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
    guard let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmRSS:") }),
      let kibibytes = line.split(whereSeparator: { !$0.isNumber }).first.flatMap({ Double($0) })
    else { throw BenchmarkError.unreadable("/proc/…/status") }
    return kibibytes / 1024
  }

  /// Asks the node to end, waits for it and removes its folders.
  func stop() {
    process.terminate()
    process.waitUntilExit()
    try? FileManager.default.removeItem(at: folder)
  }

  private static func environment(in folder: URL) throws -> [String: String] {
    var environment = ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin", "CI": "true"]
    let folders = [
      "HOME": "home", "XDG_DATA_HOME": "data", "XDG_CONFIG_HOME": "config", "XDG_CACHE_HOME": "cache",
      "XDG_STATE_HOME": "state", "XDG_RUNTIME_DIR": "runtime",
    ]
    for (variable, name) in folders {
      let path = folder.appendingPathComponent(name)
      try FileManager.default.createDirectory(
        at: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      environment[variable] = path.path
    }
    return environment
  }

  private static func link(in output: FileHandle) throws -> PageVisit {
    var text = ""
    while true {
      let data = output.availableData
      if data.isEmpty { throw BenchmarkError.noLink(text) }
      text += String(decoding: data, as: UTF8.self)
      if let match = text.firstMatch(of: /Open http:\/\/127\.0\.0\.1:(\d+)\/#(\S+)\n/) {
        guard let port = UInt16(match.1) else { throw BenchmarkError.noLink(text) }
        return PageVisit(port: port, code: String(match.2))
      }
    }
  }
}

/// Why a figure could not be taken.
enum BenchmarkError: Error {
  /// An answer that is not the answer of another.
  case differs(String)
  case noLink(String)
  case noPage(String)
  case unreadable(String)
  case unknownPart(String)
}

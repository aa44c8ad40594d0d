import Foundation
import Testing

/// A place where test nodes live: folders of their own, and a beacon port of their own, so that no other
/// node on the machine meets them.
final class TestPlace {
  let folder: URL
  let beaconPort = Int.random(in: 50_000...60_000)
  private var nodes: [TernProcess] = []

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "tern-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit {
    for node in nodes { node.kill() }
    try? FileManager.default.removeItem(at: folder)
  }

  func dataFolder(_ profile: String) -> URL { folder.appending(path: "data/tern/\(profile)") }
  func socket(_ profile: String) -> URL { folder.appending(path: "run/tern/\(profile).sock") }

  var environment: [String: String] {
    var values = ProcessInfo.processInfo.environment
    values["XDG_DATA_HOME"] = folder.appending(path: "data").path
    values["XDG_RUNTIME_DIR"] = folder.appending(path: "run").path
    values["HOME"] = folder.path
    // Nothing of a test shows up on anybody's desktop.
    values["DBUS_SESSION_BUS_ADDRESS"] = nil
    return values
  }

  /// Starts a node, on a machine of a test network or here, and waits until it has printed its link.
  func start(
    _ profile: String, on machine: String? = nil, more: [String] = [], input: String? = nil,
    desktop: String? = nil
  ) async throws -> TernProcess {
    var environment = environment
    environment["DBUS_SESSION_BUS_ADDRESS"] = desktop
    let node = try TernProcess(
      ["run", "--no-browser", "--profile", profile, "--beacon-port", "\(beaconPort)"] + assets + more,
      environment: environment, input: input, on: machine)
    nodes.append(node)
    try await eventually("\(profile) prints its link") { node.output.contains("#") || !node.isRunning }
    guard node.isRunning else { throw Unexpected("\(profile) ended: \(node.errors)") }
    return node
  }

  /// Runs one command to its end; `program` is another one that runs it.
  func run(
    _ arguments: [String], input: String? = nil, program: String? = nil
  ) async throws -> Finished {
    let process = try TernProcess(arguments, environment: environment, input: input, program: program)
    try await eventually("\(arguments) ends") { !process.isRunning }
    return Finished(status: process.status, output: process.output, errors: process.errors)
  }

  /// Tries to start a node that is expected to refuse.
  func refusal(of profile: String, more: [String] = [], input: String? = nil) async throws -> Finished {
    try await run(["run", "--no-browser", "--profile", profile] + assets + more, input: input)
  }

  /// Runs a command with `--json` and reads what it printed.
  func json(_ arguments: [String]) async throws -> Any {
    let finished = try await run(arguments + ["--json"])
    guard finished.status == 0 else { throw Unexpected("\(arguments): \(finished.errors)") }
    return try JSONSerialization.jsonObject(with: Data(finished.output.utf8), options: .fragmentsAllowed)
  }

  func rows(_ arguments: [String]) async throws -> [[String: Any]] {
    try #require(try await json(arguments) as? [[String: Any]])
  }

  /// Sends a private message and answers the id of its first piece.
  func message(from profile: String, to name: String, _ text: String) async throws -> String {
    let sent = try await json(["--profile", profile, "msg", name, text]) as? [String: Any]
    return try #require((sent?["ids"] as? [String])?.first)
  }

  var assets: [String] {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return ["--assets", root.appending(path: ".build/assets").path]
  }
}

struct Finished {
  let status: Int32
  let output: String
  let errors: String
}

struct Unexpected: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

/// One run of the program, its output gathered in files so that no pipe can fill.
final class TernProcess {
  private let process = Process()
  private let outputFile: URL
  private let errorFile: URL
  private let inputPipe = Pipe()

  /// `input` is what stands on standard input; it stays open for `type` where `program`, which runs the
  /// arguments, is given. `machine` is one of a test network.
  init(
    _ arguments: [String], environment: [String: String], input: String? = nil, program: String? = nil,
    on machine: String? = nil
  ) throws {
    let folder = FileManager.default.temporaryDirectory
    outputFile = folder.appending(path: "tern-out-\(UUID().uuidString)")
    errorFile = folder.appending(path: "tern-err-\(UUID().uuidString)")
    for file in [outputFile, errorFile] {
      try Data().write(to: file)
    }
    let command = program ?? Self.executable.path
    if let machine {
      // Both `env` and `ip` become the program, so that the process is the node itself.
      process.executableURL = URL(filePath: "/usr/bin/env")
      process.arguments = ["ip", "netns", "exec", machine, command] + arguments
    } else {
      process.executableURL = URL(filePath: command)
      process.arguments = arguments
    }
    process.environment = environment
    process.standardInput = input == nil && program == nil ? FileHandle.nullDevice : inputPipe
    process.standardOutput = try FileHandle(forWritingTo: outputFile)
    process.standardError = try FileHandle(forWritingTo: errorFile)
    try process.run()
    if let input { type(input) }
    if program == nil { try inputPipe.fileHandleForWriting.close() }
  }

  /// Writes to its standard input.
  func type(_ text: String) {
    try? inputPipe.fileHandleForWriting.write(contentsOf: Data(text.utf8))
  }

  deinit {
    kill()
    try? FileManager.default.removeItem(at: outputFile)
    try? FileManager.default.removeItem(at: errorFile)
  }

  /// The program beside the test bundle.
  static let executable: URL = {
    let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? "."
    return URL(filePath: own).deletingLastPathComponent().appending(path: "tern")
  }()

  var output: String { (try? String(contentsOf: outputFile, encoding: .utf8)) ?? "" }
  var errors: String { (try? String(contentsOf: errorFile, encoding: .utf8)) ?? "" }
  /// The number of the process.
  var identifier: Int32 { process.processIdentifier }
  var isRunning: Bool { process.isRunning }
  var number: Int32 { process.processIdentifier }
  var status: Int32 { process.terminationStatus }

  /// The link to the web interface that was printed.
  var link: URL? {
    output.split(separator: "\n").last { $0.hasPrefix("Open ") }
      .flatMap { URL(string: String($0.dropFirst(5))) }
  }

  func kill() {
    guard process.isRunning else { return }
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  func terminate() {
    process.terminate()
  }
}

/// Waits for something that other processes bring about, at most so long times `Patience.factor`; looks every
/// 20 ms.
func eventually(
  _ what: String, seconds: Double = 20, _ condition: () async throws -> Bool
) async throws {
  let deadline = ContinuousClock.now + .seconds(seconds) * Patience.factor
  while ContinuousClock.now < deadline {
    if try await condition() { return }
    // archreview:ignore sleep-in-test asks another process for a fact until it holds; it sends no event
    try await Task.sleep(for: .milliseconds(20))
  }
  throw Unexpected("It did not happen within \(seconds) s: \(what)")
}

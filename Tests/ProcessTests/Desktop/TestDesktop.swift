import Foundation
import Testing

/// A session bus of a test's own, with a stand-in of a notification service on it.
final class TestDesktop {
  let address: String
  private var bus = Process()
  private let folder: URL
  private let socket: String
  private var service: Stand?

  /// What the stand-in was told.
  struct Shown: Decodable, Equatable {
    var id: UInt32
    var replaces: UInt32
    var program: String
    var title: String
    var body: String
    var choices: [String]
  }

  private struct Told: Decodable {
    var event: String
    var id: UInt32?
  }

  private final class Stand {
    let process = Process()
    let input = Pipe()
    let output: URL
    init(output: URL) { self.output = output }
  }

  init(folder: URL) async throws {
    self.folder = folder
    socket = folder.appending(path: "bus-\(UUID().uuidString.prefix(8))").path
    address = "unix:path=\(socket)"
    try await startBus()
  }

  private func startBus() async throws {
    bus.executableURL = URL(filePath: "/usr/bin/dbus-daemon")
    bus.arguments = ["--session", "--nofork", "--nopidfile", "--address=\(address)"]
    bus.standardOutput = FileHandle.nullDevice
    bus.standardError = FileHandle.nullDevice
    try bus.run()
    try await eventually("the bus is there") { FileManager.default.fileExists(atPath: socket) }
  }

  /// The bus goes, and another comes at the same place.
  func restartBus() async throws {
    leave()
    end(bus)
    try? FileManager.default.removeItem(atPath: socket)
    bus = Process()
    try await startBus()
  }

  deinit {
    end(bus)
    if let service { end(service.process) }
  }

  /// Brings the stand-in up, in the place of one before.
  func serve(knowsMarkup: Bool = true) async throws {
    leave()
    let stand = Stand(output: folder.appending(path: "shown-\(UUID().uuidString)"))
    try Data().write(to: stand.output)
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    stand.process.executableURL = root.appending(path: ".build/desktop-venv/bin/python")
    stand.process.arguments =
      [root.appending(path: "Tests/Desktop/notifications.py").path] + (knowsMarkup ? [] : ["--plain"])
    stand.process.environment = ["DBUS_SESSION_BUS_ADDRESS": address]
    stand.process.standardInput = stand.input
    stand.process.standardOutput = try FileHandle(forWritingTo: stand.output)
    try stand.process.run()
    service = stand
    try await eventually("the stand-in is there") { lines.contains { $0.contains("ready") } }
  }

  /// The stand-in goes.
  func leave() {
    if let service { end(service.process) }
    service = nil
  }

  /// Somebody chooses something on a notification.
  func choose(_ key: String, on id: UInt32) throws {
    try service?.input.fileHandleForWriting.write(contentsOf: Data("choose \(id) \(key)\n".utf8))
  }

  /// Everything that was shown, in order.
  var shown: [Shown] {
    lines.filter { event(of: $0)?.event == "shown" }.compactMap {
      try? JSONDecoder().decode(Shown.self, from: Data($0.utf8))
    }
  }

  /// What was taken away.
  var closed: [UInt32] { lines.compactMap(event).filter { $0.event == "closed" }.compactMap(\.id) }

  private var lines: [String] {
    let text = service.flatMap { try? String(contentsOf: $0.output, encoding: .utf8) } ?? ""
    return text.split(separator: "\n").map(String.init)
  }

  private func event(of line: String) -> Told? {
    try? JSONDecoder().decode(Told.self, from: Data(line.utf8))
  }

  private func end(_ process: Process) {
    guard process.isRunning else { return }
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }
}

import Foundation

/// Opens the link in the desktop's browser, where that can be done without showing it to anybody else.
///
/// The link would be visible to all users in the process list, so the browser is given a 0600 file that
/// leads on to it.
enum Browser {
  private static let start = "tern-"
  private static let ending = ".html"

  /// Whether a file of this name is one that `open` makes: people may have pages of theirs called tern-….
  static func isPage(_ name: String) -> Bool {
    name.hasPrefix(start) && name.hasSuffix(ending)
      && UUID(uuidString: String(name.dropFirst(start.count).dropLast(ending.count))) != nil
  }

  @concurrent static func open(_ link: String, environment: [String: String]) async {
    guard canOpen(environment) else { return }
    let runtime = environment["XDG_RUNTIME_DIR"] ?? NSTemporaryDirectory()
    let path = "\(runtime)/\(start)\(UUID().uuidString)\(ending)"
    let page = "<!doctype html><meta http-equiv=refresh content=\"0;url=\(link)\"><title>Tern</title>"
    let made = FileManager.default.createFile(
      atPath: path, contents: Data(page.utf8), attributes: [.posixPermissions: 0o600])
    guard made else { return }
    run("xdg-open", [path])
    // The code in the link works once; the file is of no use after the browser has read it.
    try? await Task.sleep(for: .seconds(30))
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Whether there is a browser to open, which can read the file.
  static func canOpen(_ environment: [String: String]) -> Bool {
    guard getuid() != 0, environment["CI"] == nil else { return false }
    guard environment["DISPLAY"] != nil || environment["WAYLAND_DISPLAY"] != nil else { return false }
    return !isConfined(environment)
  }

  /// Whether the default browser is a snap or a flatpak; these cannot read the file.
  private static func isConfined(_ environment: [String: String]) -> Bool {
    guard let name = output("xdg-settings", ["get", "default-web-browser"]), !name.isEmpty else {
      return true
    }
    let home = environment["HOME"] ?? ""
    let folders =
      [environment["XDG_DATA_HOME"] ?? home + "/.local/share"]
      + (environment["XDG_DATA_DIRS"] ?? "/usr/local/share:/usr/share").split(separator: ":").map(String.init)
    for folder in folders {
      guard let entry = try? String(contentsOfFile: "\(folder)/applications/\(name)", encoding: .utf8) else {
        continue
      }
      return entry.contains("/snap/") || entry.contains("flatpak")
    }
    return true
  }

  private static func process(_ name: String, _ arguments: [String]) -> Process {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [name] + arguments
    process.standardInput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    return process
  }

  private static func run(_ name: String, _ arguments: [String]) {
    let process = process(name, arguments)
    process.standardOutput = FileHandle.nullDevice
    try? process.run()
  }

  private static func output(_ name: String, _ arguments: [String]) -> String? {
    let process = process(name, arguments)
    let pipe = Pipe()
    process.standardOutput = pipe
    guard (try? process.run()) != nil else { return nil }
    let data = (try? pipe.fileHandleForReading.readToEnd()) ?? Data()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }
}

import Foundation

/// The line between two nodes: a proxy that loses, doubles and delays whole frames while a file exists.
final class LossyLine {
  private let process = Process()
  private let trouble: URL
  private let output: URL

  /// Passes on what comes to `port` to `target`, both on this machine.
  init(_ place: String, from port: Int, to target: Int, seed: UInt64) throws {
    trouble = URL(filePath: "\(place)/trouble")
    output = URL(filePath: "\(place)/proxy.out")
    try Data().write(to: output)
    process.executableURL = URL(filePath: "/usr/bin/python3")
    process.arguments = [
      "Tests/Network/frame-proxy.py", "\(port)", "127.0.0.1:\(target)", "--loss", "0.1",
      "--duplicate", "0.1", "--delay-ms", "5:60", "--seed", "\(seed)", "--while", trouble.path,
    ]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: output)
    try process.run()
  }

  deinit {
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  func setTrouble(_ isOn: Bool) throws {
    if isOn { return try Data().write(to: trouble) }
    try FileManager.default.removeItem(at: trouble)
  }

  /// What the proxy counted under a name: `frames`, `lost` or `doubled`.
  func count(_ name: String) -> Int {
    let text = (try? String(contentsOf: output, encoding: .utf8)) ?? ""
    let words = text.split(separator: "\n").last?.split(separator: " ") ?? []
    return words.first { $0.hasPrefix("\(name)=") }.flatMap { Int($0.dropFirst(name.count + 1)) } ?? 0
  }
}

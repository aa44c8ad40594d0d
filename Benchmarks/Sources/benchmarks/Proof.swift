import Foundation

/// The page that keeps the figures.
enum Proof {
  private static let path = "docs/proof/bench.md"

  static func write(_ figures: [Figure], machine: String) throws {
    let lines =
      [
        "# Timed figures", "",
        "Written by `make bench`. Median and range of the runs; rates and ratios count processor time, so",
        "that a busy machine changes little. What stands beside a library is measured in the same process.",
        "", "- commit: \(output(["git", "log", "-1", "--format=%h, %cs"]))",
        "- machine: \(processor()), \(machine)",
        "- libraries: libsodium \(package("libsodium23")), SQLite \(package("libsqlite3-0"))", "",
        "| what | median | range | goal |", "| --- | --- | --- | --- |",
      ] + figures.map(\.row)
    try (lines.joined(separator: "\n") + "\n").write(toFile: path, atomically: true, encoding: .utf8)
  }

  private static func processor() -> String {
    let text = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix("model name") }
    return line?.split(separator: ":").last.map { $0.trimmingCharacters(in: .whitespaces) } ?? "unknown"
  }

  private static func package(_ name: String) -> String {
    let found = output(["dpkg-query", "-W", "-f", "${Version}", name])
    return found.isEmpty ? "of this system" : found
  }

  private static func output(_ words: [String]) -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = words
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return "" }
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }
}

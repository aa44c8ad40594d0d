import ArchitectureReview
import Foundation

/// The programs that are asked: git for what changed, the package manager for the targets.
enum Programs {
  /// Files changed against a revision, and untracked ones, relative to the root.
  static func changedFiles(since revision: String, root: String) throws(Arguments.Problem) -> Set<String> {
    let changed = try run(
      ["git", "-C", root, "diff", "--name-only", "--diff-filter=ACMR", "--relative", "-z", revision, "--"])
    let untracked = try run(["git", "-C", root, "ls-files", "--others", "--exclude-standard", "-z"])
    return Set((changed + untracked).split(separator: 0).map { String(decoding: $0, as: UTF8.self) })
  }

  /// What the package manager makes of `Package.swift`, in a scratch folder of its own so that a running
  /// build does not hold it up.
  static func packageDescription(root: String) throws(Arguments.Problem) -> [UInt8] {
    try run([
      "swift", "package", "--package-path", root, "--scratch-path", "\(root)/.build/archreview",
      "dump-package",
    ])
  }

  private static func run(_ words: [String]) throws(Arguments.Problem) -> [UInt8] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = words
    process.standardInput = FileHandle.nullDevice
    let output = Pipe()
    process.standardOutput = output
    do {
      try process.run()
    } catch {
      throw Arguments.Problem(description: "\(words[0]) cannot be started: \(error)")
    }
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Arguments.Problem(
        description: "\(words.prefix(2).joined(separator: " ")) … ended with \(process.terminationStatus)")
    }
    return Array(data)
  }
}

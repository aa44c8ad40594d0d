import Foundation
import Locks

@testable import archreview

/// A tree on disk for one test, and runs of the command over it.
final class ScratchTree: Sendable {
  /// What a run wrote and how it ended.
  struct Outcome {
    var exit: ReviewCommand.Exit
    var output: String
    var errors: String
  }

  let root: URL

  init(_ files: [String: String] = [:]) throws {
    root = FileManager.default.temporaryDirectory.appending(path: "archreview-\(UUID())")
    try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
    for (path, text) in files { try write(text, at: path) }
  }

  deinit { try? FileManager.default.removeItem(at: root) }

  func write(_ text: String, at path: String) throws { try write(Data(text.utf8), at: path) }

  func write(_ data: Data, at path: String) throws {
    let file = root.appending(path: path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: file)
  }

  /// Runs the command with `--root` set to this tree.
  func run(_ words: String...) async -> Outcome {
    let output = Mutex("")
    let errors = Mutex("")
    let exit = await ReviewCommand.run(
      words + ["--root", root.path], write: { text in output.withLock { $0 += text } },
      complain: { text in errors.withLock { $0 += text } })
    return Outcome(exit: exit, output: output.withLock { $0 }, errors: errors.withLock { $0 })
  }

  /// Runs git in the tree, as a person of its own.
  func git(_ words: String...) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments =
      [
        "git", "-C", root.path, "-c", "user.name=t", "-c", "user.email=t@t.invalid", "-c",
        "commit.gpgsign=false",
      ] + words
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
  }
}

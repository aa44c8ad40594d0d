import Foundation

/// `tidy [ROOT]`: reads the tree and ends with 1 when it breaks a rule, 2 when it cannot be read.
@main
struct TidyCommand {
  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    let showsNotes = arguments.contains("--notes")
    let root = URL(fileURLWithPath: arguments.first { !$0.hasPrefix("--") } ?? ".").standardizedFileURL
    do {
      let review = try Review(root: root, table: try packageTable(of: root), today: Date())
      review.breaches.forEach { print($0) }
      if showsNotes { review.notes.forEach { print("note: \($0)") } }
      print(
        "tidy: \(review.breaches.count) breaches, \(review.waivedCount) waived,"
          + " \(review.notes.count) past a goal of length")
      exit(review.breaches.isEmpty ? 0 : 1)
    } catch {
      print("tidy: \(root.path) cannot be read: \(error)")
      exit(2)
    }
  }

  /// What the package manager makes of `Package.swift`, in a scratch folder of its own so that a running
  /// build does not hold it up.
  private static func packageTable(of root: URL) throws -> PackageTable {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "swift", "package", "--package-path", root.path,
      "--scratch-path", root.appendingPathComponent(".build/tidy").path, "dump-package",
    ]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return try JSONDecoder().decode(PackageTable.self, from: data)
  }
}

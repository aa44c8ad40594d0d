import CSQLite
import CSodium
import Foundation

/// Measures the release build and prints one line a figure: value, range, goal, met or missed.
///
/// Without arguments everything, else the parts that are named. Ends with 1 when a figure misses its goal or
/// could not be taken.
@main
struct Benchmarks {
  private static let parts: [String: @Sendable () async throws -> [Figure]] = [
    // What is measured in this process, beside the libraries below it.
    "engines": {
      try CryptographyFigures.all() + (try await StorageFigures.all()) + (try MeshFigures.all())
    },
    // The two halves of the mesh's figures, which is what a profiler wants to see.
    "signed": { try MeshFigures.signedBroadcasts() },
    // The one figure that does not depend on the machine, and so is a check of every change.
    "allocations": { [try MeshFigures.allocations()] },
    // The built program from outside.
    "node": { try NodeFigures.all(try builtProgram()) },
    "flood": { try FloodFigures.all(try builtProgram()) },
    // The store of conversations, full.
    "conversations": { try await ConversationFigures.all() },
    // A crowd in the open channel.
    "intake": { try await IntakeFigures.all() },
    "archreview": { try ReviewRun.figures() },
    // Airports beside plain SQLite, and euro-aip where it can be had.
    "airports": { try await AirportFigures.all() },
    // Accounts beside other programs, all sizes or one.
    "money": {
      try MoneyFigures.all(try builtProgram())
        + MoneyPageFigures.all(try builtProgram(), sizes: MoneyFigures.sizes)
    },
    "money-pages": { try MoneyPageFigures.all(try builtProgram(), sizes: MoneyFigures.sizes) },
    "money-10000": { try MoneyFigures.all(try builtProgram(), sizes: [10_000]) },
    "money-100000": { try MoneyFigures.all(try builtProgram(), sizes: [100_000]) },
    "money-1000000": { try MoneyFigures.all(try builtProgram(), sizes: [1_000_000]) },
  ]
  private static let everything = [
    "engines", "node", "flood", "conversations", "intake", "archreview", "airports", "money",
  ]

  static func main() async {
    print(machine())
    let words = Array(CommandLine.arguments.dropFirst())
    var missed = 0
    do {
      for name in words.isEmpty ? everything : words {
        guard let part = parts[name] else { throw BenchmarkError.unknownPart(name) }
        for figure in try await part() {
          print(figure.line)
          if !figure.isMet { missed += 1 }
        }
        // Whoever waits sees each part when it is done.
        fflush(nil)
      }
    } catch {
      print("bench: a figure could not be taken: \(error)")
      exit(1)
    }
    guard missed > 0 else { return }
    print("bench: \(missed) missed")
    exit(1)
  }

  private static func builtProgram() throws -> URL {
    let program = URL(fileURLWithPath: ".build/release/tern")
    guard FileManager.default.isExecutableFile(atPath: program.path) else {
      throw BenchmarkError.unreadable(".build/release/tern, which `make bench` builds")
    }
    return program
  }

  /// What the figures were taken on and with.
  private static func machine() -> String {
    func firstLine(_ path: String) -> String {
      let text = try? String(contentsOfFile: path, encoding: .utf8)
      return text?.split(separator: "\n").first.map(String.init) ?? "unknown"
    }
    let load = firstLine("/proc/loadavg").split(separator: " ").prefix(3).joined(separator: " ")
    let processor = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8))?
      .split(separator: "\n").first { $0.hasPrefix("model name") }?
      .split(separator: ":").last?.trimmingCharacters(in: .whitespaces)
    return """
      release build, \(ProcessInfo.processInfo.processorCount) cores (\(processor ?? "unknown")), \
      Linux \(firstLine("/proc/sys/kernel/osrelease")), load \(load), \
      libsodium \(String(cString: sodium_version_string())), SQLite \(String(cString: sqlite3_libversion()))
      """
  }
}

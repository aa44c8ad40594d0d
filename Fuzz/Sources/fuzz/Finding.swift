import Foundation

/// Keeps the input that was being read when the process traps, and inputs that broke a promise.
enum Finding {
  /// Where finds are written, from the root.
  static let folder = ".build/fuzz-finds"

  // Safe: written by the one thread of this program before each input, read by the signal handler that
  // interrupts the same thread.
  nonisolated(unsafe) private static var current: [UInt8] = []
  nonisolated(unsafe) private static var path: [CChar] = []

  /// From now on a trap writes the current input to a file and ends the process with 3.
  static func catchTraps() {
    for number in [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGABRT, SIGFPE] {
      signal(number) { _ in
        let file = open(Finding.path, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
        _ = Finding.current.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
        let words = "\nfuzz: TRAP, the input is kept in .build/fuzz-finds\n"
        _ = words.withCString { write(STDOUT_FILENO, $0, words.utf8.count) }
        _exit(3)
      }
    }
  }

  /// Names the input that is read next.
  static func willRead(_ bytes: [UInt8], target: String, seed: UInt64) {
    current = bytes
    if path.isEmpty || !path.starts(with: prefix(target, seed)) { path = prefix(target, seed) + [0] }
  }

  /// Writes an input that broke a promise and returns where to.
  static func keep(_ bytes: [UInt8], target: String, seed: UInt64) throws -> String {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let path = "\(folder)/\(target)-\(seed)"
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    return path
  }

  private static func prefix(_ target: String, _ seed: UInt64) -> [CChar] {
    "\(folder)/\(target)-\(seed)".utf8.map { CChar(bitPattern: $0) }
  }
}

import Glibc
import Locks

/// Lines on the terminal. Standard output carries results, standard error everything else.
enum Console {
  /// A result line.
  static func print(_ line: String) { write(line, to: STDOUT_FILENO) }

  /// A line for the person, not part of the result; left out when there were too many.
  static func say(_ line: String) {
    let isAdmitted = budget.withLock { $0.admit(at: SystemClock().now().monotonic) }
    if isAdmitted { write(line, to: STDERR_FILENO) }
  }

  /// Lines for the person so far.
  static var counts: LineBudget { budget.withLock { $0 } }

  private static let budget = Mutex(LineBudget())

  private static func write(_ line: String, to descriptor: Int32) {
    let bytes = Array((line + "\n").utf8)
    var done = 0
    while done < bytes.count {
      let count = bytes[done...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      done += count
    }
  }
}

import Glibc

import struct Synchronization.Atomic

/// Signals that concern a full-screen program, as bytes in a pipe. Made once a process.
struct TerminalSignals: Sendable {
  private static let numbers = [SIGWINCH, SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT]

  // Safe: set once, before the handlers that read it are put in place.
  // archreview:ignore unsafe-isolation a signal handler can only reach a static
  nonisolated(unsafe) private static var pipeIn: Int32 = -1
  private static let ending = Atomic(false)

  /// Where the bytes can be read, one a signal: its number; 0 from `wake`.
  let pipeOut: Int32

  /// Whether the process was asked to end.
  static var isEnding: Bool { ending.load(ordering: .relaxed) }

  /// Listens from now on; `nil` when the system gives no pipe.
  init?() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    pipeOut = ends[0]
    Self.pipeIn = ends[1]
    for number in Self.numbers { Self.listen(to: number) }
  }

  /// Lets the thread that reads the pipe look up.
  func wake() { Self.put(0) }

  /// Gives the signals back.
  func end() {
    for number in Self.numbers { signal(number, SIG_DFL) }
  }

  /// Stops the whole job, as Control+Z does in a shell; returns when it goes on.
  func suspend() {
    signal(SIGTSTP, SIG_DFL)
    kill(0, SIGTSTP)
    Self.listen(to: SIGTSTP)
  }

  private static func listen(to number: Int32) {
    signal(number) { number in
      let before = errno
      if [SIGTERM, SIGINT, SIGHUP, SIGQUIT].contains(number) {
        TerminalSignals.ending.store(true, ordering: .relaxed)
      }
      TerminalSignals.put(UInt8(truncatingIfNeeded: number))
      errno = before
    }
  }

  private static func put(_ byte: UInt8) {
    var byte = byte
    _ = write(pipeIn, &byte, 1)
  }
}

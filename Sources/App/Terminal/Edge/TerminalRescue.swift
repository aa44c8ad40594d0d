import Glibc

/// Keeps what is needed to give the terminal back, also from a signal handler when the process crashes.
///
/// While the terminal is ours, what anybody writes to standard error goes into a pipe, which holds 64 KiB,
/// and is shown when the terminal is given back: a stray line would tear the screen.
enum TerminalRescue {
  private static let crashes = [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE]

  // Safe: one task calls `begin` and `end`, one after the other, and sets the handlers after the values they
  // read. A handler runs when the process is about to die, and only reads them.
  // archreview:ignore unsafe-isolation a signal handler can only reach a static
  nonisolated(unsafe) private static var saved = termios()
  // Safe: as for `saved`.
  // archreview:ignore unsafe-isolation a signal handler can only reach a static
  nonisolated(unsafe) private static var isOurs = false
  // Safe: as for `saved`.
  // archreview:ignore unsafe-isolation a signal handler can only reach a static
  nonisolated(unsafe) private static var errorOut: Int32 = -1
  // Safe: as for `saved`.
  // archreview:ignore unsafe-isolation a signal handler can only reach a static
  nonisolated(unsafe) private static var errorMemory: Int32 = -1
  // Safe: as for `saved`; never freed, so that a handler finds it.
  // archreview:ignore unsafe-isolation a signal handler can only reach a static
  nonisolated(unsafe) private static var farewell: UnsafeMutableBufferPointer<UInt8>?
  // Safe: as for `saved`.
  // archreview:ignore unsafe-isolation a signal handler can only reach a static
  nonisolated(unsafe) private static var handlersBefore: [(Int32, sigaction)] = []

  /// Raw mode from now on; again after the process was stopped, since a shell may have changed it.
  static func begin() {
    guard !isOurs else { return makeRaw() }
    if farewell == nil {
      let bytes = Array(TerminalDevice.leaveSequence.utf8)
      let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
      _ = buffer.initialize(from: bytes)
      farewell = buffer
    }
    guard tcgetattr(STDIN_FILENO, &saved) == 0 else { return }
    isOurs = true
    keepErrors()
    for number in crashes {
      var action = sigaction()
      action.__sigaction_handler.sa_handler = { number in
        TerminalRescue.restore()
        TerminalRescue.handBack(number)
        // A signal that another process sent does not come again by itself.
        raise(number)
      }
      var before = sigaction()
      sigaction(number, &action, &before)
      handlersBefore.append((number, before))
    }
    makeRaw()
  }

  private static func makeRaw() {
    var raw = saved
    cfmakeraw(&raw)
    tcsetattr(STDIN_FILENO, TCSADRAIN, &raw)
  }

  /// Everything as it was before `begin`.
  static func end() {
    guard isOurs else { return }
    restore()
    for (number, before) in handlersBefore {
      var before = before
      sigaction(number, &before, nil)
    }
    handlersBefore = []
  }

  /// Only calls that a signal handler may make.
  private static func restore() {
    guard isOurs else { return }
    isOurs = false
    if let farewell { _ = write(STDOUT_FILENO, farewell.baseAddress, farewell.count) }
    tcsetattr(STDIN_FILENO, TCSANOW, &saved)
    showErrors()
  }

  /// The crash goes on as it would have without us.
  private static func handBack(_ number: Int32) {
    for (kept, before) in handlersBefore where kept == number {
      var before = before
      sigaction(number, &before, nil)
    }
  }

  private static func keepErrors() {
    var ends: [Int32] = [-1, -1]
    guard isatty(STDERR_FILENO) == 1, pipe(&ends) == 0 else { return }
    // A pipe that nobody waits for: what does not fit is lost.
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    errorOut = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)
    errorMemory = ends[0]
    if errorOut >= 0 { dup2(ends[1], STDERR_FILENO) }
    close(ends[1])
  }

  private static func showErrors() {
    guard errorOut >= 0 else { return }
    dup2(errorOut, STDERR_FILENO)
    close(errorOut)
    errorOut = -1
    withUnsafeTemporaryAllocation(byteCount: 512, alignment: 1) { buffer in
      while true {
        let count = read(errorMemory, buffer.baseAddress, 512)
        guard count > 0 else { return }
        _ = write(STDERR_FILENO, buffer.baseAddress, count)
      }
    }
    close(errorMemory)
    errorMemory = -1
  }
}

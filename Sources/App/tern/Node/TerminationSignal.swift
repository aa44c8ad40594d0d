import Dispatch
import Glibc

/// Somebody asks the process to end: SIGINT or SIGTERM. Made once a process.
///
/// From the moment it is made no signal is lost: a handler puts a byte into a pipe, where it stays until
/// somebody waits. Processes that are started later do not inherit this.
struct TerminationSignal {
  private static let numbers = [SIGINT, SIGTERM]

  // Safe: set once, before the handlers that read it are put in place.
  // archreview:ignore unsafe-isolation a signal handler can only reach a static
  nonisolated(unsafe) private static var pipeIn: Int32 = -1

  private let pipeOut: Int32

  /// Listens from now on. Throws when the system gives no pipe.
  init() throws(StartProblem) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw .noFiles }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    pipeOut = ends[0]
    Self.pipeIn = ends[1]
    for number in Self.numbers {
      signal(number) { _ in
        let before = errno
        var byte: UInt8 = 1
        _ = write(TerminationSignal.pipeIn, &byte, 1)
        errno = before
      }
    }
  }

  /// Readable once a signal has come, for whoever waits in `poll`.
  var descriptor: Int32 { pipeOut }

  /// Returns on the first signal. A second one ends the process at once, by the system's own way.
  func wait() async {
    let (arrivals, feed) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let source = DispatchSource.makeReadSource(fileDescriptor: pipeOut, queue: .global())
    source.setEventHandler { feed.yield() }
    source.resume()
    for await _ in arrivals { break }
    source.cancel()
    for number in Self.numbers { signal(number, SIG_DFL) }
  }
}

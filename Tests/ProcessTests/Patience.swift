import Foundation

/// How much longer than usual tests wait for threads, processes and sockets: `TERN_TEST_PATIENCE`, 1 to 20.
///
/// For builds that are slow by nature, as those of `make prove-sanitize` are. It stretches how long a test
/// waits before it gives up, and nothing that the program promises about itself.
enum Patience {
  static let factor = min(max(wanted ?? 1, 1), 20)

  private static let wanted = ProcessInfo.processInfo.environment["TERN_TEST_PATIENCE"].flatMap { Int($0) }
}

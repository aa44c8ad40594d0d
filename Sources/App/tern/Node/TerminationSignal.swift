import Dispatch
import Glibc

/// Somebody asks the process to end: SIGINT or SIGTERM.
///
/// Listens from the moment it is made. Processes that are started while it stands ignore both signals, as
/// children inherit that; start them before.
struct TerminationSignal {
  private static let numbers = [SIGINT, SIGTERM]

  private let sources: [any DispatchSourceSignal]
  private let arrivals: AsyncStream<Void>

  init() {
    for number in Self.numbers { signal(number, SIG_IGN) }
    let (stream, feed) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    arrivals = stream
    sources = Self.numbers.map { number in
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { feed.yield() }
      source.resume()
      return source
    }
  }

  /// Returns on the first signal. A second one ends the process at once, by the system's own way.
  func wait() async {
    for await _ in arrivals { break }
    for source in sources { source.cancel() }
    for number in Self.numbers { signal(number, SIG_DFL) }
  }
}

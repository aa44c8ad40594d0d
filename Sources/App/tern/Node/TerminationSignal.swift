import Dispatch
import Glibc

/// Waits until somebody asks the process to end.
enum TerminationSignal {
  /// Returns on the first SIGINT or SIGTERM. A second one ends the process at once, by the system's own way.
  static func wait() async {
    let numbers = [SIGINT, SIGTERM]
    for number in numbers { signal(number, SIG_IGN) }
    let (stream, feed) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let sources = numbers.map { number in
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { feed.yield() }
      source.resume()
      return source
    }
    for await _ in stream { break }
    for source in sources { source.cancel() }
    for number in numbers { signal(number, SIG_DFL) }
  }
}

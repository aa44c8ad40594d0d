import MeshWire
import Timebase

/// Who saw which public message when, and who should have.
struct DeliveryOracle: Sendable {
  /// A node as far as deliveries are concerned.
  struct Reader: Sendable {
    let place: Int
    /// When it began to know what it knows.
    let bornAt: Instant
  }

  /// For each message that somebody saw, when each place saw it first.
  private var sights: [String: [Int: Instant]] = [:]

  /// A person at a place sees a message.
  mutating func saw(_ messageID: String, at place: Int, moment: Instant) {
    if sights[messageID]?[place] == nil { sights[messageID, default: [:]][place] = moment }
  }

  /// A place forgets everything.
  mutating func forget(_ place: Int, book: Book) {
    for message in book.messages { sights[message.messageID]?[place] = nil }
  }

  /// When somebody saw it; `nil` when it did not.
  func sight(of message: Book.Written, at place: Int) -> Instant? { sights[message.messageID]?[place] }

  /// Everybody who has to see a message in the end: whoever was there with its present memory when it was
  /// written, if the writer still has it too.
  func wanted(_ message: Book.Written, readers: [Reader]) -> [Reader] {
    guard message.recipient == nil, !message.isRefused, !message.mayBeLost, message.writer < readers.count,
      readers[message.writer].bornAt <= message.at
    else { return [] }
    return readers.filter { $0.place != message.writer && $0.bornAt <= message.at }
  }

  /// Who misses what.
  func missing(_ book: Book, readers: [Reader]) -> [(message: Book.Written, place: Int)] {
    book.messages.flatMap { message in
      wanted(message, readers: readers).filter { sight(of: message, at: $0.place) == nil }
        .map { (message, $0.place) }
    }
  }

  /// How long each of them waited, in milliseconds, sorted.
  func latencies(_ book: Book, readers: [Reader]) -> [Int] {
    book.messages.flatMap { message in
      wanted(message, readers: readers).compactMap { reader in
        sight(of: message, at: reader.place)?.since(message.at)
      }
    }.map { Int($0.wholeNanoseconds / 1_000_000) }.sorted()
  }
}

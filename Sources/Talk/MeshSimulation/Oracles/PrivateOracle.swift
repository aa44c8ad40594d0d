import MeshWire
import Timebase

/// What became of each private message.
struct PrivateOracle: Sendable {
  /// Where one stands.
  enum Fate: Sendable, Equatable {
    case confirmed(Instant)
    case reported
  }

  private var fates: [String: Fate] = [:]

  /// What became of a message, if something did.
  subscript(messageID: String) -> Fate? { fates[messageID] }

  /// Takes in what an application did. `isHeld`: whether who confirms has it; `nil` when that one is gone.
  mutating func recorded(_ record: Application.Record, at moment: Instant, isHeld: Bool?) -> Finding? {
    switch record {
    case .confirmed(let messageID, let peer):
      fates[messageID] = .confirmed(moment)
      guard isHeld == false else { return nil }
      return Finding(.confirmedUnstored, "\(peer) confirmed \(messageID) and does not have it")
    case .reported(let messageID):
      fates[messageID] = .reported
      return nil
    case .shownPublic, .shownPrivate: return nil
    }
  }

  /// How long each confirmation took, in milliseconds, sorted.
  func latencies(_ book: Book) -> [Int] {
    book.messages.compactMap { message in
      guard case .confirmed(let moment) = fates[message.messageID] else { return nil }
      return Int(moment.since(message.at).wholeNanoseconds / 1_000_000)
    }.sorted()
  }
}

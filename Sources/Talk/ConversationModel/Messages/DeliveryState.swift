import Timebase

/// How far a private message of ours has come (chat-app 2.4).
///
/// Acknowledgements only ever raise it; `advanced(to:)` holds the table of refused transitions.
public enum DeliveryState: Sendable, Hashable {
  /// Waits for consent or proof.
  case notSentYet
  /// Accepted here, not handed to a transport.
  case sending
  /// Handed to a transport.
  case sent
  /// Somebody carries it.
  case carried
  /// Stored at the other end, at this time.
  case delivered(at: Timestamp)
  /// Seen by the other person, at this time.
  case read(at: Timestamp)
  /// Given up, with the reason in words for people.
  case failed(reason: String)
  /// Some of the parts arrived.
  case partiallyDelivered(reached: Int, total: Int)

  /// Which of two copies of one message knows more: the higher rank (chat-app 2.4).
  public var rank: Int {
    switch self {
    case .notSentYet: 0
    case .failed: 1
    case .sending: 2
    case .sent: 3
    case .carried: 4
    case .partiallyDelivered: 5
    case .delivered: 6
    case .read: 7
    }
  }

  /// Whether the other end has confirmed it, so that nothing has to be sent again.
  public var isConfirmed: Bool {
    switch self {
    case .delivered, .read: true
    case .notSentYet, .sending, .sent, .carried, .failed, .partiallyDelivered: false
    }
  }

  /// The state after `next` was reported, or `nil` when the report changes nothing (chat-app 2.4).
  public func advanced(to next: DeliveryState) -> DeliveryState? {
    guard next != self else { return nil }
    switch (self, next) {
    case (_, .notSentYet): return nil
    case (.read, .delivered), (.read, .carried), (.read, .sent), (.read, .sending), (.read, .failed):
      return nil
    case (.delivered, .carried), (.delivered, .sent), (.delivered, .sending), (.delivered, .failed):
      return nil
    case (.carried, .sent), (.carried, .sending), (.sent, .sending): return nil
    case (.notSentYet, _), (.sending, _), (.sent, _), (.carried, _), (.delivered, _), (.read, _),
      (.failed, _), (.partiallyDelivered, _):
      return next
    }
  }
}

import Timebase
import TransportPorts

/// Gathers public messages for the channel that is looked at, so that a crowd costs one change of the screen
/// and not a thousand (chat-app 2.5): a pure machine.
///
/// A batch is committed 80 ms after its first message, 120 ms while batches are large. What has nearly the
/// text of another sent within a second of it is left out. At most 2,000 messages wait; the last of them
/// makes the batch go at once. 2,000 texts are remembered; the oldest makes room.
public struct PublicIntake: Sendable {
  /// How long a batch gathers.
  public static let gathering = Duration.milliseconds(80)
  /// How long while the last ten batches held more than `largeBatch` on average.
  public static let gatheringUnderLoad = Duration.milliseconds(120)
  /// What counts as a large batch.
  public static let largeBatch = 100
  /// Batches the average is taken of.
  public static let batchesAveraged = 10
  /// Messages that wait.
  public static let pendingMax = 2_000
  /// Texts remembered.
  public static let textsMax = 2_000
  /// Within this time of each other nearly equal texts are one, in milliseconds.
  public static let nearMilliseconds: Int64 = 1_000

  /// What the owner has to do.
  public enum Effect: Sendable, Equatable {
    /// Store these in order; an id that is stored already changes nothing.
    case commit([ChatMessage])
    /// Call `flush` then.
    case wake(at: Instant)
  }

  private var pending: [ChatMessage] = []
  private var sizes: [Int] = []
  private var sentAt: [String: Timestamp] = [:]
  /// The keys of `sentAt`, oldest first.
  private var texts: [String] = []

  /// Nothing waits.
  public init() {}

  /// A message for the channel that is looked at.
  public mutating func receive(_ message: ChatMessage, now: Instant) -> [Effect] {
    pending.append(message)
    if pending.count >= Self.pendingMax { return flush() }
    guard pending.count == 1 else { return [] }
    let isLoaded = !sizes.isEmpty && sizes.reduce(0, +) > Self.largeBatch * sizes.count
    return [.wake(at: now + (isLoaded ? Self.gatheringUnderLoad : Self.gathering))]
  }

  /// The time has come, or another channel is looked at.
  public mutating func flush() -> [Effect] {
    guard !pending.isEmpty else { return [] }
    sizes = (sizes + [pending.count]).suffix(Self.batchesAveraged)
    var batch: [ChatMessage] = []
    let order = pending.indices.sorted { (pending[$0].sentAt, $0) < (pending[$1].sentAt, $1) }
    for message in order.map({ pending[$0] }) {
      let key = ContentKey.of(message.text)
      if let last = sentAt[key], isNear(message.sentAt, last) { continue }
      remember(key, message.sentAt)
      batch.append(message)
    }
    pending = []
    return batch.isEmpty ? [] : [.commit(batch)]
  }

  /// A message of ours went past the batch; its text counts as seen.
  public mutating func sent(_ text: String, at moment: Timestamp) {
    remember(ContentKey.of(text), moment)
  }

  /// A message that waits was removed.
  public mutating func remove(_ id: MessageID) {
    pending.removeAll { $0.id == id }
  }

  private func isNear(_ one: Timestamp, _ other: Timestamp) -> Bool {
    one.millisecondsSince(other).magnitude < Self.nearMilliseconds.magnitude
  }

  private mutating func remember(_ key: String, _ moment: Timestamp) {
    if sentAt.updateValue(moment, forKey: key) == nil {
      texts.append(key)
      if texts.count > Self.textsMax { sentAt[texts.removeFirst()] = nil }
    }
  }
}

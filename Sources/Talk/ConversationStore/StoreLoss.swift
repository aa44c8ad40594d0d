import Timebase

/// What a store lost to damage that the database itself does not see: rows that no longer open. The file as
/// it was is kept before anything else is written to it.
public struct StoreLoss: Sendable, Equatable {
  /// Settings, which have their defaults again.
  public var settings = 0
  /// Remembered people, whose keys are trusted at first sight again.
  public var people = 0
  /// Marks of trust, blocks and favourites, which no longer hold.
  public var relations = 0
  /// Conversations with somebody whose address cannot be told any more. Their messages are there, and show
  /// when a message to or from that person is stored.
  public var conversations = 0
  /// Messages.
  public var messages = 0
  /// Of `messages`, and of those in `conversations`, how many waited to be sent. They are not sent.
  public var waiting = 0
  /// Where the file as it was is kept.
  public var keptPath: String

  /// Whether everything damaged could be worked out from the rest.
  public var isMended: Bool { settings + people + relations + conversations + messages == 0 }
}

/// What the store needs where it meets damage: the time, for the name of the copy, and whom to tell.
public struct LossReport: Sendable {
  let now: @Sendable () -> Timestamp
  let tell: @Sendable (StoreLoss) -> Void

  /// `tell` is called once for all damage that is found together, after it was mended.
  public init(
    now: @escaping @Sendable () -> Timestamp, tell: @escaping @Sendable (StoreLoss) -> Void = { _ in }
  ) {
    self.now = now
    self.tell = tell
  }
}

extension StoreLoss: CustomStringConvertible {
  /// Sentences for a person: what is lost, what that means, what was kept. Without private contents.
  public var description: String {
    let kept = "The file as it was is kept at \(keptPath)."
    guard !isMended else { return "The message history was damaged and is mended; nothing is lost. \(kept)" }
    let parts = [
      Self.count(messages, "message"),
      Self.count(conversations, "name of a conversation", "names of conversations"),
      Self.count(people, "remembered person", "remembered people"),
      Self.count(relations, "mark of trust, block or favourite", "marks of trust, blocks or favourites"),
      Self.count(settings, "setting"),
    ].compactMap { $0 }
    var words = "The message history is damaged in part: \(Self.list(parts)) cannot be read. "
    words += "Everything else is there. \(kept)"
    if waiting > 0 {
      words += " \(Self.count(waiting, "message") ?? "") waited to be sent and will not be."
    }
    if relations > 0 { words += " Look whether everybody whom you blocked still is." }
    if people > 0 { words += " Compare fingerprints anew with the people you rely on." }
    if settings > 0 { words += " Choose your name anew." }
    if conversations > 0 { words += " Such a conversation shows again with its next message." }
    return words
  }

  private static func count(_ number: Int, _ one: String, _ many: String? = nil) -> String? {
    number == 0 ? nil : number == 1 ? "1 \(one)" : "\(number) \(many ?? one + "s")"
  }

  private static func list(_ parts: [String]) -> String {
    guard let last = parts.last, parts.count > 1 else { return parts.first ?? "" }
    return parts.dropLast().joined(separator: ", ") + " and " + last
  }
}

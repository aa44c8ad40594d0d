/// Why something a person asked for was not done, in words for that person.
public enum SendProblem: Error, Sendable, Equatable, CustomStringConvertible {
  /// Nothing but white space.
  case empty
  /// More than 16,000 characters in the open channel.
  case tooLong(characters: Int, charactersMax: Int)
  /// The name given cannot be used.
  case unusableNickname
  /// The message to send again is not there any more.
  case messageGone
  /// The store refused; nothing was sent.
  case notStored(String)

  /// What happened and what to do.
  public var description: String {
    switch self {
    case .empty: "There is nothing to send."
    case .tooLong(let characters, let charactersMax):
      "The message has \(characters) characters; at most \(charactersMax) can be sent. Shorten or split it."
    case .unusableNickname: "A name needs at least one visible character. Nothing was changed."
    case .messageGone: "The message is not kept any more. Write it again."
    case .notStored(let reason): "The message could not be stored, so it was not sent. \(reason)"
    }
  }
}

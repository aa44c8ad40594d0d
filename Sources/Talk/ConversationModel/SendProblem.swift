/// Why something a person asked for was not done, in words for that person.
public enum SendProblem: Error, Sendable, Equatable, CustomStringConvertible {
  /// Nothing that can be seen.
  case empty
  /// More than 16,000 characters in the open channel.
  case tooLong(characters: Int, charactersMax: Int)
  /// A private text that would be cut into more messages than may wait for one person.
  case tooManyParts(parts: Int, partsMax: Int)
  /// Nobody can be reached under this form of address.
  case unknownAddress
  /// The address is our own.
  case ownAddress
  /// The person is blocked, under this name.
  case blocked(String)
  /// The name given cannot be used.
  case unusableNickname
  /// The name given would have to be cut.
  case nicknameTooLong(charactersMax: Int, bytesMax: Int)
  /// The message to send again is not there any more.
  case messageGone
  /// The store refused; nothing was sent.
  case notStored(String)
  /// The store refused a later part of a long text; the parts before it are stored and go out.
  case partlyStored(parts: Int, of: Int, reason: String)

  /// What happened and what to do.
  public var description: String {
    switch self {
    case .empty: "There is nothing to send: the text has no visible character."
    case .tooLong(let characters, let charactersMax):
      "The message has \(characters) characters; at most \(charactersMax) can be sent. Shorten or split it."
    case .tooManyParts(let parts, let partsMax):
      "The message would need \(parts) parts; at most \(partsMax) can be on their way to one person. "
        + "Shorten it, or send it piece by piece."
    case .unknownAddress:
      "Nobody can be reached under this address. Use the 16 digits that tern who prints. Nothing was sent."
    case .blocked(let name): "\(name) is blocked. Nothing was sent; /unblock \(name) takes it back."
    case .ownAddress: "This is your own address. Nothing was sent."
    case .nicknameTooLong(let charactersMax, let bytesMax):
      "A name has at most \(charactersMax) characters (and \(bytesMax) bytes). Shorten it; "
        + "nothing was changed."
    case .unusableNickname: "A name needs at least one visible character. Nothing was changed."
    case .messageGone: "The message is not kept any more. Write it again."
    case .notStored(let reason): "The message could not be stored, so it was not sent. \(reason)"
    case .partlyStored(let parts, let all, let reason):
      "Only the first \(parts) of \(all) parts could be stored; they are sent. Send the rest again. \(reason)"
    }
  }
}

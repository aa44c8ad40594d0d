/// Why a command did nothing, in words for the person who typed it (chat-app 9, 15).
public enum CommandProblem: Error, Sendable, Equatable, CustomStringConvertible {
  /// There is no such word.
  case unknownWord(String)
  /// It takes a name.
  case nameMissing(CommandWord)
  /// Nobody here is called that.
  case nobody(String)
  /// Several are; what to call them.
  case ambiguous(String, [String])
  /// The person's key is not known yet.
  case identityUnknown(String)
  /// Blocked before.
  case alreadyBlocked(String)
  /// Nobody of that name is blocked.
  case notBlocked(String)
  /// A favourite before.
  case alreadyFavourite(String)
  /// None before.
  case notFavourite(String)
  /// `/pay` needs a token.
  case noToken
  /// The token cannot be read, or says no amount.
  case unreadableToken
  /// Everybody could take the money.
  case publicTokenUnconfirmed

  /// What happened and what to do.
  public var description: String {
    switch self {
    case .unknownWord(let word):
      "There is no \(word). See /help; to send it as text, begin with two slashes."
    case .nameMissing(let word): "Whom? For example: \(word.typed) ada"
    case .nobody(let name): "Nobody here is called “\(name)”. See /who."
    case .ambiguous(let name, let names):
      "Several people are called “\(name)”. Use one of: \(names.joined(separator: ", "))."
    case .identityUnknown(let name): "The key of \(name) is not known yet. Try again in a moment."
    case .alreadyBlocked(let name): "\(name) is blocked already."
    case .notBlocked(let name): "“\(name)” is not blocked. See /block."
    case .alreadyFavourite(let name): "\(name) is a favourite already."
    case .notFavourite(let name): "\(name) is no favourite."
    case .noToken: "This is no Cashu token. It begins with cashuA or cashuB. Nothing was sent."
    case .unreadableToken: "The token cannot be read, or says no amount. Nothing was sent."
    case .publicTokenUnconfirmed:
      "Everybody here could take the money. If that is meant: /pay TOKEN public. Nothing was sent."
    }
  }
}

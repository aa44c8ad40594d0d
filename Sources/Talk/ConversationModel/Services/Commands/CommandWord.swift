/// The commands of chat-app 9 that are built, in the order of the alphabet.
public enum CommandWord: String, Sendable, Hashable, CaseIterable {
  /// Nobody of that name is heard any more.
  case block
  /// Empties the conversation.
  case clear
  /// Makes a favourite.
  case fav
  /// The list.
  case help
  /// An embrace.
  case hug
  /// Opens a private conversation.
  case msg
  /// Sends a Cashu token.
  case pay
  /// Asks for a sign of life.
  case ping
  /// A trout.
  case slap
  /// The way to somebody.
  case trace
  /// Takes a block back.
  case unblock
  /// No favourite any more.
  case unfav
  /// Who is here.
  case who

  /// Reads the word with its slash; exact, in lower case. `/m` and `/w` are short for `/msg` and `/who`.
  public init?(_ typed: String) {
    switch typed {
    case "/m": self = .msg
    case "/w": self = .who
    default:
      guard typed.hasPrefix("/"), let word = CommandWord(rawValue: String(typed.dropFirst())) else {
        return nil
      }
      self = word
    }
  }

  /// As it is typed.
  public var typed: String { "/" + rawValue }

  /// What it takes, as a reminder; empty when nothing.
  public var takes: String {
    switch self {
    case .clear, .help, .who: ""
    case .block: "[NAME]"
    case .msg: "NAME [TEXT]"
    case .pay: "TOKEN [public]"
    case .fav, .hug, .ping, .slap, .trace, .unblock, .unfav: "NAME"
    }
  }

  /// What it does, in words.
  public var does: String {
    switch self {
    case .block: "hear nothing of somebody; without a name: list who is blocked"
    case .clear: "empty this conversation"
    case .fav: "make somebody a favourite"
    case .help: "this list"
    case .hug: "hug somebody"
    case .msg: "open a private conversation, and send TEXT"
    case .pay: "send a Cashu token; where everybody reads along add the word public"
    case .ping: "ask somebody for a sign of life"
    case .slap: "slap somebody around with a large trout"
    case .trace: "show the way to somebody"
    case .unblock: "hear somebody again"
    case .unfav: "take somebody off the favourites"
    case .who: "who is here"
    }
  }

  /// What fits while a command is typed: before a space all that begin so, in any case; after it the one that
  /// is meant, as a reminder of what it takes.
  public static func suggestions(for typed: String) -> [CommandWord] {
    guard typed.hasPrefix("/"), !typed.hasPrefix("//") else { return [] }
    guard let space = typed.firstIndex(where: \.isWhitespace) else {
      return allCases.filter { $0.typed.hasPrefix(typed.lowercased()) }
    }
    return CommandWord(String(typed[..<space])).map { $0.takes.isEmpty ? [] : [$0] } ?? []
  }

  /// The line after it was chosen.
  public var accepted: String { typed + " " }
}

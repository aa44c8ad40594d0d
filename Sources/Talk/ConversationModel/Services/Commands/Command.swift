import Text
import TransportPorts

/// What a command does, for a coordinator to do (chat-app 9).
public enum CommandEffect: Sendable, Hashable {
  /// Shows lines to the person alone, where the command was typed.
  case say([String])
  /// Opens a private conversation, and sends a text there if one was given.
  case open(ConversationKey, text: String?)
  /// Empties a conversation, for good.
  case clear(ConversationKey)
  /// Sends a line, and shows another in its place here.
  case emote(String, to: ConversationKey, shown: String)
  /// Sends a text.
  case send(String, to: ConversationKey)
  /// Nothing of the person is heard any more.
  case block(Person)
  /// The block of this fingerprint is taken back.
  case unblock(BlockRecord)
  /// A favourite from now on, or no longer; the person is told.
  case setFavourite(Bool, Person)
  /// Asks for a sign of life; the answer is shown where the command was typed.
  case ping(Person)
  /// Shows the way to a person.
  case trace(Person)
}

/// Somebody who is not heard.
public struct BlockRecord: Sendable, Hashable {
  /// SHA-256 of the Noise key, 64 lower-case hexadecimal digits.
  public var fingerprint: String
  /// The name then.
  public var name: String

  /// Joins the parts.
  public init(fingerprint: String, name: String) {
    self.fingerprint = fingerprint
    self.name = name
  }
}

/// What commands are about: where one was typed, who is there, who is blocked or a favourite.
public struct CommandContext: Sendable, Hashable {
  /// The conversation in which the command was typed.
  public var place: ConversationKey
  /// Who is in sight.
  public var directory: PeopleDirectory
  /// Who is not heard.
  public var blocked: [BlockRecord]
  /// Fingerprints of favourites.
  public var favourites: Set<String>

  /// Joins the parts.
  public init(
    place: ConversationKey, directory: PeopleDirectory, blocked: [BlockRecord], favourites: Set<String>
  ) {
    self.place = place
    self.directory = directory
    self.blocked = blocked
    self.favourites = favourites
  }

  /// What a command does here.
  public func effect(word typed: String, argument: String) throws(CommandProblem) -> CommandEffect {
    guard let word = CommandWord(typed) else { throw .unknownWord(typed) }
    switch word {
    case .help: return .say(helpLines)
    case .who: return .say(whoLines)
    case .clear: return .clear(place)
    case .msg: return try message(argument)
    case .hug: return try emote(.hug, argument, word)
    case .slap: return try emote(.slap, argument, word)
    case .block: return argument.isEmpty ? .say(blockLines) : .block(try blockable(argument))
    case .unblock: return .unblock(try blockRecord(argument))
    case .fav, .unfav: return try favourite(word == .fav, argument, word)
    case .ping: return .ping(try person(argument, for: word))
    case .trace: return .trace(try person(argument, for: word))
    case .pay: return try pay(argument)
    }
  }
}

extension CommandContext {
  private var helpLines: [String] {
    CommandWord.allCases.map { word in
      (word.takes.isEmpty ? word.typed : word.typed + " " + word.takes) + ": " + word.does
    }
  }

  private var whoLines: [String] {
    let names = directory.people.map(\.name.text).sorted()
    return [names.isEmpty ? "Nobody is here." : "Here: " + names.joined(separator: ", ")]
  }

  private var blockLines: [String] {
    let names = blocked.map { "\($0.name) (\($0.fingerprint.prefix(8)))" }.sorted()
    return [names.isEmpty ? "Nobody is blocked." : "Blocked: " + names.joined(separator: ", ")]
  }

  private func message(_ argument: String) throws(CommandProblem) -> CommandEffect {
    let (name, rest) = directory.leadingName(of: argument)
    let found = try found(name)
    return .open(.direct(found.address), text: rest.isEmpty ? nil : rest)
  }

  private func emote(
    _ emote: Emote, _ argument: String, _ word: CommandWord
  ) throws(CommandProblem) -> CommandEffect {
    let found = try person(argument, for: word)
    let own = directory.ownNickname
    switch place {
    case .mesh:
      let line = emote.publicLine(from: own, about: found.name.text)
      return .emote(line, to: .mesh, shown: ActionLine.of(line) ?? line)
    case .direct:
      let shown = emote.publicLine(from: own, about: found.name.text)
      return .emote(
        emote.privateLine(from: own), to: .direct(found.address), shown: ActionLine.of(shown) ?? shown)
    }
  }

  private func blockable(_ argument: String) throws(CommandProblem) -> Person {
    let found = try person(argument, for: .block)
    guard !found.peer.fingerprint.isEmpty else { throw .identityUnknown(found.name.text) }
    guard blocked.allSatisfy({ $0.fingerprint != found.peer.fingerprint }) else {
      throw .alreadyBlocked(found.name.text)
    }
    return found
  }

  /// By the name of somebody in sight, by the name when blocked, or by the beginning of the fingerprint.
  private func blockRecord(_ argument: String) throws(CommandProblem) -> BlockRecord {
    let name = withoutSign(argument)
    guard !name.isEmpty else { throw .nameMissing(.unblock) }
    if case .found(let person) = directory.lookUp(name),
      let record = blocked.first(where: { $0.fingerprint == person.peer.fingerprint })
    {
      return record
    }
    let wanted = Text.nfc(name)
    let fitting = blocked.filter { record in
      Text.nfc(record.name) == wanted
        || wanted.utf8.count >= 8 && record.fingerprint.hasPrefix(wanted.lowercased())
    }
    guard let record = fitting.first else { throw .notBlocked(name) }
    guard fitting.count == 1 else {
      throw .ambiguous(name, fitting.map { String($0.fingerprint.prefix(8)) })
    }
    return record
  }

  private func favourite(
    _ isFavourite: Bool, _ argument: String, _ word: CommandWord
  ) throws(CommandProblem) -> CommandEffect {
    let found = try person(argument, for: word)
    guard !found.peer.fingerprint.isEmpty else { throw .identityUnknown(found.name.text) }
    guard favourites.contains(found.peer.fingerprint) != isFavourite else {
      throw isFavourite ? .alreadyFavourite(found.name.text) : .notFavourite(found.name.text)
    }
    return .setFavourite(isFavourite, found)
  }

  private func pay(_ argument: String) throws(CommandProblem) -> CommandEffect {
    var words = argument.split(whereSeparator: \.isWhitespace)
    let isConfirmed = words.count > 1 && words.last?.lowercased() == "public"
    if isConfirmed { words.removeLast() }
    guard words.count == 1, let word = words.first, word.lowercased().contains("cashu") else {
      throw .noToken
    }
    guard let token = CashuToken(strictly: String(word)) else { throw .unreadableToken }
    guard place.isPrivate || isConfirmed else { throw .publicTokenUnconfirmed }
    return .send(token.text, to: place)
  }

  private func person(_ argument: String, for word: CommandWord) throws(CommandProblem) -> Person {
    let name = withoutSign(argument)
    guard !name.isEmpty else { throw .nameMissing(word) }
    return try found(name)
  }

  private func found(_ name: String) throws(CommandProblem) -> Person {
    switch directory.lookUp(name) {
    case .found(let person): return person
    case .ambiguous(let names): throw .ambiguous(name, names)
    case .unknown: throw .nobody(name)
    }
  }

  private func withoutSign(_ argument: String) -> String {
    argument.hasPrefix("@") ? String(argument.dropFirst()) : argument
  }
}

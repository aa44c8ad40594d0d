import ConversationModel
import TransportPorts

/// Commands (chat-app 9). What they find out is a line in the conversation where they were typed; why one did
/// nothing is thrown, so that the person can mend what was typed.
extension MessageCoordinator {
  /// Takes what was typed into a conversation: a text to send, or a command. Throws `SendProblem` or
  /// `CommandProblem`, in words, with nothing done; after `/block` and the like also what the store throws.
  public func submit(_ typed: String, in place: ConversationKey) async throws -> Submission {
    guard let input = ChatInput(typed) else { throw SendProblem.empty }
    switch input {
    case .text(let text): return Submission(ids: try await send(text, to: place))
    case .command(let word, let argument):
      let context = await people.commandContext(in: place)
      return try await perform(try context.effect(word: word, argument: argument), in: place)
    }
  }

  private func perform(_ effect: CommandEffect, in place: ConversationKey) async throws -> Submission {
    switch effect {
    case .say(let lines): await say(lines.joined(separator: "\n"), in: place)
    case .open(let conversation, let text):
      let ids = if let text { try await send(text, to: conversation) } else { [MessageID]() }
      await confirm(conversation, isSent: text != nil, in: place)
      return Submission(ids: ids, opens: conversation)
    case .clear(let conversation): try await clear(conversation)
    case .emote(let line, let conversation, let shown):
      switch conversation {
      case .mesh: return Submission(ids: [try await sendPublic(line, shown: shown)])
      case .direct(let peer):
        // What goes out again is what is stored: the views know the line.
        return Submission(ids: try await sendPrivate(line, to: peer, kind: .system))
      }
    case .send(let text, let conversation):
      let ids = try await send(text, to: conversation)
      if ids.count > 1 { await say(cutToken(ids.count), in: place) }
      return Submission(ids: ids)
    case .block(let person):
      try await people.block(person)
      await say("\(person.name.text) is blocked: nothing of theirs is shown, nor confirmed.", in: place)
    case .unblock(let record):
      try await people.unblock(record)
      await say("\(record.name) is not blocked any more.", in: place)
    case .setFavourite(let isFavourite, let person):
      try await people.setFavourite(isFavourite, person)
      let words = isFavourite ? "is a favourite now." : "is no favourite any more."
      await say("\(person.name.text) \(words)", in: place)
    case .ping(let person):
      questions.ask { [weak self] in await self?.ping(person, in: place) }
    case .trace(let person): await say(try await wayWords(to: person), in: place)
    }
    return Submission()
  }

  /// A token is worth nothing in pieces.
  private func cutToken(_ count: Int) -> String {
    "The token is long and went as \(count) messages. Whoever takes it puts them together first."
  }

  /// Says what `/msg` did where it was typed: whoever comes back there sees that the text went elsewhere.
  private func confirm(_ opened: ConversationKey, isSent: Bool, in place: ConversationKey) async {
    guard let peer = opened.peer, opened != place else { return }
    let name = await people.directory().name(of: peer).text
    await say(isSent ? "Sent to \(name) in private." : "The conversation with \(name) is open.", in: place)
  }

  /// Empties a conversation for good: cleared lines come back neither by gossip nor after a restart.
  public func clear(_ conversation: ConversationKey) async throws {
    await flushBatch()
    try await upkeep.clear(conversation, now: clock.now().unix)
  }

  private func ping(_ person: Person, in place: ConversationKey) async {
    let name = person.name.text
    let line: String
    do throws(DiagnosticProblem) {
      switch try await people.ping(person.address) {
      case .answered(let milliseconds, let hops):
        let way = hops.map { $0 == 1 ? ", in range" : ", over \($0) hops" } ?? ""
        line = "\(name) answered in \(milliseconds) ms\(way)."
      case .noReply: line = "\(name) did not answer within ten seconds."
      case .notSent: line = "Nobody is connected, so \(name) could not be asked."
      }
    } catch {
      line = "\(error)"
    }
    guard !Task.isCancelled else { return }
    await say(line, in: place)
  }

  private func wayWords(to person: Person) async throws -> String {
    guard let way = try await people.trace(person.address) else {
      return "No way to \(person.name.text) is known."
    }
    let directory = await people.directory()
    let names = [directory.ownNickname] + way.map { directory.name(of: $0).text } + [person.name.text]
    let hops = way.count + 1
    return names.joined(separator: " → ") + (hops == 1 ? " (in range)" : " (\(hops) hops, as they say)")
  }
}

/// Work that a command began and that takes its time; at most 16 at once.
struct OpenQuestions {
  static let tasksMax = 16

  private var tasks: [Task<Void, Never>] = []

  /// Begins; the oldest is given up where too many are under way.
  mutating func ask(_ work: @escaping @Sendable () async -> Void) {
    if tasks.count >= Self.tasksMax { tasks.removeFirst().cancel() }
    tasks.append(Task { await work() })
  }

  /// Gives all of it up.
  mutating func endAll() {
    for task in tasks { task.cancel() }
    tasks = []
  }
}

import AppState
import ConversationModel
import Networking
import StrictJSON
import Text
import TransportPorts

/// Carries requests out on the state that all front ends share. Main actor only.
@MainActor public final class ControlService {
  let state: AppState
  private let makeLink: @MainActor (TernLink?) -> String
  private let traffic: @MainActor () async -> JSONValue

  /// `makeLink` makes a new one-time link to a page of the web interface, or to its first one; `traffic`
  /// answers what others made the node do, an object of numbers.
  public init(
    state: AppState, makeLink: @escaping @MainActor (TernLink?) -> String,
    traffic: @escaping @MainActor () async -> JSONValue = { .null }
  ) {
    self.state = state
    self.makeLink = makeLink
    self.traffic = traffic
  }

  /// Answers one request line.
  public func reply(to line: String) async -> ControlReply {
    do {
      return .done(try await perform(try ControlRequest(line: line)))
    } catch let problem as ControlProblem {
      return .failed(problem.description)
    } catch let problem as SendProblem {
      return .failed(problem.description)
    } catch let problem as CommandProblem {
      return .failed(problem.description)
    } catch let problem as VerificationCodeError {
      return .failed(problem.description)
    } catch let problem as LinkProblem {
      return .failed(problem.description)
    } catch let problem as TrustProblem {
      return .failed(problem.description)
    } catch let problem as DiagnosticProblem {
      return .failed(problem.description)
    } catch {
      return .failed(storeProblem(error))
    }
  }

  /// Serves a connection that follows, until it ends.
  func follow(_ wish: FollowWish, on connection: LineConnection) async {
    await ControlFollow(connection: connection, app: state, wish: wish).run()
  }

  private func perform(_ request: ControlRequest) async throws -> JSONValue {
    switch request {
    case .state: return ControlViews.state(state)
    case .people: return .array(state.talk.directory.people.map(ControlViews.person))
    case .peopleInDetail: return await peopleInDetail()
    case .ping(let target): return try await ping(target)
    case .trace(let target): return try await trace(target)
    case .topology: return try await topology()
    case .conversations: return .array(state.talk.conversations.map(ControlViews.conversation))
    case .messages(let target, let limit): return try await messages(of: target, limit: limit)
    case .search(let search): return try await self.search(search)
    case .send(let text, let target):
      let key = try resolve(target)
      let ids = try await state.talk.send(text, to: key)
      return .fields([
        ("conversation", .string(key.text)), ("ids", .array(ids.map { .string($0.text) })),
      ])
    case .submit(let text, let key):
      let done = try await state.talk.submit(text, in: key)
      return .fields(
        [("ids", .array(done.ids.map { .string($0.text) }))]
          + (done.opens.map { [("opens", .string($0.text))] } ?? []))
    case .sendAgain(let id, let key):
      try await state.talk.sendAgain(id, in: key)
      return .null
    case .setNickname(let name):
      try await state.talk.setNickname(name)
      return .null
    case .ownCode(let isFresh): return try await ownCode(isFresh: isFresh)
    case .readCode(let code): return try await readCode(code)
    case .follow: throw ControlProblem("To follow, ask on a connection that carries nothing else.")
    case .link: return .fields([("link", .string(makeLink(nil)))])
    case .open(let link): return .fields([("link", .string(makeLink(try TernLink(link))))])
    case .traffic: return await traffic()
    case .export(let target, let id): return try await export(try resolve(target), after: id)
    case .retention(let forPublic, let forPrivate): return try await retention(forPublic, forPrivate)
    case .notifications(let change): return try await notifications(change)
    case .wipe(let profile):
      guard profile == state.profileName else {
        throw ControlProblem("This node runs for another profile. Nothing was changed.")
      }
      try state.wipeEverything()
      return .null
    }
  }

  private func messages(of target: ControlRequest.Target?, limit: Int) async throws -> JSONValue {
    let keys = try target.map { [try resolve($0)] } ?? state.talk.conversations.map(\.key)
    var all: [ChatMessage] = []
    for key in keys { all += try await state.talk.storedMessages(in: key, limit: limit).messages }
    all.sort { $0.sentAt < $1.sentAt }
    return .array(all.map { ControlViews.message($0, talk: state.talk) })
  }

  /// The conversation that is meant; a name that fits nobody or several is refused with what to do.
  func resolve(_ target: ControlRequest.Target) throws(ControlProblem) -> ConversationKey {
    switch target {
    case .conversation(let key): return key
    case .name(let typed):
      switch state.talk.directory.lookUp(typed) {
      case .found(let person): return .direct(person.address)
      case .ambiguous(let names):
        throw ControlProblem(
          "Several people are called “\(typed)”. Use one of: \(names.joined(separator: ", ")).")
      case .unknown: return try away(typed)
      }
    }
  }

  /// Somebody out of sight: with whom there is a conversation, or whose address is given.
  private func away(_ typed: String) throws(ControlProblem) -> ConversationKey {
    let wanted = Text.nfc(typed.hasPrefix("@") ? String(typed.dropFirst()) : typed)
    let rows = state.talk.conversations.filter { $0.key.isPrivate && $0.title.name == wanted }
    if rows.count == 1, let row = rows.first { return row.key }
    if rows.isEmpty, let address = PeerAddress(wanted) { return .direct(address) }
    if rows.isEmpty {
      throw ControlProblem("Nobody in sight is called “\(typed)”. See who is there with: tern who")
    }
    let addresses = rows.map(\.key.text).joined(separator: ", ")
    throw ControlProblem("Several people were called “\(typed)”. Use an address: \(addresses).")
  }
}

import AppState
import Control
import ConversationModel
import Networking
import Terminal

/// `tern chat`: the full-screen client. It talks to the node over the control socket; where none runs for the
/// profile, one is started here and ends with the screen.
@MainActor enum ChatCommand {
  static func run(
    _ options: Invocation.RunOptions, profile: String, environment: [String: String]
  ) async throws {
    if let problem = TerminalChat.problem(environment) { throw problem }
    let folder = try ProfileFolder.locate(profile: profile, environment: environment)
    let path = try ControlSocketPath.prepare(profile: profile, data: folder, environment: environment)
    let sockets = try SocketLoop()
    let own: RunningNode?
    do {
      _ = try await ControlClient.ask(.state, at: path, sockets: sockets)
      own = nil
    } catch ControlClient.Failure.notRunning {
      own = try await RunningNode.start(
        options, profile: profile, environment: environment, termination: try TerminationSignal())
    } catch ControlClient.Failure.noAnswer(let words) {
      throw ControlProblem(words)
    }
    let clock = SystemClock()
    do {
      try await TerminalChat.run(
        port(path, profile, sockets), environment: environment, now: { clock.now().unix })
    } catch {
      await own?.stop()
      throw error
    }
    await own?.stop()
    await sockets.stop()
  }

  /// The node behind a control socket, as the screen wants it.
  private static func port(_ path: String, _ profile: String, _ sockets: SocketLoop) -> ChatPort {
    let words: @Sendable (ControlClient.Failure) -> String = { failure in
      switch failure {
      case .notRunning: "Tern is not running for the profile “\(profile)”."
      case .noAnswer(let words): words
      }
    }
    return ChatPort(
      follow: { key, messagesMin, reads in
        let (news, feed) = AsyncStream<ChatPort.News>.makeStream(bufferingPolicy: .bufferingNewest(2))
        let wish = FollowWish(conversation: key, messagesMin: messagesMin, reads: reads)
        let task = Task {
          let end = await ControlClient.follow(wish, at: path, sockets: sockets) { feed.yield(.view($0)) }
          feed.yield(.ended(words(end)))
          feed.finish()
        }
        feed.onTermination = { _ in task.cancel() }
        return news
      },
      ask: { wish in
        do throws(ControlClient.Failure) {
          let reply = try await ControlClient.ask(request(wish), at: path, sockets: sockets)
          return answer(reply)
        } catch {
          return .refused(words(error))
        }
      })
  }

  private nonisolated static func answer(_ reply: ControlReply) -> ChatAnswer {
    switch reply {
    case .failed(let problem): .refused(problem)
    case .done(let result):
      result["code"]?.string.map { .code($0) }
        ?? (result["result"] == nil ? nil : .says(VerifyCommand.words(result)))
        ?? result["opens"]?.string.flatMap { ConversationKey($0) }.map { .opens($0) } ?? .done
    }
  }

  private nonisolated static func request(_ wish: ChatWish) -> ControlRequest {
    switch wish {
    case .submit(let text, let key): .submit(text: text, in: key)
    case .again(let id, let key): .sendAgain(id, in: key)
    case .nickname(let name): .setNickname(name)
    case .ownCode: .ownCode(isFresh: false)
    case .readCode(let code): .readCode(code)
    }
  }
}

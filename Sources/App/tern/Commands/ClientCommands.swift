import Control
import ConversationModel
import Networking
import StrictJSON
import Text

/// The commands that ask a running node over the control socket.
enum ClientCommands {
  /// Sends a request and answers the result; refusals become errors with words.
  static func ask(_ request: ControlRequest, profile: String, environment: [String: String]) async throws
    -> JSONValue
  {
    let folder = try ProfileFolder.locate(profile: profile, environment: environment)
    let path = try ControlSocketPath.find(profile: profile, data: folder, environment: environment)
    let reply: ControlReply
    do {
      reply = try await ControlClient.ask(request, at: path, sockets: try SocketLoop())
    } catch ControlClient.Failure.notRunning where InstanceLock.isHeld(folder.lockFile) {
      throw ControlProblem(
        "Tern is running for the profile “\(profile)”, but nobody answers at its control socket \(path). "
          + "A socket that was removed is made again within a few seconds; where the node was started with "
          + "another XDG_RUNTIME_DIR, set the same one here.")
    } catch ControlClient.Failure.notRunning {
      throw ControlProblem(
        "Tern is not running for the profile “\(profile)”. Start it with: tern --profile \(profile)")
    } catch ControlClient.Failure.noAnswer(let words) {
      throw ControlProblem(words)
    }
    switch reply {
    case .done(let value): return value
    case .failed(let words): throw ControlProblem(words)
    }
  }

  static func send(_ text: String, to target: ControlRequest.Target, _ context: Context) async throws {
    let result = try await context.ask(.send(text: text, to: target))
    if context.isJSON { Console.print(result.serialized()) }
  }

  static func who(isVerbose: Bool, _ context: Context) async throws {
    let result = try await context.ask(isVerbose ? .peopleInDetail : .people)
    if context.isJSON { return Console.print(result.serialized()) }
    let people = result.array ?? []
    if people.isEmpty { return Console.print("Nobody is in sight.") }
    let named = isVerbose ? people + [DiagnosticWords.you(try await context.ask(.state))] : []
    for person in people {
      Console.print(line(person))
      if isVerbose { DiagnosticWords.details(of: person, among: named).forEach(Console.print) }
    }
  }

  static func history(_ options: Invocation.HistoryOptions, _ context: Context) async throws {
    let wanted = options.all ? nil : (options.conversation ?? "mesh")
    let target = wanted.map { word in word == "mesh" ? ControlRequest.Target.conversation(.mesh) : .name(word)
    }
    let result = try await context.ask(.messages(of: target, limit: options.limit))
    if context.isJSON { return Console.print(result.serialized()) }
    for message in result.array ?? [] { Console.print(historyLine(message)) }
  }

  static func link(_ context: Context) async throws {
    let result = try await context.ask(.link)
    Console.print(context.isJSON ? result.serialized() : "Open " + (result["link"]?.string ?? ""))
  }

  /// Names and texts of others go through `Text` before they reach a terminal.
  static func line(_ person: JSONValue) -> String {
    let name = Text.displayName(person["name"]?.string ?? "")
    let lock = person["session"]?.string == "established" ? ", encrypted session" : ""
    return "\(name)  \(person["address"]?.string ?? "")  \(way(to: person))\(lock)"
  }

  /// How somebody can be reached. The number of hops is shown where others are between us.
  static func way(to person: JSONValue) -> String {
    if person["inRange"]?.bool == true { return "in range" }
    guard person["reachable"]?.bool == true else { return "out of reach" }
    guard let hops = person["hops"]?.integer, hops > 1 else { return "through others" }
    return "\(hops) hops away"
  }

  static func historyLine(_ message: JSONValue) -> String {
    let time = (message["sentAt"]?.string ?? "").prefix(19).split(separator: "T").joined(separator: " ")
    let name = Text.displayName(message["sender"]?.string ?? "")
    let text = Text.displayText(message["text"]?.string ?? "")
    let isPrivate = message["conversation"]?.string != "mesh"
    let state = message["own"]?.bool == true && isPrivate ? "  (\(message["state"]?.string ?? ""))" : ""
    return "\(time)  <\(name)>\(isPrivate ? " privately:" : "") \(text)\(state)"
  }

  /// Which node is asked, and how its answer is printed.
  struct Context {
    var profile: String
    var isJSON: Bool
    var environment: [String: String]

    func ask(_ request: ControlRequest) async throws -> JSONValue {
      try await ClientCommands.ask(request, profile: profile, environment: environment)
    }
  }
}

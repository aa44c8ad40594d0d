import Foundation
import StrictJSON

/// The program: parses the command line and runs one command. Exit codes: 0 done, 1 refused or failed with
/// words on standard error, 2 the command line cannot be understood.
@main @MainActor struct Tern {
  static let version = "0.1.0"

  static func main() async {
    do {
      let invocation = try InvocationParser.parse(Array(CommandLine.arguments.dropFirst()))
      try await run(invocation)
    } catch let problem as UsageProblem {
      Console.say(problem.description)
      exit(2)
    } catch {
      Console.say("\(error)")
      exit(1)
    }
  }

  private static func run(_ invocation: Invocation) async throws {
    let environment = ProcessInfo.processInfo.environment
    let context = ClientCommands.Context(
      profile: invocation.profile, isJSON: invocation.isJSON, environment: environment)
    switch invocation.command {
    case .run(let options):
      try await RunCommand.run(options, profile: invocation.profile, environment: environment)
    case .send(let text):
      try await ClientCommands.send(try StandardInput.text(text), to: .conversation(.mesh), context)
    case .message(let name, let text):
      try await ClientCommands.send(try StandardInput.text(text), to: .name(name), context)
    case .who: try await ClientCommands.who(context)
    case .history(let options): try await ClientCommands.history(options, context)
    case .key(let action, let passphraseFromInput):
      try KeyCommand.run(
        action, passphraseFromInput: passphraseFromInput, profile: invocation.profile,
        environment: environment)
    case .link: try await ClientCommands.link(context)
    case .version:
      let json = JSONValue.object([JSONMember(name: "version", value: .string(version))])
      Console.print(invocation.isJSON ? json.serialized() : "tern \(version)")
    case .help(let topic):
      guard let page = HelpText.page(topic) else {
        throw UsageProblem(description: "There is no command “\(topic ?? "")”. See: tern --help")
      }
      Console.print(page)
    }
  }
}

import Foundation
import StrictJSON

/// The program: parses the command line and runs one command. Exit codes: 0 done, 1 refused or failed with
/// words on standard error, 2 the command line cannot be understood.
@main @MainActor struct Tern {
  static let version = "0.1.0"

  static func main() async {
    _ = FreshStart.inherited
    do {
      let invocation = try InvocationParser.parse(try arguments().dropFirst().map { $0 })
      try await run(invocation)
    } catch let problem as UsageProblem {
      Console.say(problem.description)
      exit(2)
    } catch {
      Console.say("\(error)")
      exit(1)
    }
  }

  /// The arguments as they were given. Bytes that are no text are refused, not replaced: they might be part
  /// of a message.
  private static func arguments() throws(UsageProblem) -> [String] {
    var arguments: [String] = []
    for index in 0..<Int(CommandLine.argc) {
      guard let bytes = CommandLine.unsafeArgv[index] else { continue }
      guard let text = String(validatingCString: bytes) else {
        throw UsageProblem(description: "Argument \(index) is not UTF-8. Nothing was done.")
      }
      arguments.append(text)
    }
    return arguments
  }

  private static func run(_ invocation: Invocation) async throws {
    let environment = ProcessInfo.processInfo.environment
    let context = ClientCommands.Context(
      profile: invocation.profile, isJSON: invocation.isJSON, environment: environment)
    switch invocation.command {
    case .run(let options):
      try await RunCommand.run(options, profile: invocation.profile, environment: environment)
    case .chat(let options):
      try await ChatCommand.run(options, profile: invocation.profile, environment: environment)
    case .demo(let options):
      try await DemoCommand.run(options, profile: invocation.profile, environment: environment)
    case .send(let text):
      try await ClientCommands.send(try StandardInput.text(text), to: .conversation(.mesh), context)
    case .message(let name, let text):
      try await ClientCommands.send(try StandardInput.text(text), to: .name(name), context)
    case .who(let isVerbose): try await ClientCommands.who(isVerbose: isVerbose, context)
    case .ping(let name): try await ClientCommands.ping(name, context)
    case .trace(let name): try await ClientCommands.trace(name, context)
    case .topology: try await ClientCommands.topology(context)
    case .verify(let request): try await VerifyCommand.run(request, context)
    case .history(let options): try await ClientCommands.history(options, context)
    case .search(let options): try await SearchCommand.run(options, context)
    case .key(let action, let passphraseFromInput):
      try KeyCommand.run(
        action, passphraseFromInput: passphraseFromInput, profile: invocation.profile,
        environment: environment)
    case .notifications(let change): try await NotificationsCommand.run(change, context)
    case .retention(let options): try await ExportCommand.retention(options, context)
    case .export(let options): try await ExportCommand.run(options, context)
    case .wipe(let isConfirmed):
      try await WipeCommand.run(
        isConfirmed: isConfirmed, profile: invocation.profile, environment: environment)
    case .open(let link, let opensBrowser):
      try await OpenCommand.run(link, opensBrowser: opensBrowser, context)
    case .install(let removes): try InstallCommand.run(removes: removes, context)
    case .link: try await ClientCommands.link(context)
    case .doctor(_, showsTraffic: true): try await DoctorCommand.traffic(context)
    case .doctor(let options, showsTraffic: false):
      if try await !DoctorCommand.run(options, context) { exit(1) }
    case .money(let request):
      if try await !MoneyCommand.run(request, isJSON: invocation.isJSON) { exit(1) }
    case .airports(let request):
      if try await !AirportsCommand.run(request, isJSON: invocation.isJSON, environment) { exit(1) }
    case .simulate(let request):
      if try !SimulateCommand.run(request, isJSON: invocation.isJSON) { exit(1) }
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

import AppState
import Control
import Foundation
import MessageBus

/// `tern open [LINK]`: shows in the browser where a link leads, through the node that runs.
enum OpenCommand {
  static func run(_ link: String?, opensBrowser: Bool, _ context: ClientCommands.Context) async throws {
    do {
      // Refused here already, so that nobody else is asked about a damaged one.
      let target = try link.map { text throws(LinkProblem) in try TernLink(text) }
      let result = try await context.ask(.open(target == nil ? "tern:talk" : link ?? ""))
      let address = result["link"]?.string ?? ""
      if context.isJSON { return Console.print(result.serialized()) }
      guard opensBrowser, Browser.canOpen(context.environment) else {
        return Console.print("Open \(address)")
      }
      Console.print("Opened in the browser.")
      await Browser.open(address, environment: context.environment)
    } catch {
      await tell("\(error)", context.environment)
      throw error
    }
  }

  /// A click on a link has no terminal to answer in: the desktop says why nothing happened.
  private static func tell(_ words: String, _ environment: [String: String]) async {
    guard isatty(STDERR_FILENO) == 0,
      let address = BusAddress.ofSession(environment, exists: FileManager.default.fileExists(atPath:)),
      let desktop = try? DesktopNotifications(
        address: address, programName: "Tern", desktopEntry: "tern")
    else { return }
    try? await desktop.show(
      DesktopNotification(subject: "open", title: "Tern did not open the link", body: words, opens: false))
    // It stays where it is shown: only the connection ends with the program.
  }
}

import Control
import StrictJSON
import Text

/// `tern notifications`: says what is told outside of the window, after changing what was asked for.
enum NotificationsCommand {
  static func run(_ change: NoticeChange, _ context: ClientCommands.Context) async throws {
    let result = try await context.ask(.notifications(change))
    if context.isJSON { return Console.print(result.serialized()) }
    for line in lines(result) { Console.print(line) }
  }

  private static func lines(_ result: JSONValue) -> [String] {
    func isOn(_ name: String) -> Bool { result[name]?.bool == true }
    let service = result["shownBy"]?.string.map { "shown by \(Text.displayName($0))" }
    let desktop = service ?? "nothing shows them in this session"
    return [
      "On the desktop: " + (isOn("desktop") ? "on, \(desktop)" : "off"),
      "By the browser, while a page is open: " + (isOn("browser") ? "on" : "off"),
      "Names and texts: " + (isOn("previews") ? "shown" : "hidden"),
    ]
  }
}

import Control
import ConversationModel
import StrictJSON
import TransportPorts

/// `tern search`: messages that hold words, the newest first.
enum SearchCommand {
  static func run(_ options: Invocation.SearchOptions, _ context: ClientCommands.Context) async throws {
    let target = options.conversation.map { word in
      word == "mesh" ? ControlRequest.Target.conversation(.mesh) : .name(word)
    }
    var found: [JSONValue] = []
    var position: SearchPosition?
    var hasMore = true
    while hasMore, found.count < options.limit {
      let limit = min(options.limit - found.count, ControlRequest.Search.limitMax)
      let search = ControlRequest.Search(text: options.text, target: target, position: position, limit: limit)
      let rows = try await context.ask(.search(search)).array ?? []
      guard let next = rows.first?["next"] else {
        throw ControlProblem("The node answered something unknown.")
      }
      found += rows.dropFirst()
      hasMore = next != .null
      if hasMore { position = try ControlRequest.Search.position(next) }
    }
    if context.isJSON { return Console.print(JSONValue.array(found).serialized()) }
    if found.isEmpty { return Console.print("No message has these words.") }
    for message in found { Console.print(ClientCommands.historyLine(message)) }
    if hasMore { Console.print("There may be more; see further back with --limit.") }
  }
}

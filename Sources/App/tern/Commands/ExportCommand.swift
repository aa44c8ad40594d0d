import Control
import ConversationModel
import StrictJSON
import TransportPorts

/// `tern export`: writes a conversation out, page by page, to standard output or a new file.
enum ExportCommand {
  static func run(_ options: Invocation.ExportOptions, _ context: ClientCommands.Context) async throws {
    let form = context.isJSON ? ConversationExport.Form.json : .text
    let target =
      options.conversation == "mesh" ? .conversation(.mesh) : ControlRequest.Target.name(options.conversation)
    // Nothing is written before the node has answered once.
    var page = try await page(target, after: nil, context)
    let output =
      try options.output.map { path throws(CommandRefusal) in try ResultWriter(newFile: path) }
      ?? ResultWriter()
    try output.text(ConversationExport.head(of: page.key, as: form))
    var isFirst = true
    while let last = page.messages.last {
      for message in page.messages {
        try output.text(ConversationExport.line(message, isFirst: isFirst, as: form))
        isFirst = false
      }
      page = try await Self.page(.conversation(page.key), after: last.id, context)
    }
    try output.text(ConversationExport.foot(as: form))
    try output.finish()
  }

  /// `tern retention`: says how long messages are kept, after changing what was asked for.
  static func retention(
    _ options: Invocation.RetentionOptions, _ context: ClientCommands.Context
  ) async throws {
    let result = try await context.ask(
      .retention(publicMessages: options.publicMessages, privateMessages: options.privateMessages))
    if context.isJSON { return Console.print(result.serialized()) }
    let (open, closed) = (result["public"]?.string ?? "", result["private"]?.string ?? "")
    Console.print("Messages are kept: in the open channel \(open), private ones \(closed).")
    if let removed = result["removed"]?.integer, removed > 0 { Console.print("Removed now: \(removed).") }
  }

  private static func page(
    _ target: ControlRequest.Target, after id: MessageID?, _ context: ClientCommands.Context
  ) async throws -> (key: ConversationKey, messages: [ChatMessage]) {
    let rows = try await context.ask(.export(target, after: id)).array ?? []
    guard let key = rows.first?["conversation"]?.string.flatMap({ ConversationKey($0) }) else {
      throw ControlProblem("The node answered something unknown.")
    }
    return (
      key,
      try rows.dropFirst().map { row throws(ControlProblem) in
        guard let message = ConversationExport.message(row, in: key) else {
          throw ControlProblem("The node answered something unknown.")
        }
        return message
      }
    )
  }
}

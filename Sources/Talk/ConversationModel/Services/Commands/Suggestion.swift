/// Something that is offered while a message is being written (chat-app 9, 10.1).
public struct Suggestion: Sendable, Hashable {
  /// What stands in the text after it was taken, in place of what begins it; `nil` for a reminder of what a
  /// command takes.
  public var accepted: String?
  /// What is offered.
  public var label: String
  /// What it takes and does, in words; empty for a name.
  public var hint: String

  /// What fits to the text up to the cursor: names after an at sign, else commands. Nobody who is blocked is
  /// offered.
  public static func fitting(
    textToCursor text: String, directory: PeopleDirectory, relations: PeopleRelations
  ) -> [Suggestion] {
    let names = directory.people.filter { !relations.blocked.contains($0.address) }.map(\.name.text)
    let mentions = MentionCompletion(textToCursor: text, names: names).suggestions
    guard mentions.isEmpty else {
      return mentions.prefix(MentionCompletion.shownMax).map { Suggestion(accepted: $0, label: $0, hint: "") }
    }
    let isWhole = text.contains(where: \.isWhitespace)
    return CommandWord.suggestions(for: text).map { word in
      Suggestion(
        accepted: isWhole ? nil : word.accepted,
        label: word.takes.isEmpty ? word.typed : word.typed + " " + word.takes, hint: word.does)
    }
  }
}

/// What is said in a village, and who says it.
enum VillageScript {
  /// A line of somebody.
  struct Line: Sendable, Hashable {
    let speaker: String
    /// After the beginning for the opening, before the next line for everyday talk.
    let seconds: Int
    let text: String

    init(_ speaker: String, _ seconds: Int, _ text: String) {
      self.speaker = speaker
      self.seconds = seconds
      self.text = text
    }
  }

  /// The first minutes, so that a visitor finds a conversation.
  static let opening = [
    Line("Runa", 3, "Morning, all. The harbour office is open, and the mesh reaches the lighthouse today."),
    Line("Emil", 7, "Rye bread is out of the oven. Two left with caraway."),
    Line("Ylva", 13, "Lighthouse here. Wind 240/18, a front behind it. You have until four."),
    Line("Tove", 20, "@Jonas does the ferry still run after school?"),
    Line(
      "Jonas", 27,
      "@Tove it does. I leave the pier in a minute; out there I am out of range, so write and wait."),
    Line("Inka", 36, "Snow up at the hut. Four hops from the harbour, and I still read every word."),
    Line("Bo", 46, "Who has the long ladder from the allotments?"),
    Line("Pelle", 53, "@Bo me. It comes back with Noor."),
    Line("Noor", 60, "A ladder, on a bicycle. Of course it does."),
    Line("Sami", 74, "Eggs are in the box by the gate. Count yourselves."),
  ]

  /// What is said later on, over and over.
  static let everyday = [
    Line("Emil", 50, "Last call for cinnamon buns."),
    Line("Ylva", 60, "Two sails north of the point, heading in."),
    Line("Runa", 55, "Berth 4 is free again. Mind the step, it is wet."),
    Line("Tove", 65, "School is out. Twelve children, one ball, the square is theirs."),
    Line("Pelle", 50, "Whose bicycle is this? The chain is new, you are welcome."),
    Line("Inka", 70, "Still snowing. The path is marked down to the farm."),
    Line("Bo", 60, "Apples by the gate. Take them before the wasps do."),
    Line("Sami", 60, "One sheep short. Black face, answers to nothing."),
    Line("Noor", 55, "Post for the lighthouse goes in ten minutes."),
    Line("Jonas", 60, "Room for two more cars and any number of people."),
  ]

  /// Who says what to a public message of the visitor; at most two people. `number` chooses among lines.
  static func publicAnswers(
    to text: String, from visitor: String, names: [String], number: Int
  ) -> [Line] {
    let said = words(of: text)
    let mentioned = names.first { said.contains("@" + $0.lowercased()) }
    if let mentioned, let role = VillagerRole.all.first(where: { $0.name == mentioned }) {
      return [Line(mentioned, 0, filled(role.whenMentioned, visitor))]
    }
    if let topic = topics.first(where: { !$0.words.isDisjoint(with: said) }) {
      return topic.lines.map { Line($0.speaker, 0, filled($0.text, visitor)) }
    }
    guard !small.isEmpty else { return [] }
    let line = small[number % small.count]
    return [Line(line.speaker, 0, filled(line.text, visitor))]
  }

  /// What a villager writes to a private message; `number` counts its answers.
  static func privateAnswer(of role: VillagerRole, number: Int, to text: String) -> String {
    let said = words(of: text)
    if let reply = role.replies.first(where: { !$0.words.isDisjoint(with: said) }) { return reply.text }
    return role.small.isEmpty ? "I read you." : role.small[number % role.small.count]
  }

  /// What somebody says who was out of range, when the mesh has handed over what was said meanwhile.
  static func welcomeBack(of role: VillagerRole, speakers: [String]) -> String {
    guard let last = speakers.last else { return role.whenBack + " Nothing missed." }
    let count = speakers.count == 1 ? "1 message" : "\(speakers.count) messages"
    return role.whenBack + " The mesh handed me what I missed: \(count), the last one from \(last)."
  }

  private struct Topic {
    let words: Set<String>
    let lines: [Line]
  }

  private static let topics = [
    Topic(
      words: ["hello", "hi", "hey", "hej", "moin", "morning", "hallo", "evening"],
      lines: [
        Line("Runa", 0, "@{name} welcome to the village. Write to anybody, near or far."),
        Line("Inka", 0, "Hello from the hut, @{name}. Your words took four hops."),
      ]),
    Topic(
      words: ["weather", "wind", "rain", "storm", "snow", "fog"],
      lines: [
        Line("Ylva", 0, "@{name} 240/18 gusting 26, sight 9 km. The front is here by four."),
        Line("Inka", 0, "And ten centimetres of snow up here."),
      ]),
    Topic(
      words: ["bread", "coffee", "hungry", "eat", "bakery", "breakfast", "bun", "buns", "cake"],
      lines: [
        Line("Emil", 0, "@{name} come by, I put something aside for you."),
        Line("Bo", 0, "Emil, one for me too."),
      ]),
    Topic(
      words: ["ferry", "boat", "pier", "sea"],
      lines: [
        Line("Runa", 0, "@{name} the ferry comes and goes. While Jonas is at sea, messages wait for him.")
      ]),
    Topic(
      words: ["ladder", "tool", "broken", "repair", "fix"],
      lines: [
        Line("Pelle", 0, "@{name} bring it to the workshop after four."),
        Line("Bo", 0, "And ask him about my ladder."),
      ]),
    Topic(
      words: ["bye", "goodbye", "night", "leaving"],
      lines: [Line("Runa", 0, "@{name} safe travels. The mesh will be here.")]),
    Topic(
      words: ["mesh", "hops", "relay", "network", "internet", "work", "works"],
      lines: [
        Line("Tove", 0, "@{name} each device passes on what it hears. Yours too, right now."),
        Line("Sami", 0, "Without Tove in the middle I would be talking to sheep."),
      ]),
  ]

  private static let small = [
    Line("Runa", 0, "@{name} noted."),
    Line("Tove", 0, "@{name} the children want to know where you come from."),
    Line("Emil", 0, "@{name} I read you, between two trays."),
    Line("Pelle", 0, "@{name} loud and clear in the workshop."),
    Line("Sami", 0, "@{name} that came all the way up to the farm."),
    Line("Bo", 0, "@{name} ha. Tell that to the hedgehogs."),
  ]

  /// The words of a text in lower case, without the marks around them; an at sign stays.
  private static func words(of text: String) -> Set<String> {
    let parts = text.lowercased().split { !$0.isLetter && !$0.isNumber && $0 != "@" }
    return Set(parts.prefix(500).map(String.init))
  }

  private static func filled(_ text: String, _ visitor: String) -> String {
    let parts = text.split(separator: "{name}", omittingEmptySubsequences: false)
    return parts.joined(separator: visitor)
  }
}

/// Who lives in a village: name, place, and a small personality.
struct VillagerRole: Sendable {
  /// What they say to a private message with one of these words in it.
  struct Reply: Sendable {
    let words: Set<String>
    let text: String
  }

  let name: String
  let walk: Walk
  /// What they say in public when they are mentioned; `{name}` is who did.
  let whenMentioned: String
  /// What they write when the mesh has handed them what they missed.
  let whenBack: String
  let replies: [Reply]
  /// What they write otherwise, one after the other.
  let small: [String]

  init(
    _ name: String, walk: Walk, whenMentioned: String, whenBack: String = "Back in range.",
    replies: [Reply] = [], small: [String]
  ) {
    self.name = name
    self.walk = walk
    self.whenMentioned = whenMentioned
    self.whenBack = whenBack
    self.replies = replies
    self.small = small
  }

  /// Everybody. The visitor stands at 5,000, 5,000, and links reach 2,500 far: Runa, Emil and Bo are next to
  /// the visitor, Inka is four hops away, Noor and Jonas come and go.
  static let all = nearby + farther + farAway + walkers

  private static let nearby = [
    VillagerRole(
      "Runa", walk: Walk(at: 3_400, 5_700),
      whenMentioned: "@{name} harbour office, Runa speaking. What can I do for you?",
      replies: [
        Reply(
          words: ["ferry", "boat", "pier", "jonas"],
          text:
            "Jonas is out of range at sea for a while. Write to him all the same: it goes when he is back."),
        Reply(
          words: ["berth", "mooring", "harbour", "harbor"],
          text: "Berth 4 is free until Sunday. Mind the step, it is wet."),
      ],
      small: [
        "Got your message. Nobody but us two can read this.",
        "Harbour office closes at six. After that, ask Ylva up at the lighthouse.",
        "If you go quiet for a while, that is fine. The mesh keeps a place for you.",
      ]),
    VillagerRole(
      "Emil", walk: Walk(at: 6_400, 4_200),
      whenMentioned: "@{name} flour on my hands, but I read you.",
      replies: [
        Reply(
          words: ["bread", "rye", "loaf", "bun", "buns"],
          text: "I put a rye loaf aside with your name on it. Pay when you pass by."),
        Reply(words: ["coffee", "cake", "breakfast"], text: "Coffee is on. The window table is yours."),
      ],
      small: [
        "The oven is loud, I read slowly.",
        "Try the cardamom buns once. After that you will not ask me for anything else.",
        "Between us: the caraway loaf is better than it looks.",
      ]),
    VillagerRole(
      "Bo", walk: Walk(at: 5_700, 2_700),
      whenMentioned: "@{name} at the allotments, gate on the left.",
      replies: [
        Reply(
          words: ["ladder", "tool", "tools"],
          text: "Pelle has the ladder. He says tomorrow. He always does."),
        Reply(words: ["apples", "garden", "beans"], text: "Take as many apples as you can carry. Please."),
      ],
      small: [
        "Quiet here. Two hedgehogs and me.",
        "The beans are late this year, and so is everybody else.",
      ]),
  ]

  private static let farther = [
    VillagerRole(
      "Tove", walk: Walk(at: 7_900, 5_800),
      whenMentioned: "@{name} in class until one, but the children say hello.",
      replies: [
        Reply(
          words: ["mesh", "hops", "relay", "work", "works", "how"],
          text: "Each device passes on what it hears. From me to you it is Emil's in the bakery, "
            + "and it cannot read a word of this.")
      ],
      small: [
        "We do fractions today. Wish me luck.",
        "The school bell is a command on my laptop now. The children know the command.",
      ]),
    VillagerRole(
      "Pelle", walk: Walk(at: 1_800, 4_400),
      whenMentioned: "@{name} under the car. Say it again in ten minutes.",
      replies: [
        Reply(words: ["ladder"], text: "Yes, yes. The ladder comes back with Noor."),
        Reply(
          words: ["repair", "broken", "fix", "engine", "bike"],
          text: "Bring it by after four. If it is the chain, I have one."),
      ],
      small: [
        "Two hops from you, and louder than the radio.",
        "I answer with one hand, the other one holds a gearbox.",
      ]),
  ]

  private static let farAway = [
    VillagerRole(
      "Ylva", walk: Walk(at: 1_200, 2_100),
      whenMentioned: "@{name} lighthouse reads you. Three hops, no static.",
      replies: [
        Reply(
          words: ["wind", "weather", "rain", "storm", "front", "fog"],
          text: "240/18 gusting 26, sight 9 km. The front is here by four.")
      ],
      small: [
        "I see your roof from here. The light is on.",
        "Three devices carry this to you. Only yours can open it.",
      ]),
    VillagerRole(
      "Sami", walk: Walk(at: 9_000, 7_900),
      whenMentioned: "@{name} upper farm. The sheep say hello too.",
      replies: [
        Reply(words: ["milk", "cheese", "eggs"], text: "Eggs are in the box by the gate, count yourself.")
      ],
      small: [
        "If this reaches you, Tove's device is awake.",
        "Slow up here, but it arrives. Like me.",
      ]),
    VillagerRole(
      "Inka", walk: Walk(at: 8_000, 9_800),
      whenMentioned: "@{name} the hut is four hops from you, and I read every word.",
      replies: [
        Reply(
          words: ["snow", "cold", "weather"], text: "Ten centimetres since the morning, and more to come."),
        Reply(
          words: ["hut", "room", "bed", "night"],
          text: "There is a bed by the stove. Come before dark, the path has no lights."),
      ],
      small: [
        "Your message came over three other devices. None of them could read it.",
        "No phone network up here since the first of October. I do not miss it.",
        "The stove is warm, the view is closed.",
      ]),
  ]

  private static let walkers = [
    VillagerRole(
      "Noor",
      walk: Walk([
        Walk.Stop(spot: Spot(x: 5_300, y: 6_800), seconds: 80, secondsToNext: 25),
        Walk.Stop(spot: Spot(x: 7_400, y: 7_500), seconds: 60, secondsToNext: 35),
        Walk.Stop(spot: Spot(x: 3_300, y: 7_700), seconds: 60, secondsToNext: 20),
      ]),
      whenMentioned: "@{name} on the bicycle. If I am gone, I am round the corner.",
      replies: [
        Reply(
          words: ["letter", "parcel", "post"],
          text: "A parcel for you? I look through the bag at the next stop.")
      ],
      small: [
        "I come past you every few minutes. Wave.",
        "Sorry, hills. What did you say?",
      ]),
    VillagerRole(
      "Jonas",
      walk: Walk([
        Walk.Stop(spot: Spot(x: 2_500, y: 7_400), seconds: 70, secondsToNext: 20),
        Walk.Stop(spot: Spot(x: 100, y: 9_900), seconds: 70, secondsToNext: 20),
      ]),
      whenMentioned: "@{name} ferry here, loading.",
      whenBack: "Back at the pier, back in range.",
      replies: [
        Reply(
          words: ["ferry", "leave", "leaves", "boat", "when"],
          text: "I go every three minutes today, it is a small village and a quick ferry.")
      ],
      small: [
        "Out at sea I hear nobody. What you write then waits, and reaches me at the pier.",
        "Calm water. Three cars, one cow.",
      ]),
  ]
}

import Foundation

/// Something was lost before the planted fault was looked for.
struct Unplanted: Error {
  let words: String
}

/// Two people with a node each act at random, 200 times a minute, over a line that loses, doubles and delays
/// frames, and their nodes are killed meanwhile. When the line is calm again both histories agree with what
/// was acknowledged, states are true, unread counts are right, and nothing private waits for ever.
struct UsersRun {
  static let actionsPerMinute = 200
  /// How long a thing may take to come about in the calm.
  static let calmSeconds = 300.0

  let options: Options
  var random: SeededGenerator
  var figures = Figures()
  var model = UsersModel()
  let users: [UsedNode]
  let line: LossyLine
  /// Counts texts.
  var number = 0
  /// What was there of the other when somebody was blocked, by user and conversation.
  var keptOfBlocked: [[UsedNode.Place: Set<String>]] = [[:], [:]]
  private let place: String

  init(_ options: Options) throws {
    self.options = options
    random = SeededGenerator(seed: options.seed)
    place = "\(options.folder)/users-\(options.seed)"
    try? FileManager.default.removeItem(atPath: place)
    for name in ["data", "run"] {
      try FileManager.default.createDirectory(atPath: "\(place)/\(name)", withIntermediateDirectories: true)
    }
    let port = Int.random(in: 20_000..<26_000, using: &random)
    line = try LossyLine(place, from: port + 6_000, to: port, seed: options.seed)
    // Of different beacon ports: only the proxy leads from one to the other.
    let dial = ["--peer", "127.0.0.1:\(port + 6_000)"]
    users = [
      UsedNode("ann", ProvedNode(options, place: place, profile: "ann", beaconPort: 48_781, more: dial)),
      UsedNode(
        "ben",
        ProvedNode(
          options, place: place, profile: "ben", beaconPort: 48_782, more: ["--mesh-port", "\(port)"])),
    ]
  }

  func run() async throws -> Figures {
    var run = self
    do {
      try run.meet()
      try run.act()
      try run.calm()
      try run.lookAtEverything()
    } catch let loss as Loss where options.isPlanted {
      // That is not what was planted.
      throw Unplanted(words: loss.words)
    }
    if options.isPlanted { try run.findTampering() }
    try run.lookAtUnread()
    try run.restartAndLook()
    run.count()
    try FileManager.default.removeItem(atPath: place)
    return run.figures
  }

  private mutating func meet() throws {
    for user in users { try user.start() }
    for (user, other) in zip(users, users.reversed()) { user.otherAddress = other.address }
    try waitUntilInSight()
  }

  private mutating func act() throws {
    let count = max(1, options.seconds * Self.actionsPerMinute / 60)
    let kills = (0..<options.kills).map { _ in Int.random(in: 0..<count, using: &random) }.sorted()
    var killed = 0
    try line.setTrouble(true)
    let start = ContinuousClock.now
    for action in 0..<count {
      // A rate is what is promised: people who act as fast as they can leave a node no time.
      let ahead = start + .milliseconds(action * 60_000 / Self.actionsPerMinute) - .now
      if ahead > .zero { usleep(UInt32(max(0, ahead / .microseconds(1)))) }
      for user in users where user.isDownUntil.map({ $0 <= action }) == true { try user.start() }
      let chosen = Int.random(in: 0...1, using: &random)
      let actor = users[chosen].isDownUntil == nil ? chosen : 1 - chosen
      // One at a time: where the other is down the kill comes later.
      if killed < kills.count, kills[killed] <= action, users[1 - actor].isDownUntil == nil {
        try kill(actor, at: action)
        killed += 1
      } else {
        try act(actor)
      }
      figures.add(1, "actions")
      if action % 15 == 14, users.allSatisfy({ $0.isDownUntil == nil }) { try lookAtEverything() }
    }
    figures.add(Int((ContinuousClock.now - start).components.seconds), "acting-seconds")
  }

  // MARK: Actions

  private mutating func act(_ actor: Int) throws {
    let user = users[actor]
    switch Int.random(in: 0..<200, using: &random) {
    case 0..<90: try send(actor, .other)
    case 90..<140: try send(actor, .everybody)
    case 140..<168:
      let place = anyPlace()
      try user.look(at: place, forMicroseconds: UInt32.random(in: 0...500_000, using: &random))
      figures.add(1, "reads")
    case 168..<174: try rename(user)
    case 174..<182: try toggleFavourite(user)
    case 182..<198: try toggleBlock(actor)
    default:
      // Seldom: what was emptied away is not there to be looked at.
      let place = anyPlace()
      guard users.allSatisfy({ $0.isDownUntil == nil }) else {
        try send(actor, place)
        return
      }
      try lookAtEverything()
      _ = try user.type("/clear", in: place)
      model.cleared(place, by: actor)
      user.read[place] = []
      user.unsure[place] = []
      figures.add(1, "cleared")
    }
  }

  private mutating func anyPlace() -> UsedNode.Place { Bool.random(using: &random) ? .other : .everybody }

  /// Answers the text that was sent.
  @discardableResult
  mutating func send(_ actor: Int, _ place: UsedNode.Place) throws -> String {
    let user = users[actor]
    let text = nextText(user)
    let answer = try user.ask(["command": "message.send", "conversation": user.key(place), "text": text])
    if place == .other, user.isBlocking {
      guard answer.last?["error"] != nil else { throw Loss(words: "\(user.name) wrote to whom they block") }
      figures.add(1, "refused")
      return text
    }
    if let words = answer.last?["error"] { throw Loss(words: "a message was refused: \(words)") }
    model.sent(text, by: actor, in: place, isAcknowledged: true)
    figures.add(1, place == .other ? "private" : "public")
    return text
  }

  private mutating func nextText(_ user: UsedNode) -> String {
    number += 1
    return "number \(number) of \(user.name)."
  }

  private mutating func rename(_ user: UsedNode) throws {
    number += 1
    let nickname = "\(user.name)\(number)"
    _ = try user.result(["command": "nickname.set", "nickname": nickname])
    user.nickname = nickname
    figures.add(1, "renamed")
  }

  private mutating func toggleFavourite(_ user: UsedNode) throws {
    guard try user.nameOfOther() != nil else { return figures.add(1, "out-of-sight") }
    let refusal = try user.type((user.isFavourite ? "/unfav " : "/fav ") + user.otherAddress)
    if let refusal { return try allowed(refusal) }
    user.isFavourite.toggle()
    figures.add(1, "favourites")
  }

  private mutating func toggleBlock(_ actor: Int) throws {
    let user = users[actor]
    if user.isBlocking { return try unblock(actor) }
    // Short blocks, and few.
    guard Int.random(in: 0..<4, using: &random) == 0, try user.nameOfOther() != nil else {
      try send(actor, .other)
      return
    }
    if let refusal = try user.type("/block \(user.otherAddress)") { return try allowed(refusal) }
    user.isBlocking = true
    user.isFavourite = false
    // What came in before it may still be stored for a moment.
    usleep(300_000)
    for place in UsedNode.Place.allCases { keptOfBlocked[actor][place] = try user.texts(place) }
    figures.add(1, "blocked")
  }

  mutating func unblock(_ actor: Int) throws {
    let user = users[actor]
    for place in UsedNode.Place.allCases {
      let more = try user.texts(place).subtracting(keptOfBlocked[actor][place] ?? [])
      if let text = more.first { throw Loss(words: "“\(text)” was kept of somebody who is blocked") }
    }
    if let refusal = try user.type("/unblock \(user.otherAddress)") { return try allowed(refusal) }
    user.isBlocking = false
  }

  /// Somebody may go out of sight, or be there without a key yet, in the moment of a command about them.
  private mutating func allowed(_ refusal: String) throws {
    guard refusal.hasPrefix("Nobody here") || refusal.contains("not known yet") else {
      throw Loss(words: "refused: \(refusal)")
    }
    figures.add(1, "out-of-sight")
  }

  /// Kills a node while its person writes; it comes back at once or after a few actions of the other.
  private mutating func kill(_ actor: Int, at action: Int) throws {
    let user = users[actor]
    let delay = UInt32.random(in: 0...60_000, using: &random)
    let process = user.node.processID
    // The number is a child of ours that nobody else waits for: it names no other process.
    let killer = Thread {
      usleep(delay)
      Foundation.kill(process, SIGKILL)
    }
    killer.start()
    while true {
      let isForAll = user.isBlocking || Int.random(in: 0..<3, using: &random) == 0
      let place = isForAll ? UsedNode.Place.everybody : .other
      let text = nextText(user)
      let request = ["command": "message.send", "conversation": user.key(place), "text": text]
      let answer = try user.line?.ask(request)
      if let words = answer?.last?["error"] { throw Loss(words: "a message was refused: \(words)") }
      model.sent(text, by: actor, in: place, isAcknowledged: answer != nil)
      if answer == nil { break }
      figures.add(1, place == .other ? "private" : "public")
      // People pause between two lines; the seed says for how long.
      usleep(UInt32.random(in: 0...10_000, using: &random))
    }
    user.kill()
    user.isDownUntil = action + Int.random(in: 0...6, using: &random)
    figures.add(1, "kills")
  }
}

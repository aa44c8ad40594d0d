import Foundation

/// What has to hold at any time, and what comes about when the line is calm again.
extension UsersRun {
  private var bothWays: [(Int, UsedNode.Place)] {
    [0, 1].flatMap { user in UsedNode.Place.allCases.map { (user, $0) } }
  }

  /// Compares both histories of both conversations with the model. The writer's is read first: what it says
  /// of the other was true by then.
  mutating func lookAtEverything() throws {
    for (sender, place) in bothWays {
      let own = try users[sender].history(place)
      let others = try users[1 - sender].history(place)
      try model.check(sender, place, own: own, others: others, hasRead: users[1 - sender].everRead)
    }
    figures.add(1, "looks")
  }

  func waitUntilInSight() throws {
    for user in users { try wait("\(user.name) sees the other") { try user.nameOfOther() != nil } }
  }

  /// The line loses nothing any more, both nodes run, nobody is blocked; then nothing private waits.
  mutating func calm() throws {
    for user in users where user.isDownUntil != nil { try user.start() }
    for actor in users.indices where users[actor].isBlocking { try unblock(actor) }
    figures.add(line.count("frames"), "frames")
    figures.add(line.count("lost"), "frames-lost")
    try line.setTrouble(false)
    let start = ContinuousClock.now
    try waitUntilInSight()
    for (user, other) in zip(users, users.reversed()) {
      try wait("\(user.name) sees the other's name") { try user.nameOfOther() == other.nickname }
    }
    try waitUntilNothingWaits()
    for (user, other) in zip(users, users.reversed()) {
      try figures.add(failed(user), "failed")
      try figures.add(other.texts(.everybody).count, "public-arrived")
    }
    figures.add(Int((ContinuousClock.now - start).components.seconds), "calm-after-seconds")
  }

  private func waitUntilNothingWaits() throws {
    let final = ["delivered", "read", "failed"]
    for user in users {
      try wait("nothing private of \(user.name) waits any more") {
        try user.history(.other).allSatisfy { !$0.isOwn || final.contains($0.state) }
      }
    }
  }

  /// How many messages were given up; each says why.
  private func failed(_ user: UsedNode) throws -> Int {
    var (count, last) = (0, nil as String?)
    while true {
      var request = ["command": "conversation.export", "conversation": user.otherAddress]
      request["after"] = last
      let page = try user.items(request).filter { $0["id"] != nil }
      guard let end = page.last?["id"] as? String else { return count }
      for message in page where message["state"] as? String == "failed" {
        count += 1
        guard (message["reason"] as? String)?.isEmpty == false else {
          throw Loss(words: "a message failed without a reason: \(message)")
        }
      }
      last = end
    }
  }

  private func wait(_ what: String, until holds: () throws -> Bool) throws {
    let deadline = ContinuousClock.now + .seconds(Self.calmSeconds)
    while ContinuousClock.now < deadline {
      if try holds() { return }
      // Asks another process for a fact until it holds; it sends no event.
      usleep(100_000)
    }
    throw Loss(words: "within \(Int(Self.calmSeconds)) s it did not come about that \(what)")
  }

  // MARK: Unread

  /// Unread counts are what the model says; after a look nothing is unread; what comes then is counted.
  mutating func lookAtUnread() throws {
    for (reader, place) in bothWays { try expectUnread(reader, place) }
    for (reader, place) in bothWays {
      // What the open channel missed may come at any time; only without doubt is the count one number.
      try wait("\(users[reader].name) looks while nothing comes") {
        try users[reader].look(at: place, forMicroseconds: 0)
        return users[reader].unsure[place]?.isEmpty == true
      }
      try expectUnread(reader, place)
    }
    for (sender, place) in bothWays {
      // What the open channel missed may come just then too, and of too many at once some are not shown: that
      // is no excuse for ever, one of these rounds comes whole.
      var rounds = 1
      while try sendWhileNobodyLooks(sender, place) > 0 {
        rounds += 1
        guard rounds <= 5 else { throw Loss(words: "no messages of \(place) come whole in five rounds") }
      }
    }
    try waitUntilNothingWaits()
  }

  /// Sends some; they arrive and are unread, all but what the reader's node says it held back. How many those
  /// are.
  private mutating func sendWhileNobodyLooks(_ sender: Int, _ place: UsedNode.Place) throws -> Int {
    let reader = users[1 - sender]
    let heldBackBefore = try reader.heldBack()
    let count = Int.random(in: 1...4, using: &random)
    let texts = try Set((0..<count).map { _ in try send(sender, place) })
    var missing = 0
    try wait("\(count) messages of \(place) arrive at \(reader.name)") {
      missing = try texts.subtracting(reader.texts(place)).count
      return try missing <= (place == .everybody ? reader.heldBack() - heldBackBefore : 0)
    }
    figures.add(missing, "held-back-in-calm")
    try expectUnread(1 - sender, place)
    guard try reader.unread(place) >= count - missing else {
      throw Loss(words: "\(count - missing) came and \(try reader.unread(place)) are unread")
    }
    return missing
  }

  private mutating func expectUnread(_ reader: Int, _ place: UsedNode.Place) throws {
    let user = users[reader]
    // One may come between the two questions.
    try wait("the unread of \(user.name) in \(place) are those that nobody looked at") {
      let (expected, unread) = (try user.unreadExpected(place), try user.unread(place))
      return expected.contains(unread)
    }
    figures.add(1, "unread-counts")
  }

  // MARK: Afterwards

  /// The same once more out of what is on the disk.
  mutating func restartAndLook() throws {
    for user in users { user.kill() }
    for user in users { try user.start() }
    try waitUntilInSight()
    try lookAtEverything()
    for (reader, place) in bothWays { try expectUnread(reader, place) }
    for user in users {
      let refusal = try user.type((user.isFavourite ? "/fav " : "/unfav ") + user.otherAddress) ?? "done"
      guard refusal.contains(user.isFavourite ? "a favourite already" : "is no favourite") else {
        throw Loss(words: "\(user.name)'s favourites are not what was acknowledged: \(refusal)")
      }
    }
    for user in users {
      user.kill()
      for name in try FileManager.default.contentsOfDirectory(atPath: user.node.dataFolder)
      where name.contains("damaged") {
        throw Loss(words: "set aside: \(name)")
      }
      if let words = damage(of: "\(user.node.dataFolder)/messages.sqlite") { throw Loss(words: words) }
    }
  }

  /// The checks find every fault that is planted in the answers; the last one is told.
  mutating func findTampering() throws {
    var found: [String] = []
    for tampering in UsersModel.Tampering.allCases {
      for sender in users.indices {
        let own = try users[sender].history(.other)
        let others = try users[1 - sender].history(.other)
        guard let wrong = model.tampered(tampering, own: own, others: others) else { continue }
        do {
          try model.check(
            sender, .other, own: wrong.own, others: wrong.others, hasRead: users[1 - sender].everRead)
        } catch let loss as Loss {
          found.append(loss.words)
          break
        }
      }
    }
    // Fewer than were planted: the run ends as one that found nothing.
    guard found.count == UsersModel.Tampering.allCases.count else { return }
    throw Loss(words: found.joined(separator: "; "))
  }

  /// What became of what was said.
  mutating func count() {
    let confirmed = model.messages.count { $0.confirmedAt != nil }
    figures.add(model.messages.count(where: \.isAcknowledged), "acknowledged")
    figures.add(confirmed, "confirmed")
    figures.add(0, "doubled")
    figures.add(0, "lost")
  }
}

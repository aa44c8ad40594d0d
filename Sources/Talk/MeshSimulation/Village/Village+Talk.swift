import Mesh
import MeshWire
import Timebase

/// What villagers make of what they hear, and what they say by themselves.
extension Village {
  /// Something reached a villager.
  mutating func hear(_ event: MeshAppEvent, villager: Int) {
    switch event {
    case .publicMessage(let sender, let nickname, let text, let sentAt, let messageID, let isOwn):
      guard !isOwn, villagers[villager].keeps(messageID) else { return }
      noteMissed(nickname, sentAt: sentAt, villager: villager)
      guard isVisitor(sender) else { return }
      answer(text, of: nickname, messageID: messageID, villager: villager)
    case .privateMessage(let sender, let messageID, let text, _):
      let isNew = villagers[villager].keeps("\(sender) \(messageID)")
      confirm(messageID, by: sender, villager: villager, isRead: false, after: 300)
      guard isNew, isVisitor(sender) else { return }
      // A read mark is sent once by an engine and may be lost on the way.
      for wait in [1_400, 6_000, 20_000] as [Int64] {
        confirm(messageID, by: sender, villager: villager, isRead: true, after: wait)
      }
      let reply = VillageScript.privateAnswer(
        of: villagers[villager].role, number: villagers[villager].answers, to: text)
      villagers[villager].answers += 1
      timeline.add(
        .write(villager: villager, text: reply, to: sender),
        at: now.monotonic + .milliseconds(Int64(2_600 + 22 * reply.utf8.count)))
    case .delivered(let messageID, _): villagers[villager].confirmed(messageID)
    case .read, .peerConnected, .peerDisconnected, .peersChanged, .deliveryStatus, .transfer,
      .sessionChanged, .identityLearned, .archiveChanged, .moduleState, .stopped, .module:
      break
    }
  }

  /// Says a line of the everyday talk, and plans the next one.
  mutating func sayLine(_ number: Int) {
    let lines = VillageScript.everyday
    guard !lines.isEmpty else { return }
    let line = lines[number % lines.count]
    if let villager = place(of: line.speaker), villagers[villager].alone == nil {
      timeline.add(.speak(villager: villager, text: line.text), at: now.monotonic)
    }
    timeline.add(.nextLine(number + 1), at: now.monotonic + .seconds(Int64(line.seconds)))
  }

  /// A villager is in range of somebody again: soon the mesh hands over what was missed.
  mutating func cameBack(_ villager: Int, after milliseconds: Int64) {
    guard milliseconds > 20_000 else { return }
    villagers[villager].missed = []
    timeline.add(.recount(villager: villager), at: now.monotonic + .seconds(14))
  }

  /// Says how much of what was missed has come.
  mutating func recount(_ villager: Int) {
    let speakers = villagers[villager].missed
    villagers[villager].missed = []
    let text = VillageScript.welcomeBack(of: villagers[villager].role, speakers: speakers)
    timeline.add(.speak(villager: villager, text: text), at: now.monotonic)
  }

  /// A message older than a few seconds came late: it was said when the villager was away.
  private mutating func noteMissed(_ nickname: String, sentAt: Timestamp, villager: Int) {
    guard now.unix.millisecondsSince(sentAt) > 5_000, villagers[villager].missed.count < 50 else { return }
    villagers[villager].missed.append(nickname)
  }

  /// Whoever the message is for says something, when it has reached them.
  private mutating func answer(_ text: String, of nickname: String, messageID: String, villager: Int) {
    let number = messageID.utf8.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xFFFF }
    let answers = VillageScript.publicAnswers(to: text, from: nickname, names: names, number: number)
    for (order, line) in answers.enumerated() where line.speaker == villagers[villager].role.name {
      let wait = 1_800 + 2_600 * order + 14 * line.text.utf8.count
      timeline.add(
        .speak(villager: villager, text: line.text), at: now.monotonic + .milliseconds(Int64(wait)))
    }
  }

  private mutating func confirm(
    _ messageID: String, by sender: PeerID, villager: Int, isRead: Bool, after milliseconds: Int64
  ) {
    timeline.add(
      .confirm(villager: villager, messageID: messageID, by: sender, isRead: isRead),
      at: now.monotonic + .milliseconds(milliseconds))
  }

  private func isVisitor(_ peer: PeerID) -> Bool {
    !villagers.contains { $0.id == peer }
  }
}

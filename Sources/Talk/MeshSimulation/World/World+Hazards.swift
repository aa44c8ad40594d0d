import Mesh
import MeshWire
import Timebase

/// What happens to nodes: they write, crash, come back, are cut off; in the end it becomes calm.
extension World {
  /// Something planned happens.
  mutating func happen(_ event: Plan.Event) {
    switch event {
    case .writePublic(let writer, let characters): writePublic(by: writer, characters: characters)
    case .writePrivate(let writer, let reader): writePrivate(by: writer, to: reader)
    case .outage(let node, let milliseconds, let keepsState):
      guard nodes[node].isRunning else { return }
      crash(node)
      timeline.add(
        .restart(node: node, keepsState: keepsState), at: clock.moment + .milliseconds(Int64(milliseconds)))
    case .partition(let side, let milliseconds, let endsLinks):
      part(side, by: 1, endsLinks: endsLinks)
      timeline.add(
        .healing(side: side, endsLinks: endsLinks), at: clock.moment + .milliseconds(Int64(milliseconds)))
    case .limit(let link, let bytes): setLimit(link, bytes: bytes)
    }
  }

  /// A node starts, and its links come up.
  mutating func startNode(_ node: Int) {
    witness.book.meet(
      nodes[node].id, signingKey: nodes[node].identity.signing.publicKey,
      isHostile: nodes[node].hostile != nil)
    for event in nodes[node].start(at: clock.moment) { tell(node, event) }
    if nodes[node].hostile != nil { timeline.add(.hostileWake(node: node), at: clock.moment) }
    for link in links.indices where links[link].plan.edge.touches(node) { refreshLink(link) }
    armApplication(node)
  }

  /// Cuts some off from the rest no longer.
  mutating func heal(_ side: [Int], endsLinks: Bool) {
    part(side, by: -1, endsLinks: endsLinks)
  }

  /// A node that was down starts again.
  mutating func restart(_ node: Int, _ keepsState: Bool) {
    if !keepsState {
      nodes[node].forgetEverything(at: clock.moment)
      witness.delivery.forget(node, book: witness.book)
      witness.safety.forgetMeetings(of: node)
    }
    startNode(node)
  }

  /// Wakes the application when it wants to be.
  mutating func armApplication(_ node: Int) {
    guard nodes[node].isRunning, let wish = nodes[node].application.nextWake else { return }
    if let armed = nodes[node].applicationWakeAt, armed <= wish { return }
    nodes[node].applicationWakeAt = wish
    timeline.add(.applicationWake(node: node), at: max(wish, clock.moment))
  }

  /// Gives the engine what the application wants, and the oracles what it did.
  mutating func perform(_ reaction: Application.Reaction, of node: Int) {
    record(reaction.records, of: node)
    for command in reaction.commands { tell(node, .command(command)) }
    armApplication(node)
  }

  /// Shows the oracles what an application did.
  mutating func record(_ records: [Application.Record], of node: Int) {
    for record in records {
      let (number, life) = (plan.nodes[node].number, nodes[node].life)
      let finding = witness.safety.recorded(record, at: node, life: life)
      witness.note(finding, at: clock.moment, node: number)
      if case .shownPublic(_, let messageID, _) = record {
        witness.delivery.saw(messageID, at: node, moment: clock.moment)
      }
      let isHeld = isHeldByItsReader(record)
      let fate = witness.privates.recorded(record, at: clock.moment, isHeld: isHeld)
      witness.note(fate, at: clock.moment, node: number)
    }
  }

  /// Whether who confirms a message has it; `nil` when nothing is confirmed, or who did is nobody any more.
  private func isHeldByItsReader(_ record: Application.Record) -> Bool? {
    guard case .confirmed(let messageID, let peer) = record, let written = witness.book[messageID],
      let reader = written.reader, nodes[reader].id == peer
    else { return nil }
    return nodes[reader].application.holds("\(written.sender) \(messageID)")
  }

  private mutating func crash(_ node: Int) {
    witness.book.crashed(node, at: clock.moment)
    nodes[node].crash()
    for link in links.indices where links[link].plan.edge.touches(node) { refreshLink(link) }
  }

  private mutating func writePublic(by node: Int, characters: Int) {
    guard nodes[node].isRunning, nodes[node].engine != nil else { return }
    let number = witness.book.nextNumber
    let text = Self.text(number, characters: characters)
    let timestamp = clock.now(skewMilliseconds: plan.nodes[node].skewMilliseconds).unix
    witness.book.add(
      Book.Written(
        number: number, writer: node, sender: nodes[node].id, recipient: nil, reader: nil, text: text,
        timestamp: timestamp, at: clock.moment,
        messageID: publicMessageID(sender: nodes[node].id, timestamp: timestamp, text: text)))
    tell(node, .command(.sendPublic(text: text, timestamp: timestamp)))
  }

  private mutating func writePrivate(by node: Int, to reader: Int) {
    guard nodes[node].isRunning else { return }
    let number = witness.book.nextNumber
    let messageID = "private \(number)"
    let text = Self.text(number, characters: 40)
    witness.book.add(
      Book.Written(
        number: number, writer: node, sender: nodes[node].id, recipient: nodes[reader].id, reader: reader,
        text: text, timestamp: clock.now().unix, at: clock.moment, messageID: messageID))
    let reaction = nodes[node].application.write(
      text, to: nodes[reader].id, messageID: messageID, at: clock.moment)
    perform(reaction, of: node)
  }

  /// A text that says which it is, and does not compress to nothing.
  private static func text(_ number: Int, characters: Int) -> String {
    var random = WorldRandom(seed: UInt64(number), "text", characters)
    let filler = (0..<characters).map { _ in letters[random.below(letters.count)] }
    return "#\(number) " + String(filler)
  }

  private static let letters = Array("abcdefghijklmnopqrstuvwxyz0123456789 ABCDEFGHIJKLMNOPQRSTUVWXYZ")
}

extension Edge {
  /// Whether one of its ends is at this place.
  func touches(_ place: Int) -> Bool { dialler == place || acceptor == place }
}

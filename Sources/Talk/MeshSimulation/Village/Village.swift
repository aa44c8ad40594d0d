import Mesh
import MeshWire
import Timebase

/// A village of real engines around one node that is not part of it: the visitor's.
///
/// Sans-I/O: frames of the visitor and the time go in, what happens on the visitor's links comes out. Whoever
/// owns it lets the time pass with `advance`, at the latest when `nextDue` has come. All its randomness is
/// the seed's. Nothing it holds grows without a bound: links are pairs of its few places, and each engine and
/// application has limits of its own.
public struct Village: Sendable {
  /// What happens on the visitor's links.
  public enum Happening: Sendable {
    /// Somebody came near.
    case up(LinkID, LinkFacts)
    /// A frame came.
    case frame(LinkID, [UInt8])
    /// Somebody went away.
    case ended(LinkID)
  }

  /// What is to happen.
  enum Item: Sendable {
    case arrival(link: Int, generation: Int, isTowardDialler: Bool, frame: [UInt8])
    case wake(villager: Int)
    case speak(villager: Int, text: String)
    case write(villager: Int, text: String, to: PeerID)
    case confirm(villager: Int, messageID: String, by: PeerID, isRead: Bool)
    case nextLine(Int)
    case recount(villager: Int)
    case step
  }

  /// How far apart two may be to be linked, and how far they may go until the link ends.
  static let reach = 2_500
  static let reachAtMost = 2_700
  /// Where the visitor is.
  static let visitorSpot = Spot(x: 5_000, y: 5_000)

  let seed: UInt64
  let beganAt: Instant
  var now: Now
  var timeline = Timeline<Item>()
  var villagers: [Villager]
  var links: [VillageLink] = []
  var random: WorldRandom
  var happenings: [Happening] = []
  var signatureCheck: any SignatureCheck = SignatureMemo()

  /// A village at its beginning; the same people for the same seed.
  public init(seed: UInt64, at now: Now) {
    self.seed = seed
    self.now = now
    beganAt = now.monotonic
    random = WorldRandom(seed: seed, "village")
    villagers = VillagerRole.all.enumerated().map { number, role in
      Villager(role: role, number: number, seed: seed)
    }
    for villager in villagers.indices { tell(villager, .command(.start)) }
    timeline.add(.step, at: now.monotonic)
    for (number, line) in VillageScript.opening.enumerated() {
      guard let villager = place(of: line.speaker) else { continue }
      timeline.add(
        .speak(villager: villager, text: line.text), at: beganAt + .seconds(Int64(line.seconds)))
      if number == VillageScript.opening.count - 1 {
        timeline.add(.nextLine(0), at: beganAt + .seconds(Int64(line.seconds) + 45))
      }
    }
  }

  /// When something happens next.
  public var nextDue: Instant? { timeline.next }

  /// What the village is called, for people: the names of those who live there.
  public var names: [String] { villagers.map(\.role.name) }

  /// Lets everything happen that is due by now; what came of it on the visitor's links.
  public mutating func advance(to now: Now) -> [Happening] {
    while let next = timeline.next, next <= now.monotonic, let due = timeline.popFirst() {
      self.now = Now(monotonic: max(due.at, self.now.monotonic), unix: now.unix)
      happen(due.item)
    }
    self.now = now
    defer { happenings = [] }
    return happenings
  }

  /// The visitor sends a frame on one of its links.
  public mutating func receive(_ frame: [UInt8], on end: LinkID, at now: Now) {
    self.now = now
    guard let link = links.firstIndex(where: { self.end(of: $0, at: 0) == end }) else { return }
    send(frame, from: 0, on: link)
  }

  /// The visitor closes one of its links; it comes back while they are in reach of each other.
  public mutating func close(_ end: LinkID, at now: Now) {
    self.now = now
    guard let link = links.firstIndex(where: { self.end(of: $0, at: 0) == end }) else { return }
    takeDown(link)
  }

  private mutating func happen(_ item: Item) {
    switch item {
    case .arrival(let link, let generation, let isTowardDialler, let frame):
      arrive(frame, link: link, generation: generation, isTowardDialler: isTowardDialler)
    case .wake(let villager):
      guard let wish = villagers[villager].wakeAt, wish <= now.monotonic else { return }
      villagers[villager].wakeAt = nil
      tell(villager, .timer(.wake))
    case .speak(let villager, let text):
      tell(villager, .command(.sendPublic(text: text, timestamp: now.unix)))
    case .write(let villager, let text, let peer):
      let id = messageID()
      let commands = villagers[villager].write(text, to: peer, messageID: id, at: now.monotonic)
      for command in commands { tell(villager, .command(command)) }
    case .confirm(let villager, let messageID, let peer, let isRead):
      tell(
        villager,
        .command(
          isRead
            ? .sendRead(messageID: messageID, to: peer) : .sendDelivered(messageID: messageID, to: peer)))
    case .nextLine(let number): sayLine(number)
    case .recount(let villager): recount(villager)
    case .step: step()
    }
  }

  /// Gives an event to a villager's engine and carries out what it wants.
  mutating func tell(_ villager: Int, _ event: MeshEvent) {
    villagers[villager].engine.exchangeSignatureCheck(&signatureCheck)
    let effects = villagers[villager].engine.handle(event, now: now)
    villagers[villager].engine.exchangeSignatureCheck(&signatureCheck)
    for effect in effects {
      switch effect {
      case .send(let frame, let ends, _):
        for end in ends {
          if let link = villagers[villager].links[end] { send(frame, from: villager + 1, on: link) }
        }
      case .schedule(_, let moment):
        villagers[villager].wakeAt = moment
        timeline.add(.wake(villager: villager), at: max(moment, now.monotonic))
      case .cancel: villagers[villager].wakeAt = nil
      case .disconnect(let end):
        if let link = villagers[villager].links[end] { takeDown(link) }
      case .linkVerified: break
      case .event(let event): hear(event, villager: villager)
      }
    }
  }

  func place(of name: String) -> Int? {
    villagers.firstIndex { $0.role.name == name }
  }

  /// Sixteen random bytes in the form of a version 7 UUID.
  private mutating func messageID() -> String {
    let high = now.unix.milliseconds << 16 | 0x7000 | random.next() & 0x0FFF
    let low = random.next() >> 2 | 1 << 63
    let digits = Array(Self.digits(high) + Self.digits(low))
    let groups = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32]
    return groups.map { String(digits[$0]) }.joined(separator: "-")
  }

  private static func digits(_ value: UInt64) -> String {
    let text = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: 16 - text.count) + text
  }
}

import Cryptography
import Mesh
import MeshWire
import Timebase

/// One inhabitant of a village: a real engine with keys of its own, and a small application above it that
/// keeps what comes, confirms it, and hands its own private messages over again until they are confirmed.
struct Villager: Sendable {
  /// A private message on its way to somebody.
  private struct Letter: Sendable {
    let messageID: String
    let text: String
    let peer: PeerID
    var handOvers = 0
    var dueAt: Instant
  }

  let role: VillagerRole
  let id: PeerID
  var engine: MeshEngine
  /// Where it stands now.
  var spot: Spot
  /// What its engine waits for.
  var wakeAt: Instant?
  /// Which links lead where.
  var links: [LinkID: Int] = [:]
  /// Since when it cannot reach anybody.
  var alone: Timestamp?
  /// What was said meanwhile, as it is handed over later: who spoke.
  var missed: [String] = []
  /// How many private messages it has answered.
  var answers = 0

  private var stored: [String] = []
  private var letters: [Letter] = []

  init(role: VillagerRole, number: Int, seed: UInt64) {
    self.role = role
    spot = role.walk.spot(after: 0)
    var draws = WorldRandom(seed: seed, "villager", number)
    var random = SeededRandom(seed: draws.seedBytes())
    let identity = MeshIdentity(noise: .generate(using: &random), signing: .generate(using: &random))
    id = identity.peerID
    engine = MeshEngine(
      identity: identity, nickname: role.name, random: SeededRandom(seed: draws.seedBytes()))
  }

  /// Whether a message is new here; from then on it is not.
  mutating func keeps(_ messageID: String) -> Bool {
    guard !stored.contains(messageID) else { return false }
    if stored.count >= Self.storedMax { stored.removeFirst() }
    stored.append(messageID)
    return true
  }

  /// Writes to somebody; the command that hands it over.
  mutating func write(_ text: String, to peer: PeerID, messageID: String, at moment: Instant) -> [MeshCommand]
  {
    if letters.count >= Self.lettersMax { letters.removeFirst() }
    letters.append(Letter(messageID: messageID, text: text, peer: peer, dueAt: moment))
    return handOver(at: moment)
  }

  /// What is due is handed over again; what was tried often enough is given up.
  mutating func handOver(at moment: Instant) -> [MeshCommand] {
    var commands: [MeshCommand] = []
    letters.removeAll { $0.handOvers >= Self.handOversMax }
    for index in letters.indices where letters[index].dueAt <= moment {
      let letter = letters[index]
      letters[index].handOvers += 1
      letters[index].dueAt = moment + Self.patience
      commands.append(.sendPrivate(text: letter.text, to: letter.peer, messageID: letter.messageID))
    }
    return commands
  }

  /// The other has it.
  mutating func confirmed(_ messageID: String) {
    letters.removeAll { $0.messageID == messageID }
  }

  private static let storedMax = 2_000
  private static let lettersMax = 20
  private static let handOversMax = 8
  private static let patience = Duration.seconds(12)
}

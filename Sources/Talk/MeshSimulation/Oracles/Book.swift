import Cryptography
import MeshWire
import Timebase

/// What was really written in a world: the truth that oracles compare with.
///
/// The engines never see it.
struct Book: Sendable {
  /// One message.
  struct Written: Sendable {
    let number: Int
    /// The place of who wrote it.
    let writer: Int
    let sender: PeerID
    /// Whom it is for; `nil` for everybody.
    let recipient: PeerID?
    /// The place of whom it is for.
    let reader: Int?
    let text: String
    let timestamp: Timestamp
    let at: Instant
    let messageID: String
    /// The engine refused it.
    var isRefused = false
    /// Its writer crashed before the engine had given it to be kept.
    var mayBeLost = false

    /// The id in gossip of a public message.
    var gossipID: GossipID? {
      try? Packet.publicMessage(text, sender: sender, timestamp: timestamp).gossipID
    }
  }

  private(set) var messages: [Written] = []
  private var numbers: [String: Int] = [:]
  /// Who is honest, with the key that signs for it.
  private var honest: [PeerID: Ed25519.PublicKey] = [:]
  private var hostile: Set<PeerID> = []

  /// Somebody is there under this id.
  mutating func meet(_ peer: PeerID, signingKey: Ed25519.PublicKey, isHostile: Bool) {
    if isHostile { hostile.insert(peer) } else { honest[peer] = signingKey }
  }

  /// The key that signs for somebody honest.
  func signingKey(of peer: PeerID) -> Ed25519.PublicKey? { honest[peer] }

  /// Whether the id is that of a hostile node, which may say under it what it likes.
  func isHostile(_ peer: PeerID) -> Bool { hostile.contains(peer) }

  /// Notes a message.
  mutating func add(_ message: Written) {
    numbers[message.messageID] = messages.count
    messages.append(message)
  }

  /// The number that the next message gets.
  var nextNumber: Int { messages.count }

  /// What was written under an id.
  subscript(messageID: String) -> Written? { numbers[messageID].map { messages[$0] } }

  /// The engine did not take a message.
  mutating func refuse(_ messageID: String) {
    if let number = numbers[messageID] { messages[number].isRefused = true }
  }

  /// A node crashed: what it wrote a moment ago is on no disk but the application's.
  mutating func crashed(_ place: Int, at moment: Instant) {
    for number in messages.indices.reversed() {
      guard moment.since(messages[number].at) < Self.keptAfter else { return }
      if messages[number].writer == place { messages[number].mayBeLost = true }
    }
  }

  /// An engine gives its messages to be kept at each tick of its sync, every 30 s.
  private static let keptAfter = Duration.seconds(31)
}

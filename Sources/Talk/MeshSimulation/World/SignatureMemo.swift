import Cryptography
import Mesh
import MeshWire
import Timebase

/// The memory of one world for signatures: the same packet comes to every node, and whether it is signed with
/// a key is the same everywhere.
///
/// It remembers by everything the answer depends on, so that no world behaves otherwise with it. A value that
/// goes from engine to engine with the events. At most twice `entriesMax` answers: the older half gives way.
struct SignatureMemo: SignatureCheck {
  private struct Question: Hashable, Sendable {
    let key: Ed25519.PublicKey
    let signature: [UInt8]
    let version: PacketVersion
    let type: MessageType
    let timestamp: Timestamp
    let sender: PeerID
    let recipient: PeerID?
    let route: [PeerID]
    let payload: [UInt8]
    let form: PayloadForm

    init(_ packet: Packet, _ signature: [UInt8], _ key: Ed25519.PublicKey) {
      self.key = key
      self.signature = signature
      version = packet.version
      type = packet.type
      timestamp = packet.timestamp
      sender = packet.sender
      recipient = packet.recipient
      route = packet.route
      payload = packet.payload
      form = packet.form
    }

    static func == (left: Question, right: Question) -> Bool {
      left.signature == right.signature && left.timestamp == right.timestamp && left.key == right.key
        && left.version == right.version && left.type == right.type && left.sender == right.sender
        && left.recipient == right.recipient && left.route == right.route && left.payload == right.payload
        && left.form == right.form
    }

    /// The signature tells almost all questions apart.
    func hash(into hasher: inout Hasher) { hasher.combine(signature) }
  }

  private var newer: [Question: Bool] = [:]
  private var older: [Question: Bool] = [:]

  /// Whether the packet carries a signature that the key made.
  mutating func isValid(_ packet: Packet, under key: Ed25519.PublicKey) -> Bool {
    guard let signature = packet.signature else { return false }
    let question = Question(packet, signature, key)
    if let answer = newer[question] { return answer }
    let answer = older[question] ?? packet.isSignatureValid(under: key)
    if newer.count >= Self.entriesMax {
      older = newer
      newer = [:]
    }
    newer[question] = answer
    return answer
  }

  private static let entriesMax = 10_000
}

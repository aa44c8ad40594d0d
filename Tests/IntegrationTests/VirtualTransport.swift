import Bytes
import Cryptography
import Locks
import Mesh
import MeshWire
import Timebase
import TransportPorts

/// The time of a virtual mesh, readable from everywhere.
final class VirtualTime: Sendable {
  private let current: Mutex<Now>

  init(_ now: Now) { current = Mutex(now) }

  var now: Now { current.withLock { $0 } }
  func set(_ now: Now) { current.withLock { $0 = now } }
}

/// One node of a virtual mesh as a transport.
struct VirtualTransport: CoreTransport, VerificationTransport, VouchTransport {
  let mesh: VirtualMesh
  let node: Int
  let identity: MeshIdentity

  func nextEvent() async -> TransportEvent? { await mesh.next(node) }
  func ownAddress() -> PeerAddress { portAddress(identity.peerID) }
  func publicMessageID(text: String, at moment: Timestamp) -> MessageID {
    MessageID(MeshWire.publicMessageID(sender: identity.peerID, timestamp: moment, text: text))
  }
  func sendPublic(_ text: String, at moment: Timestamp) async {
    await mesh.tell(node, .sendPublic(text: text, timestamp: moment))
  }
  func sendPrivate(_ text: String, to peer: PeerAddress, id: MessageID, at moment: Timestamp) async {
    guard let target = PeerID(hexadecimal: peer.text) else { return }
    await mesh.sends(id.text, of: node, to: peer)
    await mesh.tell(node, .sendPrivate(text: text, to: target, messageID: id.text))
  }
  func sendDelivered(_ id: MessageID, to peer: PeerAddress) async {
    guard let target = PeerID(hexadecimal: peer.text) else { return }
    await mesh.tell(node, .sendDelivered(messageID: id.text, to: target))
  }
  func sendRead(_ id: MessageID, to peer: PeerAddress) async -> Bool {
    guard let target = PeerID(hexadecimal: peer.text), await mesh.isReachable(node, target) else {
      return false
    }
    await mesh.tell(node, .sendRead(messageID: id.text, to: target))
    return true
  }
  func prepareSession(with peer: PeerAddress) async {
    guard let target = PeerID(hexadecimal: peer.text) else { return }
    await mesh.tell(node, .triggerHandshake(target))
  }
  func setNickname(_ nickname: String) async { await mesh.tell(node, .setNickname(nickname)) }

  func challenge(_ peer: PeerAddress, with challenge: VerificationChallenge) async {
    guard let target = PeerID(hexadecimal: peer.text) else { return }
    let wire = VerifyChallenge(noiseKeyText: challenge.noiseKeyText, nonce: challenge.nonce)
    await mesh.tell(node, .module(Verification.Command.challenge(wire, target)))
  }
  func answer(_ peer: PeerAddress, with answer: VerificationAnswer) async {
    guard let target = PeerID(hexadecimal: peer.text) else { return }
    let wire = VerifyResponse(
      to: VerifyChallenge(noiseKeyText: answer.noiseKeyText, nonce: answer.nonce),
      signature: answer.signature)
    await mesh.tell(node, .module(Verification.Command.respond(wire, target)))
  }
  func vouch(to peer: PeerAddress, _ vouches: [Vouch]) async -> Bool {
    guard let target = PeerID(hexadecimal: peer.text), await mesh.hasSession(node, target) else {
      return false
    }
    let wire = vouches.map {
      VouchAttestation(
        fingerprint: $0.fingerprint, signingKey: $0.signingKey, statedAt: $0.statedAt,
        signature: $0.signature)
    }
    await mesh.tell(node, .module(Vouching.Command.send(wire, target)))
    return true
  }
}

extension VirtualTransport: DiagnosticTransport, ArchiveTransport {
  func ping(_ peer: PeerAddress) async -> PingOutcome {
    guard let target = PeerID(hexadecimal: peer.text),
      case .ping(_, let result) = await mesh.ask(node, { .ping(target, token: $0) })
    else { return .notSent }
    return switch result {
    case .answered(let milliseconds, let hops):
      .answered(milliseconds: Int(clamping: milliseconds), hops: hops)
    case .noReply: .noReply
    case .notSent: .notSent
    }
  }

  func trace(_ peer: PeerAddress) async -> [PeerAddress]? {
    guard let target = PeerID(hexadecimal: peer.text),
      case .trace(_, let way) = await mesh.ask(node, { .trace(target, token: $0) })
    else { return nil }
    return way?.map(portAddress)
  }

  func neighbourhood() async -> [NeighbourPair] { [] }

  func dropStored(of peer: PeerAddress) async {
    guard let target = PeerID(hexadecimal: peer.text) else { return }
    await mesh.tell(node, .dropStoredMessages(of: target))
  }
}

import Bytes
import Cryptography
import Locks
import Mesh
import MeshWire
import Timebase
import TransportPorts

/// Engines joined by links in virtual time, each behind a transport as the application knows it.
actor VirtualMesh {
  private var rig = MeshRig(seed: 77)
  private var seen: [Int] = []
  private var waiting: [[TransportEvent]] = []
  private var reachable: [[PeerID]] = []
  private var pending: [[String: PeerAddress]] = []
  let time: VirtualTime

  init() {
    time = VirtualTime(rig.now)
  }

  /// Adds a node; its number.
  func add(_ name: String, _ identity: MeshIdentity) -> Int {
    seen.append(0)
    waiting.append([])
    reachable.append([])
    pending.append([:])
    return rig.add(name, identity: identity)
  }

  /// Cuts the node's links and starts it anew, as a process does; what it told before is gone.
  func restart(_ node: Int) {
    rig.restart(node)
    seen[node] = rig.nodes[node].events.count
    waiting[node] = []
    reachable[node] = []
    pending[node] = [:]
  }

  func connect(_ one: Int, _ other: Int) { rig.connect(one, other) }

  /// Lets time pass.
  func run(for duration: Duration) {
    rig.run(for: duration)
    time.set(rig.now)
  }

  func tell(_ node: Int, _ command: MeshCommand) { rig.tell(node, .command(command)) }

  /// Frames that were delivered so far.
  var deliveryCount: Int { rig.deliveries.count }

  /// How far the session is.
  func hasSession(_ node: Int, _ peer: PeerID) -> Bool {
    rig.nodes[node].engine.sessionState(of: peer) == .established
  }

  func isReachable(_ node: Int, _ peer: PeerID) -> Bool {
    rig.nodes[node].engine.peers.contains { $0.id == peer && $0.isReachable }
  }

  func sends(_ id: String, of node: Int, to peer: PeerAddress) { pending[node][id] = peer }

  /// The next thing that a node's engine told; `nil` when there is none now.
  func next(_ node: Int) -> TransportEvent? {
    while waiting[node].isEmpty, seen[node] < rig.nodes[node].events.count {
      let event = rig.nodes[node].events[seen[node]]
      seen[node] += 1
      waiting[node] += translate(event, of: node)
    }
    return waiting[node].isEmpty ? nil : waiting[node].removeFirst()
  }

  private func translate(_ event: MeshAppEvent, of node: Int) -> [TransportEvent] {
    switch event {
    case .publicMessage(let sender, let nickname, let text, let timestamp, let id, let isOwn):
      let key = rig.nodes[node].engine.peers.first { $0.id == sender }?.noiseKey
      return [
        .publicMessage(
          IncomingPublicMessage(
            id: MessageID(id), sender: portAddress(sender),
            noiseKey: key.flatMap { PeerAddress($0.bytes.hexadecimal) }, nickname: nickname, text: text,
            sentAt: timestamp, isOwn: isOwn))
      ]
    case .privateMessage(let sender, let id, let text, let timestamp):
      let name = rig.nodes[node].engine.peers.first { $0.id == sender }?.nickname ?? ""
      return [
        .privateMessage(
          IncomingPrivateMessage(
            id: MessageID(id), sender: portAddress(sender), nickname: name, text: text, sentAt: timestamp))
      ]
    case .delivered(let id, let peer):
      return [.receipt(Receipt(kind: .delivered, id: MessageID(id), peer: portAddress(peer)))]
    case .read(let id, let peer):
      return [.receipt(Receipt(kind: .read, id: MessageID(id), peer: portAddress(peer)))]
    case .deliveryStatus(let id, .sent):
      guard let peer = pending[node].removeValue(forKey: id) else { return [] }
      return [.sendOutcome(MessageID(id), peer, .sent)]
    case .peerConnected(let peer), .sessionChanged(let peer, .established):
      return [.peerReady(portAddress(peer))]
    case .peersChanged(let peers):
      let before = reachable[node]
      reachable[node] = peers.filter(\.isReachable).map(\.id)
      let fresh = reachable[node].filter { !before.contains($0) }
      return [.peersChanged(peers.map(portPeer))] + fresh.map { .peerReady(portAddress($0)) }
    case .identityLearned(let known):
      return [
        .peerLearned(
          KnownPeer(
            fingerprint: SHA256.hash(known.noiseKey.bytes).hexadecimal, noiseKey: known.noiseKey.bytes,
            signingKey: known.signingKey.bytes, isSigningKeyAuthenticated: known.isSigningKeyAuthenticated,
            nickname: known.nickname))
      ]
    case .module(let event): return trust(event)
    case .deliveryStatus, .peerDisconnected, .sessionChanged, .stopped, .transfer, .archiveChanged,
      .moduleState:
      return []
    }
  }

  private func trust(_ event: ModuleAppEvent) -> [TransportEvent] {
    switch event.value {
    case let report as Verification.Report:
      switch report {
      case .challenged(let challenge, let peer, let key):
        let asked = VerificationChallenge(noiseKeyText: challenge.noiseKeyText, nonce: challenge.nonce)
        return [.verificationChallenge(asked, from: sessionPeer(peer, key))]
      case .responded(let response, let peer, let key):
        let answer = VerificationAnswer(
          noiseKeyText: response.challenge.noiseKeyText, nonce: response.challenge.nonce,
          signature: response.signature)
        return [.verificationAnswer(answer, from: sessionPeer(peer, key))]
      }
    case let report as Vouching.Report:
      let vouches = report.attestations.map {
        Vouch(
          fingerprint: $0.fingerprint, signingKey: $0.signingKey, statedAt: $0.statedAt,
          signature: $0.signature)
      }
      return [.vouches(vouches, from: sessionPeer(report.peer, report.noiseKey))]
    default: return []
    }
  }
}

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

func portAddress(_ peer: PeerID) -> PeerAddress {
  guard let address = PeerAddress(peer.description) else { preconditionFailure("16 digits.") }
  return address
}

private func sessionPeer(_ peer: PeerID, _ key: X25519.PublicKey) -> SessionPeer {
  SessionPeer(address: portAddress(peer), fingerprint: SHA256.hash(key.bytes).hexadecimal)
}

private func portPeer(_ peer: PeerSnapshot) -> TransportPeer {
  let session: TransportPeer.Session =
    switch peer.session {
    case .none: .none
    case .handshaking: .handshaking
    case .established: .established
    }
  return TransportPeer(
    address: portAddress(peer.id), nickname: peer.nickname,
    noiseKey: PeerAddress(peer.noiseKey.bytes.hexadecimal), fingerprint: peer.fingerprint,
    isConnected: peer.isConnected, isReachable: peer.isReachable, hops: peer.hops, session: session,
    lastSeen: peer.lastSeen, signingKey: peer.signingKey.bytes,
    understandsVouches: peer.capabilities.map { $0.isEmpty || $0.contains(.vouch) } ?? true)
}

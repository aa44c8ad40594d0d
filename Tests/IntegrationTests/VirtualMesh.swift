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
  private var questions: [UInt64: CheckedContinuation<Diagnostics.Report?, Never>] = [:]
  private var lastQuestion: UInt64 = 0
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
    takeIn(node)
    return waiting[node].isEmpty ? nil : waiting[node].removeFirst()
  }

  private func takeIn(_ node: Int) {
    while seen[node] < rig.nodes[node].events.count {
      let event = rig.nodes[node].events[seen[node]]
      seen[node] += 1
      waiting[node] += translate(event, of: node)
    }
  }

  /// Asks a node's diagnostics; what is known at once is answered at once.
  func ask(_ node: Int, _ question: @Sendable (UInt64) -> Diagnostics.Command) async -> Diagnostics.Report? {
    await withCheckedContinuation { continuation in
      lastQuestion += 1
      questions[lastQuestion] = continuation
      rig.tell(node, .command(.module(question(lastQuestion))))
      takeIn(node)
    }
  }

  private func answer(_ report: Diagnostics.Report) {
    switch report {
    case .ping(let token, _), .trace(let token, _), .map(let token, _):
      questions.removeValue(forKey: token)?.resume(returning: report)
    }
  }

  /// Whether frames of this type still come anywhere.
  func lose(_ type: MessageType) {
    rig.isDelivered = { _, _, frame in (try? Packet.decode(frame))?.type != type }
  }

  /// Cuts every link between two nodes.
  func disconnect(_ one: Int, _ other: Int) { rig.cut(between: one, other) }

  /// What a node sent itself, as it came to its neighbour after that many deliveries: all but what every
  /// node says by itself (announces and sync).
  func packets(of node: Int, at neighbour: Int, after count: Int) -> [Packet] {
    rig.deliveries.dropFirst(count).compactMap { delivery in
      guard delivery.to == neighbour, let packet = try? Packet.decode(delivery.frame),
        packet.sender == rig.nodes[node].id, packet.type != .announce, packet.type != .syncRequest,
        !packet.isRSR
      else { return nil }
      return packet
    }
  }

  /// Texts that came out of a node's sessions with somebody.
  func privateTexts(at node: Int, from sender: PeerID) -> [String] {
    rig.nodes[node].events.compactMap { event in
      if case .privateMessage(sender, _, let text, _) = event { text } else { nil }
    }
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
    case let report as Diagnostics.Report:
      answer(report)
      return []
    default: return []
    }
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

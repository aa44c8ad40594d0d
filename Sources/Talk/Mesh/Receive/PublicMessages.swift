import Cryptography
import MeshWire
import Timebase

/// Public messages and goodbyes (mesh-engine 4.1, mesh-wire 8.4).
extension MeshEngine {
  /// Sends a text to everybody and tells the application that it is out.
  mutating func sendPublic(_ text: String, at timestamp: Timestamp) {
    let messageID = publicMessageID(sender: own, timestamp: timestamp, text: text)
    guard phase == .running else { return report(messageID, .failed(.notRunning)) }
    guard let unsigned = try? Packet.publicMessage(text, sender: own, timestamp: timestamp),
      let packet = try? unsigned.signed(with: identity.signing)
    else { return report(messageID, .failed(.tooLong)) }
    let outcome = transmit(packet, messageID: messageID)
    switch outcome {
    case .sent, .spooled, .nowhere, .cutting: break
    case .busy: return report(messageID, .failed(.queueFull))
    case .tooLarge(let bytes, let limit):
      return report(messageID, .failed(.frameTooLarge(bytes: bytes, limit: limit)))
    case .unwritable: return report(messageID, .failed(.tooLong))
    }
    trackForSync(packet)
    emit(
      .publicMessage(
        sender: own, nickname: nickname, text: text, timestamp: timestamp, messageID: messageID,
        isOwn: true))
    if outcome != .cutting { report(messageID, .sent) }
  }

  /// Shows a public message whose signature verifies, once. Everything else is passed on, but not shown.
  /// `false` when another copy might be believed: the signature is broken, or its key not known yet.
  mutating func receivePublicMessage(_ packet: Packet) -> Bool {
    guard packet.isBroadcast || packet.recipient == own,
      !isOlder(packet, MeshLimits.publicMessageAgeMilliseconds)
    else { return true }
    guard let key = signingKey(of: packet.sender), isSignature(of: packet, validUnder: key) else {
      return false
    }
    guard let text = try? packet.publicText() else { return true }
    trackForSync(packet)
    // Our own come back after a restart: the application may have lost them.
    guard packet.sender == own || shown.admit(packet.gossipID, from: packet.sender) else { return true }
    emit(
      .publicMessage(
        sender: packet.sender, nickname: displayName(of: packet.sender), text: text,
        timestamp: packet.timestamp,
        messageID: publicMessageID(sender: packet.sender, timestamp: packet.timestamp, text: text),
        isOwn: packet.sender == own))
    return true
  }

  /// Lets a peer go whose goodbye is signed. `false`, and so no relay, when it is not.
  mutating func receiveLeave(_ packet: Packet) -> Bool {
    let peer = packet.sender
    guard let key = signingKey(of: peer), isSignature(of: packet, validUnder: key) else { return false }
    noise.drop(peer)
    performNoiseActions()
    links.retireProofs(of: peer)
    forgetPeer(peer)
    return true
  }

  /// The key that the peer's packets must be signed with: that of the registry, else a remembered one.
  func signingKey(of peer: PeerID) -> Ed25519.PublicKey? {
    peer == own
      ? identity.signing.publicKey : registry.signingKey(of: peer) ?? pins[peer]?.signingKey
  }

  /// The name to show for a peer whose signature was verified.
  func displayName(of peer: PeerID) -> String {
    let name = peer == own ? nickname : registry.nickname(of: peer) ?? pins[peer]?.nickname ?? ""
    return name.isEmpty ? "anon" + peer.description.prefix(4) : name
  }

  /// Whether a packet was made more than this long ago.
  func isOlder(_ packet: Packet, _ milliseconds: UInt64) -> Bool {
    now.unix.milliseconds >= milliseconds
      && packet.timestamp.milliseconds < now.unix.milliseconds - milliseconds
  }
}

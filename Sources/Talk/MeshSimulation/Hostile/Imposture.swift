import Cryptography
import MeshWire
import Timebase

/// A handshake with somebody in the name of somebody else, under the impostor's own key.
struct Imposture: Sendable {
  /// Whose name it uses.
  let victim: PeerID
  /// Who is to believe it.
  let target: PeerID
  var handshake: NoiseHandshake
}

extension HostileNode {
  /// Begins a handshake as one of the others with another.
  mutating func pose(_ now: Now) -> [Output] {
    guard !announces.isEmpty else { return [] }
    let target = announces[random.below(announces.count)].sender
    let victim = announces[random.below(announces.count)].sender
    guard target != victim, target != identity.peerID, victim != identity.peerID else { return [] }
    var keys = SeededRandom(seed: random.seedBytes())
    var handshake = NoiseHandshake(
      role: .initiator, localStatic: identity.noise, ephemeral: .generate(using: &keys))
    guard let first = try? handshake.writeMessage() else { return [] }
    imposture = Imposture(victim: victim, target: target, handshake: handshake)
    return everywhere(packet(.noiseHandshake, first, from: victim, to: target, now))
  }

  /// Finishes the handshake with the answer to it, and says something.
  mutating func goOn(with frame: [UInt8], _ now: Now) -> [Output] {
    guard var imposture, let answer = try? Packet.decode(frame), answer.sender == imposture.target,
      answer.recipient == imposture.victim
    else { return [] }
    do {
      _ = try imposture.handshake.readMessage(answer.payload)
      let third = try imposture.handshake.writeMessage()
      var session = try imposture.handshake.split()
      let message = PrivateMessage(messageID: "imposture", text: "not mine")
      let sealed = try session.encrypt(try NoisePayload.privateMessage(message).encoded())
      self.imposture = nil
      let (victim, target) = (imposture.victim, imposture.target)
      return everywhere(packet(.noiseHandshake, third, from: victim, to: target, now))
        + everywhere(packet(.noiseEncrypted, sealed, from: victim, to: target, now))
    } catch {
      // Somebody else's answer, or a broken one: the right one may still come.
      return []
    }
  }

  private func packet(
    _ type: MessageType, _ payload: [UInt8], from sender: PeerID, to recipient: PeerID, _ now: Now
  ) -> Packet {
    Packet(type: type, timestamp: now.unix, sender: sender, recipient: recipient, payload: payload)
  }
}

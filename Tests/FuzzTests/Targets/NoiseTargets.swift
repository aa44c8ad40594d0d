import Cryptography

/// Readers of Noise messages. Nothing that a stranger makes up is taken for genuine.
enum NoiseTargets {
  /// The first byte says what is attacked, the three messages as a responder and an initiator read them, and
  /// how: the rest stands in for the genuine message, or alters it (`u8 place, u8 bits` a change). What comes
  /// out as the genuine message must be read.
  static func handshake(_ bytes: [UInt8]) -> FuzzTarget.Outcome {
    guard let kind = bytes.first else { return .refused }
    let rest = Array(bytes.dropFirst())
    let forge = { (genuine: [UInt8]) in kind & 0x80 == 0 ? rest : altered(genuine, by: rest) }
    guard var initiator = end(.initiator, 0x11), var responder = end(.responder, 0x22),
      let first = try? initiator.writeMessage()
    else { return .broken("the fixed keys are refused") }
    let step = (kind & 0x7F) % 3
    if step == 0 {
      guard (try? responder.readMessage(forge(first))) != nil else { return .refused }
      do throws(CryptographyError) {
        _ = try responder.writeMessage()
        return .accepted
      } catch {
        // A key outside the refused list may still be of small order: it shows in the agreement.
        return error == .sharedSecretIsZero ? .refused : .broken("no answer to a first message: \(error)")
      }
    }
    guard (try? responder.readMessage(first)) != nil, let second = try? responder.writeMessage() else {
      return .broken("a genuine first message is refused")
    }
    if step == 1 { return read(forge(second), instead: second, by: &initiator) }
    guard (try? initiator.readMessage(second)) != nil, let third = try? initiator.writeMessage() else {
      return .broken("a genuine second message is refused")
    }
    return read(forge(third), instead: third, by: &responder)
  }

  /// A message is altered as the input says (`u8 place, u8 bits` a change, over 64 bytes of plaintext); an
  /// unchanged one is read once, a changed one never, and a refusal leaves the session as it was.
  static func transport(_ bytes: [UInt8]) -> FuzzTarget.Outcome {
    guard var (sender, receiver) = finished else { return .broken("the fixed handshake is refused") }
    let text = Array(bytes.prefix(64))
    guard let message = try? sender.encrypt(text) else { return .broken("nothing can be sent") }
    if let read = try? receiver.decrypt(bytes), bytes != message { return .broken("made up: \(read.count)") }
    let altered = altered(message, by: bytes)
    let wasRead = (try? receiver.decrypt(altered)) != nil
    if altered != message, wasRead { return .broken("a changed message was read") }
    let isReadNow = (try? receiver.decrypt(message)) == text
    guard isReadNow == (altered != message) else {
      return .broken(isReadNow ? "a message was read twice" : "a refusal closed the window")
    }
    return altered == message ? .accepted : .refused
  }

  private static func read(
    _ forged: [UInt8], instead genuine: [UInt8], by end: inout NoiseHandshake
  ) -> FuzzTarget.Outcome {
    if (try? end.readMessage(forged)) != nil {
      return forged == genuine ? .accepted : .broken("a message without the keys was accepted")
    }
    return (try? end.readMessage(genuine)) == nil ? .broken("a refusal spoiled the handshake") : .refused
  }

  private static func altered(_ message: [UInt8], by changes: [UInt8]) -> [UInt8] {
    var altered = message
    var rest = changes[...]
    while let place = rest.popFirst(), let bits = rest.popFirst() {
      if Int(place) < altered.count { altered[Int(place)] ^= bits } else { altered.append(bits) }
    }
    return altered
  }

  private static func end(_ role: NoiseRole, _ seed: UInt8) -> NoiseHandshake? {
    guard let local = try? X25519.PrivateKey(rawBytes: [UInt8](repeating: seed, count: 32)),
      let ephemeral = try? X25519.PrivateKey(rawBytes: [UInt8](repeating: seed &+ 0x40, count: 32))
    else { return nil }
    return NoiseHandshake(role: role, localStatic: local, ephemeral: ephemeral)
  }

  /// Made once: three agreements an input would be most of the time. Copies count apart.
  private static let finished: (NoiseSession, NoiseSession)? = {
    guard var initiator = end(.initiator, 0x11), var responder = end(.responder, 0x22) else { return nil }
    do {
      _ = try responder.readMessage(initiator.writeMessage())
      _ = try initiator.readMessage(responder.writeMessage())
      _ = try responder.readMessage(initiator.writeMessage())
      return (try initiator.split(), try responder.split())
    } catch {
      return nil
    }
  }()
}

import CSodium
import Cryptography

/// Noise beside the bare calls of libsodium that it cannot do without.
enum CryptographyFigures {
  private static let handshakes = 200
  private static let messages = 20_000

  static func all() throws -> [Figure] {
    [try handshake(), try transport()]
  }

  private static func handshake() throws -> Figure {
    var random = SeededRandom(number: 1)
    let alice = X25519.PrivateKey.generate(using: &random)
    let bob = X25519.PrivateKey.generate(using: &random)
    let values = try Measure.ratios {
      for _ in 0..<handshakes {
        var initiator = NoiseHandshake(
          role: .initiator, localStatic: alice, ephemeral: .generate(using: &random))
        var responder = NoiseHandshake(
          role: .responder, localStatic: bob, ephemeral: .generate(using: &random))
        _ = try responder.readMessage(initiator.writeMessage())
        _ = try initiator.readMessage(responder.writeMessage())
        _ = try responder.readMessage(initiator.writeMessage())
        keep(try initiator.split())
        keep(try responder.split())
      }
    } theirs: {
      for _ in 0..<handshakes { BareNoise.bothSides() }
    }
    return Figure(name: "Noise XX, both sides / its primitives", unit: "×", values: values, goal: 1.25)
  }

  private static func transport() throws -> Figure {
    var random = SeededRandom(number: 2)
    var (sender, receiver) = try sessions(&random)
    let plaintext = random.bytes(256)
    var bare = BareSeal(plaintext)
    let values = try Measure.ratios {
      for _ in 0..<messages { keep(try receiver.decrypt(sender.encrypt(plaintext))) }
    } theirs: {
      for _ in 0..<messages { bare.sealAndOpen() }
    }
    return Figure(name: "Noise message of 256 B, seal + open / libsodium", unit: "×", values: values, goal: 2)
  }

  private static func sessions(_ random: inout SeededRandom) throws -> (NoiseSession, NoiseSession) {
    var initiator = NoiseHandshake(
      role: .initiator, localStatic: .generate(using: &random), ephemeral: .generate(using: &random))
    var responder = NoiseHandshake(
      role: .responder, localStatic: .generate(using: &random), ephemeral: .generate(using: &random))
    _ = try responder.readMessage(initiator.writeMessage())
    _ = try initiator.readMessage(responder.writeMessage())
    _ = try responder.readMessage(initiator.writeMessage())
    return (try initiator.split(), try responder.split())
  }
}

/// The library calls of one complete XX handshake, both sides, on buffers that exist already.
private enum BareNoise {
  static func bothSides() {
    var key = [UInt8](repeating: 9, count: 32)
    var point = [UInt8](repeating: 0, count: 32)
    var shared = [UInt8](repeating: 0, count: 32)
    for _ in 0..<2 { crypto_scalarmult_base(&point, key) }
    for _ in 0..<6 { keep(crypto_scalarmult(&shared, key, point)) }
    let text = [UInt8](repeating: 1, count: 80)
    // A side hashes the name, the prologue and seven parts, and derives keys four times.
    for _ in 0..<2 * 9 { crypto_hash_sha256(&key, text, 80) }
    for _ in 0..<2 * 4 * 3 { crypto_auth_hmacsha256(&key, text, 33, shared) }
    var sealed = [UInt8](repeating: 0, count: 64)
    let nonce = [UInt8](repeating: 0, count: 12)
    for count in [32, 0, 32, 0] as [UInt64] {
      crypto_aead_chacha20poly1305_ietf_encrypt(
        &sealed, nil, text, count, shared, 32, nil, nonce, shared)
      keep(
        crypto_aead_chacha20poly1305_ietf_decrypt(
          &key, nil, nil, sealed, count + 16, shared, 32, nonce, shared))
    }
  }
}

/// One message sealed and opened by the library, on buffers that exist already.
private struct BareSeal {
  private let plaintext: [UInt8]
  private let key = [UInt8](repeating: 3, count: 32)
  private var nonce = [UInt8](repeating: 0, count: 12)
  private var sealed: [UInt8]
  private var opened: [UInt8]

  init(_ plaintext: [UInt8]) {
    self.plaintext = plaintext
    sealed = [UInt8](repeating: 0, count: plaintext.count + 16)
    opened = plaintext
  }

  mutating func sealAndOpen() {
    nonce[4] &+= 1
    crypto_aead_chacha20poly1305_ietf_encrypt(
      &sealed, nil, plaintext, UInt64(plaintext.count), nil, 0, nil, nonce, key)
    keep(
      crypto_aead_chacha20poly1305_ietf_decrypt(
        &opened, nil, nil, sealed, UInt64(sealed.count), nil, 0, nonce, key))
  }
}

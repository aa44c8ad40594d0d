/// Chaining key, handshake hash and current cipher of one handshake (Noise revision 34, section 5.2).
struct NoiseSymmetricState: Sendable {
  private(set) var hash: [UInt8]
  private var chainingKey: SecretBytes
  private var key: SecretBytes?
  private var counter: UInt64 = 0

  init(protocolName: String) {
    let name = Array(protocolName.utf8)
    let padding = SHA256.hashBytes - name.count
    hash = padding < 0 ? SHA256.hash(name) : name + [UInt8](repeating: 0, count: padding)
    chainingKey = SecretBytes(hash)
  }

  /// What encryption adds now: nothing before the first key.
  var tagBytes: Int { key == nil ? 0 : ChaChaPoly.tagBytes }

  mutating func mixHash(_ bytes: some Collection<UInt8>) {
    var hasher = SHA256()
    hasher.update(hash)
    hasher.update(bytes)
    hash = hasher.finalize()
  }

  mutating func mixKey(_ secret: SecretBytes) {
    let derived = HKDFSHA256.noise(chainingKey: chainingKey, input: secret)
    chainingKey = derived.first
    key = derived.second
    counter = 0
  }

  /// Appends `plaintext`, encrypted if there is a key, to `output` and mixes what was appended.
  mutating func encryptAndHash(_ plaintext: [UInt8], into output: inout [UInt8]) {
    guard let key else {
      mixHash(plaintext)
      output += plaintext
      return
    }
    let sealed = filledArray(count: plaintext.count + ChaChaPoly.tagBytes) { destination in
      withNoiseNonce(counter) { nonce in
        sealChaChaPoly(
          plaintext, count: plaintext.count, key: key, nonce: nonce, context: hash, into: destination)
      }
    }
    counter += 1
    mixHash(sealed)
    output += sealed
  }

  /// The plaintext of `bytes`, of which at least `tagBytes` must be there.
  mutating func decryptAndHash(_ bytes: ArraySlice<UInt8>) throws(CryptographyError) -> [UInt8] {
    guard let key else {
      mixHash(bytes)
      return Array(bytes)
    }
    guard bytes.count >= ChaChaPoly.tagBytes else {
      throw .tooShort(.sealedMessage, minimum: ChaChaPoly.tagBytes, found: bytes.count)
    }
    let plaintext = withPointer(bytes) { source, count in
      openedArray(count: count - ChaChaPoly.tagBytes) { destination in
        withNoiseNonce(counter) { nonce in
          openChaChaPoly(source, count: count, key: key, nonce: nonce, context: hash, into: destination)
        }
      }
    }
    guard let plaintext else { throw .authenticationFailed }
    counter += 1
    mixHash(bytes)
    return plaintext
  }

  /// The two transport keys: the initiator's direction first (mesh-wire 10.4).
  func split() -> (initiator: SecretBytes, responder: SecretBytes) {
    let derived = HKDFSHA256.noise(chainingKey: chainingKey, input: nil)
    return (derived.first, derived.second)
  }
}

/// Lends the 12-byte nonce of a counter: four zero bytes, then 64 bits little-endian (mesh-wire 10.1).
func withNoiseNonce<Result>(_ counter: UInt64, _ body: (UnsafePointer<UInt8>) -> Result) -> Result {
  let words = (
    UInt32(0), UInt32(truncatingIfNeeded: counter).littleEndian, UInt32(counter >> 32).littleEndian
  )
  return withUnsafePointer(to: words) { pointer in
    body(UnsafeRawPointer(pointer).assumingMemoryBound(to: UInt8.self))
  }
}

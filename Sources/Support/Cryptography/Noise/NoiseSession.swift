/// The transport of a finished handshake: explicit nonces, so that messages may be lost or reordered.
///
/// Message: u32 nonce (big-endian) ‖ ciphertext ‖ 16-byte tag. The AEAD nonce is four zero bytes and
/// the counter as 64 bits little-endian; there is no associated data. Limits on age, number and size
/// of messages are the owner's. A copy shares the key *and* the counter: only one copy may go on
/// encrypting. Source: mesh-wire 10.4 to 10.6.
public struct NoiseSession: Sendable {
  /// The hash of the whole handshake, for channel binding.
  public let handshakeHash: [UInt8]
  /// The static key the other end proved, where the pattern has it.
  public let remoteStatic: X25519.PublicKey?
  /// Messages encrypted so far; also the next nonce.
  public internal(set) var sentCount: UInt64 = 0

  private let sendKey: SecretBytes
  private let receiveKey: SecretBytes
  private var window = ReplayWindow()

  init(
    handshakeHash: [UInt8], remoteStatic: X25519.PublicKey?, sendKey: SecretBytes, receiveKey: SecretBytes
  ) {
    self.handshakeHash = handshakeHash
    self.remoteStatic = remoteStatic
    self.sendKey = sendKey
    self.receiveKey = receiveKey
  }

  /// The message that carries `plaintext` under the next nonce.
  /// - Throws: `nonceExhausted` once the counter exceeds 4,294,967,294.
  @inlinable
  public mutating func encrypt(_ plaintext: some Collection<UInt8>) throws(CryptographyError) -> [UInt8] {
    try withPointer(plaintext) { bytes, count in seal(bytes, count: count) }.get()
  }

  @usableFromInline
  mutating func seal(
    _ plaintext: UnsafePointer<UInt8>, count: Int
  ) -> Result<[UInt8], CryptographyError> {
    guard sentCount <= Self.nonceMax else { return .failure(.nonceExhausted) }
    let counter = sentCount
    sentCount += 1
    let message = filledArray(count: count + Self.overheadBytes) { output in
      for index in 0..<Self.nonceBytes {
        output[index] = UInt8(truncatingIfNeeded: counter >> UInt64(8 * (Self.nonceBytes - 1 - index)))
      }
      withNoiseNonce(counter) { nonce in
        sealChaChaPoly(
          plaintext, count: count, key: sendKey, nonce: nonce, context: [], into: output + Self.nonceBytes)
      }
    }
    return .success(message)
  }

  /// The plaintext of a message that is genuine and was not accepted before.
  ///
  /// The replay window moves only on success.
  /// - Throws: `tooShort` below 20 bytes; `replayed`; `authenticationFailed`.
  @inlinable
  public mutating func decrypt(_ message: some Collection<UInt8>) throws(CryptographyError) -> [UInt8] {
    try withPointer(message) { bytes, count in open(bytes, count: count) }.get()
  }

  @usableFromInline
  mutating func open(
    _ message: UnsafePointer<UInt8>, count: Int
  ) -> Result<[UInt8], CryptographyError> {
    guard count >= Self.overheadBytes else {
      return .failure(.tooShort(.transportMessage, minimum: Self.overheadBytes, found: count))
    }
    var nonce: UInt32 = 0
    for index in 0..<Self.nonceBytes {
      nonce = nonce << 8 | UInt32(message[index])
    }
    guard window.admits(nonce) else { return .failure(.replayed(nonce: nonce)) }
    let plaintext = openedArray(count: count - Self.overheadBytes) { output in
      withNoiseNonce(UInt64(nonce)) { nonce in
        openChaChaPoly(
          message + Self.nonceBytes, count: count - Self.nonceBytes, key: receiveKey, nonce: nonce,
          context: [], into: output)
      }
    }
    guard let plaintext else { return .failure(.authenticationFailed) }
    window.record(nonce)
    return .success(plaintext)
  }

  /// What a message adds to its plaintext.
  public static let overheadBytes = nonceBytes + ChaChaPoly.tagBytes
  private static let nonceBytes = 4
  /// The last nonce that may be used.
  static let nonceMax: UInt64 = 4_294_967_294
}

/// Why a cryptographic operation was refused. No case carries a secret.
public enum CryptographyError: Error, Sendable, Equatable {
  /// What a length was checked for.
  public enum Subject: Sendable, Equatable {
    /// A private or symmetric key, or a seed.
    case key
    /// A public key.
    case publicKey
    /// A nonce given by the caller.
    case nonce
    /// A sealed message: at least its tag is needed.
    case sealedMessage
    /// A Noise handshake message.
    case handshakeMessage
    /// A Noise transport message.
    case transportMessage
    /// Derived key material.
    case derivedKey
    /// The salt of a passphrase.
    case salt
    /// The memory a passphrase costs, in KiB.
    case memory
    /// The walks over that memory.
    case passes
  }

  /// `subject` must have `expected` bytes and has `found`.
  case wrongLength(Subject, expected: Int, found: Int)
  /// `subject` must have at least `minimum` bytes and has `found`.
  case tooShort(Subject, minimum: Int, found: Int)
  /// `subject` may have at most `maximum` bytes and has `found`.
  case tooLong(Subject, maximum: Int, found: Int)
  /// The public key is zero or one of the points of small order (mesh-wire 10.3).
  case unacceptablePublicKey
  /// Key agreement gave zero: the other key was of small order.
  case sharedSecretIsZero
  /// The system did not give the memory that a passphrase costs.
  case outOfMemory
  /// The tag does not fit the key, nonce, ciphertext and associated data.
  case authenticationFailed
  /// This nonce was accepted before, or lies behind the replay window (mesh-wire 10.6).
  case replayed(nonce: UInt32)
  /// The send counter is used up (mesh-wire 10.5): a new session is needed.
  case nonceExhausted
  /// The handshake expects the other operation now: a fault of the caller.
  case outOfTurn
  /// The handshake has messages left: a fault of the caller.
  case handshakeIncomplete
  /// The pattern asks for a key that was neither given nor received: a fault of the caller.
  case missingKey
}

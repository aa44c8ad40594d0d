/// One end of a Noise handshake over X25519, ChaCha20-Poly1305 and SHA-256.
///
/// The pattern decides who writes when: the owner calls `writeMessage` and `readMessage` in turn until
/// `isComplete`, checks `remoteStatic` against whom it meant to reach, and takes the session with
/// `split`. A refused message changes nothing: the genuine one may still come. A copy shares the
/// ephemeral key, so only one copy may go on.
///
/// Lengths with empty payloads under XX: 32, 96 and 64 bytes. Source: mesh-wire 10.1 to 10.4.
public struct NoiseHandshake: Sendable {
  private enum Phase: Sendable {
    /// The message with this index is next.
    case exchanging(Int)
    case complete
    case split
  }

  /// Which end this is.
  public let role: NoiseRole
  /// The other end's static key once it was received, or as given.
  public private(set) var remoteStatic: X25519.PublicKey?

  private let pattern: NoisePattern
  private let localStatic: X25519.PrivateKey
  private let ephemeral: X25519.PrivateKey
  private var remoteEphemeral: X25519.PublicKey?
  private var symmetric: NoiseSymmetricState
  private var phase: Phase

  /// Starts a handshake.
  ///
  /// `ephemeral` must be fresh for each handshake. `remoteStatic` is given where the pattern says that
  /// the initiator knows it, and only by the initiator.
  public init(
    role: NoiseRole, pattern: NoisePattern = .xx, prologue: [UInt8] = [], localStatic: X25519.PrivateKey,
    ephemeral: X25519.PrivateKey, remoteStatic: X25519.PublicKey? = nil
  ) {
    precondition(
      (remoteStatic != nil) == (pattern.knowsResponder && role == .initiator),
      "the responder's key is given exactly where the pattern expects it")
    self.role = role
    self.pattern = pattern
    self.localStatic = localStatic
    self.ephemeral = ephemeral
    self.remoteStatic = remoteStatic
    symmetric = NoiseSymmetricState(protocolName: pattern.protocolName)
    symmetric.mixHash(prologue)
    if pattern.knowsResponder {
      symmetric.mixHash((remoteStatic ?? localStatic.publicKey).bytes)
    }
    phase = pattern.messages.isEmpty ? .complete : .exchanging(0)
  }

  /// Whether all messages were exchanged.
  public var isComplete: Bool {
    switch phase {
    case .exchanging: false
    case .complete, .split: true
    }
  }

  /// The hash of everything exchanged so far; final once complete.
  public var handshakeHash: [UInt8] { symmetric.hash }

  /// The next message of this end, with `payload` as protected as the pattern has it by then.
  /// - Throws: `outOfTurn`; `tooLong` above 2,048 bytes; `missingKey`; `sharedSecretIsZero`.
  public mutating func writeMessage(payload: [UInt8] = []) throws(CryptographyError) -> [UInt8] {
    let index = try turn(of: role)
    var next = self
    var message: [UInt8] = []
    for token in pattern.messages[index] {
      switch token {
      case .e:
        message += ephemeral.publicKey.bytes
        next.symmetric.mixHash(ephemeral.publicKey.bytes)
      case .s:
        next.symmetric.encryptAndHash(localStatic.publicKey.bytes, into: &message)
      case .ee, .es, .se, .ss:
        try next.agree(token)
      }
    }
    let length = message.count + payload.count + next.symmetric.tagBytes
    guard length <= Self.messageBytesMax else {
      throw .tooLong(.handshakeMessage, maximum: Self.messageBytesMax, found: length)
    }
    next.symmetric.encryptAndHash(payload, into: &message)
    next.finish(index)
    self = next
    return message
  }

  /// Takes the other end's next message and returns its payload.
  ///
  /// On any error nothing has changed.
  /// - Throws: `outOfTurn`; `tooLong` above 2,048 bytes, before anything is computed; `tooShort`;
  ///   `unacceptablePublicKey`; `sharedSecretIsZero`; `authenticationFailed`; `missingKey`.
  public mutating func readMessage(
    _ message: some Collection<UInt8>
  ) throws(CryptographyError) -> [UInt8] {
    let index = try turn(of: role == .initiator ? .responder : .initiator)
    guard message.count <= Self.messageBytesMax else {
      throw .tooLong(.handshakeMessage, maximum: Self.messageBytesMax, found: message.count)
    }
    var next = self
    var rest = ArraySlice(message)
    for token in pattern.messages[index] {
      switch token {
      case .e:
        let key = try Self.take(X25519.keyBytes, from: &rest)
        next.remoteEphemeral = try X25519.PublicKey(rawBytes: key)
        next.symmetric.mixHash(key)
      case .s:
        let sealed = try Self.take(X25519.keyBytes + next.symmetric.tagBytes, from: &rest)
        next.remoteStatic = try X25519.PublicKey(rawBytes: next.symmetric.decryptAndHash(sealed))
      case .ee, .es, .se, .ss:
        try next.agree(token)
      }
    }
    guard rest.count >= next.symmetric.tagBytes else {
      throw .tooShort(.handshakeMessage, minimum: next.symmetric.tagBytes, found: rest.count)
    }
    let payload = try next.symmetric.decryptAndHash(rest)
    next.finish(index)
    self = next
    return payload
  }

  /// The transport session; can be taken once, since two would use the same nonces.
  /// - Throws: `handshakeIncomplete`; `outOfTurn` when it was taken before.
  public mutating func split() throws(CryptographyError) -> NoiseSession {
    switch phase {
    case .exchanging: throw .handshakeIncomplete
    case .split: throw .outOfTurn
    case .complete: break
    }
    phase = .split
    let keys = symmetric.split()
    let isInitiator = role == .initiator
    return NoiseSession(
      handshakeHash: symmetric.hash, remoteStatic: remoteStatic,
      sendKey: isInitiator ? keys.initiator : keys.responder,
      receiveKey: isInitiator ? keys.responder : keys.initiator)
  }

  /// The index of the next message if `writer` has to write it.
  private func turn(of writer: NoiseRole) throws(CryptographyError) -> Int {
    guard case .exchanging(let index) = phase, index.isMultiple(of: 2) == (writer == .initiator) else {
      throw .outOfTurn
    }
    return index
  }

  private mutating func finish(_ index: Int) {
    phase = index + 1 == pattern.messages.count ? .complete : .exchanging(index + 1)
  }

  private mutating func agree(_ token: NoiseToken) throws(CryptographyError) {
    let usesLocalStatic: Bool
    let usesRemoteStatic: Bool
    switch token {
    case .e, .s: return
    case .ee: (usesLocalStatic, usesRemoteStatic) = (false, false)
    case .es: (usesLocalStatic, usesRemoteStatic) = (role == .responder, role == .initiator)
    case .se: (usesLocalStatic, usesRemoteStatic) = (role == .initiator, role == .responder)
    case .ss: (usesLocalStatic, usesRemoteStatic) = (true, true)
    }
    guard let remote = usesRemoteStatic ? remoteStatic : remoteEphemeral else { throw .missingKey }
    let local = usesLocalStatic ? localStatic : ephemeral
    symmetric.mixKey(try local.sharedSecret(with: remote))
  }

  private static func take(
    _ count: Int, from rest: inout ArraySlice<UInt8>
  ) throws(CryptographyError) -> ArraySlice<UInt8> {
    guard rest.count >= count else {
      throw .tooShort(.handshakeMessage, minimum: count, found: rest.count)
    }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }

  /// Longest handshake message in either direction (mesh-wire 10.3).
  public static let messageBytesMax = 2048
}

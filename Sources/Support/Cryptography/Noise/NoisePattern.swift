/// Which end of a handshake.
public enum NoiseRole: Sendable, Hashable {
  /// Writes the first message.
  case initiator
  /// Reads the first message.
  case responder
}

/// One step within a handshake message (Noise revision 34, section 5.3).
public enum NoiseToken: Sendable, Hashable {
  /// The writer's ephemeral key, in the clear.
  case e
  /// The writer's static key, encrypted once there is a key.
  case s
  /// Agreement of both ephemeral keys.
  case ee
  /// Agreement of the initiator's ephemeral and the responder's static key.
  case es
  /// Agreement of the initiator's static and the responder's ephemeral key.
  case se
  /// Agreement of both static keys.
  case ss
}

/// A handshake as data: what each message carries and agrees on.
public struct NoisePattern: Sendable, Hashable {
  /// The pattern's name within the protocol name, such as `XX`.
  public let name: String
  /// Whether the initiator knows the responder's static key beforehand.
  public let knowsResponder: Bool
  /// The tokens of each message; the first is the initiator's, then they alternate.
  public let messages: [[NoiseToken]]

  /// A pattern of our own table.
  public init(name: String, knowsResponder: Bool = false, messages: [[NoiseToken]]) {
    self.name = name
    self.knowsResponder = knowsResponder
    self.messages = messages
  }

  /// Both ends show their static keys, neither is known before (mesh-wire 10.2).
  public static let xx = NoisePattern(
    name: "XX", messages: [[.e], [.e, .ee, .s, .es], [.s, .se]])

  /// The full name that starts the handshake hash (mesh-wire 10.1).
  public var protocolName: String { "Noise_\(name)_25519_ChaChaPoly_SHA256" }
}

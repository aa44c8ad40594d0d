/// The type byte of a packet; an open set, because the codec carries types it does not know.
///
/// Numbers that other builds recycled (`0x05` and the like) are never allocated.
/// Source: mesh-wire 3.
public struct MessageType: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  /// The byte on the wire.
  public let rawValue: UInt8

  /// Any byte is a type; whether it is known is ``isKnown``.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Who I am: nickname and keys, signed.
  public static let announce = MessageType(rawValue: 0x01)
  /// A message to everybody; the payload is the bare UTF-8 text.
  public static let publicMessage = MessageType(rawValue: 0x02)
  /// I am going; the payload is empty.
  public static let leave = MessageType(rawValue: 0x03)
  /// A sealed letter carried for somebody who is away.
  public static let courierEnvelope = MessageType(rawValue: 0x04)
  /// One raw Noise handshake message.
  public static let noiseHandshake = MessageType(rawValue: 0x10)
  /// One raw Noise transport message.
  public static let noiseEncrypted = MessageType(rawValue: 0x11)
  /// A slice of a frame too large for a link.
  public static let fragment = MessageType(rawValue: 0x20)
  /// What I already have; the answer is what I lack.
  public static let syncRequest = MessageType(rawValue: 0x21)
  /// A file.
  public static let fileTransfer = MessageType(rawValue: 0x22)
  /// A post on the board.
  public static let boardPost = MessageType(rawValue: 0x23)
  /// Keys for letters to somebody who is away.
  public static let prekeyBundle = MessageType(rawValue: 0x24)
  /// A message to a group.
  public static let groupMessage = MessageType(rawValue: 0x25)
  /// A question for diagnostics.
  public static let ping = MessageType(rawValue: 0x26)
  /// The answer to ``ping``.
  public static let pong = MessageType(rawValue: 0x27)
  /// A packet carried between mesh and relays.
  public static let carrier = MessageType(rawValue: 0x28)
  /// A piece of live voice.
  public static let voiceFrame = MessageType(rawValue: 0x29)
  /// Reserved: parsed as known, relayed, otherwise ignored, never sent (mesh-wire 13).
  public static let announceV2 = MessageType(rawValue: 0x2C)

  /// Whether the type has an owner in the table of mesh-wire 3.
  public var isKnown: Bool { rawValue < UInt64.bitWidth && Self.knownBits >> UInt64(rawValue) & 1 == 1 }

  /// Whether originators and flood relays pad the frame on the air; every other frame goes unpadded.
  ///
  /// Source: mesh-wire 5.2.
  public var isPaddedOnAir: Bool { self == .noiseHandshake || self == .noiseEncrypted }

  /// The name for logs, or the byte in hexadecimal for a type without one.
  public var description: String { name ?? "0x" + String(rawValue, radix: 16) }

  /// One bit a known type, all of which are below 64: asked for every packet that is passed on.
  private static let knownBits = names.keys.reduce(UInt64(0)) { $0 | 1 << UInt64($1.rawValue) }

  private var name: String? { Self.names[self] }

  private static let names: [MessageType: String] = [
    .announce: "announce", .publicMessage: "public message", .leave: "leave",
    .courierEnvelope: "courier envelope", .noiseHandshake: "Noise handshake",
    .noiseEncrypted: "Noise encrypted", .fragment: "fragment", .syncRequest: "sync request",
    .fileTransfer: "file transfer", .boardPost: "board post", .prekeyBundle: "prekey bundle",
    .groupMessage: "group message", .ping: "ping", .pong: "pong", .carrier: "carrier",
    .voiceFrame: "voice frame", .announceV2: "announce v2",
  ]
}

import Timebase

/// One packet of the mesh: a header, its addresses, a payload and perhaps a signature.
///
/// | field | v1 | v2 | present when |
/// |---|---|---|---|
/// | version, type, TTL | 1 + 1 + 1 | 1 + 1 + 1 | always |
/// | timestamp, ms | 8 | 8 | always |
/// | flags | 1 | 1 | always |
/// | payload length | 2 | 4 | always |
/// | sender | 8 | 8 | always |
/// | recipient | 8 | 8 | flag `0x01` |
/// | route: count, hops | – | 1 + 8n | v2 and flag `0x08` |
/// | original size | 2 | 4 | flag `0x04` (compressed) |
/// | payload | n | n | always |
/// | signature | 64 | 64 | flag `0x02` |
/// | padding | 0…255 | 0…255 | ``Padding`` |
///
/// Integers are big-endian; the payload length counts the original-size prefix too.
/// Two packets are equal when they say the same; how the payload was packed (``form``) does not count.
/// Source: mesh-wire 2.
public struct Packet: Sendable {
  /// The layout; part of what is signed.
  public var version: PacketVersion
  /// What the payload is.
  public var type: MessageType
  /// How many more relays may pass it on; not signed.
  public var ttl: UInt8
  /// When the sender made it.
  public var timestamp: Timestamp
  /// Who made it (or claims to have).
  public var sender: PeerID
  /// Whom it is for; `nil` and ``PeerID/broadcast`` both mean everybody, but are different bytes.
  public var recipient: PeerID?
  /// The hops of a source route, at most 255. Written in v2 only; v1 drops it silently.
  public var route: [PeerID]
  /// The payload, uncompressed. Setting it forgets the received form.
  public var payload: [UInt8] {
    didSet { form = .undecided }
  }
  /// The signature; 64 bytes are written, longer ones are cut, shorter ones refused.
  public var signature: [UInt8]?
  /// Whether this is the answer to a sync request (flag `0x10`); not signed.
  public var isRSR: Bool
  /// How the payload stands on the wire; kept so that signatures of other encoders still verify.
  public internal(set) var form: PayloadForm

  /// A packet made here; whether its payload is compressed is decided when it is written.
  public init(
    version: PacketVersion = .one, type: MessageType, ttl: UInt8 = WireLimits.originatingTTL,
    timestamp: Timestamp, sender: PeerID, recipient: PeerID? = nil, route: [PeerID] = [],
    payload: [UInt8], signature: [UInt8]? = nil, isRSR: Bool = false
  ) {
    self.version = version
    self.type = type
    self.ttl = ttl
    self.timestamp = timestamp
    self.sender = sender
    self.recipient = recipient
    self.route = route
    self.payload = payload
    self.signature = signature
    self.isRSR = isRSR
    form = .undecided
  }

  /// Whether the packet is for everybody: no recipient, or eight `0xFF` bytes.
  public var isBroadcast: Bool { recipient == nil || recipient == .broadcast }
}

extension Packet: Equatable {
  /// Whether both say the same; ``form`` is left out, because it says nothing.
  public static func == (left: Packet, right: Packet) -> Bool {
    left.version == right.version && left.type == right.type && left.ttl == right.ttl
      && left.timestamp == right.timestamp && left.sender == right.sender
      && left.recipient == right.recipient && left.route == right.route && left.isRSR == right.isRSR
      && left.signature == right.signature && left.payload == right.payload
  }
}

/// The layout of a packet.
///
/// Source: mesh-wire 2.1.
public enum PacketVersion: UInt8, Sendable, Hashable {
  /// A 14-byte header, payloads up to 65 535 bytes, no route.
  case one = 1
  /// A 16-byte header, 4-byte lengths, routes.
  case two = 2

  /// Bytes before the sender.
  var headerBytes: Int {
    switch self {
    case .one: 14
    case .two: 16
    }
  }

  /// Bytes of the payload length, and of the original-size prefix of a compressed payload.
  var lengthBytes: Int {
    switch self {
    case .one: 2
    case .two: 4
    }
  }

  /// The largest payload that its length field, and every receiver, takes.
  var payloadBytesMax: Int {
    switch self {
    case .one: WireLimits.payloadV1BytesMax
    case .two: WireLimits.payloadBytesMax
    }
  }
}

/// How a payload stands on the wire.
///
/// Signatures cover the compressed bytes, and encoders differ: a relay or verifier must use the bytes that
/// came, not its own. Source: mesh-wire 4.4.
public enum PayloadForm: Sendable, Hashable {
  /// Made here: the compression policy decides when the packet is written.
  case undecided
  /// Arrived (or was signed) uncompressed, and stays so.
  case uncompressed
  /// Arrived (or was signed) as these DEFLATE bytes.
  case compressed([UInt8])
}

/// The flag byte of a packet. Bits 5 to 7 are reserved: ignored when read, written as 0.
///
/// Source: mesh-wire 2.3.
struct PacketFlags: OptionSet {
  let rawValue: UInt8

  static let recipient = PacketFlags(rawValue: 0x01)
  static let signature = PacketFlags(rawValue: 0x02)
  static let compressed = PacketFlags(rawValue: 0x04)
  static let route = PacketFlags(rawValue: 0x08)
  static let syncAnswer = PacketFlags(rawValue: 0x10)
}

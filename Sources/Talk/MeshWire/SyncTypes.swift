/// Kinds of packets that gossip asks for, one bit each.
///
/// On the wire 1 to 8 bytes, little-endian, trailing zero bytes dropped. Bits above 10 are masked away.
/// Courier, ping, pong, carrier, voice and announce v2 have no bit and can never be asked for.
/// Source: mesh-wire 12.2.
public struct SyncTypes: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: UInt64

  /// Those of the bits that are assigned.
  public init(rawValue: UInt64) {
    self.rawValue = rawValue & Self.assigned
  }

  /// The bit of one type; empty for a type without one.
  public init(_ type: MessageType) {
    let bit = Self.order.firstIndex(of: type)
    self.init(rawValue: bit.map { 1 << UInt64($0) } ?? 0)
  }

  /// Announces.
  public static let announce = SyncTypes(.announce)
  /// Public messages.
  public static let message = SyncTypes(.publicMessage)
  /// Fragments of broadcasts.
  public static let fragment = SyncTypes(.fragment)
  /// Files.
  public static let file = SyncTypes(.fileTransfer)
  /// Posts on the board.
  public static let board = SyncTypes(.boardPost)
  /// Prekey bundles.
  public static let prekeyBundle = SyncTypes(.prekeyBundle)
  /// Messages to groups.
  public static let groupMessage = SyncTypes(.groupMessage)

  /// What a request without types asks for.
  public static let whenNotSaid: SyncTypes = [.announce, .message]

  /// Reads 1 to 8 bytes; `nil` for any other count.
  init?(decoding bytes: some Collection<UInt8>) {
    guard (1...Capabilities.byteCountMax).contains(bytes.count) else { return nil }
    self.init(rawValue: Capabilities(decoding: bytes).rawValue)
  }

  /// The bytes for the wire; `nil` for the empty set, which is not written.
  public var encoded: [UInt8]? {
    isEmpty ? nil : Capabilities(rawValue: rawValue).encoded
  }

  private static let assigned: UInt64 = (1 << 11) - 1
  /// By bit.
  private static let order: [MessageType] = [
    .announce, .publicMessage, .leave, .noiseHandshake, .noiseEncrypted, .fragment, .syncRequest,
    .fileTransfer, .boardPost, .prekeyBundle, .groupMessage,
  ]
}

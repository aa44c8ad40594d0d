/// What a peer's build can do, as 64 bits; bits without a name are kept.
///
/// On the wire little-endian, trailing zero bytes dropped, at least one byte. A build advertises only what
/// it really does. "Not said" (an old client) is `nil` where these are optional, and differs from none.
/// Source: mesh-wire 7.1.
public struct Capabilities: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: UInt64

  /// Any bits.
  public init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  /// Hands out keys for letters to somebody who is away.
  public static let prekeys = Capabilities(rawValue: 1 << 0)
  /// Large transfers over Wi-Fi.
  public static let wifiBulk = Capabilities(rawValue: 1 << 1)
  /// Carries packets to and from relays; only while it does.
  public static let gateway = Capabilities(rawValue: 1 << 2)
  /// Groups.
  public static let groups = Capabilities(rawValue: 1 << 3)
  /// The board.
  public static let board = Capabilities(rawValue: 1 << 4)
  /// Vouches for keys.
  public static let vouch = Capabilities(rawValue: 1 << 5)
  /// Answers diagnostics.
  public static let meshDiagnostics = Capabilities(rawValue: 1 << 6)
  /// Bridges places; only while it does.
  public static let bridge = Capabilities(rawValue: 1 << 7)
  /// Takes private files inside Noise.
  public static let encryptedPrivateMedia = Capabilities(rawValue: 1 << 8)
  /// Confirms private files only once they are stored.
  public static let durablePrivateMediaReceipts = Capabilities(rawValue: 1 << 9)

  /// Reads the first 8 bytes; any further ones are ignored, and no bytes at all mean no bits.
  public init(decoding bytes: some Collection<UInt8>) {
    var value: UInt64 = 0
    for (index, byte) in bytes.prefix(Self.byteCountMax).enumerated() {
      value |= UInt64(byte) << UInt64(8 * index)
    }
    rawValue = value
  }

  /// Whether the bytes are what ``encoded`` writes for some set: 1 to 8, the last not zero unless alone.
  public static func isCanonical(_ bytes: some BidirectionalCollection<UInt8>) -> Bool {
    (1...byteCountMax).contains(bytes.count) && (bytes.count == 1 || bytes.last != 0)
  }

  /// The bytes for the wire, 1 to 8.
  public var encoded: [UInt8] {
    var bytes: [UInt8] = []
    var rest = rawValue
    repeat {
      bytes.append(UInt8(truncatingIfNeeded: rest))
      rest >>= 8
    } while rest != 0
    return bytes
  }

  /// The most bytes a set takes.
  public static let byteCountMax = 8
}

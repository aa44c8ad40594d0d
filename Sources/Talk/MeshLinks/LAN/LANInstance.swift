import Bytes

/// The 16 random bytes by which a running node is known on the LAN; new at every start and every wipe.
public struct LANInstance: Hashable, Sendable, Comparable {
  /// Bytes in an instance.
  public static let byteCount = 16

  private let high: UInt64
  private let low: UInt64

  /// An instance from exactly 16 bytes; `nil` for any other number.
  public init?(_ bytes: some Collection<UInt8>) {
    guard bytes.count == Self.byteCount else { return nil }
    var reader = ByteReader(bytes)
    guard let high = reader.readUInt64(), let low = reader.readUInt64() else { return nil }
    (self.high, self.low) = (high, low)
  }

  /// A new instance out of the generator.
  public init(using random: inout some RandomNumberGenerator) {
    (high, low) = (random.next(), random.next())
  }

  /// The 16 bytes.
  public var bytes: [UInt8] {
    var writer = ByteWriter(capacity: Self.byteCount)
    writer.append(high)
    writer.append(low)
    return writer.bytes
  }

  /// Bytewise order, which decides between links dialled from both ends.
  public static func < (left: LANInstance, right: LANInstance) -> Bool {
    (left.high, left.low) < (right.high, right.low)
  }
}

extension LANInstance: CustomStringConvertible {
  /// 32 lower-case hex digits.
  public var description: String { bytes.hexadecimal }
}

/// Which end of a LAN link we are.
public enum LANLinkRole: Hashable, Sendable, Comparable {
  /// We dialled: the *peripheral* role wherever the engine asks.
  case dialler
  /// They dialled: the *central* role.
  case acceptor
}

/// Names a LAN link: the other node's instance and which end we are.
///
/// At one time at most one link has a given name. While links dialled from both ends are being settled, a
/// node may have two links, one in each role.
public struct LANLinkID: Hashable, Sendable {
  /// The other node.
  public let instance: LANInstance
  /// Our end.
  public let role: LANLinkRole

  /// Names the link to `instance` in which we have `role`.
  public init(instance: LANInstance, role: LANLinkRole) {
    self.instance = instance
    self.role = role
  }
}

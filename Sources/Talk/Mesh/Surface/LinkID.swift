/// One link as the link layer names it. Ids may be used again after a reconnect.
///
/// Links order by role (peripheral first), then by name. Source: mesh-engine 2.1.
public struct LinkID: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// Which end opened the link.
  public let role: LinkRole
  /// Opaque text of the link layer; it also seeds the fan-out choice (mesh-engine 6.1).
  public let name: String
  /// Both in one word, so that a lookup need not go through the name: every frame makes several.
  private let mark: UInt64

  /// Joins the parts.
  public init(role: LinkRole, name: String) {
    self.role = role
    self.name = name
    mark = name.utf8.reduce(UInt64(role.rawValue) ^ 0xCBF2_9CE4_8422_2325) { mark, byte in
      (mark ^ UInt64(byte)) &* 0x100_0000_01B3
    }
  }

  /// Equal when role and name are.
  public static func == (left: LinkID, right: LinkID) -> Bool {
    left.mark == right.mark && left.role == right.role && left.name == right.name
  }

  /// The word stands for both parts.
  public func hash(into hasher: inout Hasher) { hasher.combine(mark) }

  /// The role and the name, for logs.
  public var description: String { "\(role):\(name)" }

  /// Peripheral links come first, then names in the order of their UTF-8 bytes.
  public static func < (left: LinkID, right: LinkID) -> Bool {
    if left.role != right.role { return left.role < right.role }
    return left.name.utf8.lexicographicallyPrecedes(right.name.utf8)
  }
}

/// Who opened a link.
///
/// Source: mesh-engine 2.1.
public enum LinkRole: Int, Hashable, Comparable, Sendable {
  /// We opened it: the other end is the peripheral.
  case peripheral
  /// The other end opened it: it is the central.
  case central

  /// Peripheral comes first.
  public static func < (left: LinkRole, right: LinkRole) -> Bool { left.rawValue < right.rawValue }
}

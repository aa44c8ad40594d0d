/// One link as the link layer names it. Ids may be used again after a reconnect.
///
/// Links order by role (peripheral first), then by name. Source: mesh-engine 2.1.
public struct LinkID: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// Which end opened the link.
  public let role: LinkRole
  /// Opaque text of the link layer; it also seeds the fan-out choice (mesh-engine 6.1).
  public let name: String

  /// Joins the parts.
  public init(role: LinkRole, name: String) {
    self.role = role
    self.name = name
  }

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

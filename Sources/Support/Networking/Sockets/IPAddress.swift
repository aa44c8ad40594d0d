import Glibc

/// An IPv4 or IPv6 address without a port; an IPv6 address keeps the interface it is valid on.
public enum IPAddress: Hashable, Sendable {
  /// Four bytes as one big-endian number.
  case v4(UInt32)
  /// Sixteen bytes as two big-endian halves; `scope` is the interface index of a link-local address, else 0.
  case v6(high: UInt64, low: UInt64, scope: UInt32)

  /// 127.0.0.1.
  public static let loopback4 = IPAddress.v4(0x7F00_0001)
  /// ::1.
  public static let loopback6 = IPAddress.v6(high: 0, low: 1, scope: 0)
  /// 0.0.0.0, every IPv4 address of this machine.
  public static let any4 = IPAddress.v4(0)
  /// ::, every address of this machine.
  public static let any6 = IPAddress.v6(high: 0, low: 0, scope: 0)

  /// An address from text: dotted IPv4, or IPv6 with an optional `%index` or `%name`; else `nil`.
  public init?(_ text: String) {
    let parts = text.split(separator: "%", maxSplits: 1, omittingEmptySubsequences: false)
    guard let address = parts.first.map(String.init) else { return nil }
    var four = in_addr()
    if parts.count == 1, inet_pton(AF_INET, address, &four) == 1 {
      self = .v4(UInt32(bigEndian: four.s_addr))
      return
    }
    var six = in6_addr()
    guard inet_pton(AF_INET6, address, &six) == 1 else { return nil }
    var scope: UInt32 = 0
    if parts.count == 2 {
      let zone = String(parts[1])
      scope = UInt32(zone) ?? if_nametoindex(zone)
      guard scope != 0 else { return nil }
    }
    self = IPAddress(six, scope: scope)
  }

  /// Whether the address means this machine itself (127/8 or ::1).
  public var isLoopback: Bool {
    switch self {
    case .v4(let address): address >> 24 == 127
    case .v6(let high, let low, _): high == 0 && low == 1
    }
  }

  /// Whether the address is valid on one link only (169.254/16 or fe80::/10).
  public var isLinkLocal: Bool {
    switch self {
    case .v4(let address): address >> 16 == 0xA9FE
    case .v6(let high, _, _): high >> 54 == 0x3FA
    }
  }

  /// Whether this is an IPv6 address.
  public var isIPv6: Bool {
    switch self {
    case .v4: false
    case .v6: true
    }
  }
}

extension IPAddress: CustomStringConvertible {
  /// The usual text; the scope follows as `%index`.
  public var description: String {
    var buffer = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    var suffix = ""
    switch self {
    case .v4(let address):
      var four = in_addr(s_addr: address.bigEndian)
      _ = inet_ntop(AF_INET, &four, &buffer, socklen_t(buffer.count))
    case .v6(_, _, let scope):
      var six = systemAddress6
      _ = inet_ntop(AF_INET6, &six, &buffer, socklen_t(buffer.count))
      suffix = scope == 0 ? "" : "%\(scope)"
    }
    return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self) + suffix
  }
}

extension IPAddress {
  /// From the system's form; an IPv4 address mapped into IPv6 becomes the IPv4 address it is.
  init(_ six: in6_addr, scope: UInt32) {
    let (high, low) = withUnsafeBytes(of: six) { bytes in
      (bytes.loadUnaligned(as: UInt64.self), bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
    }
    let (bigHigh, bigLow) = (UInt64(bigEndian: high), UInt64(bigEndian: low))
    if bigHigh == 0, bigLow >> 32 == 0xFFFF {
      self = .v4(UInt32(truncatingIfNeeded: bigLow))
    } else {
      self = .v6(high: bigHigh, low: bigLow, scope: scope)
    }
  }

  /// Reads the address in a system's structure of any family; `nil` for other families than these two.
  init?(system pointer: UnsafeMutablePointer<sockaddr>) {
    let raw = UnsafeRawPointer(pointer)
    switch Int32(pointer.pointee.sa_family) {
    case AF_INET:
      self = .v4(UInt32(bigEndian: raw.loadUnaligned(as: sockaddr_in.self).sin_addr.s_addr))
    case AF_INET6:
      let six = raw.loadUnaligned(as: sockaddr_in6.self)
      self = IPAddress(six.sin6_addr, scope: six.sin6_scope_id)
    default:
      return nil
    }
  }

  /// The system's form of an IPv6 address; the mapped form of an IPv4 one.
  var systemAddress6: in6_addr {
    let halves: (UInt64, UInt64) =
      switch self {
      case .v4(let address): (0, (0xFFFF << 32 | UInt64(address)).bigEndian)
      case .v6(let high, let low, _): (high.bigEndian, low.bigEndian)
      }
    var six = in6_addr()
    withUnsafeMutableBytes(of: &six) { target in
      withUnsafeBytes(of: halves) { target.copyMemory(from: $0) }
    }
    return six
  }
}

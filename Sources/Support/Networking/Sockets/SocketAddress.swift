import Glibc

/// Where a TCP or UDP socket is, or sends to: an address and a port.
public struct SocketAddress: Hashable, Sendable {
  /// The machine.
  public var host: IPAddress
  /// The port; 0 asks the system for a free one when listening.
  public var port: UInt16

  /// Joins address and port.
  public init(_ host: IPAddress, port: UInt16) {
    self.host = host
    self.port = port
  }
}

extension SocketAddress: CustomStringConvertible {
  /// `address:port`, the address in brackets when it is IPv6.
  public var description: String {
    host.isIPv6 ? "[\(host)]:\(port)" : "\(host):\(port)"
  }
}

extension SocketAddress {
  /// The protocol family a socket for this address needs.
  var family: Int32 { host.isIPv6 ? AF_INET6 : AF_INET }

  /// Reads the system's form; `nil` for another family or too few bytes.
  init?(_ storage: sockaddr_storage, length: socklen_t) {
    var storage = storage
    switch Int32(storage.ss_family) {
    case AF_INET where Int(length) >= MemoryLayout<sockaddr_in>.size:
      let four = withUnsafeBytes(of: &storage) { $0.loadUnaligned(as: sockaddr_in.self) }
      self.init(.v4(UInt32(bigEndian: four.sin_addr.s_addr)), port: UInt16(bigEndian: four.sin_port))
    case AF_INET6 where Int(length) >= MemoryLayout<sockaddr_in6>.size:
      let six = withUnsafeBytes(of: &storage) { $0.loadUnaligned(as: sockaddr_in6.self) }
      self.init(
        IPAddress(six.sin6_addr, scope: six.sin6_scope_id), port: UInt16(bigEndian: six.sin6_port))
    default:
      return nil
    }
  }

  /// Lends the system's form to one call.
  func withSystemAddress<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
    switch host {
    case .v4(let address):
      var four = sockaddr_in()
      four.sin_family = sa_family_t(AF_INET)
      four.sin_port = port.bigEndian
      four.sin_addr = in_addr(s_addr: address.bigEndian)
      return lend(&four, body)
    case .v6(_, _, let scope):
      var six = sockaddr_in6()
      six.sin6_family = sa_family_t(AF_INET6)
      six.sin6_port = port.bigEndian
      six.sin6_addr = host.systemAddress6
      six.sin6_scope_id = scope
      return lend(&six, body)
    }
  }
}

/// Lends any of the system's address structures as the general one.
func lend<Address, Result>(
  _ address: inout Address, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
) -> Result {
  withUnsafePointer(to: &address) { pointer in
    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      body($0, socklen_t(MemoryLayout<Address>.size))
    }
  }
}

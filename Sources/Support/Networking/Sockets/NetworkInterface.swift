import Glibc

/// A network interface of this machine, as it is now.
public struct NetworkInterface: Hashable, Sendable {
  /// The system's name, such as `eth0`.
  public let name: String
  /// The system's number; the scope of link-local IPv6 addresses.
  public let index: UInt32
  /// Addresses, in the system's order.
  public let addresses: [IPAddress]
  /// Whether it is switched on and running.
  public let isUp: Bool
  /// Whether the system offers multicast on it.
  public let hasMulticast: Bool
  /// Whether it reaches this machine only.
  public let isLoopback: Bool

  /// An interface with these properties; `all()` tells the real ones.
  public init(
    name: String, index: UInt32, addresses: [IPAddress], isUp: Bool, hasMulticast: Bool, isLoopback: Bool
  ) {
    self.name = name
    self.index = index
    self.addresses = addresses
    self.isUp = isUp
    self.hasMulticast = hasMulticast
    self.isLoopback = isLoopback
  }

  /// All interfaces, ordered by number. Throws `.system` when the system does not answer.
  public static func all() throws(NetworkingError) -> [NetworkInterface] {
    var first: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&first) == 0 else { throw .system(call: "getifaddrs", code: errno) }
    defer { freeifaddrs(first) }
    var found: [String: NetworkInterface] = [:]
    var next = first
    while let entry = next?.pointee {
      next = entry.ifa_next
      guard let rawName = entry.ifa_name else { continue }
      let name = String(cString: rawName)
      let known = found[name]
      let address = entry.ifa_addr.flatMap(IPAddress.init(system:))
      found[name] = NetworkInterface(
        name: name, index: known?.index ?? if_nametoindex(name),
        addresses: (known?.addresses ?? []) + (address.map { [$0] } ?? []),
        isUp: entry.ifa_flags & running == running,
        hasMulticast: entry.ifa_flags & UInt32(IFF_MULTICAST) != 0,
        isLoopback: entry.ifa_flags & UInt32(IFF_LOOPBACK) != 0)
    }
    return found.values.filter { $0.index != 0 }.sorted { $0.index < $1.index }
  }

  private static let running = UInt32(IFF_UP) | UInt32(IFF_RUNNING)
}

import Glibc

extension SocketLoop {
  /// Joins a multicast group on one interface; the socket sends to and hears this group there only.
  ///
  /// The port is shared with other programs and users (SO_REUSEADDR and SO_REUSEPORT), packets do not leave
  /// the link (TTL and hops 1) and also come back to this machine (loop on). For IPv4 the interface's own
  /// address becomes the source, on loopback 127.0.0.1.
  ///
  /// Throws `.addressNotUsable` when the interface has no address of the group's family, else `.system`.
  public func joinMulticast(
    group: SocketAddress, on interface: NetworkInterface, inbox: SocketInbox
  ) throws(NetworkingError) -> SocketID {
    guard let local = interface.addresses.first(where: { $0.isIPv6 == group.host.isIPv6 }) else {
      throw .addressNotUsable("\(group.host) on \(interface.name)")
    }
    let socket = try SystemSocket.open(family: group.family, type: SOCK_DGRAM)
    try SystemSocket.set(SO_REUSEADDR, at: SOL_SOCKET, to: Int32(1), on: socket, named: "SO_REUSEADDR")
    try SystemSocket.set(SO_REUSEPORT, at: SOL_SOCKET, to: Int32(1), on: socket, named: "SO_REUSEPORT")
    switch (group.host, local) {
    case (.v4(let groupAddress), .v4(let localAddress)):
      try SystemSocket.bind(socket, to: group)
      try join4(groupAddress, localAddress, interface, socket)
    case (.v4, .v6), (.v6, _):
      var scoped = group
      if case .v6(let high, let low, _) = group.host {
        scoped.host = .v6(high: high, low: low, scope: interface.index)
      }
      try SystemSocket.set(
        Int32(IPV6_V6ONLY), at: Int32(IPPROTO_IPV6), to: Int32(1), on: socket, named: "IPV6_V6ONLY")
      try SystemSocket.bind(socket, to: scoped)
      try join6(group.host, interface, socket)
    }
    let id = newID()
    try add(socket, as: .datagram, id: id, inbox: inbox)
    return id
  }

  private func join4(
    _ group: UInt32, _ local: UInt32, _ interface: NetworkInterface, _ socket: Descriptor
  ) throws(NetworkingError) {
    let level = Int32(IPPROTO_IP)
    let request = ip_mreqn(
      imr_multiaddr: in_addr(s_addr: group.bigEndian), imr_address: in_addr(s_addr: local.bigEndian),
      imr_ifindex: Int32(bitPattern: interface.index))
    try SystemSocket.set(IP_MULTICAST_ALL, at: level, to: Int32(0), on: socket, named: "IP_MULTICAST_ALL")
    try SystemSocket.set(IP_ADD_MEMBERSHIP, at: level, to: request, on: socket, named: "IP_ADD_MEMBERSHIP")
    try SystemSocket.set(IP_MULTICAST_IF, at: level, to: request, on: socket, named: "IP_MULTICAST_IF")
    try SystemSocket.set(IP_MULTICAST_TTL, at: level, to: Int32(1), on: socket, named: "IP_MULTICAST_TTL")
    try SystemSocket.set(IP_MULTICAST_LOOP, at: level, to: Int32(1), on: socket, named: "IP_MULTICAST_LOOP")
  }

  private func join6(
    _ group: IPAddress, _ interface: NetworkInterface, _ socket: Descriptor
  ) throws(NetworkingError) {
    let level = Int32(IPPROTO_IPV6)
    let index = Int32(bitPattern: interface.index)
    let request = ipv6_mreq(ipv6mr_multiaddr: group.systemAddress6, ipv6mr_interface: interface.index)
    try SystemSocket.set(IPV6_MULTICAST_ALL, at: level, to: Int32(0), on: socket, named: "IPV6_MULTICAST_ALL")
    try SystemSocket.set(IPV6_JOIN_GROUP, at: level, to: request, on: socket, named: "IPV6_JOIN_GROUP")
    try SystemSocket.set(IPV6_MULTICAST_IF, at: level, to: index, on: socket, named: "IPV6_MULTICAST_IF")
    try SystemSocket.set(
      IPV6_MULTICAST_HOPS, at: level, to: Int32(1), on: socket, named: "IPV6_MULTICAST_HOPS")
    try SystemSocket.set(
      IPV6_MULTICAST_LOOP, at: level, to: Int32(1), on: socket, named: "IPV6_MULTICAST_LOOP")
  }
}

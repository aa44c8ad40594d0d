import Networking

/// The multicast sockets beacons go out on and come in by, one for each interface and family.
struct LANBeaconSockets {
  private struct Place {
    let group: SocketAddress
    let interface: String
  }

  private var places: [SocketID: Place] = [:]

  /// Opens what can be opened and says in `status` what cannot.
  mutating func open(
    _ configuration: LANConfiguration, on sockets: SocketLoop, inbox: SocketInbox, status: inout LANStatus
  ) throws(NetworkingError) {
    let usable = try NetworkInterface.all().filter { interface in
      interface.isUp && (interface.isLoopback || interface.hasMulticast && configuration.reach == .everywhere)
    }
    for interface in usable.prefix(LANConfiguration.interfacesMax) {
      var problems: [String] = []
      let has4 = join(LANConfiguration.beaconGroup4, interface, configuration, sockets, inbox, &problems)
      // IPv6 has no multicast on loopback that would add anything: nodes here find each other by IPv4.
      let has6 =
        !interface.isLoopback
        && join(LANConfiguration.beaconGroup6, interface, configuration, sockets, inbox, &problems)
      guard has4 || has6 || !problems.isEmpty else { continue }
      status.interfaces.append(
        .init(
          name: interface.name, isLoopback: interface.isLoopback, usesIPv4: has4, usesIPv6: has6,
          problem: problems.isEmpty ? nil : problems.joined(separator: "; ")))
    }
  }

  /// Whether the socket is one of these.
  func contains(_ id: SocketID) -> Bool { places[id] != nil }

  /// The name of the interface a socket stands on.
  func interface(of id: SocketID) -> String? { places[id]?.interface }

  /// Sends a beacon on every interface.
  func send(_ beacon: [UInt8], on sockets: SocketLoop) {
    for (id, place) in places.sorted(by: { $0.key < $1.key }) {
      sockets.sendDatagram(beacon, to: place.group, on: id)
    }
  }

  /// Leaves all groups.
  mutating func close(on sockets: SocketLoop) {
    for id in places.keys { sockets.close(id) }
    places = [:]
  }

  private mutating func join(
    _ group: IPAddress, _ interface: NetworkInterface, _ configuration: LANConfiguration,
    _ sockets: SocketLoop, _ inbox: SocketInbox, _ problems: inout [String]
  ) -> Bool {
    guard interface.addresses.contains(where: { $0.isIPv6 == group.isIPv6 }) else { return false }
    let address = SocketAddress(group, port: configuration.beaconPort)
    do throws(NetworkingError) {
      let id = try sockets.joinMulticast(group: address, on: interface, inbox: inbox)
      places[id] = Place(group: scoped(address, to: interface), interface: interface.name)
      return true
    } catch {
      problems.append("no multicast by \(group.isIPv6 ? "IPv6" : "IPv4"): \(error.explanation)")
      return false
    }
  }

  private func scoped(_ address: SocketAddress, to interface: NetworkInterface) -> SocketAddress {
    guard case .v6(let high, let low, _) = address.host else { return address }
    return SocketAddress(.v6(high: high, low: low, scope: interface.index), port: address.port)
  }
}

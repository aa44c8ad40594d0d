import Networking

/// The multicast sockets beacons go out on and come in by, one for each interface and family; follows
/// interfaces and addresses as they come and go.
struct LANBeaconSockets {
  /// Where a socket stands: with any of these changed it is another socket.
  private struct Place: Hashable {
    let interface: String
    let index: UInt32
    let address: IPAddress
    let group: SocketAddress
  }

  private var sockets: [SocketID: Place] = [:]

  /// Brings the sockets up to what interfaces there are now; answers how each is, in their order. What does
  /// not work is tried again at the next call.
  mutating func follow(
    _ interfaces: [NetworkInterface], _ configuration: LANConfiguration, on loop: SocketLoop,
    inbox: SocketInbox
  ) -> [LANStatus.Interface] {
    let usable = interfaces.filter { interface in
      interface.isUp && (interface.isLoopback || interface.hasMulticast && configuration.reach == .everywhere)
    }
    .prefix(LANConfiguration.interfacesMax)
    let wanted = Set(usable.flatMap { places(on: $0, configuration) })
    for (id, place) in sockets where !wanted.contains(place) {
      loop.close(id)
      sockets[id] = nil
    }
    return usable.compactMap { interface in
      var problems: [String] = []
      var families: [Bool] = []
      for place in places(on: interface, configuration)
      where join(place, on: interface, loop, inbox, &problems) {
        families.append(place.group.host.isIPv6)
      }
      guard !families.isEmpty || !problems.isEmpty else { return nil }
      return .init(
        name: interface.name, isLoopback: interface.isLoopback, usesIPv4: families.contains(false),
        usesIPv6: families.contains(true),
        problem: problems.isEmpty ? nil : problems.joined(separator: "; "))
    }
  }

  /// The name of the interface a socket stands on; `nil` when it is none of these.
  func interface(of id: SocketID) -> String? { sockets[id]?.interface }

  /// Sends a beacon on every interface.
  func send(_ beacon: [UInt8], on loop: SocketLoop) {
    for (id, place) in sockets.sorted(by: { $0.key < $1.key }) {
      loop.sendDatagram(beacon, to: place.group, on: id)
    }
  }

  /// Leaves all groups.
  mutating func close(on loop: SocketLoop) {
    for id in sockets.keys { loop.close(id) }
    sockets = [:]
  }

  /// IPv6 has no multicast on loopback that would add anything: nodes here find each other by IPv4.
  private func places(on interface: NetworkInterface, _ configuration: LANConfiguration) -> [Place] {
    var groups = [LANConfiguration.beaconGroup4]
    if !interface.isLoopback { groups.append(scoped(LANConfiguration.beaconGroup6, to: interface)) }
    return groups.compactMap { group in
      interface.addresses.first { $0.isIPv6 == group.isIPv6 }.map { address in
        Place(
          interface: interface.name, index: interface.index, address: address,
          group: SocketAddress(group, port: configuration.beaconPort))
      }
    }
  }

  /// Joins a group unless it is joined; answers whether it is.
  private mutating func join(
    _ place: Place, on interface: NetworkInterface, _ loop: SocketLoop, _ inbox: SocketInbox,
    _ problems: inout [String]
  ) -> Bool {
    if sockets.values.contains(place) { return true }
    do throws(NetworkingError) {
      sockets[try loop.joinMulticast(group: place.group, on: interface, inbox: inbox)] = place
      return true
    } catch {
      problems.append("no multicast by \(place.group.host.isIPv6 ? "IPv6" : "IPv4"): \(error.explanation)")
      return false
    }
  }

  private func scoped(_ group: IPAddress, to interface: NetworkInterface) -> IPAddress {
    guard case .v6(let high, let low, _) = group else { return group }
    return .v6(high: high, low: low, scope: interface.index)
  }
}

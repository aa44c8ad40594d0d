import Networking
import Timebase

/// How many connections there may be: in each direction, and from one address.
extension LANLinkMachine {
  mutating func hasRoomToAccept(_ host: IPAddress, now: Instant) -> Bool {
    hasRoom(.acceptor, LANLimits.inboundMax, host, now: now)
  }

  mutating func hasRoomToDial(_ host: IPAddress, now: Instant) -> Bool {
    hasRoom(.dialler, LANLimits.outboundMax, host, now: now)
  }

  /// Whether one more fits; a full table first drops its oldest link without a verified announce.
  private mutating func hasRoom(
    _ role: LANLinkRole, _ countMax: Int, _ host: IPAddress, now: Instant
  ) -> Bool {
    if !host.isLoopback {
      let network = network(of: host)
      let sameNetwork = connections.values.count { self.network(of: $0.host) == network }
      guard sameNetwork < LANLimits.perAddressMax else { return false }
    }
    let sameRole = connections.values.filter { $0.role == role }
    guard sameRole.count >= countMax else { return true }
    let oldest = sameRole.filter { $0.verification == .none }.min { $0.order < $1.order }
    guard let oldest else { return false }
    end(oldest.id, .tableFull, now: now)
    return true
  }

  /// What counts as one address: an IPv4 address, or the /64 of an IPv6 one on its interface.
  private func network(of host: IPAddress) -> IPAddress {
    switch host {
    case .v4: host
    case .v6(let high, _, let scope): .v6(high: high, low: 0, scope: scope)
    }
  }
}

import Networking
import Timebase

/// How many connections there may be: in each direction, and from one address.
extension LANLinkMachine {
  /// Whether a connection that came in is kept; counts what it is refused for.
  mutating func mayAccept(_ host: IPAddress, now: Instant) -> Bool {
    guard acceptBudget.admit(LANNetwork(host), now: now) else {
      counters.acceptsOverRate += 1
      return false
    }
    guard hasPlace(host) else {
      counters.acceptsOverAddress += 1
      return false
    }
    guard hasRoom(.acceptor, LANLimits.inboundMax, now: now) else {
      counters.acceptsOverTable += 1
      return false
    }
    return true
  }

  mutating func hasRoomToDial(_ host: IPAddress, now: Instant) -> Bool {
    hasPlace(host) && hasRoom(.dialler, LANLimits.outboundMax, now: now)
  }

  /// Whether the address has fewer connections than one may have, both directions together.
  private func hasPlace(_ host: IPAddress) -> Bool {
    let network = LANNetwork(host)
    return network.isLoopback
      || connections.values.count { LANNetwork($0.host) == network } < LANLimits.perAddressMax
  }

  /// Whether one more fits; a full table first drops its oldest link without a verified announce.
  private mutating func hasRoom(_ role: LANLinkRole, _ countMax: Int, now: Instant) -> Bool {
    let sameRole = connections.values.filter { $0.role == role }
    guard sameRole.count >= countMax else { return true }
    let oldest = sameRole.filter { $0.verification == .none }.min { $0.order < $1.order }
    guard let oldest else { return false }
    end(oldest.id, .tableFull, now: now)
    return true
  }
}

/// What counts as one address: an IPv4 address, or the /64 of an IPv6 one on its interface.
struct LANNetwork: Hashable, Sendable {
  /// Whether it is this machine.
  let isLoopback: Bool
  private let prefix: IPAddress

  init(_ host: IPAddress) {
    isLoopback = host.isLoopback
    prefix =
      switch host {
      case .v4: host
      case .v6(let high, _, let scope): .v6(high: high, low: 0, scope: scope)
      }
  }
}

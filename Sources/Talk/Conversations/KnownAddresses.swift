import TransportPorts

/// The person is reached under `new`; what was kept under `old` belongs there.
public struct AddressChange: Sendable, Hashable {
  /// The address before.
  public var old: PeerAddress
  /// The address now.
  public var new: PeerAddress

  /// Joins the parts.
  public init(old: PeerAddress, new: PeerAddress) {
    self.old = old
    self.new = new
  }
}

/// Under which addresses people were reached in this run (chat-app 8.5), by fingerprint.
///
/// Who comes under a new address continues the same conversation, if the address follows from the key, or a
/// session proved the key: a claim alone moves nothing. At most 4,096 people; the one added first makes room.
struct KnownAddresses: Sendable {
  static let peopleMax = 4_096

  private var addresses: [String: PeerAddress] = [:]
  /// The keys of `addresses`, oldest first.
  private var order: [String] = []

  var count: Int { addresses.count }

  /// Who came under another address than before, and, when seen first, what may be kept under the other names
  /// of the same key.
  mutating func changes(_ peers: [TransportPeer]) -> [AddressChange] {
    var changes: [AddressChange] = []
    for peer in peers where !peer.fingerprint.isEmpty && addresses[peer.fingerprint] != peer.address {
      let derived = meshAddress(peer.fingerprint)
      guard peer.address == derived || peer.session == .established else { continue }
      var old = [addresses[peer.fingerprint], peer.noiseKey, derived].compactMap { $0 }
      old.removeAll { $0 == peer.address }
      for (place, address) in old.enumerated() where !old[..<place].contains(address) {
        changes.append(AddressChange(old: address, new: peer.address))
      }
      remember(peer)
    }
    return changes
  }

  private mutating func remember(_ peer: TransportPeer) {
    guard addresses.updateValue(peer.address, forKey: peer.fingerprint) == nil else { return }
    order.append(peer.fingerprint)
    if order.count > Self.peopleMax { addresses[order.removeFirst()] = nil }
  }
}

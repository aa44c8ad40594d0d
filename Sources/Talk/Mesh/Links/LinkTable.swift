import MeshWire
import Timebase

/// Whom a link belongs to.
///
/// Source: mesh-engine 4 step 6, 12.
enum LinkBinding: Sendable, Equatable {
  /// Nobody was heard on it.
  case none
  /// A direct announce claimed this id and is not verified: good for attribution and split horizon only.
  case provisional(PeerID)
  /// A direct announce of this peer was verified on the link.
  case verified(PeerID)

  /// Whoever is named, verified or not.
  var claimed: PeerID? {
    switch self {
    case .none: nil
    case .provisional(let peer), .verified(let peer): peer
    }
  }

  /// The peer whose announce was verified.
  var verified: PeerID? {
    switch self {
    case .none, .provisional: nil
    case .verified(let peer): peer
    }
  }
}

/// One link that is up.
struct Link: Sendable {
  let id: LinkID
  var facts: LinkFacts
  var binding = LinkBinding.none
  /// The peer whose handshake was completed by a packet on this link while it was bound to it (12.3).
  var noiseOwner: PeerID?
  /// Who announced itself here soundly, but with another signing key than the one it was met with.
  var challenger: PeerID?
  /// When a handshake was started last because nobody was authenticated on this link (8.6).
  var revalidatedAt: Instant?
  /// What its frames may still cost us.
  var allowance = ReceiveAllowance()
  /// Counts up with every link: smaller is older.
  let number: UInt64
}

/// The links that are up, who is behind them, and the cooldowns that outlive them.
///
/// At most 256 links; at most 512 cooldowns of a kind, oldest out. Source: mesh-engine 12.
struct LinkTable: Sendable {
  private var links = OrderedMap<LinkID, Link>()
  private var preferred = OrderedMap<PeerID, LinkID>()
  private var rebinds = OrderedMap<LinkID, Instant>()
  private var retirements = OrderedMap<PeerID, Instant>()
  private var lastNumber: UInt64 = 0

  /// Links that are up.
  var count: Int { links.count }

  /// All links, oldest first.
  var all: [Link] { links.orderedValues }

  /// The links for which the predicate holds, oldest first.
  func links(where isWanted: (Link) -> Bool) -> [Link] { links.orderedValues(where: isWanted) }

  /// Names of the links for which the predicate holds, oldest first.
  func ids(where isWanted: (Link) -> Bool) -> [LinkID] { links.orderedKeys { isWanted($1) } }

  /// Whose a link is; `nil` when it is not up.
  func binding(of id: LinkID) -> LinkBinding? { links.look(id) { $0.binding } }

  /// The peer that was verified on a link.
  func owner(of id: LinkID) -> PeerID? { links.look(id) { $0.binding.verified } ?? nil }

  /// The link of an id.
  subscript(id: LinkID) -> Link? { links[id] }

  /// Takes a link in; `false` when the table is full. A link that is here already is new again.
  mutating func add(_ id: LinkID, _ facts: LinkFacts) -> Bool {
    remove(id)
    guard links.count < MeshLimits.linksMax else { return false }
    lastNumber += 1
    links[id] = Link(id: id, facts: facts, number: lastNumber)
    return true
  }

  /// Forgets every link; the cooldowns stay.
  mutating func removeAllLinks() {
    links.removeAll()
    preferred.removeAll()
  }

  /// Takes new facts in.
  mutating func update(_ id: LinkID, _ facts: LinkFacts) {
    links.update(id) { $0.facts = facts }
  }

  /// Forgets a link with its binding and proof, and repairs the preferred link of its peer.
  @discardableResult
  mutating func remove(_ id: LinkID) -> Link? {
    guard let link = links.removeValue(forKey: id) else { return nil }
    if let peer = link.binding.verified { repairPreferred(of: peer) }
    return link
  }

  /// Whether the link may still cost something; if so it is noted.
  mutating func admit(_ id: LinkID, _ body: (inout ReceiveAllowance) -> Bool) -> Bool {
    links.update(id) { body(&$0.allowance) } ?? false
  }

  /// Whose a link is, and whether one more frame of it may be looked at; `nil` when it is not up.
  mutating func admitFrame(on id: LinkID, at now: Instant) -> (binding: LinkBinding, isAdmitted: Bool)? {
    links.update(id) { ($0.binding, $0.allowance.admitFrame(at: now)) }
  }

  /// Notes an unverified claim on a link nobody is bound to.
  mutating func bindProvisionally(_ id: LinkID, to peer: PeerID) {
    links.update(id) { if case .none = $0.binding { $0.binding = .provisional(peer) } }
  }

  /// Binds a link to a peer; a proof of anybody else's on it dies.
  mutating func bind(_ id: LinkID, to peer: PeerID) {
    let old = owner(of: id)
    links.update(id) { link in
      link.binding = .verified(peer)
      link.challenger = nil
      if link.noiseOwner != peer { link.noiseOwner = nil }
    }
    if id.role == .peripheral { prefer(id, for: peer) }
    if let old, old != peer { repairPreferred(of: old) }
  }

  /// Takes binding and proof off a link.
  mutating func unbind(_ id: LinkID) {
    let old = owner(of: id)
    links.update(id) { link in
      link.binding = .none
      link.noiseOwner = nil
    }
    if let old { repairPreferred(of: old) }
  }

  /// Marks that the peer's handshake was completed on the link, if it is bound to that peer.
  mutating func prove(_ id: LinkID, for peer: PeerID) {
    links.update(id) { link in
      if link.binding.verified == peer { link.noiseOwner = peer }
    }
  }

  /// Takes the proofs of a peer off all links.
  mutating func retireProofs(of peer: PeerID) {
    for id in links.orderedKeys { links.update(id) { if $0.noiseOwner == peer { $0.noiseOwner = nil } } }
  }

  /// The links on which the peer was verified, oldest first.
  func links(of peer: PeerID) -> [Link] { links.orderedValues { $0.binding.verified == peer } }

  /// Whether the peer has a link on which it was verified.
  func isLinked(_ peer: PeerID) -> Bool { links.firstKey { $1.binding.verified == peer } != nil }

  /// Of several links of one peer the one to use: an authenticated one first, then its preferred
  /// peripheral link, then any peripheral one, then the oldest central one (6.2).
  func best(of candidates: [Link], for peer: PeerID) -> Link? {
    let rank = { (link: Link) -> (Int, Int, UInt64) in
      let isProven = link.noiseOwner == peer
      let order = link.id == preferred[peer] ? 0 : link.id.role == .peripheral ? 1 : 2
      return (isProven ? 0 : 1, order, link.number)
    }
    return candidates.min { rank($0) < rank($1) }
  }

  /// The link preferred for a peer.
  func preferredLink(of peer: PeerID) -> LinkID? { preferred[peer] }

  /// Makes a link the preferred one of a peer.
  mutating func prefer(_ id: LinkID, for peer: PeerID) {
    preferred.removeValue(forKey: peer)
    preferred[peer] = id
  }

  /// Notes a contradiction of the peer's first contact on a link.
  mutating func noteChallenger(_ peer: PeerID, on id: LinkID) { links.update(id) { $0.challenger = peer } }

  /// Whether the link may get a revalidation handshake now; if so it is noted (8.6).
  mutating func admitRevalidation(_ id: LinkID, at now: Instant) -> Bool {
    links.update(id) { link in
      if let last = link.revalidatedAt, now.since(last) < MeshLimits.revalidationCooldown { return false }
      link.revalidatedAt = now
      return true
    } ?? false
  }

  /// Whether a rebind of the link is too recent for another (12.1 rule 3).
  func isRebindTooSoon(_ id: LinkID, at now: Instant) -> Bool {
    rebinds[id].map { now.since($0) < MeshLimits.rebindCooldown } ?? false
  }

  /// Notes a rebind. The note outlives the link.
  mutating func noteRebind(_ id: LinkID, at now: Instant) {
    rebinds.removeValue(forKey: id)
    rebinds[id] = now
    if rebinds.count > MeshLimits.cooldownsMax { _ = rebinds.popFirst() }
  }

  /// Whether a redundant link of the peer may be closed now; if so it is noted (12.2).
  mutating func admitRetirement(of peer: PeerID, at now: Instant) -> Bool {
    if let last = retirements[peer], now.since(last) < MeshLimits.retirementCooldown { return false }
    retirements.removeValue(forKey: peer)
    retirements[peer] = now
    if retirements.count > MeshLimits.cooldownsMax { _ = retirements.popFirst() }
    return true
  }

  /// Moves the preference of a peer to a surviving peripheral link: a writable one first, then the newest.
  private mutating func repairPreferred(of peer: PeerID) {
    let survivors = links(of: peer).filter { $0.id.role == .peripheral }
    if let current = preferred[peer], survivors.contains(where: { $0.id == current }) { return }
    let newest = survivors.max { left, right in
      (left.facts.isWritable ? 1 : 0, left.number) < (right.facts.isWritable ? 1 : 0, right.number)
    }
    preferred[peer] = newest?.id
  }
}

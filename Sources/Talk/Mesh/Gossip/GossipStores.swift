import MeshWire
import Timebase

/// All stores of gossip, by the kind of packet (mesh-engine 10.1). Above 3 MiB in all the store with the most
/// bytes gives its oldest away, so that no kind can push out all of another.
struct GossipStores: Sendable {
  /// A store with what the rules say about it.
  struct Kind: Sendable {
    let types: SyncTypes
    /// Packets made longer ago are neither kept nor sent; `nil` where the module decides.
    let ageMaxMilliseconds: UInt64?
    /// Whether `since` in a request counts.
    let heedsSince: Bool
    /// Whether a peer that goes takes its packets along.
    let belongsToPeer: Bool
    var store: GossipStore
  }

  /// In the order in which a request is answered.
  private(set) var kinds = [
    Kind(
      types: .announce, ageMaxMilliseconds: MeshLimits.announceAgeMilliseconds, heedsSince: false,
      belongsToPeer: true, store: GossipStore(capacity: GossipLimits.announcesMax)),
    Kind(
      types: .message, ageMaxMilliseconds: MeshLimits.publicMessageAgeMilliseconds, heedsSince: true,
      belongsToPeer: true,
      store: GossipStore(capacity: GossipLimits.messagesMax, share: GossipLimits.messageShare)),
    Kind(
      types: .fragment, ageMaxMilliseconds: 900_000, heedsSince: true, belongsToPeer: true,
      store: GossipStore(capacity: GossipLimits.fragmentsMax)),
    Kind(
      types: .file, ageMaxMilliseconds: 900_000, heedsSince: true, belongsToPeer: true,
      store: GossipStore(capacity: GossipLimits.filesMax)),
    Kind(
      types: .groupMessage, ageMaxMilliseconds: 21_600_000, heedsSince: true, belongsToPeer: true,
      store: GossipStore(capacity: GossipLimits.groupMessagesMax)),
    Kind(
      types: .prekeyBundle, ageMaxMilliseconds: 86_400_000, heedsSince: false, belongsToPeer: false,
      store: GossipStore(capacity: GossipLimits.prekeyBundlesMax)),
    Kind(
      types: .board, ageMaxMilliseconds: nil, heedsSince: true, belongsToPeer: false,
      store: GossipStore(capacity: GossipLimits.boardPostsMax)),
  ]
  /// Whether the messages differ from what was archived last.
  var isArchiveStale = false

  /// The store of a kind; every kind of `SyncTypes` that is stored has one.
  subscript(types: SyncTypes) -> GossipStore {
    kinds.first { $0.types == types }?.store ?? GossipStore(capacity: 0)
  }

  /// Bytes of all stores.
  var bytes: Int {
    // By index, which copies no store: every stored packet asks.
    kinds.indices.reduce(0) { $0 + kinds[$1].store.bytes }
  }

  /// Whether a public message is here. Looks by index, which copies no store.
  func holdsMessage(_ id: GossipID) -> Bool {
    kinds.indices.contains { kinds[$0].types == .message && kinds[$0].store.contains(.packet(id)) }
  }

  /// Takes a packet in.
  mutating func add(_ packet: Packet, as key: GossipStore.Key? = nil, heard: Instant) {
    let types = SyncTypes(packet.type)
    guard let index = kinds.firstIndex(where: { $0.types == types }) else { return }
    if kinds[index].store.add(packet, as: key, heard: heard), types == .message { isArchiveStale = true }
    while bytes > GossipLimits.allStoresBytesMax,
      let largest = kinds.indices.max(by: { kinds[$0].store.bytes < kinds[$1].store.bytes })
    {
      kinds[largest].store.dropOldest()
      if kinds[largest].types == .message { isArchiveStale = true }
    }
  }

  /// Drops one packet.
  mutating func remove(_ id: GossipID, ofType type: MessageType) {
    drop(SyncTypes(type)) { $0.gossipID == id }
  }

  /// Drops the packets of a kind that the predicate names.
  mutating func drop(_ types: SyncTypes, where isDropped: (Packet) -> Bool) {
    guard let index = kinds.firstIndex(where: { $0.types == types }) else { return }
    if kinds[index].store.drop(where: isDropped), types == .message { isArchiveStale = true }
  }

  /// Drops what a peer that is gone had sent.
  mutating func forget(_ peer: PeerID) {
    for kind in kinds where kind.belongsToPeer { drop(kind.types) { $0.sender == peer } }
  }

  /// Drops what is too old at `time`.
  mutating func expire(at time: Timestamp) {
    let now = self
    for kind in kinds { drop(kind.types) { now.isStale($0, kind, at: time) } }
  }

  /// Peers whose last announce came longer ago than a sweep allows: by our clock, as by the time it says it
  /// was made somebody whose clock is a minute behind would always be silent.
  func silentPeers(at now: Instant) -> [PeerID] {
    self[.announce].entries.filter { now.since($0.heard) > GossipLimits.announceSilence }.map(\.packet.sender)
  }

  /// What a request asks for and its sender seems not to have, in the order of the stores.
  func missing(for request: SyncRequest, at time: Timestamp) -> [Packet] {
    let types = request.types ?? .whenNotSaid
    let members = request.filter.members
    return kinds.filter { types.isSuperset(of: $0.types) }.flatMap { kind in
      kind.store.entries { entry in
        guard !isStale(entry.packet, kind, at: time) else { return false }
        let isByStream = kind.types == .fragment && request.streams != nil
        if isByStream, !belongs(entry.packet, to: request.streams ?? []) { return false }
        if kind.heedsSince, !isByStream, let since = request.since, entry.packet.timestamp < since {
          return false
        }
        return !members.mightContain(word: entry.filterWord)
      }.map(\.packet)
    }
  }

  /// A request for these kinds that says what is here: the newest packets as far as a filter holds them,
  /// and since when.
  func request(for types: SyncTypes, at time: Timestamp) -> SyncRequest {
    let candidates = kinds.filter { types.isSuperset(of: $0.types) }
      .flatMap { kind in kind.store.entries { !isStale($0.packet, kind, at: time) } }
      .sorted { ($0.packet.timestamp, $0.id) > ($1.packet.timestamp, $1.id) }
    let tried = candidates.prefix(GossipLimits.filterPacketsMax)
    let (filter, included) = GCSFilter.build(words: tried.map(\.filterWord))
    var request = SyncRequest(filter: filter, types: types)
    if included < candidates.count, included > 0 {
      request.since = candidates[included - 1].packet.timestamp
    }
    return request
  }

  private func isStale(_ packet: Packet, _ kind: Kind, at time: Timestamp) -> Bool {
    kind.ageMaxMilliseconds.map { isOlder(packet, $0, at: time) } ?? false
  }

  private func isOlder(_ packet: Packet, _ milliseconds: UInt64, at time: Timestamp) -> Bool {
    time.milliseconds >= milliseconds
      && packet.timestamp.milliseconds < time.milliseconds - milliseconds
  }

  private func belongs(_ packet: Packet, to streams: [FragmentStreamID]) -> Bool {
    guard let fragment = try? Fragment.decode(packet.payload) else { return false }
    return streams.contains(fragment.stream)
  }
}

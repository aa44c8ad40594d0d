import MeshWire
import Timebase

/// One payload that waits for a session.
struct OutboundPayload: Sendable, Equatable {
  /// The plaintext: type byte and body.
  let plaintext: [UInt8]
  /// Private messages go out before everything else.
  let isMessage: Bool
  /// Names it to the application, when it asked for news.
  let messageID: String?
  /// Names it as a transfer, which leaves in pieces and whose progress the application hears.
  var transferID: String?
  /// When it began to wait; set by the queue.
  var since: Instant?
}

/// What waits for sessions, per peer: private messages in order, then other payloads in order.
///
/// At most 100 messages and 200 other payloads a peer, 128 peers, 1 MiB in all. What gives way (the oldest of
/// its kind, or all of the peer that nothing was queued for longest) is given back, so that its sender hears
/// of it. A message with the id of one that waits takes its place. Source: mesh-engine 8.8.
struct OutboundQueues: Sendable {
  private struct Queue: Sendable {
    var messages: [OutboundPayload] = []
    var others: [OutboundPayload] = []

    var count: Int { messages.count + others.count }
    var all: [OutboundPayload] { messages + others }
    var bytes: Int { all.reduce(0) { $0 + $1.plaintext.count } }
  }

  private var queues = OrderedMap<PeerID, Queue>()
  private(set) var bytes = 0

  /// Peers something waits for.
  var peerCount: Int { queues.count }

  /// The peers something waits for, longest first.
  var peers: [PeerID] { queues.orderedKeys }

  /// Payloads that wait for a peer.
  func count(for peer: PeerID) -> Int { queues[peer]?.count ?? 0 }

  /// Lets a payload wait; gives what had to give way.
  mutating func append(_ wanted: OutboundPayload, for peer: PeerID, at now: Instant) -> [OutboundPayload] {
    var payload = wanted
    payload.since = payload.since ?? now
    var queue = take(peer)
    if let id = payload.messageID, let index = queue.messages.firstIndex(where: { $0.messageID == id }) {
      queue.messages[index] = payload
    } else if payload.isMessage {
      queue.messages.append(payload)
    } else {
      queue.others.append(payload)
    }
    var evicted: [OutboundPayload] = []
    if queue.messages.count > MeshLimits.queuedMessagesPerPeerMax {
      evicted.append(queue.messages.removeFirst())
    }
    if queue.others.count > MeshLimits.queuedOthersPerPeerMax { evicted.append(queue.others.removeFirst()) }
    put(queue, for: peer)
    return evicted + makeRoom()
  }

  /// Takes out everything that waits for a peer, in the order in which it leaves.
  mutating func takeAll(for peer: PeerID) -> [OutboundPayload] { take(peer).all }

  /// Puts back in front what could not leave, in its order.
  mutating func putBack(_ payloads: [OutboundPayload], for peer: PeerID) {
    guard !payloads.isEmpty else { return }
    var queue = take(peer)
    queue.messages = payloads.filter(\.isMessage) + queue.messages
    queue.others = payloads.filter { !$0.isMessage } + queue.others
    put(queue, for: peer)
  }

  /// Takes out what has waited too long for a peer.
  mutating func takeExpired(for peer: PeerID, at now: Instant) -> [OutboundPayload] {
    let all = takeAll(for: peer)
    let isExpired = { (payload: OutboundPayload) in
      payload.since.map { now.since($0) > MeshLimits.queuedAge } ?? false
    }
    putBack(all.filter { !isExpired($0) }, for: peer)
    return all.filter(isExpired)
  }

  private mutating func makeRoom() -> [OutboundPayload] {
    var evicted: [OutboundPayload] = []
    while queues.count > MeshLimits.queuedPeersMax || bytes > MeshLimits.queuedBytesMax,
      let oldest = queues.firstKey
    {
      evicted += takeAll(for: oldest)
    }
    return evicted
  }

  private mutating func take(_ peer: PeerID) -> Queue {
    guard let queue = queues.removeValue(forKey: peer) else { return Queue() }
    bytes -= queue.bytes
    return queue
  }

  private mutating func put(_ queue: Queue, for peer: PeerID) {
    guard queue.count > 0 else { return }
    queues[peer] = queue
    bytes += queue.bytes
  }
}

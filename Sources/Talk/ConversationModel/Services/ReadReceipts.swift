import Timebase
import TransportPorts

/// Which read marks went out and are not known to have arrived (chat-app 5.4): a pure machine, its owner
/// sends them and remembers durably which ones need no more.
///
/// The wire has no answer to a read mark. It may be lost with a session that the other end forgot, so it
/// stays in doubt until the peer sends something in a session that came no later. Until then it goes out
/// again when the peer becomes ready, and 30 s and 150 s after it was first sent; never twice within 10 s,
/// and eight times at most.
///
/// Per peer at most 1,000 are followed, of at most 256 peers; the peer that was added first makes room.
/// What is not followed stays due with the owner and is taken up when its peer is ready.
public struct ReadReceipts: Sendable {
  /// Marks followed for one peer.
  public static let marksPerPeerMax = 1_000
  /// Peers for whom marks are followed.
  public static let peersMax = 256
  /// How often a mark is sent.
  public static let attemptsMax = 8
  /// How often a mark is sent while nothing is heard from a peer in reach.
  public static let unpromptedMax = 3
  /// How long a mark that was handed over is not repeated, whatever happens.
  public static let quietPeriod = Duration.seconds(10)
  /// When it is repeated unprompted for the first time; four times later for the second.
  public static let patience = Duration.seconds(30)

  private struct Mark: Sendable {
    var id: MessageID
    var attempts = 0
    var lastAttempt: Instant?
    /// Its peer became ready since: what was sent before may be lost.
    var isDue = true

    func isMeant(at now: Now) -> Bool {
      guard let lastAttempt else { return true }
      let age = now.monotonic.since(lastAttempt)
      if isDue { return age >= ReadReceipts.quietPeriod }
      guard attempts < ReadReceipts.unpromptedMax else { return false }
      return age >= ReadReceipts.patience * (attempts > 1 ? 4 : 1)
    }

    /// When it is meant next without anything happening; `nil` for never. What was never sent waits for its
    /// peer.
    var nextAttempt: Instant? {
      guard let lastAttempt else { return nil }
      if isDue { return lastAttempt + ReadReceipts.quietPeriod }
      guard attempts < ReadReceipts.unpromptedMax else { return nil }
      return lastAttempt + ReadReceipts.patience * (attempts > 1 ? 4 : 1)
    }
  }

  private var queues: [(peer: PeerAddress, marks: [Mark])] = []

  /// Follows nothing.
  public init() {}

  /// Peers for whom marks are followed, in the order in which they were added.
  public var peers: [PeerAddress] { queues.map(\.peer) }

  /// When `meant` names something next without anything happening; `nil` for never.
  public var nextAttempt: Instant? {
    queues.lazy.flatMap(\.marks).compactMap(\.nextAttempt).min()
  }

  /// Whether no more marks for the peer can be taken up.
  public func isFull(for peer: PeerAddress) -> Bool {
    queues.first { $0.peer == peer }.map { $0.marks.count >= Self.marksPerPeerMax } ?? false
  }

  /// Takes up marks that are due, oldest first; those it follows already stay as they are.
  public mutating func accept(_ ids: [MessageID], for peer: PeerAddress) {
    guard !ids.isEmpty else { return }
    if queues.allSatisfy({ $0.peer != peer }) {
      if queues.count >= Self.peersMax { queues.removeFirst() }
      queues.append((peer, []))
    }
    guard let place = queues.firstIndex(where: { $0.peer == peer }) else { return }
    let known = Set(queues[place].marks.map(\.id))
    let room = Self.marksPerPeerMax - queues[place].marks.count
    queues[place].marks += ids.filter { !known.contains($0) }.prefix(room).map { Mark(id: $0) }
  }

  /// What has to go out to the peer now.
  public func meant(for peer: PeerAddress, now: Now) -> [MessageID] {
    queues.first { $0.peer == peer }?.marks.filter { $0.isMeant(at: now) }.map(\.id) ?? []
  }

  /// The transport took the mark. Answers whether that was the last time, so that it needs no more.
  public mutating func handedOver(_ id: MessageID, to peer: PeerAddress, now: Now) -> Bool {
    guard let place = queues.firstIndex(where: { $0.peer == peer }),
      let mark = queues[place].marks.firstIndex(where: { $0.id == id })
    else { return false }
    queues[place].marks[mark].attempts += 1
    queues[place].marks[mark].lastAttempt = now.monotonic
    queues[place].marks[mark].isDue = false
    guard queues[place].marks[mark].attempts >= Self.attemptsMax else { return false }
    queues[place].marks.remove(at: mark)
    if queues[place].marks.isEmpty { queues.remove(at: place) }
    return true
  }

  /// The peer can be reached again or has a new session: what was sent before is in doubt.
  public mutating func peerReady(_ peer: PeerAddress) {
    guard let place = queues.firstIndex(where: { $0.peer == peer }) else { return }
    for mark in queues[place].marks.indices { queues[place].marks[mark].isDue = true }
  }

  /// The peer sent something in its session: what went out in that session arrived. Answers which marks need
  /// no more.
  public mutating func heard(from peer: PeerAddress) -> [MessageID] {
    guard let place = queues.firstIndex(where: { $0.peer == peer }) else { return [] }
    let settled = queues[place].marks.filter { !$0.isDue }.map(\.id)
    queues[place].marks.removeAll { !$0.isDue }
    if queues[place].marks.isEmpty { queues.remove(at: place) }
    return settled
  }
}

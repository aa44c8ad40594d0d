import MeshWire
import Timebase

/// What the engine has to do later. Each value stands in the agenda at most once.
enum Job: Hashable, Sendable {
  /// The first announce after the start.
  case firstAnnounce
  /// Greet a link that came up.
  case greet(LinkID)
  /// Only flush the spool for a link whose subscription was refused an announce.
  case flushSpool(LinkID)
  /// A late announce for a peer that was just met.
  case afterglow
  /// The maintenance tick.
  case tick
  /// Look for sessions that need new keys.
  case rekeyCheck
  /// Send a waiting relay.
  case relay(UInt64)
  /// Tell the application that a peer is gone, unless it came back.
  case disconnectNotice(PeerID)
  /// Publish the list of peers.
  case publishPeers
  /// A handshake of this peer is too old.
  case handshakeTimeout(PeerID)
  /// Try again for a session with this peer.
  case recovery(PeerID)
  /// The peer should have said inside its session what it can do.
  case proofDeadline(PeerID)
  /// Send what waits for this peer's session because a budget was used up.
  case drainQueue(PeerID)
  /// Decrypt what came on this link while a budget was used up.
  case openWaiting(LinkID)
  /// Send the next piece of a transfer.
  case piece(UInt64)
  /// A module's own timer.
  case module(Int, UInt64)
  /// Something of gossip's.
  case gossip(GossipJob)
  /// The goodbye had time to leave: close the links.
  case finishStop
}

/// Deadlines in order: earliest first, and among equal ones the one that was set first.
///
/// Its size is bounded by what the jobs belong to (links, peers, relays, sessions), each with its own cap.
struct Agenda: Sendable {
  /// Latest first, so that the next one is taken from the end.
  private var entries: [Entry] = []
  private var places: [Job: Place] = [:]
  private var lastNumber: UInt64 = 0

  /// The earliest deadline.
  var next: Instant? { entries.last?.place.deadline }

  /// Number of deadlines.
  var count: Int { entries.count }

  /// A mark: what is set after it is not taken by `popDue(at:setBefore:)` with it.
  var mark: UInt64 { lastNumber }

  /// When the job is due, if it stands here.
  func deadline(of job: Job) -> Instant? { places[job]?.deadline }

  /// Sets the deadline of a job, in place of the one it had.
  mutating func schedule(_ job: Job, at deadline: Instant) {
    lastNumber += 1
    let place = Place(deadline: deadline, number: lastNumber)
    if let old = places.updateValue(place, forKey: job) { removeEntry(at: old) }
    entries.insert(Entry(place: place, job: job), at: index(of: place))
  }

  /// Forgets a job; does nothing when it is not here.
  mutating func cancel(_ job: Job) {
    if let place = places.removeValue(forKey: job) { removeEntry(at: place) }
  }

  /// Takes the earliest job that is due and was set no later than the mark.
  mutating func popDue(at now: Instant, setBefore mark: UInt64) -> Job? {
    var index = entries.count - 1
    while index >= 0, entries[index].place.deadline <= now {
      if entries[index].place.number <= mark {
        let entry = entries.remove(at: index)
        places[entry.job] = nil
        return entry.job
      }
      index -= 1
    }
    return nil
  }

  /// Forgets everything.
  mutating func removeAll() {
    entries = []
    places = [:]
  }

  private mutating func removeEntry(at place: Place) {
    let index = index(of: place)
    if index < entries.count, entries[index].place == place { entries.remove(at: index) }
  }

  /// The first index whose place is not later than `place`.
  private func index(of place: Place) -> Int {
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].place.isLater(than: place) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low
  }

  private struct Entry: Sendable {
    let place: Place
    let job: Job
  }

  private struct Place: Sendable, Equatable {
    let deadline: Instant
    let number: UInt64

    func isLater(than other: Place) -> Bool {
      (deadline, number) > (other.deadline, other.number)
    }
  }
}

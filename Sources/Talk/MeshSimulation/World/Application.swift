import Mesh
import MeshWire
import Timebase

/// How an application above an engine behaves. All but the first are defects, planted to see the oracles
/// find them.
public enum ApplicationBehaviour: String, CaseIterable, Sendable {
  /// As it has to.
  case sound
  /// Shows a private message each time it comes.
  case showsEveryCopy
  /// Confirms a private message without keeping it, now and then.
  case confirmsWhatItDrops
  /// Hands each private message over once, and forgets it.
  case neverRepeats
}

/// The application above one engine: it keeps what comes, confirms private messages once they are kept, and
/// hands its own over again until they are confirmed or 20 minutes old; then they are reported.
///
/// What it keeps survives a crash. Sans-I/O like the engine: events in, commands and records out.
struct Application: Sendable {
  /// What it did, for the oracles.
  enum Record: Sendable, Equatable {
    /// A person sees a public message; the first time.
    case shownPublic(sender: PeerID, messageID: String, text: String)
    /// A person sees a private message.
    case shownPrivate(sender: PeerID, messageID: String)
    /// The peer has it.
    case confirmed(messageID: String, by: PeerID)
    /// It was given up, and the person was told.
    case reported(messageID: String)
  }

  /// What an event led to.
  struct Reaction: Sendable {
    var commands: [MeshCommand] = []
    var records: [Record] = []
  }

  /// A private message that is not confirmed.
  private struct Entry: Sendable {
    let messageID: String
    let text: String
    let peer: PeerID
    let writtenAt: Instant
    var handOvers = 0
    var dueAt: Instant
  }

  private let behaviour: ApplicationBehaviour
  private var stored: Set<String> = []
  private var outbox: [Entry] = []
  private var peers: [PeerSnapshot] = []
  private var receivedCount = 0

  init(behaviour: ApplicationBehaviour) {
    self.behaviour = behaviour
  }

  /// When it has to be woken, if ever.
  var nextWake: Instant? { outbox.lazy.map(\.dueAt).min() }

  /// Whether it still waits for the confirmation of a message.
  func isWaiting(for messageID: String) -> Bool { outbox.contains { $0.messageID == messageID } }

  /// Whether it has kept a message.
  func holds(_ messageID: String) -> Bool { stored.contains(messageID) }

  /// Writes a message to one; it is handed over at once.
  mutating func write(_ text: String, to peer: PeerID, messageID: String, at moment: Instant) -> Reaction {
    outbox.append(Entry(messageID: messageID, text: text, peer: peer, writtenAt: moment, dueAt: moment))
    return wake(at: moment)
  }

  /// Hands over what is due, gives up what is old.
  mutating func wake(at moment: Instant) -> Reaction {
    var reaction = Reaction()
    var kept: [Entry] = []
    for var entry in outbox {
      if moment.since(entry.writtenAt) >= Self.lifetime {
        reaction.records.append(.reported(messageID: entry.messageID))
        continue
      }
      if entry.dueAt <= moment { handOver(&entry, at: moment, &reaction) }
      if behaviour != .neverRepeats || entry.handOvers == 0 { kept.append(entry) }
    }
    outbox = kept
    return reaction
  }

  /// Starts again after a crash: nobody is in sight, everything is due.
  mutating func restart(at moment: Instant) {
    peers = []
    for index in outbox.indices { outbox[index].dueAt = moment + Self.pause }
  }

  /// Takes in what the engine tells.
  mutating func handle(_ event: MeshAppEvent) -> Reaction {
    var reaction = Reaction()
    switch event {
    case .publicMessage(let sender, _, let text, _, let messageID, _):
      if stored.insert(messageID).inserted {
        reaction.records.append(.shownPublic(sender: sender, messageID: messageID, text: text))
      }
    case .privateMessage(let sender, let messageID, _, _):
      receive(messageID, from: sender, &reaction)
    case .delivered(let messageID, let peer):
      if outbox.contains(where: { $0.messageID == messageID && $0.peer == peer }) {
        outbox.removeAll { $0.messageID == messageID && $0.peer == peer }
        reaction.records.append(.confirmed(messageID: messageID, by: peer))
      }
    case .peersChanged(let snapshots): peers = snapshots
    case .read, .peerConnected, .peerDisconnected, .deliveryStatus, .transfer, .sessionChanged,
      .identityLearned, .archiveChanged, .moduleState, .stopped, .module:
      break
    }
    return reaction
  }

  private mutating func receive(_ messageID: String, from sender: PeerID, _ reaction: inout Reaction) {
    receivedCount += 1
    let isDropped = behaviour == .confirmsWhatItDrops && receivedCount.isMultiple(of: 3)
    let isNew = isDropped ? false : stored.insert("\(sender) \(messageID)").inserted
    if isNew || behaviour == .showsEveryCopy {
      reaction.records.append(.shownPrivate(sender: sender, messageID: messageID))
    }
    reaction.commands.append(.sendDelivered(messageID: messageID, to: sender))
  }

  private func handOver(_ entry: inout Entry, at moment: Instant, _ reaction: inout Reaction) {
    guard entry.handOvers == 0 || isReachable(entry.peer) else {
      entry.dueAt = moment + Self.pause
      return
    }
    entry.handOvers += 1
    let text = "\(entry.text) \(entry.handOvers)"
    reaction.commands.append(.sendPrivate(text: text, to: entry.peer, messageID: entry.messageID))
    let waits = Self.waits
    entry.dueAt = moment + waits[min(entry.handOvers, waits.count) - 1]
  }

  /// The list is ordered by id.
  private func isReachable(_ peer: PeerID) -> Bool {
    var (low, high) = (0, peers.count)
    while low < high {
      let middle = (low + high) / 2
      if peers[middle].id < peer { low = middle + 1 } else { high = middle }
    }
    return low < peers.count && peers[low].id == peer && peers[low].isReachable
  }

  /// How long a message is tried.
  static let lifetime = Duration.seconds(1_200)
  /// How long a confirmation is waited for, after each hand-over.
  private static let waits: [Duration] = [5, 8, 12, 20, 30, 60].map { .seconds($0) }
  /// How often a peer that is out of reach is looked for.
  private static let pause = Duration.seconds(5)
}

import Mesh
import MeshWire
import Timebase

/// What must hold under every fault: nothing is shown twice, nothing is forged, nothing encrypted comes twice
/// (reliability of the mesh, first three invariants).
struct SafetyOracle: Sendable {
  /// A message at one node, in one run of its engine or one life of its application.
  private struct Sight: Hashable {
    let place: Int
    let time: Int
    let messageID: String
  }

  /// Whom a node knows by the right key.
  private struct Meeting: Hashable {
    let place: Int
    let peer: PeerID
  }

  private(set) var duplicatesShown = 0
  private(set) var forged = 0
  private(set) var replayed = 0
  private var handedUp: Set<Sight> = []
  private var opened: Set<String> = []
  private var shown: Set<Sight> = []
  private var meetings: Set<Meeting> = []
  /// Messages that were believed of somebody in whose name another was met first.
  private(set) var believedAtFirstContact = 0

  /// What an engine hands up is judged, whatever the application makes of it.
  mutating func handedUp(_ event: MeshAppEvent, to place: Int, run: Int, id: PeerID, book: Book) -> Finding? {
    switch event {
    case .publicMessage(let sender, _, let text, let timestamp, let messageID, let isOwn):
      if isOwn { return sender == id ? nil : forgery("a message as own that is \(sender)'s") }
      let isNew = handedUp.insert(Sight(place: place, time: run, messageID: messageID)).inserted
      if !isNew { return duplicate("“\(text.prefix(12))” was handed up again") }
      if book.isHostile(sender) { return nil }
      guard let written = book[messageID], written.recipient == nil, written.sender == sender,
        written.text == text, written.timestamp == timestamp
      else {
        // Who hears of somebody first from a forger has nothing to compare with (mesh-wire 8.3).
        if book.signingKey(of: sender) != nil, !meetings.contains(Meeting(place: place, peer: sender)) {
          believedAtFirstContact += 1
          return nil
        }
        return forgery("“\(text.prefix(12))” in the name of \(sender)")
      }
      return nil
    case .identityLearned(let known):
      let peer = known.peerID
      if known.signingKey == book.signingKey(of: peer) {
        meetings.insert(Meeting(place: place, peer: peer))
      }
      return nil
    case .privateMessage(let sender, let messageID, let text, _):
      guard let written = book[messageID], written.sender == sender, written.recipient == id,
        text.hasPrefix(written.text + " ")
      else { return forgery("“\(text.prefix(12))” to \(id) in the name of \(sender)") }
      // The number of the hand-over is part of the text.
      guard opened.insert(text).inserted else {
        replayed += 1
        return Finding(.replayed, "“\(text)” was decrypted again")
      }
      return nil
    case .delivered(let messageID, let peer):
      guard let written = book[messageID], written.sender == id, written.recipient == peer else {
        return forgery("\(peer) confirms \(messageID), which was not for it")
      }
      return nil
    case .read, .peerConnected, .peerDisconnected, .peersChanged, .deliveryStatus, .transfer,
      .sessionChanged, .archiveChanged, .moduleState, .stopped, .module:
      return nil
    }
  }

  /// A node lost all it knew.
  mutating func forgetMeetings(of place: Int) {
    meetings = meetings.filter { $0.place != place }
  }

  /// What a person sees.
  mutating func recorded(_ record: Application.Record, at place: Int, life: Int) -> Finding? {
    switch record {
    case .shownPublic(_, let messageID, _), .shownPrivate(_, let messageID):
      let isNew = shown.insert(Sight(place: place, time: life, messageID: messageID)).inserted
      return isNew ? nil : duplicate("\(messageID) was shown again")
    case .confirmed, .reported: return nil
    }
  }

  private mutating func duplicate(_ words: String) -> Finding {
    duplicatesShown += 1
    return Finding(.duplicateShown, words)
  }

  private mutating func forgery(_ words: String) -> Finding {
    forged += 1
    return Finding(.forged, words)
  }
}

/// What an oracle found, before place and time are added.
struct Finding: Sendable {
  let kind: Violation.Kind
  let words: String

  init(_ kind: Violation.Kind, _ words: String) {
    self.kind = kind
    self.words = words
  }
}

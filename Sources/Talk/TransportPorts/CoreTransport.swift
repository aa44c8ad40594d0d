import Timebase

/// The interface every transport has.
///
/// Callable from any isolation. Nothing here waits for the network: a send is accepted or refused
/// with a reason, and what becomes of it arrives as a `TransportEvent`.
public protocol CoreTransport: Sendable {
  /// The next thing that came up, for the one consumer; waits for it. `nil` once the transport has
  /// stopped and everything was taken. The queue behind it is bounded: when it is full, the transport
  /// takes nothing more from its links until there is room.
  func nextEvent() async -> TransportEvent?

  /// Who we are on this transport.
  func ownAddress() async -> PeerAddress

  /// The id that everybody will compute for a public message of ours (mesh-engine 2.4).
  func publicMessageID(text: String, at moment: Timestamp) async -> MessageID

  /// Sends a public message as typed.
  func sendPublic(_ text: String, at moment: Timestamp) async

  /// Sends a private message, behind a handshake when there is no session yet. The same id may be
  /// given again: receivers keep one.
  func sendPrivate(_ text: String, to peer: PeerAddress, id: MessageID, at moment: Timestamp) async

  /// Tells the sender that its message is stored here.
  func sendDelivered(_ id: MessageID, to peer: PeerAddress) async

  /// Tells the sender that its message was read. Answers whether the peer was in reach.
  func sendRead(_ id: MessageID, to peer: PeerAddress) async -> Bool

  /// Starts a session with the peer unless there is one.
  func prepareSession(with peer: PeerAddress) async

  /// Announces us under a new name.
  func setNickname(_ nickname: String) async
}

/// What a transport tells the application.
public enum TransportEvent: Sendable, Equatable {
  /// A verified public message, our own included when it comes back from others.
  case publicMessage(IncomingPublicMessage)
  /// A private message out of an authenticated session.
  case privateMessage(IncomingPrivateMessage)
  /// The peer confirmed a message of ours.
  case receipt(Receipt)
  /// A private message of ours left, or cannot leave.
  case sendOutcome(MessageID, PeerAddress, SendOutcome)
  /// Everybody in sight, ordered by address; replaces the list before.
  case peersChanged([TransportPeer])
  /// The peer can be reached again, or has an encrypted session now: what waits for it may go.
  case peerReady(PeerAddress)
  /// Something to remember about a peer.
  case peerLearned(KnownPeer)
  /// A peer asks for a proof of our key.
  case verificationChallenge(VerificationChallenge, from: SessionPeer)
  /// A peer proves its key.
  case verificationAnswer(VerificationAnswer, from: SessionPeer)
  /// A peer vouches for others; 1 to 16, nothing about them is checked.
  case vouches([Vouch], from: SessionPeer)
  /// How the transport itself is.
  case statusChanged(TransportStatus)
}

/// A public message as it came in.
public struct IncomingPublicMessage: Sendable, Hashable {
  /// The stable id.
  public var id: MessageID
  /// The verified author.
  public var sender: PeerAddress
  /// The author's Noise key when known.
  public var noiseKey: PeerAddress?
  /// The name the author had then, NFC, not made safe for display.
  public var nickname: String
  /// The text as sent, valid UTF-8, at most 16,000 characters.
  public var text: String
  /// When the author sent it, by the author's clock.
  public var sentAt: Timestamp
  /// Whether we are the author.
  public var isOwn: Bool

  /// Joins the parts.
  public init(
    id: MessageID, sender: PeerAddress, noiseKey: PeerAddress?, nickname: String, text: String,
    sentAt: Timestamp, isOwn: Bool
  ) {
    self.id = id
    self.sender = sender
    self.noiseKey = noiseKey
    self.nickname = nickname
    self.text = text
    self.sentAt = sentAt
    self.isOwn = isOwn
  }
}

/// A private message as it came in.
public struct IncomingPrivateMessage: Sendable, Hashable {
  /// The sender's id for it.
  public var id: MessageID
  /// The authenticated sender.
  public var sender: PeerAddress
  /// The sender's name, NFC, not made safe for display; empty when unknown.
  public var nickname: String
  /// The text, valid UTF-8.
  public var text: String
  /// When the sender sent it, by the sender's clock.
  public var sentAt: Timestamp

  /// Joins the parts.
  public init(id: MessageID, sender: PeerAddress, nickname: String, text: String, sentAt: Timestamp) {
    self.id = id
    self.sender = sender
    self.nickname = nickname
    self.text = text
    self.sentAt = sentAt
  }
}

/// A peer's confirmation of a private message of ours.
public struct Receipt: Sendable, Hashable {
  /// What is confirmed.
  public enum Kind: Sendable, Hashable {
    /// The message is stored at the peer.
    case delivered
    /// The person saw it.
    case read
  }

  /// What is confirmed.
  public var kind: Kind
  /// Which message.
  public var id: MessageID
  /// The authenticated peer.
  public var peer: PeerAddress

  /// Joins the parts.
  public init(kind: Kind, id: MessageID, peer: PeerAddress) {
    self.kind = kind
    self.id = id
    self.peer = peer
  }
}

/// What became of a private message that was given to a transport.
public enum SendOutcome: Sendable, Hashable {
  /// Encrypted and handed to a link.
  case sent
  /// It cannot go this way.
  case refused(SendRefusal)
}

/// Why a transport cannot send a message.
public enum SendRefusal: Sendable, Hashable {
  /// The text or id does not fit the wire (255 UTF-8 bytes each on the mesh).
  case tooLong
  /// The address is none that this transport can reach anybody under.
  case unknownAddress
  /// Too many messages wait for this peer already.
  case queueFull
}

/// How a transport itself is, in facts a screen can put into words.
public struct TransportStatus: Sendable, Hashable {
  /// Whether others can be found.
  public enum Condition: Sendable, Hashable {
    /// Being set up.
    case starting
    /// Listening and announcing.
    case listening
    /// Works in part, for example on this machine only; says why.
    case limited(String)
    /// Does not work; says why.
    case failed(String)
  }

  /// Whether others can be found.
  public var condition: Condition
  /// Open links.
  public var links: Int

  /// Joins the parts.
  public init(condition: Condition, links: Int) {
    self.condition = condition
    self.links = links
  }
}

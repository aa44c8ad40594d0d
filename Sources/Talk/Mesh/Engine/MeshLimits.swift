/// Every number of the engine: times, counts, sizes. Chapters are those of mesh-engine unless another is
/// named.
///
/// A cap marked *(ours)* has no counterpart in the specification; it bounds what a peer can make us keep.
enum MeshLimits {
  // MARK: Memory (1.2)

  /// Bytes of packets an engine keeps in all.
  static let keptBytesMax = 12 << 20

  // MARK: Clock and freshness (3)

  /// A packet made further from now than this, either way, is dropped.
  static let clockSkewMilliseconds: UInt64 = 120_000
  /// An announce older than this is dropped.
  static let announceAgeMilliseconds: UInt64 = 900_000
  /// A public message older than this is dropped.
  static let publicMessageAgeMilliseconds: UInt64 = 21_600_000

  // MARK: Ingress and deduplication (4, 5)

  /// How long a frame that came in is remembered with its link.
  static let ingressRecordAge: Duration = .seconds(3)
  /// Remembered frames, oldest out *(ours)*.
  static let ingressRecordsMax = 2_048
  /// Remembered packets; above this the oldest go.
  static let seenPacketsMax = 1_000
  /// Remembered packets that are left after the oldest went.
  static let seenPacketsKept = 750
  /// How long a packet is known after its first sight.
  static let seenPacketAge: Duration = .seconds(300)
  /// Remembered public messages that the application has, oldest out *(ours)*.
  static let shownMessagesMax = 2_048
  /// Those of one sender, once there are so many in all *(ours)*: more than a store keeps of one.
  static let shownMessagesPerSender = 512

  // MARK: What a link may cost (ours)

  /// Frames of one link that are looked at: at once and each second.
  static let framesBurst = 4_000
  static let framesPerSecond = 2_000
  /// Bytes that the payloads of one link inflate to: at once and each second.
  static let inflatedBytesBurst = 4 << 20
  static let inflatedBytesPerSecond = 1 << 20
  /// Signatures of one link that are checked: at once (a whole sync answer) and each second.
  static let signaturesBurst = 2_000
  static let signaturesPerSecond = 500
  /// All links together may cost as much as so many.
  static let allowanceShares = 8

  // MARK: Relay (5.4, 6)

  /// Relays that wait; the oldest gives way.
  static let waitingRelaysMax = 512
  /// Payload bytes of all relays that wait *(ours)*.
  static let waitingRelayBytesMax = 2 << 20
  /// Above this many connected peers a duplicate keeps a waiting relay from those who are served without it.
  static let relayCancelDegreeMin = 2
  /// A peer with so many neighbours passes a packet on to all of them, whichever end dialled.
  static let allLinksUpTo = 3
  /// Packets that came as sync answers alone, oldest out *(ours)*.
  static let answeredPacketsMax = 512
  /// Copies of a waiting relay that are noted *(ours)*.
  static let relayCopiesMax = 16

  // MARK: Links (12)

  /// Links at a time; one more is closed at once *(ours: the link layer's own limit is 128)*.
  static let linksMax = 256
  /// At most one rebind of a link in this time.
  static let rebindCooldown: Duration = .seconds(60)
  /// At most one revalidation handshake for a link in this time (8.6).
  static let revalidationCooldown: Duration = .seconds(60)
  /// At most one redundant link of a peer is closed in this time (12.2).
  static let retirementCooldown: Duration = .seconds(60)
  /// Remembered cooldowns of each kind, oldest out *(ours)*.
  static let cooldownsMax = 512

  // MARK: Announces (7)

  /// Least time between two announces that nobody insisted on.
  static let announceInterval: Duration = .seconds(1)
  /// Least time between any two announces.
  static let forcedAnnounceInterval: Duration = .milliseconds(150)
  /// From the start to the first announce.
  static let firstAnnounceDelay: Duration = .milliseconds(600)
  /// From a link we opened to its greeting.
  static let peripheralGreetingDelay: Duration = .milliseconds(50)
  /// From a link the other end opened to its greeting.
  static let centralGreetingDelay: Duration = .milliseconds(400)
  /// A late announce for new peers, in milliseconds.
  static let afterglowMilliseconds: ClosedRange<UInt64> = 300...600
  /// Least time between two late announces *(ours)*.
  static let afterglowInterval: Duration = .seconds(2)
  /// First back-off of a subscriber that comes again and again (7.4).
  static let subscriptionBackoffMin: Duration = .seconds(2)
  /// Longest back-off.
  static let subscriptionBackoffMax: Duration = .seconds(30)
  /// From this refused attempt on nothing is done for it.
  static let subscriptionAttemptsIgnoredFrom = 5
  /// After this time a subscriber is new again.
  static let subscriptionMemory: Duration = .seconds(60)
  /// Subscribers in memory, oldest out *(ours)*.
  static let subscribersMax = 256

  // MARK: Registry and maintenance (13)

  /// Peers in the registry; the one not connected and unseen for longest gives way *(ours)*.
  static let registryPeersMax = 1_024
  /// Remembered identities; the oldest that no Noise session vouched for gives way *(ours)*.
  static let knownIdentitiesMax = 4_096
  /// Silence after which a peer without a live link counts as disconnected.
  static let connectedSilence: Duration = .seconds(8)
  /// Silence after which a peer is out of reach and leaves the registry.
  static let reachableSilence: Duration = .seconds(60)
  /// A disconnect is told this much later, unless the peer is back.
  static let disconnectNoticeDelay: Duration = .milliseconds(900)
  /// Least time between two publications of the peer list.
  static let publicationInterval: Duration = .milliseconds(100)
  /// Packets in the traffic window.
  static let trafficPacketsMax = 100
  /// Age of the traffic window.
  static let trafficAge: Duration = .seconds(30)
  /// The maintenance tick.
  static let tick: Duration = .seconds(5)
  /// Ticks of one maintenance cycle.
  static let tickCycle = 6
  /// Between the goodbye and the closing of the links (15).
  static let stopDelay: Duration = .milliseconds(50)

  // MARK: Spool and queues (9)

  /// How long a Noise packet waits for a link.
  static let spoolAge: Duration = .seconds(60)
  /// Packets that wait for a link, oldest out *(ours)*.
  static let spoolPacketsMax = 256
  /// Packets that wait for one recipient, oldest out *(ours)*.
  static let spoolPacketsPerPeerMax = 32
  /// Payload bytes of all packets that wait for a link *(ours)*.
  static let spoolBytesMax = 1 << 20
  /// Private messages that wait for the session of one peer; the oldest fails *(ours)*.
  static let queuedMessagesPerPeerMax = 100
  /// Receipts and other payloads that wait for it, oldest out *(ours)*: two for each message of a full queue.
  static let queuedOthersPerPeerMax = 200
  /// Peers with waiting payloads; the oldest peer's fail *(ours)*.
  static let queuedPeersMax = 128
  /// How long a payload with a good session waits for a way to the peer.
  static let queuedAge: Duration = .seconds(60)
  /// Bytes of all waiting payloads; the oldest peer's fail *(ours)*.
  static let queuedBytesMax = 1 << 20
  /// UTF-8 bytes of our own nickname: an announce carries 255 (mesh-wire 8.6).
  static let nicknameBytesMax = 200
}

/// The numbers of the Noise sessions (mesh-engine 8.2, 8.7; mesh-wire 10.7).
enum NoiseLimits {
  /// Answer to message 1 must come in this time.
  static let initiatorTimeout: Duration = .seconds(10)
  /// Message 3 must come in this time; also how long a replaced transport is kept.
  static let responderTimeout: Duration = .seconds(20)
  /// A message 1 that crossed our completed handshake comes within this time.
  static let crossedGrace: Duration = .seconds(1)
  /// From a failure to the next attempt.
  static let recoveryDelay: Duration = .milliseconds(200)
  /// A peer says inside a new session what it can do within this time.
  static let proofDelay: Duration = .seconds(5)
  /// After a rollback, message 1 is ignored for this time.
  static let rollbackCooldown: Duration = .seconds(60)
  /// A session older than this neither encrypts nor decrypts.
  static let sessionAge: Duration = .seconds(86_400)
  /// A session idle for this long gets new keys.
  static let sessionIdle: Duration = .seconds(86_400)
  /// Messages a session may send.
  static let sentMessagesMax: UInt64 = 1_000_000_000
  /// Messages sent after which it gets new keys.
  static let rekeyFromMessages: UInt64 = 900_000_000
  /// How often sessions are looked at for new keys.
  static let rekeyCheck: Duration = .seconds(60)
  /// Window of the handshake budgets.
  static let handshakeWindow: Duration = .seconds(60)
  /// Handshake messages a link may bring in a window.
  static let handshakesPerLinkMax = 30
  /// Handshake messages from or starts toward one peer in a window.
  static let handshakesPerPeerMax = 10
  /// Handshake messages and starts in all in a window.
  static let handshakesMax = 120
  /// Places of those budgets that one exchange takes at either end.
  static let handshakeExchange = 2
  /// Window of the message budgets.
  static let messageWindow: Duration = .seconds(1)
  /// Noise messages a link may bring in a window.
  static let messagesPerLinkMax = 100
  /// Messages from one peer that are decrypted in a window.
  static let messagesPerPeerMax = 100
  /// Messages from all peers that are decrypted in a window.
  static let messagesMax = 500
  /// Messages to one peer in a window *(ours)*: with the two receipts each brings, the 100 that receivers
  /// count both ways are not reached.
  static let sentPerPeerMax = 30
  /// Messages to all peers in a window *(ours)*.
  static let sentPerWindowMax = 150
  /// Messages over a receiving budget that wait, of one link and in all; newcomers are dropped *(ours)*.
  static let waitingPerLinkMax = 128
  static let waitingMax = 512
  /// Payload bytes of all of them *(ours)*.
  static let waitingBytesMax = 1_441_872
  /// Claimed peers with a budget of their own, oldest out *(ours)*.
  static let budgetedPeersMax = 1_024
  /// Peers with a session, a handshake or a cooldown *(ours)*; see `NoiseSessions.makeRoom`.
  static let peersMax = 512
  /// Longest handshake message looked at, in bytes.
  static let handshakeBytesMax = 2_048
  /// Lengths of messages 1, 2 and 3.
  static let message1Bytes = 32
  static let message2Bytes = 96
  static let message3Bytes = 64
  /// Longest transport message looked at (a private file), in bytes.
  static let transportBytesMax = 1_179_728
  /// Longest transport message that is not a private file, in bytes.
  static let ordinaryTransportBytesMax = 65_555
  /// Deferred packets of one peer.
  static let deferredPerPeerMax = 4
  /// Deferred packets in all.
  static let deferredMax = 32
  /// Payload bytes of all deferred packets.
  static let deferredBytesMax = 1_441_872
  /// How long a packet stays deferred.
  static let deferredAge: Duration = .seconds(20)
}

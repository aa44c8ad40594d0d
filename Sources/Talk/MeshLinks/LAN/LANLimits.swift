/// Every number of the LAN link layer in one place (architecture, "LAN links", unless marked as our choice).
enum LANLimits {
  // Discovery
  static let beaconInterval = Duration.seconds(5)
  static let beaconJitterMax = Duration.seconds(1)
  /// Beacons sent because an unknown instance was heard keep this distance from the last one.
  static let beaconGapMin = Duration.seconds(1)
  static let instancesMax = 1024
  /// Addresses remembered of one instance (our choice): IPv4 and IPv6 on two interfaces.
  static let addressesPerInstanceMax = 4
  /// An address not heard for this long does not hold back a dial to another one (our choice).
  static let addressLifetime = Duration.seconds(15)
  static let dialGapPerInstance = Duration.seconds(5)
  static let dialsPerSecondMax = 4

  // Static peers
  /// Named nodes that are dialled (our choice).
  static let staticPeersMax = 32
  static let staticDialDelayMin = Duration.milliseconds(200)
  static let staticDialDelayMax = Duration.seconds(30)

  // Tables
  static let inboundMax = 64
  static let outboundMax = 64
  static let perAddressMax = 16
  /// Inbound places that only links of peers known before may hold once the 10 s are over.
  static let inboundReserved = 8
  static let linksPerInstanceMax = 2

  // What comes in (our choice)
  /// Datagrams looked at a second; the system drops what is beyond.
  static let beaconsPerSecondMax = 200
  /// Connections from one address: at once, and each second.
  static let acceptsBurst = 16
  static let acceptsPerSecond = 1
  /// The same from this machine, where many people may have a node.
  static let loopbackAcceptsBurst = 128
  static let loopbackAcceptsPerSecond = 32
  static let acceptAddressesMax = 1024
  /// Frames of one link and of all links together that are taken each second.
  static let framesPerSecondMax = 500
  static let unverifiedFramesPerSecondMax = 50
  static let allFramesPerSecondMax = 4_000
  static let bytesPerSecondMax = 4 << 20
  static let unverifiedBytesPerSecondMax = 1 << 18
  /// How far a link may be ahead of its share.
  static let receiveBurst = Duration.seconds(4)

  // Deadlines
  /// A dial that did not connect by then is given up (our choice, as long as the hello may take).
  static let connectDeadline = Duration.seconds(5)
  static let helloDeadline = Duration.seconds(5)
  static let frameDeadline = Duration.seconds(30)
  static let keepAliveInterval = Duration.seconds(30)
  static let silenceMax = Duration.seconds(75)
  static let verificationDeadline = Duration.seconds(10)
  /// Two links to one node are settled by its dialler at once; after this we settle it (our choice).
  static let settlementDeadline = Duration.seconds(5)
  /// A living link is never silent for longer: the keep-alive interval and some slack (our choice).
  static let livingSilenceMax = Duration.seconds(35)

  // Writing (mesh-engine 1 and 9.5)
  static let writeQueueBytesMax = 1_000_000
  static let writeQueuesBytesMax = 4 << 20
  /// Given to the system and not yet taken by it; what is beyond stays in the queue, where it can be
  /// overtaken or dropped (our choice).
  static let inFlightBytesMax = 1 << 16
  /// What a queued frame counts beside its bytes (our choice).
  static let queuedFrameOverheadBytes = 64
  /// What a link that waits to be settled may have sent meanwhile (our choice).
  static let spareBytesMax = 1 << 18
}

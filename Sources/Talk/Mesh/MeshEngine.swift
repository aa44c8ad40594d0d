import Cryptography
import MeshWire
import Timebase

/// The mesh protocol of one node as a value: events and the time go in, effects come out.
///
/// Call `handle(_:now:)` from one place, in order, and carry out every effect it returns before the next
/// call; the engine itself has no clock, socket, task or random source. `now` must not go backwards on its
/// monotonic side. The same seed and the same events give the same effects, byte for byte: nothing depends on
/// the order of a hash table.
///
/// Bytes from outside never trap and everything a peer can make us keep has a cap (`MeshLimits`,
/// `NoiseLimits`). The engine acknowledges nothing by itself: `sendDelivered` comes from the application.
/// Source: mesh-engine 1 to 13, 15.
public struct MeshEngine: Sendable {
  /// Whether the engine takes part.
  enum Phase: Sendable {
    case idle
    case running
    case stopping
    /// Between the two ends of a panic.
    case suspended
  }

  var identity: MeshIdentity
  var nickname: String
  /// Bits turned on besides those of the modules.
  var toggledCapabilities: Capabilities
  var random: SeededRandom
  var signatureCheck: any SignatureCheck
  var now = Now(monotonic: Instant(nanoseconds: 0), unix: Timestamp(milliseconds: 0))
  var phase = Phase.idle
  var effects: [MeshEffect] = []
  var agenda = Agenda()
  var armedWake: Instant?
  /// What is counted here; `counters` has the rest, too.
  var counts = MeshCounters()

  var links = LinkTable()
  var subscriptions = SubscriptionLimiter()
  var registry = Registry()
  var pins = IdentityPins()
  var publication = Publication()
  var traffic = TrafficWindow()
  var tickCount = 0

  var allowance = ReceiveAllowance(share: MeshLimits.allowanceShares)
  var ingress = IngressRecords()
  var seen = Deduplicator()
  var shown = ShownMessages()
  var answered = AnsweredPackets()
  var relays = RelayQueue()
  var spool = Spool()
  var assemblies = FragmentAssemblies()
  var transfers = Transfers()
  var throttle = AnnounceThrottle()
  var lastAnnounce: Packet?
  var lastAfterglow: Instant?

  var noise: NoiseSessions
  var proofs = SessionProofs()
  var deferred = DeferredPackets()
  var waiting = WaitingMessages()
  var queues = OutboundQueues()
  var modules: ModuleTable
  var gossip = Gossip()
  var topology = Topology()
  var routeHealth = RouteHealth()

  /// An engine that does nothing before `start`. `random` must not be used for anything else.
  public init(
    configuration: MeshConfiguration = MeshConfiguration(), identity: MeshIdentity, nickname: String,
    random: SeededRandom
  ) {
    self.identity = identity
    self.nickname = Self.announceable(nickname)
    self.random = random
    signatureCheck = configuration.signatureCheck
    toggledCapabilities = configuration.capabilities
    noise = NoiseSessions(identity: identity)
    modules = ModuleTable(configuration.modules)
  }

  /// Takes one event in and gives what has to be done for it, in order.
  public mutating func handle(_ event: MeshEvent, now: Now) -> [MeshEffect] {
    self.now = now
    switch event {
    case .link(let event): handle(event)
    case .timer: runDueJobs()
    case .command(let command): handle(command)
    }
    keepWithinMemory()
    publishPeersIfDue()
    armWake()
    defer { effects = [] }
    return effects
  }

  /// Gives the engine another check of signatures, and its own in exchange: one that remembers goes with each
  /// event from engine to engine, so that many have one memory and none shares it.
  public mutating func exchangeSignatureCheck(_ check: inout any SignatureCheck) {
    swap(&signatureCheck, &check)
  }

  /// Our own name on the mesh.
  public var peerID: PeerID { own }

  /// Everybody in sight at the time of the last event, ordered by id.
  public var peers: [PeerSnapshot] { snapshots() }

  /// How far the session with a peer is.
  public func sessionState(of peer: PeerID) -> SessionState { noise.state(of: peer) }

  /// Whether a private message would leave encrypted at once. A live link alone is no proof of that.
  public func isSecureDeliverable(_ peer: PeerID) -> Bool {
    noise.state(of: peer) == .established && !noise.isPendingConvergence(peer)
  }

  /// What the peer proved inside its current session that it can do.
  public func capabilityProof(of peer: PeerID) -> CapabilityProof { proofs[peer]?.word ?? .none }

  /// Links that are up, oldest first, with the peer verified on each.
  public var linkOwners: [(link: LinkID, peer: PeerID?)] {
    links.all.map { ($0.id, $0.binding.verified) }
  }

  var own: PeerID { identity.peerID }

  /// How many peers are connected; the relay policy calls it degree.
  var degree: Int { registry.connectedCount }

  /// Tells the application something.
  mutating func emit(_ event: MeshAppEvent) {
    effects.append(.event(event))
  }

  /// Tells the application what became of a message.
  mutating func report(_ messageID: String, _ status: DeliveryStatus) {
    emit(.deliveryStatus(messageID: messageID, status))
  }

  /// Sets a deadline, counted from now.
  mutating func schedule(_ job: Job, after delay: Duration) {
    agenda.schedule(job, at: now.monotonic + delay)
  }

  /// A delay drawn evenly from a range that includes both ends.
  mutating func drawMilliseconds(_ range: ClosedRange<UInt64>) -> Duration {
    .milliseconds(Int64(clamping: UInt64.random(in: range, using: &random)))
  }
}

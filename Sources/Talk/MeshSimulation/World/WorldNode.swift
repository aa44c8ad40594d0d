import Cryptography
import Mesh
import MeshWire
import Timebase

/// One node of a world: keys, engine, application, and what lies on its disk.
struct WorldNode: Sendable {
  /// What is kept over a crash, besides what the application keeps.
  struct Disk: Sendable {
    var identities: [KnownIdentity] = []
    var archive: [[UInt8]] = []
    var modules: [(name: String, value: [UInt8])] = []
  }

  let plan: Plan.NodePlan
  private let seed: UInt64
  private let behaviour: ApplicationBehaviour
  /// How often it lost everything.
  private(set) var life = 0
  /// How often its engine was started.
  private(set) var run = 0
  /// When its life began.
  private(set) var bornAt: Instant
  private(set) var identity: MeshIdentity
  private(set) var disk = Disk()
  var application: Application
  /// `nil` while it is down, and for a hostile node.
  var engine: MeshEngine?
  var hostile: HostileNode?
  var isRunning = false
  /// What its engine and its application wait for.
  var wakeAt: Instant?
  var applicationWakeAt: Instant?
  /// Place of each of its links.
  var links: [LinkID: Int] = [:]

  init(plan: Plan.NodePlan, seed: UInt64, behaviour: ApplicationBehaviour, at moment: Instant) {
    self.plan = plan
    self.seed = seed
    self.behaviour = behaviour
    bornAt = moment
    application = Application(behaviour: behaviour)
    identity = Self.identity(seed: seed, node: plan.number, life: 0)
    if let kind = plan.hostile {
      hostile = HostileNode(
        kind: kind, identity: identity, ghost: Self.identity(seed: seed, node: plan.number, life: -1),
        seed: seed, number: plan.number)
    }
  }

  var id: PeerID { identity.peerID }

  /// A new engine; the events with which it begins.
  mutating func start(at moment: Instant) -> [MeshEvent] {
    run += 1
    isRunning = true
    guard hostile == nil else { return [] }
    var random = WorldRandom(seed: seed, "engine", plan.number, run)
    engine = MeshEngine(
      identity: identity, nickname: "n\(plan.number)", random: SeededRandom(seed: random.seedBytes()))
    application.restart(at: moment)
    var commands: [MeshCommand] = []
    if !disk.identities.isEmpty { commands.append(.restoreIdentities(disk.identities)) }
    if !disk.archive.isEmpty { commands.append(.restoreArchive(disk.archive)) }
    commands += disk.modules.map { .restoreModule(name: $0.name, value: $0.value) }
    return (commands + [.start]).map { .command($0) }
  }

  /// Everything that is not on the disk is gone.
  mutating func crash() {
    isRunning = false
    engine = nil
    wakeAt = nil
    applicationWakeAt = nil
  }

  /// What is on the disk is gone too, the keys among it.
  mutating func forgetEverything(at moment: Instant) {
    life += 1
    bornAt = moment
    disk = Disk()
    application = Application(behaviour: behaviour)
    identity = Self.identity(seed: seed, node: plan.number, life: life)
  }

  /// Puts on the disk what the engine wants kept.
  mutating func keep(_ event: MeshAppEvent) {
    switch event {
    case .identityLearned(let known):
      disk.identities.removeAll { $0.noiseKey == known.noiseKey }
      disk.identities.append(known)
    case .archiveChanged(let frames): disk.archive = frames
    case .moduleState(let name, let value):
      disk.modules.removeAll { $0.name == name }
      if !value.isEmpty { disk.modules.append((name, value)) }
    case .publicMessage, .privateMessage, .delivered, .read, .peerConnected, .peerDisconnected,
      .peersChanged, .deliveryStatus, .transfer, .sessionChanged, .stopped, .module:
      break
    }
  }

  private static func identity(seed: UInt64, node: Int, life: Int) -> MeshIdentity {
    var draws = WorldRandom(seed: seed, "keys", node, life)
    var random = SeededRandom(seed: draws.seedBytes())
    return MeshIdentity(noise: .generate(using: &random), signing: .generate(using: &random))
  }
}

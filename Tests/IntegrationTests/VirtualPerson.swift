import ConversationModel
import ConversationStore
import Conversations
import Cryptography
import Foundation
import Locks
import Mesh
import Timebase
import TransportPorts

/// One node of a virtual mesh with everything above it: the real store on a file, the real coordinators.
@MainActor final class VirtualPerson {
  let identity: MeshIdentity
  let node: Int
  let screen = FlowScreen()
  private(set) var store: ConversationStore
  private(set) var people: PeerCoordinator
  private(set) var messages: MessageCoordinator
  private(set) var channels: ChannelCoordinator
  private(set) var verification: VerificationCoordinator
  private var intake: TransportIntake
  private var alarm: VirtualAlarm
  private let mesh: VirtualMesh
  private let name: String
  private let path: String
  private var follower: Task<Void, Never>?

  var address: PeerAddress { portAddress(identity.peerID) }
  var chat: ConversationKey { .direct(address) }

  static func make(
    _ name: String, seed: UInt64, in mesh: VirtualMesh, folder: String, file: String? = nil
  ) async throws -> VirtualPerson {
    var random = SeededRandom(number: seed)
    let identity = MeshIdentity(noise: .generate(using: &random), signing: .generate(using: &random))
    let node = await mesh.add(name, identity)
    let path = folder + "/\(file ?? name).db"
    let parts = try await Parts(name, identity, node, mesh, path)
    let person = VirtualPerson(name, identity, node, mesh, path, parts)
    try await person.start()
    return person
  }

  /// Everything that a process makes anew when it starts.
  private struct Parts {
    let store: ConversationStore
    let alarm = VirtualAlarm()
    let people: PeerCoordinator
    let router: Router
    let messages: MessageCoordinator
    let channels: ChannelCoordinator
    let verification: VerificationCoordinator
    let intake: TransportIntake

    init(
      _ name: String, _ identity: MeshIdentity, _ node: Int, _ mesh: VirtualMesh, _ path: String
    ) async throws {
      store = try await ConversationStore.open(
        at: path, storeKey: SecretBytes([UInt8](repeating: UInt8(node + 1), count: 32)))
      let transport = VirtualTransport(mesh: mesh, node: node, identity: identity)
      let clock = VirtualTalkClock(time: mesh.time)
      people = PeerCoordinator(
        transport: transport, peers: store, relations: store, settings: store, defaultNickname: name,
        clock: clock, alarm: alarm)
      router = Router(transport: transport, messages: store, clock: clock, alarm: alarm)
      messages = MessageCoordinator(
        transport: transport, messages: store, upkeep: store, router: router, people: people, clock: clock,
        alarm: alarm)
      channels = ChannelCoordinator(
        messages: messages, store: store, search: store, settings: store, people: people)
      verification = VerificationCoordinator(
        transport: transport, identity: VirtualIdentity(identity: identity), trust: store, people: people,
        clock: clock)
      intake = TransportIntake(
        transport: transport, messages: messages, people: people, verification: verification)
    }
  }

  private var router: Router

  private init(
    _ name: String, _ identity: MeshIdentity, _ node: Int, _ mesh: VirtualMesh, _ path: String,
    _ parts: Parts
  ) {
    (self.name, self.identity, self.node, self.mesh, self.path) = (name, identity, node, mesh, path)
    store = parts.store
    alarm = parts.alarm
    people = parts.people
    router = parts.router
    messages = parts.messages
    channels = parts.channels
    verification = parts.verification
    intake = parts.intake
  }

  private func start() async throws {
    try await people.start(
      presenter: screen, fingerprint: SHA256.hash(identity.noise.publicKey.bytes).hexadecimal)
    await messages.start(presenter: screen)
    try await verification.start(presenter: screen)
    let changes = await messages.changes()
    follower = Task { [messages] in await messages.follow(changes) }
    try await router.restore()
  }

  /// The process ends and starts again on the same file and under the same keys.
  func restart() async throws {
    await close()
    await mesh.restart(node)
    let parts = try await Parts(name, identity, node, mesh, path)
    store = parts.store
    alarm = parts.alarm
    people = parts.people
    router = parts.router
    messages = parts.messages
    channels = parts.channels
    verification = parts.verification
    intake = parts.intake
    try await start()
  }

  func close() async {
    follower?.cancel()
    await store.close()
  }

  /// Takes in what the engine told, and does what is due.
  func work() async {
    await intake.run()
    await alarm.ring(at: mesh.time.now.monotonic)
    await intake.run()
  }

  func lines(_ key: ConversationKey) async throws -> [String] {
    try await store.newest(in: key, limit: 999).messages.map(\.text)
  }

  func delivery(_ id: MessageID, in key: ConversationKey) async throws -> DeliveryState? {
    try await store.message(id, in: key)?.delivery
  }
}

private struct VirtualTalkClock: TalkClock {
  let time: VirtualTime
  func now() -> Now { time.now }
}

private struct VirtualIdentity: OwnIdentity {
  let identity: MeshIdentity
  var noiseKey: [UInt8] { identity.noise.publicKey.bytes }
  var signingKey: [UInt8] { identity.signing.publicKey.bytes }
  func signature(for statement: [UInt8]) -> [UInt8] { identity.signing.signature(for: statement) }
}

/// Rings when it is asked and the time has come.
private final class VirtualAlarm: TalkAlarm {
  private let set = Mutex<[AlarmName: (moment: Instant, action: @Sendable () async -> Void)]>([:])

  func set(_ name: AlarmName, at moment: Instant?, _ action: @escaping @Sendable () async -> Void) {
    set.withLock { $0[name] = moment.map { ($0, action) } }
  }

  /// Each name at most once: what an action sets is for later.
  func ring(at now: Instant) async {
    for name in AlarmName.allCases {
      let action = set.withLock { set -> (@Sendable () async -> Void)? in
        guard let due = set[name], due.moment <= now else { return nil }
        set[name] = nil
        return due.action
      }
      await action?()
    }
  }
}

/// What a screen would show.
@MainActor final class FlowScreen: TalkPresenter {
  private(set) var changes: [ConversationChange] = []
  private(set) var directory: PeopleDirectory?
  private(set) var trust: [PeerAddress: TrustLevel] = [:]
  private(set) var notices: [Notice] = []
  private(set) var problems: [String] = []
  private(set) var comparisons = KeyComparisons()

  func show(_ directory: PeopleDirectory) { self.directory = directory }
  func show(_ profile: OwnProfile) {}
  func show(_ status: TransportStatus) {}
  func show(_ relations: PeopleRelations) {}
  func show(_ trust: [PeerAddress: TrustLevel]) { self.trust = trust }
  func show(_ step: KeyComparison.Step, of peer: PeerAddress, at moment: Timestamp) {
    comparisons.step(step, of: peer, at: moment)
  }
  func showReading(of ourCode: PeerAddress, at moment: Timestamp) {
    comparisons.readOurs(ourCode, at: moment)
  }
  func show(_ changes: [ConversationChange]) async { self.changes += changes }
  func showAnew() async {}
  func show(_ notice: Notice) { notices.append(notice) }
  func show(problem: String?) { if let problem { problems.append(problem) } }
  func show(failure: String) { problems.append(failure) }
  func show(_ old: ConversationKey, movedTo new: ConversationKey) async {}

  /// Until so many changes have been shown, or nothing comes any more.
  func shown(_ count: Int) async -> [ConversationChange] {
    for _ in 0..<20_000 where changes.count < count { await Task.yield() }
    return changes
  }
}

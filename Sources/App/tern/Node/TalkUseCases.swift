import AppState
import ConversationModel
import ConversationStore
import Conversations
import MeshNode
import TransportPorts

/// The coordinators of Talk over one store and one mesh.
struct TalkUseCases {
  let alarm: SystemAlarm
  let people: PeerCoordinator
  let router: Router
  let messages: MessageCoordinator
  let channels: ChannelCoordinator
  let verification: VerificationCoordinator

  init(
    store: ConversationStore, kept: KeptMessages, mesh: MeshNode, identity: any OwnIdentity,
    defaultNickname: String,
    clock: SystemClock
  ) {
    alarm = SystemAlarm(clock: clock)
    people = PeerCoordinator(
      transport: mesh, peers: store, relations: store, settings: store, defaultNickname: defaultNickname,
      clock: clock, alarm: alarm)
    router = Router(transport: mesh, messages: kept, clock: clock, alarm: alarm)
    messages = MessageCoordinator(
      transport: mesh, messages: kept, upkeep: kept, router: router, people: people, clock: clock,
      alarm: alarm)
    channels = ChannelCoordinator(
      messages: messages, store: kept, search: kept, settings: store, people: people)
    verification = VerificationCoordinator(
      transport: mesh, identity: identity, trust: store, people: people, clock: clock)
  }

  /// Reads what is stored, takes up what waits, and joins the domain. `fingerprint` is ours; what `retention`
  /// no longer keeps goes first. Answers the store's changes from before anything was read.
  @MainActor func start(
    _ talk: TalkDomain, fingerprint: String, retention: Retention
  ) async throws -> AsyncStream<NumberedChange> {
    await messages.sweep(retention)
    try await people.start(presenter: talk, fingerprint: fingerprint)
    await messages.start(presenter: talk)
    try await verification.start(presenter: talk)
    _ = try await channels.start()
    let changes = await messages.changes()
    try await router.restore()
    await talk.connect(messages: messages, people: people, channels: channels, verification: verification)
    return changes
  }

  /// Nothing is called any more; what was gathered is stored.
  func stop() async {
    alarm.endAll()
    await messages.stop()
  }
}

import AppState
import Control
import ConversationModel
import ConversationStore
import Conversations
import Cryptography
import Glibc
import KeyFile
import Mesh
import MeshLinks
import MeshNode
import Networking
import Timebase
import TransportPorts
import WebInterface

/// Everything of one profile, wired together and running.
///
/// Started in the order keys, store, coordinators, transport, front ends; stopped the other way round, so
/// that nothing is offered that is not there.
@MainActor final class Node {
  let state: AppState
  private let store: ConversationStore
  private let kept: KeptMessages
  private let sockets: SocketLoop
  private let mesh: MeshNode
  private let meshState: MeshStateFile?
  private let useCases: TalkUseCases
  private let places: AirportsOfMachine
  private let desktop: DesktopOutlet?
  private let web: WebInterface
  private let control: ControlServer
  private var tasks: [Task<Void, Never>] = []

  /// Brings a node up. Throws errors whose descriptions are words for the person.
  static func start(_ plan: NodePlan) async throws -> Node {
    let node = try await Node(plan)
    return node
  }

  private init(_ plan: NodePlan) async throws {
    let clock = SystemClock()
    let keys = try IdentityFile.loadOrCreate(plan, clock: clock)
    let opened = try await StoreFile.open(plan, keys: keys, clock: clock)
    store = opened.store
    kept = try await KeptMessages(store)
    sockets = try SocketLoop()
    let identity = MeshIdentity(noise: keys.noiseStatic, signing: keys.signing)
    let links = OpenedLinks(plan.links, sockets: sockets, clock: clock)
    meshState = StateFile.open(plan, keys: keys, clock: clock)
    mesh = MeshNode(
      identity: identity, nickname: plan.defaultNickname, known: try await store.knownPeers(),
      links: links.layer,
      seed: SystemEntropy.bytes(32), state: meshState, clock: { clock.now() })
    useCases = TalkUseCases(
      store: store, kept: kept, mesh: mesh, identity: identity, defaultNickname: plan.defaultNickname,
      clock: clock)
    let (messages, people) = (useCases.messages, useCases.people)
    let talk = TalkDomain()
    let money = await MoneyDomain.ofMachine(settings: store)
    places = await AirportsOfMachine(plan, keys: keys, clock: clock)
    state = places.state(plan.profile, isSimulated: links.lan == nil, talk: talk, money: money)

    let changes = try await useCases.start(
      talk, fingerprint: SHA256.hash(keys.noiseStatic.publicKey.bytes).hexadecimal,
      retention: kept.retention)
    state.topology.connect(people: people)
    try await state.history.connect(channels: useCases.channels)

    desktop = plan.desktop.flatMap(DesktopOutlet.init)
    await state.notices.connect(outlet: desktop, settings: store, now: { clock.now().monotonic })

    let web: WebInterface
    do {
      web = try await WebInterface(app: state, assets: plan.assets, port: plan.port, now: { clock.now() })
    } catch {
      throw StartProblem.page(port: plan.port, error)
    }
    self.web = web
    do {
      control = try ControlServer(
        path: plan.controlSocket, sockets: sockets,
        service: ControlService(
          state: state, makeLink: { $0.map { web.makeLink(to: $0) } ?? web.makeLink() },
          traffic: { [mesh, messages] in await TrafficReport.taken(links, mesh, messages).json }))
    } catch {
      throw StartProblem.controlSocket(path: plan.controlSocket, error)
    }
    await control.start()
    try await mesh.start()
    let intake = TransportIntake(
      transport: mesh, messages: messages, people: people, verification: useCases.verification)
    tasks = [
      Task { await intake.run() },
      Task { await messages.follow(changes) },
      Task { [kept] in await keepTidy(messages, kept) },
      Task {
        for await notice in opened.notices {
          talk.show(notice: [talk.notice, notice].compactMap { $0 }.joined(separator: " "))
        }
      },
      Task { await keepLooking(money) },
      Task { [desktop, state] in await desktop?.follow(state.talk) { web.makeLink(to: $0) } },
      Task { [control] in await keepReachable(control, at: plan.controlSocket) },
    ]
  }

  /// A new one-time link to the web interface.
  func newLink() -> String { web.makeLink() }

  /// Ends everything in order; what was acknowledged is on disk already.
  func stop() async {
    await desktop?.stop()
    await control.stop()
    await web.stop()
    await mesh.stop()
    // The intake ends with the transport's events; waiting for it lets the last ones be stored.
    await tasks.first?.value
    await useCases.stop()
    for task in tasks { task.cancel() }
    await state.money.close()
    await places.close()
    await meshState?.close()
    await store.close()
    await sockets.stop()
  }
}

/// Makes the control socket anew where it was removed, with its folder, as far as that can be done. It looks
/// every two seconds, at the price of one system call: the folder may go too, and a watch would go with it.
private func keepReachable(_ control: ControlServer, at path: String) async {
  let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
  while (try? await Task.sleep(for: .seconds(2))) != nil {
    guard access(path, F_OK) != 0, (try? PrivateFolder.make(folder)) != nil else { continue }
    _ = try? await control.renewIfRemoved()
  }
}

/// Removes what retention no longer keeps, every two minutes: age alone makes messages go, which nothing else
/// tells of. Ends when the node does, by which the sleep is cancelled.
private func keepTidy(_ messages: MessageCoordinator, _ kept: KeptMessages) async {
  while (try? await Task.sleep(for: .seconds(120))) != nil {
    await messages.sweep(kept.retention)
  }
}

import MeshWire
import Timebase

/// The modules of an engine and what each registered for.
struct ModuleTable: Sendable {
  /// A module is away while it is called.
  fileprivate var modules: [(any MeshModule)?]
  private var byMessageType: [MessageType: Int] = [:]
  private var byPayloadType: [NoisePayloadType: Int] = [:]
  /// By place.
  fileprivate let names: [String]
  /// Places of the modules that hear of sessions.
  fileprivate let sessionListeners: [Int]
  /// The union of what the modules announce.
  let capabilities: Capabilities

  /// Number of modules.
  var count: Int { modules.count }

  init(_ modules: [any MeshModule]) {
    self.modules = modules
    var capabilities: Capabilities = []
    let registrations = modules.map(\.registration)
    names = registrations.map(\.name)
    sessionListeners = registrations.indices.filter { registrations[$0].hearsSessions }
    precondition(Set(names).count == names.count, "two modules must not share a name")
    for (index, registration) in registrations.enumerated() {
      capabilities.formUnion(registration.capabilities)
      for type in registration.messageTypes {
        precondition(byMessageType[type] == nil, "two modules must not own one message type")
        precondition(!Self.coreTypes.contains(type), "the core's message types are its own")
        byMessageType[type] = index
      }
      for type in registration.payloadTypes {
        precondition(byPayloadType[type] == nil, "two modules must not own one Noise payload type")
        precondition(type != .peerState, "authenticated peer state is the core's")
        byPayloadType[type] = index
      }
    }
    self.capabilities = capabilities
  }

  /// What the modules count, in their order.
  var counters: [ModuleCounter] { modules.flatMap { $0?.counters ?? [] } }

  /// What the engine handles itself.
  private static let coreTypes: [MessageType] = [
    .announce, .publicMessage, .leave, .noiseHandshake, .noiseEncrypted, .fragment, .syncRequest, .announceV2,
  ]

  /// Types whose module may keep a packet from being passed on.
  static let verdictTypes: [MessageType] = [.fileTransfer, .boardPost, .voiceFrame]

  /// Has every module forget everything.
  mutating func wipe() {
    for index in modules.indices { modules[index]?.wipe() }
  }

  /// The module that owns a message type.
  func owner(of type: MessageType) -> Int? { byMessageType[type] }

  /// The module that owns a Noise payload type.
  func owner(of type: NoisePayloadType) -> Int? { byPayloadType[type] }
}

extension MeshEngine {
  /// Gives a packet to the module that owns its type. Without one it is accepted: unknown types are relayed.
  mutating func deliver(_ event: ModuleEvent, ofType type: MessageType) -> ModuleVerdict {
    guard let index = modules.owner(of: type) else { return .accept }
    let verdict = deliver(event, toModule: index)
    return ModuleTable.verdictTypes.contains(type) ? verdict : .accept
  }

  /// Tells those who want to hear it.
  mutating func tellModules(_ peer: PeerID, _ state: SessionState) {
    for index in modules.sessionListeners { deliver(.session(peer, state), toModule: index) }
  }

  /// Gives a module what it kept.
  mutating func restoreModule(_ name: String, _ value: [UInt8]) {
    guard let index = modules.names.firstIndex(of: name) else { return }
    deliver(.restored(value), toModule: index)
  }

  /// Has every module forget, and what it kept thrown away.
  mutating func wipeModules() {
    modules.wipe()
    for name in modules.names { emit(.moduleState(name: name, [])) }
  }

  /// Gives a payload to the module that owns its type.
  mutating func deliver(_ event: ModuleEvent, ofType type: NoisePayloadType) {
    if let index = modules.owner(of: type) { deliver(event, toModule: index) }
  }

  /// Offers a command to one module after the other until one takes it.
  mutating func deliver(_ command: ModuleEvent) {
    for index in 0..<modules.count where deliver(command, toModule: index) == .accept { return }
  }

  /// Calls a module, then does what it asked for.
  @discardableResult
  mutating func deliver(_ event: ModuleEvent, toModule index: Int) -> ModuleVerdict {
    guard let (verdict, wishes) = call(index, event) else { return .accept }
    for wish in wishes { grant(wish, toModule: index) }
    return verdict
  }

  /// The port lives only here: while it does, it shares the registry and the sessions, and whoever changed
  /// them would have to copy them.
  private mutating func call(_ index: Int, _ event: ModuleEvent) -> (ModuleVerdict, [ModulePort.Wish])? {
    guard index < modules.count, var module = modules.modules[index] else { return nil }
    modules.modules[index] = nil
    var port = ModulePort(
      now: now, ownID: own, random: random, registry: registry, links: links, topology: topology,
      noise: noise, proofs: proofs, signingKey: identity.signing)
    let verdict = module.handle(event, port: &port)
    modules.modules[index] = module
    random = port.random
    return (verdict, port.wishes)
  }

  private mutating func broadcast(_ packet: Packet, transferID: String?) {
    guard phase == .running else {
      if let transferID { emit(.transfer(id: transferID, .failed(.notRunning))) }
      return
    }
    let outcome = transmit(packet, transferID: transferID)
    guard let transferID else { return }
    switch outcome {
    case .sent, .cutting: break
    case .spooled, .nowhere: emit(.transfer(id: transferID, .failed(.noLink)))
    case .busy: emit(.transfer(id: transferID, .failed(.queueFull)))
    case .tooLarge(let bytes, let limit):
      emit(.transfer(id: transferID, .failed(.frameTooLarge(bytes: bytes, limit: limit))))
    case .unwritable: emit(.transfer(id: transferID, .failed(.tooLong)))
    }
  }

  private mutating func grant(_ wish: ModulePort.Wish, toModule index: Int) {
    switch wish {
    case .sendPayload(let payload, let peer, let start):
      let isAllowed =
        switch start {
        case .always: true
        case .ifReachable: registry.isReachable(peer, at: now.monotonic)
        }
      send(payload, to: peer, startsHandshake: isAllowed)
    case .broadcast(let packet, let transferID): broadcast(packet, transferID: transferID)
    case .schedule(let timer, let deadline): agenda.schedule(.module(index, timer), at: deadline)
    case .cancel(let timer): agenda.cancel(.module(index, timer))
    case .emit(let event): emit(event)
    case .sendDirected(let packet, let peer, let path): send(packet, to: peer, by: path)
    case .track(let packet, let owner): trackForSync(packet, owner: owner)
    case .untrack(let id, let type): gossip.stores.remove(id, ofType: type)
    case .keep(let value): emit(.moduleState(name: modules.names[index], value))
    case .setCapability(let bits, let isOn): handle(.setCapability(bits, isOn: isOn))
    }
  }
  private mutating func send(_ packet: Packet, to peer: PeerID, by path: ModulePort.DirectPath) {
    guard phase == .running else { return }
    switch path {
    case .any where packet.recipient == nil: sendOnLink(packet, to: peer)
    case .any: transmit(packet)
    case .ownLink: sendOnLink(packet, to: peer)
    case .authenticatedLink: sendOnLink(packet, to: peer, isAuthenticated: true)
    }
  }
}
